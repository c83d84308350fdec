//! What stands in `x[...]`, as the library's index items.
//!
//! Python's slices cut at the ends of their axis, integers outside of it are an error, `...` is as many whole axes as
//! are left, and lists and arrays are index tensors.

use lunette::index::IndexTensor;
use lunette::{DType, DynTensor, IndexRange, Item};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyInt, PyList, PySlice, PySliceMethods, PyTuple};
use smallvec::SmallVec;

use crate::arg::saturated;
use crate::error::Result;
use crate::exchange::index_tensor;
use crate::tensor::PyTensor;

/// The most axes that an index has without an allocation.
const FEW: usize = 4;

/// The items of an index, and what is known of them.
pub struct Index<'a> {
    pub items: SmallVec<[Item<'a>; FEW]>,
    /// About how many elements they take.
    pub elements: usize,
    /// Whether index tensors are among them, so that the result is a copy.
    pub picks: bool,
    /// Whether a tensor without axes stood for an integer: NumPy copies then.
    pub copies: bool,
    /// How many of them are integers.
    integers: usize,
    /// The shape that the index tensors of integers have together.
    picked: SmallVec<[usize; FEW]>,
}

/// An index that is being read: where it has got to among the axes of the tensor.
struct Reader<'a, 's> {
    index: &'s mut Index<'a>,
    shape: &'s [usize],
    /// The next axis; unknown after `...`.
    axis: Option<usize>,
}

impl<'a> Index<'a> {
    /// An index of `x` that has no items yet.
    #[inline]
    pub fn of(x: &DynTensor) -> Self {
        Self {
            items: SmallVec::new(),
            elements: x.len(),
            picks: false,
            copies: false,
            integers: 0,
            picked: SmallVec::new(),
        }
    }

    /// Reads the key of `x[key]`; in place, because an index is a few hundred bytes.
    #[inline]
    pub fn read(&mut self, key: &'a Bound<'_, PyAny>, x: &DynTensor) -> Result<()> {
        let mut reader = Reader { index: self, shape: x.shape(), axis: Some(0) };
        match key.cast::<PyTuple>() {
            Ok(keys) => keys.iter_borrowed().try_for_each(|key| reader.push(key)),
            Err(_) => reader.push(key.as_borrowed()),
        }
    }

    /// Broadcasts a further index tensor with those before it; how many times as many elements are taken then.
    fn stretch(&mut self, shape: &[usize]) -> usize {
        let before = self.picked.iter().fold(1, |all: usize, &size| all.saturating_mul(size)).max(1);
        while self.picked.len() < shape.len() {
            self.picked.insert(0, 1);
        }
        let skipped = self.picked.len() - shape.len();
        for (size, &other) in self.picked.iter_mut().skip(skipped).zip(shape) {
            *size = (*size).max(other);
        }
        // Sizes of different tensors, which together may be more than can be counted.
        self.picked.iter().fold(1, |all: usize, &size| all.saturating_mul(size)) / before
    }

    /// The integers, if there is one for each of `rank` axes and nothing else.
    #[inline]
    pub fn element(&self, rank: usize) -> Option<SmallVec<[i64; FEW]>> {
        if self.integers != rank || self.items.len() != rank {
            return None;
        }
        let integers = self.items.iter().filter_map(|item| match item {
            Item::At(at) => Some(*at),
            _ => None,
        });
        Some(integers.collect())
    }
}

