//! The world of the programs that the command runs.

pub mod input;
pub mod interrupt;
pub mod loader;
pub mod output;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lunette::{Cancel, DynTensor, io};
use lunette_lang::builtins::Wanted;
use lunette_lang::check::{Loaded, Loader};
use lunette_lang::run::World;
use lunette_lang::words::of_library;

use self::input::Input;
use self::loader::Files;
use self::output::Output;

/// Standard input and output, the clock, the arguments of the command line, and files: modules, tensors and text.
pub struct Host {
    /// Where the program prints to.
    pub output: Output,
    input: Input,
    start: Instant,
    arguments: Vec<Arc<str>>,
}

impl Host {
    /// A world in which the program was called with these arguments.
    pub fn new(arguments: &[String]) -> Self {
        let arguments = arguments.iter().map(|argument| Arc::from(argument.as_str())).collect();
        let input = Input::new(Cancel::new());
        Self { output: Output::new(), input, start: Instant::now(), arguments }
    }

    /// Lets a program that waits for input stop waiting.
    pub fn stops_reading(&mut self, interrupted: Cancel) {
        self.input = Input::new(interrupted);
    }

    /// The bytes of the next line of standard input, with its end; none at the end of the input.
    ///
    /// # Errors
    /// If they cannot be read, or nobody waits for them any more.
    pub fn line(&mut self) -> std::io::Result<Vec<u8>> {
        self.input.line()
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
        let line = self.line().map_err(|error| error.to_string()).and_then(loader::line_of);
        line.map_err(|words| format!("standard input cannot be read: {words}"))
    }

    fn read_text(&mut self, path: Option<&str>) -> Result<String, String> {
        let (name, read) = match path {
            Some(path) => (format!("`{path}`"), loader::read(Path::new(path))),
            None => {
                self.output.flush();
                let rest = self.input.rest().map_err(|error| error.to_string());
                ("standard input".to_owned(), rest.and_then(loader::text_of))
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
