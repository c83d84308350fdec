//! The head of a file: the magic number, the version, and what comes after them.

use std::io::Read;

use super::descr::Descr;
use super::literal::{Literal, parse_dict};
use super::{FORMAT, LOAD, SAVE};
use crate::error::{Error, ErrorKind, Result};
use crate::io::elements::{self, Announced};
use crate::layout::{Dims, Order};
use crate::tensor::DynTensor;

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Headers longer than this are not read: those of numbers have some hundred bytes.
const MOST_BYTES: usize = 1 << 20;

/// The magic number, the version, and the longest form of the header's length.
pub(super) const START_BYTES: usize = 12;

/// The elements start at a multiple of this many bytes, so that mapped files are aligned.
const ALIGNMENT: usize = 64;

/// What NumPy leaves free, so that the first size can grow in place.
const GROWTH: usize = 21;

/// How many bytes there are before the elements of a file that starts like this; if it is none, as many as it has.
pub(super) fn head_bytes(start: &[u8]) -> usize {
    match start {
        [_, _, _, _, _, _, 1, _, low, high, ..] => 10 + usize::from(u16::from_le_bytes([*low, *high])),
        [_, _, _, _, _, _, _, _, len @ ..] => match <[u8; 4]>::try_from(len) {
            Ok(len) => START_BYTES + MOST_BYTES.min(u32::from_le_bytes(len) as usize),
            Err(_) => start.len(),
        },
        _ => start.len(),
    }
}

/// What a header says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    descr: Descr,
    order: Order,
    shape: Dims,
}

impl Header {
    /// Reads the head of a file; also gives how many bytes it has.
    pub(super) fn read(source: &mut dyn Read) -> Result<(Self, usize)> {
        let mut start = [0; 8];
        let found = elements::fill(source, &mut start)?;
        let [magic @ .., major, minor] = start;
        if found < start.len() || magic != *MAGIC {
            return Err(wrong(not_npy(start.get(..found).unwrap_or_default())));
        }
        let width = match (major, minor) {
            (1, 0) => 2,
            (2 | 3, 0) => 4,
            _ => {
                return Err(wrong(format!(
                    "its version {major}.{minor} is unknown: 1.0, 2.0 and 3.0 are read"
                )));
            }
        };
        let mut len = [0; 4];
        let digits = len.get_mut(..width).unwrap_or_default();
        if elements::fill(source, digits)? < width {
            return Err(wrong("it ends before its header".to_owned()));
        }
        let len = u32::from_le_bytes(len) as usize;
        if len > MOST_BYTES {
            return Err(wrong(format!("a header of {len} bytes is longer than that of any tensor")));
        }
        let mut text = Vec::new();
        source.take(len as u64).read_to_end(&mut text).map_err(elements::unreadable)?;
        if text.len() < len {
            return Err(wrong(format!("it ends after {} of the {len} bytes of its header", text.len())));
        }
        Ok((Self::parse(&text)?, start.len() + width + len))
    }

    fn parse(text: &[u8]) -> Result<Self> {
        let (mut descr, mut order, mut shape) = (None, None, None);
        for (key, value) in parse_dict(text).map_err(wrong)? {
            let is_new = match &*key {
                "descr" => descr.replace(parse_descr(value)?).is_none(),
                "fortran_order" => order.replace(parse_order(&value)?).is_none(),
                "shape" => shape.replace(parse_shape(value)?).is_none(),
                _ => {
                    return Err(wrong(format!("its header has a key `{key}` that the format does not know")));
                }
            };
            if !is_new {
                return Err(wrong(format!("its header has the key `{key}` twice")));
            }
        }
        let missing = |key| move || wrong(format!("its header has no key `{key}`"));
        Ok(Self {
            descr: descr.ok_or_else(missing("descr"))?,
            order: order.ok_or_else(missing("fortran_order"))?,
            shape: shape.ok_or_else(missing("shape"))?,
        })
    }