impl<'a> Reader<'a, '_> {
    /// Reads one item; what is most frequent is asked for first.
    #[inline]
    fn push(&mut self, key: Borrowed<'a, '_, PyAny>) -> Result<()> {
        if key.cast_exact::<PyInt>().is_ok() {
            let at = saturated(&key)?;
            self.at(at);
            return Ok(());
        }
        if let Ok(slice) = key.cast::<PySlice>() {
            return self.slice(&slice);
        }
        if key.is_none() {
            self.index.items.push(Item::NewAxis);
            return Ok(());
        }
        if key.is(PyEllipsis::get(key.py())) {
            return self.fill();
        }
        self.other(key)
    }

    /// As many whole axes as are left.
    fn fill(&mut self) -> Result<()> {
        if self.axis.take().is_none() {
            return Err(PyIndexError::new_err("only one `...` can stand in an index").into());
        }
        self.index.items.push(Item::Fill);
        Ok(())
    }

    /// Index tensors, and everything that can be one.
    fn other(&mut self, key: Borrowed<'a, '_, PyAny>) -> Result<()> {
        if let Ok(tensor) = key.cast::<PyTensor>() {
            let tensor = tensor.get().inner();
            return self.tensor(tensor, || IndexTensor::borrowed(tensor));
        }
        if let Ok(flag) = key.cast::<PyBool>() {
            return self.owned(DynTensor::scalar_of(flag.is_true())?);
        }
        // Asked for here, because to find that a list has no `__index__` takes longer than to read it.
        if key.is_exact_instance_of::<PyList>() {
            return self.owned(array_of(&key)?);
        }
        // NumPy's integers have `__index__`, and so have its arrays, which refuse unless they are one.
        match integer_of(&key)? {
            Some(at) => {
                // What can be written is an array without axes.
                self.index.copies |= key.hasattr(intern!(key.py(), "__setitem__"))?;
                self.at(at);
            }
            None => self.owned(array_of(&key)?)?,
        }
        Ok(())
    }

    fn owned(&mut self, tensor: DynTensor) -> Result<()> {
        let kept = tensor.clone();
        self.tensor(&tensor, || IndexTensor::owned(kept))
    }

    fn tensor(&mut self, tensor: &DynTensor, item: impl FnOnce() -> IndexTensor<'a>) -> Result<()> {
        if tensor.rank() == 0 && tensor.dtype().is_integer() {
            self.index.copies = true;
            let at = i64::try_from(tensor.item()?.cast(DType::I64))?;
            self.at(at);
            return Ok(());
        }
        let (covered, taken) = match tensor.dtype() {
            // How many are true is not known; that all are is near enough.
            DType::Bool => (tensor.rank(), None),
            _ => (1, Some(self.index.stretch(tensor.shape()))),
        };
        let size: usize = (0..covered).map(|_| self.next_size().unwrap_or(1)).product();
        if let Some(taken) = taken {
            self.took(size, taken);
        }
        self.index.picks = true;
        self.index.items.push(Item::Tensor(item()));
        Ok(())
    }

    #[inline]
    fn at(&mut self, at: i64) {
        let size = self.next_size().unwrap_or(1);
        self.took(size, 1);
        self.index.integers += 1;
        self.index.items.push(Item::At(at));
    }

    /// A slice. Python itself cuts it where the length of the axis is known, and the library elsewhere.
    #[inline]
    fn slice(&mut self, slice: &Bound<'_, PySlice>) -> Result<()> {
        let Some(size) = self.next_size() else {
            self.index.items.push(Item::Range(range_of(slice)?));
            return Ok(());
        };
        // A size always fits: it counts elements that lie in memory, or none at all.
        let cut = slice.indices(isize::try_from(size).unwrap_or(isize::MAX))?;
        self.took(size, cut.slicelength);
        let range = match (cut.slicelength, cut.step) {
            (0, _) => IndexRange::slice(Some(0), Some(0), 1),
            // Run down to the first entry, the end lies before it, which no number says.
            (_, ..0) if cut.stop < 0 => IndexRange::slice(Some(cut.start as i64), None, cut.step as i64),
            _ => IndexRange::slice(Some(cut.start as i64), Some(cut.stop as i64), cut.step as i64),
        };
        self.index.items.push(Item::Range(range.cutting()));
        Ok(())
    }

    /// The size of the next axis, if it is known which one that is; and goes on to the one after it.
    #[inline]
    fn next_size(&mut self) -> Option<usize> {
        let axis = self.axis?;
        self.axis = Some(axis + 1);
        self.shape.get(axis).copied()
    }

    /// Counts what is left of an axis.
    #[inline]
    fn took(&mut self, size: usize, taken: usize) {
        self.index.elements = (self.index.elements / size.max(1)).saturating_mul(taken);
    }
}

/// A slice as it is written; the library cuts it.
pub fn range_of(slice: &Bound<'_, PySlice>) -> Result<IndexRange> {
    let end = |name: &str| -> Result<Option<i64>> {
        let end = slice.getattr(name)?;
        if end.is_none() { Ok(None) } else { Ok(Some(saturated(&end)?)) }
    };
    let (start, stop) = (end("start")?, end("stop")?);
    Ok(IndexRange::slice(start, stop, end("step")?.unwrap_or(1)).cutting())
}

/// An integer by `__index__`, if the object has one and agrees to be one.
fn integer_of(object: &Bound<'_, PyAny>) -> Result<Option<i64>> {
    if !object.hasattr(intern!(object.py(), "__index__"))? {
        return Ok(None);
    }
    match saturated(object) {
        Ok(at) => Ok(Some(at)),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A list or an array of others as an index tensor.
fn array_of(object: &Bound<'_, PyAny>) -> Result<DynTensor> {
    index_tensor(object).or_else(|failure| {
        let error = PyErr::from(failure);
        if !error.is_instance_of::<PyTypeError>(object.py()) {
            return Err(error.into());
        }
        let class = object.get_type().name()?;
        Err(PyIndexError::new_err(format!(
            "an index is made of integers, slices, `...`, `None`, and tensors or lists of integers or bools, found {class}"
        ))
        .into())
    })
}
