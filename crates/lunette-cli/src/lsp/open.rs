//! The world of texts that are checked for an editor: nothing is run, and modules that are open are read as they stand there.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use lunette_lang::check::{Loaded, Loader};
use lunette_lang::run::World;

use super::place;
use crate::host::loader::{self, Files};

/// The texts that are open, by the names that diagnostics give their files.
#[derive(Clone, Default)]
pub struct Open(Arc<HashMap<String, Arc<str>>>);

impl Open {
    /// These texts, with their addresses.
    pub fn new<'t>(texts: impl IntoIterator<Item = (&'t String, &'t Arc<str>)>) -> Self {
        let named = |(address, text): (&String, &Arc<str>)| {
            (loader::name_of(&place::path(address)), Arc::clone(text))
        };
        Self(Arc::new(texts.into_iter().map(named).collect()))
    }
}

impl World for Open {
    fn print(&mut self, _: &str) {}

    fn clock(&self) -> f64 {
        0.0
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }
}

impl Loader for Open {
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let name = loader::name_of(&loader::with_ending(&folder.join(path)));
        match self.0.get(&name) {
            Some(text) => Ok(Loaded { name: name.into(), text: Arc::clone(text) }),
            None => Files.load(from, path),
        }
    }
}
