//! A program of several texts, run in a session of its own.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use lunette::DynTensor;
use lunette::io::text::{self, Reading, Writing};
use lunette::io::{self, Format};
use lunette_lang::builtins::Wanted;
use lunette_lang::cases::Outcome;
use lunette_lang::check::{InputKind, Loaded, Loader};
use lunette_lang::run::World;
use lunette_lang::session::Session;
use lunette_lang::words::of_library;

/// No program of the tests needs longer; one that does will never end.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs the first text; the others are modules that it can import.
pub fn run(texts: Vec<(String, String)>) -> Result<Outcome, String> {
    let (sender, receiver) = channel();
    let work = move || {
        // Nobody listens any more when the time is over.
        let _ = sender.send(run_here(texts));
    };
    let thread = Builder::new().name("program".to_owned()).spawn(work).map_err(|error| error.to_string())?;
    match receiver.recv_timeout(LIMIT) {
        Ok(outcome) => Ok(outcome),
        Err(RecvTimeoutError::Timeout) => Err(format!("it still runs after {LIMIT:?}")),
        Err(RecvTimeoutError::Disconnected) => {
            let panic = thread.join().err();
            Err(format!("it panics: {}", panic.as_deref().map_or("", words)))
        }
    }
}

fn run_here(texts: Vec<(String, String)>) -> Outcome {
    let (name, text) = texts.first().cloned().unwrap_or_default();
    let mut session = Session::new(Host { texts, printed: String::new(), files: BTreeMap::new() });
    let outcome = session.run(InputKind::File, &name, &text);
    Outcome {
        output: session.host().printed.clone(),
        diagnostics: outcome.diagnostics,
        sources: session.sources().clone(),
    }
}

/// The texts of a program, what it has printed, and the files that it has written, npy and text. Its input is empty.
struct Host {
    texts: Vec<(String, String)>,
    printed: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl World for Host {
    fn print(&mut self, text: &str) {
        self.printed.push_str(text);
    }

    fn clock(&self) -> f64 {
        0.0
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }

    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, String> {
        let Wanted { path, dtype, rank, .. } = wanted;
        let bytes = self.files.get(path).ok_or_else(|| format!("there is no file `{path}`"))?;
        let read = match Format::of_path("load", path) {
            Ok(Format::Text) => {
                text::read(&bytes[..], &Reading { dtype: Some(dtype), rank, ..Reading::default() })
            }
            _ => io::npy::read(&bytes[..]),
        };
        // Bytes have no name: the command says it, which opens the file.
        read.map_err(|error| of_library(&error).replace("the data", &format!("`{path}`")))
    }

    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), String> {
        let mut bytes = Vec::new();
        let written = match Format::of_path("save", path) {
            Ok(Format::Text) => text::write(&mut bytes, tensor, &Writing::for_path(path)),
            _ => io::npy::write(&mut bytes, tensor),
        };
        written.map_err(|error| of_library(&error))?;
        self.files.insert(path.to_owned(), bytes);
        Ok(())
    }

    fn read_line(&mut self) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// The texts of the program are its files.
    fn read_text(&mut self, path: Option<&str>) -> Result<String, String> {
        let Some(path) = path else { return Ok(String::new()) };
        let found = self.texts.iter().find(|(name, _)| name == path);
        found.map(|(_, text)| text.clone()).ok_or_else(|| format!("there is no file `{path}`"))
    }
}

impl Loader for Host {
    /// Paths are relative to the text that names them.
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        let folder = from.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let wanted = format!("{folder}{path}.lun");
        let found = self.texts.iter().find(|(name, _)| *name == wanted);
        let (name, text) = found.ok_or_else(|| format!("there is no file `{wanted}`"))?;
        Ok(Loaded { name: name.as_str().into(), text: text.as_str().into() })
    }
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}
