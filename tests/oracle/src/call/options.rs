//! What calls take beside tensors.

use lunette::index::Axes;
use lunette::{DType, Result, Scalar};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

/// Options by their names. Floats come as text, because JSON has no infinities. A missing one is a mistake of the
/// comparison, and panics.
#[derive(Deserialize, Default)]
#[serde(transparent)]
pub struct Options(Map<String, Json>);

impl Options {
    fn json(&self, name: &str) -> &Json {
        self.0.get(name).unwrap_or(&Json::Null)
    }

    pub fn get<T: DeserializeOwned>(&self, name: &str) -> T {
        serde_json::from_value(self.json(name).clone())
            .unwrap_or_else(|error| panic!("the option `{name}` cannot be read: {error}"))
    }

    pub fn flag(&self, name: &str) -> bool {
        self.get(name)
    }

    pub fn int(&self, name: &str) -> i64 {
        self.get(name)
    }

    pub fn size(&self, name: &str) -> usize {
        self.get(name)
    }

    pub fn sizes(&self, name: &str) -> Vec<usize> {
        self.get(name)
    }

    pub fn ints(&self, name: &str) -> Vec<i64> {
        self.get(name)
    }

    pub fn pairs(&self, name: &str) -> Vec<(usize, usize)> {
        self.get(name)
    }

    pub fn text(&self, name: &str) -> String {
        self.get(name)
    }

    /// The option, unless it is null.
    pub fn given<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.get(name)
    }

    pub fn number(&self, name: &str) -> f64 {
        parsed(&self.text(name))
    }

    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.get::<Vec<String>>(name).iter().map(|text| parsed(text)).collect()
    }

    pub fn dtype(&self) -> Result<DType> {
        self.text("dtype").parse()
    }

    /// A number that is an integer if it is written as one.
    pub fn scalar(&self, name: &str) -> Scalar {
        match self.json(name).as_i64() {
            Some(integer) => Scalar::I64(integer),
            None => Scalar::F64(self.number(name)),
        }
    }

    /// One axis, a list of them, or null for all.
    pub fn axes(&self) -> Axes {
        match self.json("axes") {
            Json::Null => Axes::All,
            Json::Array(_) => Axes::List(self.ints("axes").into_iter().collect()),
            _ => Axes::List([self.int("axes")].into_iter().collect()),
        }
    }

    pub fn axis(&self) -> i64 {
        self.int("axis")
    }
}

fn parsed(text: &str) -> f64 {
    text.parse().unwrap_or_else(|error| panic!("`{text}` is no number: {error}"))
}
