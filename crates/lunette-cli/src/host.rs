//! The world of the programs that the command runs.

pub mod interrupt;
pub mod loader;
pub mod output;

use std::sync::Arc;
use std::time::Instant;

use lunette_lang::check::{Loaded, Loader};
use lunette_lang::run::World;

use self::loader::Files;
use self::output::Output;

/// Standard output, the clock, the arguments of the command line, and files as modules.
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
}

impl Loader for Host {
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        Files.load(from, path)
    }
}
