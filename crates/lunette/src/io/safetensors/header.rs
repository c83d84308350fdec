//! The head of a file: the length of a JSON text, and the text, which says where each tensor is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};

use super::FORMAT;
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result};
use crate::io::{LOAD, SAVE, elements};
use crate::tensor::DynTensor;

/// The bytes that tell how long the text is.
pub(super) const LEN_BYTES: usize = 8;

/// The format allows no longer headers.
const MOST_BYTES: u64 = 100_000_000;

/// What a header says.
pub(super) struct Header {
    /// In the order of their elements, which follow each other without gaps.
    pub(super) entries: Vec<Entry>,
    pub(super) metadata: BTreeMap<String, String>,
    /// How many bytes follow, where that is known.
    pub(super) left: Option<u64>,
}

/// A tensor of the file.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    /// Where its elements start, counted from the end of the header.
    pub(super) start: usize,
    dtype: Dtype,
}

/// How long the text says that it is.
pub(super) fn announced_bytes(start: &[u8]) -> Option<usize> {
    let len = u64::from_le_bytes(start.get(..LEN_BYTES)?.try_into().ok()?);
    usize::try_from(len.min(MOST_BYTES)).ok()
}

impl Header {
    /// Reads the head of a source that has so many bytes, where that is known.
    pub(super) fn read(source: &mut dyn Read, len: Option<u64>) -> Result<Self> {
        let mut start = [0; LEN_BYTES];
        if elements::fill(source, &mut start)? < LEN_BYTES {
            return Err(wrong("it ends before its header"));
        }
        let announced = u64::from_le_bytes(start);
        if announced > MOST_BYTES {
            return Err(wrong(format!("a header of {announced} bytes is longer than the format allows")));
        }
        let mut text = Vec::new();
        source.take(announced).read_to_end(&mut text).map_err(elements::unreadable)?;
        if (text.len() as u64) < announced {
            let found = text.len();
            return Err(wrong(format!("it ends after {found} of the {announced} bytes of its header")));
        }
        let parsed = serde_json::from_slice(&text).map_err(|error| wrong(format!("its header: {error}")))?;
        let left = len.map(|len| len.saturating_sub(announced + LEN_BYTES as u64));
        Self::checked(&parsed, left)
    }

    /// The parser has seen to it that elements follow each other and have as many bytes as their shapes say.
    fn checked(parsed: &Metadata, left: Option<u64>) -> Result<Self> {
        let needed = parsed.data_len();
        if left.is_some_and(|left| left != needed as u64) {
            let left = left.unwrap_or_default();
            return Err(wrong(format!("{left} bytes follow its header, and its tensors have {needed}")));
        }
        let entry = |name: String| {
            let TensorInfo { dtype, shape, data_offsets: (start, _) } = parsed.info(&name)?.clone();
            Some(Entry { name, shape, start, dtype })
        };
        let entries = parsed.offset_keys().into_iter().filter_map(entry).collect();
        let texts = parsed.metadata().iter().flatten();
        let metadata = texts.map(|(key, text)| (key.clone(), text.clone())).collect();
        Ok(Self { entries, metadata, left })
    }

    /// The error for a tensor that is not there.
    pub(super) fn without(&self, name: Option<String>) -> Error {
        let found = self.entries.iter().map(|entry| entry.name.clone()).collect();
        ErrorKind::FileMember { op: LOAD, path: None, name, found }.into()
    }
}

/// The dtypes that both know.
const TABLE: [(Dtype, DType); 14] = [
    (Dtype::BOOL, DType::Bool),
    (Dtype::I8, DType::I8),
    (Dtype::I16, DType::I16),
    (Dtype::I32, DType::I32),
    (Dtype::I64, DType::I64),
    (Dtype::U8, DType::U8),
    (Dtype::U16, DType::U16),
    (Dtype::U32, DType::U32),
    (Dtype::U64, DType::U64),
    (Dtype::F16, DType::F16),
    (Dtype::BF16, DType::BF16),
    (Dtype::F32, DType::F32),
    (Dtype::F64, DType::F64),
    (Dtype::C64, DType::Complex64),
];

impl Entry {
    /// The dtype of the elements.
    ///
    /// # Errors
    /// If no tensor has such elements.
    pub(super) fn dtype(&self) -> Result<DType> {
        TABLE.iter().find(|(theirs, _)| *theirs == self.dtype).map(|&(_, ours)| ours).ok_or_else(|| {
            let found = format!("{} (tensor `{}`)", self.dtype, self.name);
            let cure = "tensors have no floats of less than two bytes: save it as BF16 or F16";
            ErrorKind::FileDType { op: LOAD, path: None, found, cure }.into()
        })
    }
}

/// The head of a file of these tensors, and the order in which their elements follow.
///
/// # Errors
/// If two have the same name, or one has a dtype that the format lacks.
pub(super) fn encode<S: AsRef<str>>(
    members: &[(S, DynTensor)],
    metadata: &BTreeMap<String, String>,
) -> Result<(Vec<u8>, Vec<usize>)> {
    let mut names = BTreeSet::new();
    let mut sorted = Vec::new();
    for (place, (name, tensor)) in members.iter().enumerate() {
        let (name, dtype) = (name.as_ref(), theirs(tensor.dtype())?);
        if name == "__metadata__" || !names.insert(name) {
            let found = format!("`{name}` twice, or the name of what is no tensor");
            let allowed = "every tensor of a file has a name of its own";
            return Err(ErrorKind::Argument { op: SAVE, name: "members", found, allowed }.into());
        }
        sorted.push((place, name, dtype, tensor));
    }
    // The largest elements first: then all of them lie at multiples of their size. Sorting is stable.
    sorted.sort_by_key(|(.., tensor)| std::cmp::Reverse(tensor.item_size()));
    let mut fields = Vec::new();
    if !metadata.is_empty() {
        fields.push(format!("\"__metadata__\":{}", json(serde_json::to_string(metadata))?));
    }
    let mut end = 0_usize;
    for (_, name, dtype, tensor) in &sorted {
        let start = end;
        end = end.saturating_add(tensor.nbytes());
        let info = TensorInfo { dtype: *dtype, shape: tensor.shape().to_vec(), data_offsets: (start, end) };
        fields.push(format!(
            "{}:{}",
            json(serde_json::to_string(name))?,
            json(serde_json::to_string(&info))?
        ));
    }
    let mut text = format!("{{{}}}", fields.join(","));
    text.extend(std::iter::repeat_n(' ', text.len().next_multiple_of(LEN_BYTES) - text.len()));
    let head = [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat();
    Ok((head, sorted.into_iter().map(|(place, ..)| place).collect()))
}

/// What the format calls a dtype.
fn theirs(dtype: DType) -> Result<Dtype> {
    TABLE.iter().find(|(_, ours)| *ours == dtype).map(|&(theirs, _)| theirs).ok_or_else(|| {
        let cure = "safetensors has no such dtype: `cast` it to complex64, or save it as npy";
        ErrorKind::Unsupported { op: SAVE, dtype, cure }.into()
    })
}

fn json(text: serde_json::Result<String>) -> Result<String> {
    text.map_err(|error| {
        let (name, found, allowed) = ("members", error.to_string(), "names are texts");
        ErrorKind::Argument { op: SAVE, name, found, allowed }.into()
    })
}

fn wrong(words: impl Into<String>) -> Error {
    ErrorKind::FileFormat { op: LOAD, path: None, format: FORMAT, words: words.into() }.into()
}
