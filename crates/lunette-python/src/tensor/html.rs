//! Tensors as HTML, for notebooks.

use lunette::DynTensor;

/// What is shown of a tensor: read while its memory is locked, written afterwards.
pub struct Page {
    text: String,
}

impl Page {
    pub fn of(tensor: &DynTensor) -> lunette::Result<Self> {
        Ok(Self { text: tensor.to_string() })
    }

    pub fn write(&self) -> String {
        format!("<pre>{}</pre>", self.text)
    }
}
