//! What functions need of the world around them, and how they fail.

use std::fmt;
use std::sync::Arc;

use lunette::io::{self, text::Reading};
use lunette::random::Generator;
use lunette::{DType, DynTensor};

use crate::types::Type;
use crate::value::{FunValue, Value};
use crate::words::of_library;

/// The world of a running program, given by whoever runs it.
pub trait Context {
    /// Takes what the program prints, line ends included.
    fn print(&mut self, text: &str);

    /// The generator of random numbers; `seed` puts a new one in its place.
    fn generator(&mut self) -> &mut Generator;

    /// Seconds since some moment before the program started.
    fn clock(&self) -> f64;

    /// What the program was called with.
    fn arguments(&self) -> &[Arc<str>];

    /// The tensor in a file.
    ///
    /// # Errors
    /// [`Failure::Words`] that say why there is none.
    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, Failure>;

    /// Writes a tensor into a file.
    ///
    /// # Errors
    /// [`Failure::Words`] that say why it is not written.
    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), Failure>;

    /// The next line of the program's input, without its end; none where there are no more.
    ///
    /// # Errors
    /// [`Failure::Words`] that say why it cannot be read.
    fn read_line(&mut self) -> Result<Option<String>, Failure>;

    /// The text in a file, or what is left of the program's input.
    ///
    /// # Errors
    /// [`Failure::Words`] that say why there is none.
    fn read_text(&mut self, path: Option<&str>) -> Result<String, Failure>;

    /// The type of what a function of the program gives.
    fn result_type(&self, function: &FunValue) -> Type;

    /// Calls a function of the program.
    ///
    /// # Errors
    /// [`Failure::Call`] if the function fails: the context keeps what happened.
    fn call(&mut self, function: &FunValue, args: Vec<Value>) -> Result<Value, Failure>;
}

/// A tensor in a file, as a program asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// The path of the file.
    pub path: &'a str,
    /// Which of several it is.
    pub name: Option<&'a str>,
    /// The dtype that texts are read as; other files have their own.
    pub dtype: DType,
    /// The rank that texts are read as.
    pub rank: usize,
}

impl Wanted<'_> {
    /// The tensor, for a world in which programs may read files; a path is relative to the current folder.
    ///
    /// # Errors
    /// Why there is none, in words that name the file.
    pub fn load_file(self) -> Result<DynTensor, String> {
        let Self { path, name, dtype, rank } = self;
        let loaded = match name {
            Some(name) => io::load_named(path, name),
            None => io::load_with(path, &Reading { dtype: Some(dtype), rank, ..Reading::default() }),
        };
        loaded.map_err(|error| of_library(&error))
    }
}

/// Why a built-in function gave no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The library said no.
    Library(lunette::Error),
    /// A mistake in words: of an argument, or the text of `error` and `assert`.
    Words(String),
    /// A function that was called back failed; the context knows how.
    Call,
    /// The program wants to end, with this code.
    Exit(u8),
}

impl Failure {
    /// Words as a failure.
    pub(super) fn words(words: impl Into<String>) -> Self {
        Self::Words(words.into())
    }

    /// Whether somebody asked the program to stop.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Library(error) if error.is_cancelled())
    }
}

impl From<lunette::Error> for Failure {
    fn from(error: lunette::Error) -> Self {
        Self::Library(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(error) => write!(f, "{error}"),
            Self::Words(words) => f.write_str(words),
            Self::Call => f.write_str("a function that was called has failed"),
            Self::Exit(code) => write!(f, "the program ends with code {code}"),
        }
    }
}

/// The world of a run on miniatures: nothing is printed, nothing is remembered, nothing can be called back, and there are
/// no files.
pub(crate) struct Dry(Generator);

impl Dry {
    pub(crate) fn new() -> Self {
        Self(Generator::new(0))
    }
}

impl Context for Dry {
    fn print(&mut self, _: &str) {}

    fn generator(&mut self) -> &mut Generator {
        &mut self.0
    }

    fn clock(&self) -> f64 {
        0.0
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }

    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, Failure> {
        let path = wanted.path;
        Err(Failure::words(format!("`{path}` cannot be read before the program runs")))
    }

    fn save_tensor(&mut self, path: &str, _: &DynTensor) -> Result<(), Failure> {
        Err(Failure::words(format!("`{path}` cannot be written before the program runs")))
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        Err(Failure::words("nothing can be read before the program runs"))
    }

    fn read_text(&mut self, _: Option<&str>) -> Result<String, Failure> {
        Err(Failure::words("nothing can be read before the program runs"))
    }

    fn result_type(&self, _: &FunValue) -> Type {
        Type::Unknown
    }

    fn call(&mut self, _: &FunValue, _: Vec<Value>) -> Result<Value, Failure> {
        Err(Failure::Call)
    }
}
