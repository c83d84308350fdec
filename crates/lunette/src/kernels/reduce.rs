//! Reductions: many elements to one, along any axes.
//!
//! A [`kernel::Kernel`] knows how elements of one type are reduced, in contiguous blocks and in groups of rows; a
//! [`plan::Plan`] says in which order the elements come, and [`run::Run`] brings the two together. Elements of another
//! dtype, or at other steps, are converted in blocks that stay in the first cache.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

mod arg;
mod argrun;
mod fold;
mod folds;
mod gather;
mod kernel;
mod moments;
mod ordered;
mod plan;
mod products;
mod rows;
mod run;
mod short;
mod whole;

use smallvec::SmallVec;

pub(crate) use self::argrun::arg;
use self::folds::{Greatest, Least, SquareSum, Sum};
use self::kernel::Kernel;
use self::moments::Moments;
use self::ordered::Ordered;
use self::plan::Plan;
use self::products::Product;
pub(crate) use self::rows::{each_row, without_nan};
pub(crate) use self::run::Post;
use self::run::{Feed, Run};
use self::whole::whole;
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::{Complex64, DType};
use crate::error::Result;
use crate::layout::{Axes, Dims, Order, Strides};

/// What is made of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Sum,
    Product,
    Least,
    Greatest,
    /// Whether none is zero.
    All,
    /// Whether one is not zero.
    Any,
    /// How many are not zero.
    Count,
    /// The sum of squared deviations from the mean.
    Squares,
    /// The sum of the squares of real numbers.
    #[cfg_attr(not(feature = "linalg"), expect(dead_code, reason = "norms are linear algebra"))]
    SumOfSquares,
}

/// A reduction with its dtypes.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) reduction: Reduction,
    /// What elements are cast to first.
    pub(crate) read_as: DType,
    /// What the results are stored as.
    pub(crate) result: DType,
    /// What is done to results that come as `f64`: those of floats' and complex numbers' sums and squares.
    pub(crate) post: Option<Post<'a>>,
}

/// Reduces the axes that `reduced` names; the results come in row-major order of the others.
///
/// Sums and squares of complex numbers are those of their parts: there are two results to each, one after the other.
/// Elements must be numbers of an order for the least and the greatest, and there must be some.
///
/// # Errors
/// If there is no memory for the results.
pub(crate) fn reduce(
    op: &'static str,
    src: &Source<'_>,
    reduced: &[bool],
    request: &Request<'_>,
) -> Result<Buffer> {
    let parts = src.dtype().is_complex()
        && request.read_as.is_complex()
        && matches!(request.reduction, Reduction::Sum | Reduction::Squares);
    let is_ordered = request.reduction == Reduction::Product;
    if !parts
        && !is_ordered
        && !reduced.contains(&false)
        && let Some(made) = whole(op, src, request)
    {
        return made;
    }
    let geometry = Geometry::new(src, reduced, parts);
    if src.layout().is_empty() {
        // No plan leads through no elements. Callers know better what stands for them, where there are results at all.
        return Buffer::zeroed(op, &geometry.results, part_of(request.result, parts));
    }
    let (kernel, read_as) = kernel(request.reduction, request.read_as);
    let feed = Feed::new(part_of(src.dtype(), parts), read_as);
    let result = part_of(request.result, parts);
    let mut fresh = Fresh::new(op, &geometry.results, result)?;
    let plan = Plan::new(&geometry.shape, &geometry.src, &geometry.out, feed.direct, feed.item_bytes);
    let last_word = match request.reduction {
        Reduction::All => Some(0),
        Reduction::Any => Some(1),
        _ => None,
    };
    let (start, out) = (src.start(), fresh.start());
    Run { plan: &plan, kernel, feed, src: start, out, result, post: request.post, last_word }.run(op)?;
    if is_ordered {
        let ordered = Ordered { src, reduced, out, result };
        match kernel.output {
            DType::F64 => ordered.redo::<f64>(),
            DType::Complex128 => ordered.redo::<Complex64>(),
            _ => {}
        }
    }
    // SAFETY: the plan reaches every result, and the run has written each of them.
    Ok(unsafe { fresh.assume_init() })
}

/// Shapes and strides of a reduction, in elements or in the parts of complex numbers.
struct Geometry {
    shape: Dims,
    src: Strides,
    out: Strides,
    results: Dims,
}