    /// The header of a tensor that is going to be written.
    pub(super) fn of(tensor: &DynTensor) -> Result<Self> {
        let (dtype, flags) = (tensor.dtype(), tensor.flags());
        if Descr::name(dtype).is_none() {
            let cure = "NumPy has no such dtype: `cast` it to f32, or save it as safetensors";
            return Err(ErrorKind::Unsupported { op: SAVE, dtype, cure }.into());
        }
        let order = if flags.f_contiguous && !flags.c_contiguous { Order::F } else { Order::C };
        Ok(Self { descr: Descr { dtype, swapped: false }, order, shape: Dims::from_slice(tensor.shape()) })
    }

    pub(super) fn is_fortran(&self) -> bool {
        self.order == Order::F
    }

    /// What is to be read after the header.
    pub(super) fn announced(&self) -> Announced<'_> {
        let Descr { dtype, swapped } = self.descr;
        Announced { format: FORMAT, dtype, swapped, shape: &self.shape, order: self.order }
    }

    /// The head of a file, up to its first element, in version 1.0: a tensor's rank is bounded, and so is its header.
    pub(super) fn encoded(&self) -> Vec<u8> {
        let sizes: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        let comma = if sizes.len() == 1 { "," } else { "" };
        let fortran = if self.is_fortran() { "True" } else { "False" };
        let descr = Descr::name(self.descr.dtype).unwrap_or_default();
        let mut text = format!(
            "{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({}{comma}), }}",
            sizes.join(", ")
        );
        let growing = if self.is_fortran() { self.shape.last() } else { self.shape.first() };
        let digits = growing.map_or(GROWTH, |size| size.to_string().len());
        text.extend(std::iter::repeat_n(' ', GROWTH.saturating_sub(digits)));
        let before = MAGIC.len() + 4;
        let end = (before + text.len() + 1).next_multiple_of(ALIGNMENT);
        text.extend(std::iter::repeat_n(' ', end - 1 - before - text.len()));
        text.push('\n');
        let len = (text.len() as u16).to_le_bytes();
        [&MAGIC[..], &[1, 0], &len, text.as_bytes()].concat()
    }
}

fn parse_descr(value: Literal) -> Result<Descr> {
    let (found, cure) = match value {
        Literal::Text(text) => match Descr::parse(&text) {
            Ok(descr) => return Ok(descr),
            Err(cure) => (format!("`{text}`"), cure),
        },
        Literal::Sequence(fields) => {
            (format!("a record of {} fields", fields.len()), "save each field as an array of its own")
        }
        _ => return Err(wrong("the `descr` of its header is no dtype".to_owned())),
    };
    Err(ErrorKind::FileDType { op: LOAD, path: None, found, cure }.into())
}

fn parse_order(value: &Literal) -> Result<Order> {
    match value {
        Literal::Truth(true) => Ok(Order::F),
        Literal::Truth(false) => Ok(Order::C),
        _ => Err(wrong("the `fortran_order` of its header is neither True nor False".to_owned())),
    }
}

fn parse_shape(value: Literal) -> Result<Dims> {
    let no_shape = || wrong("the `shape` of its header is no tuple of sizes".to_owned());
    let Literal::Sequence(sizes) = value else { return Err(no_shape()) };
    let size = |literal| match literal {
        Literal::Size(size) => Ok(size),
        _ => Err(no_shape()),
    };
    sizes.into_iter().map(size).collect()
}

fn wrong(words: String) -> Error {
    ErrorKind::FileFormat { op: LOAD, path: None, format: FORMAT, words }.into()
}

/// What a file is that starts like this, as far as that can be told.
fn not_npy(start: &[u8]) -> String {
    let words = match start {
        [] => "it is empty",
        [b'P', b'K', 3 | 5, 4 | 6, ..] => "it is a zip archive, as `.npz` files are: read it with `npz`",
        [0x80, 2..=5, ..] => "it is a pickle, which only Python can read: save it with `numpy.save`",
        [0x89, b'H', b'D', b'F', ..] => "it is an HDF5 file: save it with `numpy.save`",
        start if start.len() < 8 && MAGIC.starts_with(start.get(..6).unwrap_or(start)) => {
            "it ends before its header"
        }
        _ => "it does not start as the files of NumPy do",
    };
    words.to_owned()
}
