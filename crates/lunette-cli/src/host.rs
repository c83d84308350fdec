//! The world of the programs that the command runs.

pub mod interrupt;
pub mod loader;
pub mod output;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lunette::{DynTensor, io};
use lunette_lang::builtins::Wanted;
use lunette_lang::check::{Loaded, Loader};
use lunette_lang::run::World;
use lunette_lang::words::of_library;

use self::loader::Files;
use self::output::Output;

/// Standard input and output, the clock, the arguments of the command line, and files: modules, tensors and text.
pub struct Host {
    /// Where the program prints to.
    pub output: Output,
    start: Instant,
    arguments: Vec<Arc<str>>,
}

impl Host {
    /// A world in which the program was called with these arguments.
    pub fn new(arguments: &[String]) -> Self {
        let arguments = arguments.iter().map(|argument| Arc::from(argument.as_str())).collect();
        Self { output: Output::new(), start: Instant::now(), arguments }
    }
}

impl World for Host {
    fn print(&mut self, text: &str) {
        self.output.write(text);
    }

    fn clock(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn arguments(&self) -> &[Arc<str>] {
        &self.arguments
    }

    /// Paths are relative to the folder that the command was called in, not to that of the program.
    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, String> {
        wanted.load_file()
    }

    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), String> {
        io::save(path, tensor).map_err(|error| of_library(&error))
    }

    fn read_line(&mut self) -> Result<Option<String>, String> {
        // What asks for the line appears before somebody types it.
        self.output.flush();
        loader::read_line().map_err(|words| format!("standard input cannot be read: {words}"))
    }

    fn read_text(&mut self, path: Option<&str>) -> Result<String, String> {
        let (name, read) = match path {
            Some(path) => (format!("`{path}`"), loader::read(Path::new(path))),
            None => {
                self.output.flush();
                ("standard input".to_owned(), loader::read_standard_input())
            }
        };
        read.map_err(|words| format!("{name} cannot be read: {words}"))
    }
}

impl Loader for Host {
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        Files.load(from, path)
    }
}