impl Geometry {
    fn new(src: &Source<'_>, reduced: &[bool], parts: bool) -> Self {
        let (mut shape, mut strides) = (src.layout().dims(), Strides::from_slice(src.layout().strides()));
        let mut reduced = SmallVec::<[bool; 8]>::from_slice(reduced);
        if parts {
            strides.iter_mut().for_each(|stride| *stride *= 2);
            shape.push(2);
            strides.push(1);
            reduced.push(false);
        }
        let kept = |&(_, reduced): &(&usize, &bool)| !reduced;
        let results: Dims = shape.iter().zip(&reduced).filter(kept).map(|(&size, _)| size).collect();
        let fresh = Axes::contiguous(&results, Order::C);
        let mut steps = fresh.strides().iter();
        let out = reduced.iter().map(|&reduced| if reduced { 0 } else { steps.next().copied().unwrap_or(0) });
        Self { out: out.collect(), shape, src: strides, results }
    }
}

/// The dtype, or that of a complex number's parts.
fn part_of(dtype: DType, parts: bool) -> DType {
    if parts { dtype.as_real() } else { dtype }
}

/// The kernel for elements that are to be read as `dtype`, and what they are cast to.
///
/// There are kernels only for what differs: halves are read as `f32`, and products are taken in the widest type.
fn kernel(reduction: Reduction, dtype: DType) -> (Kernel, DType) {
    match reduction {
        Reduction::Sum => (sum(dtype), widest_half(dtype)),
        Reduction::Product => {
            let kernel = match dtype {
                _ if dtype.is_complex() => Kernel::fold::<Product<Complex64>>(),
                DType::F64 => Kernel::fold::<Product<f64>>(),
                _ if dtype.is_float() => Kernel::fold::<Product<f32>>(),
                _ => Kernel::fold::<Product<i64>>(),
            };
            (kernel, kernel.input)
        }
        Reduction::Least => (extreme!(dtype, Least), widest_half(dtype)),
        Reduction::Greatest => (extreme!(dtype, Greatest), widest_half(dtype)),
        Reduction::All => (Kernel::fold::<Least<u8>>(), DType::Bool),
        Reduction::Any => (Kernel::fold::<Greatest<u8>>(), DType::Bool),
        Reduction::Count => (Kernel::fold::<Sum<u8>>(), DType::Bool),
        Reduction::SumOfSquares => match widest_half(dtype) {
            DType::F32 => (Kernel::fold::<SquareSum<f32>>(), DType::F32),
            _ => (Kernel::fold::<SquareSum<f64>>(), DType::F64),
        },
        Reduction::Squares => match widest_half(dtype) {
            DType::F32 => (Kernel::of::<Moments<f32>>(), DType::F32),
            _ => (Kernel::of::<Moments<f64>>(), DType::F64),
        },
    }
}

fn sum(dtype: DType) -> Kernel {
    match dtype {
        DType::Bool | DType::U8 => Kernel::fold::<Sum<u8>>(),
        DType::U16 => Kernel::fold::<Sum<u16>>(),
        DType::U32 => Kernel::fold::<Sum<u32>>(),
        DType::U64 => Kernel::fold::<Sum<u64>>(),
        DType::I8 => Kernel::fold::<Sum<i8>>(),
        DType::I16 => Kernel::fold::<Sum<i16>>(),
        DType::I32 => Kernel::fold::<Sum<i32>>(),
        DType::I64 => Kernel::fold::<Sum<i64>>(),
        DType::F16 | DType::BF16 | DType::F32 | DType::Complex64 => Kernel::fold::<Sum<f32>>(),
        DType::F64 | DType::Complex128 => Kernel::fold::<Sum<f64>>(),
    }
}

/// The kernel of an extreme; complex numbers, which have none, are compared by their real parts.
macro_rules! extreme {
    ($dtype:expr, $Fold:ident) => {
        match $dtype {
            DType::Bool | DType::U8 => Kernel::fold::<$Fold<u8>>(),
            DType::U16 => Kernel::fold::<$Fold<u16>>(),
            DType::U32 => Kernel::fold::<$Fold<u32>>(),
            DType::U64 => Kernel::fold::<$Fold<u64>>(),
            DType::I8 => Kernel::fold::<$Fold<i8>>(),
            DType::I16 => Kernel::fold::<$Fold<i16>>(),
            DType::I32 => Kernel::fold::<$Fold<i32>>(),
            DType::I64 => Kernel::fold::<$Fold<i64>>(),
            DType::F16 | DType::BF16 | DType::F32 | DType::Complex64 => Kernel::fold::<$Fold<f32>>(),
            DType::F64 | DType::Complex128 => Kernel::fold::<$Fold<f64>>(),
        }
    };
}
use extreme;

/// What elements of a dtype are read as: halves as `f32`, complex numbers as their parts.
fn widest_half(dtype: DType) -> DType {
    match dtype.as_real() {
        DType::F16 | DType::BF16 => DType::F32,
        real => real,
    }
}
