//! The data of the rows: what each library gets is made from one recipe.

use std::rc::Rc;

use lunette::prelude::*;
use lunette::{Complex32, Complex64};
use ndarray::{Array, ArrayD, Dimension, IntoDimension, Ix2};
use num_traits::NumCast;

use super::WORKS;

/// What the rows are over.
pub trait Number: Element + lunette::Promote<Self, Output = Self> {
    /// As the rows call it.
    const NAME: &'static str;
    /// As NumPy calls it.
    const PYTHON: &'static str;
}

/// The numbers that most rows are written for: `f32` and `f64`.
pub trait Real:
    Number
    + NumCast
    + num_traits::Float
    + num_traits::FromPrimitive
    + ndarray::LinalgScalar
    + ndarray::ScalarOperand
    + Candle
    + Faer
{
}

impl Real for f32 {}
impl Real for f64 {}

macro_rules! numbers {
    ($($T:ident $python:literal)*) => { $(
        impl Number for $T {
            const NAME: &'static str = stringify!($T);
            const PYTHON: &'static str = $python;
        }
    )* };
}

numbers! { bool "?" i32 "i4" i64 "i8" f32 "f4" f64 "f8" Complex32 "c8" Complex64 "c16" }

/// Values of one shape, made when they are asked for.
#[derive(Clone)]
pub struct Data<T, D> {
    shape: D,
    values: Rc<dyn Fn(usize) -> Vec<T>>,
    /// The expression that makes such values in Python.
    python: String,
}

/// The constructors of [`Data`] take shapes as arrays of sizes.
pub trait Sizes: IntoDimension + Copy {
    fn tuple(self) -> String;
}

impl<const N: usize> Sizes for [usize; N]
where
    Self: IntoDimension,
{
    fn tuple(self) -> String {
        let sizes: String = self.iter().map(|size| format!("{size},")).collect();
        format!("({sizes})")
    }
}

/// Random floats from `low` to `high`.
pub fn uniform<T: Real, S: Sizes>(shape: S, low: f64, high: f64) -> Data<T, S::Dim> {
    let python = format!("uniform({}, '{}', {low}, {high})", shape.tuple(), T::PYTHON);
    let number = move |bits: u64| low + (high - low) * (bits >> 11) as f64 / (1_u64 << 53) as f64;
    made(shape, python, move |bits| cast(number(bits)))
}

/// Random integers from `low` up to, not including, `high`.
pub fn integers<T: Number + NumCast, S: Sizes>(shape: S, low: i64, high: i64) -> Data<T, S::Dim> {
    let python = format!("integers({}, '{}', {low}, {high})", shape.tuple(), T::PYTHON);
    made(shape, python, move |bits| cast(low + (bits >> 33) as i64 % (high - low)))
}

/// True for about half of the elements, in no order that a processor could learn.
pub fn coin<S: Sizes>(shape: S) -> Data<bool, S::Dim> {
    made(shape, format!("coin({})", shape.tuple()), |bits| bits >> 63 == 1)
}

/// One value everywhere.
pub fn repeated<S: Sizes>(shape: S, value: bool) -> Data<bool, S::Dim> {
    let python = format!("np.full({}, {})", shape.tuple(), if value { "True" } else { "False" });
    made(shape, python, move |_| value)
}

/// 0, 1, 2 and so on.
pub fn ascending<T: Real, S: Sizes>(shape: S) -> Data<T, S::Dim> {
    let shape = shape.into_dimension();
    let python = format!("np.arange({}, dtype='{}')", shape.size(), T::PYTHON);
    Data { shape, values: Rc::new(|len| (0..len).map(cast).collect()), python }
}

/// A symmetric matrix whose diagonal outweighs the rest, so that all its eigenvalues are positive.
pub fn dominant<T: Real>(side: usize) -> Data<T, Ix2> {
    let random = uniform::<T, _>([side, side], 0.0, 1.0);
    let values = move |_| {
        let random = random.array();
        let entry = |(i, j)| {
            let mean = (random[[i, j]] + random[[j, i]]) / cast::<T>(2);
            if i == j { mean + cast::<T>(side) } else { mean }
        };
        Array::from_shape_fn([side, side], entry).into_raw_vec_and_offset().0
    };
    let python = format!("dominant({side}, '{}')", T::PYTHON);
    Data { shape: [side, side].into_dimension(), values: Rc::new(values), python }
}

/// Pairs of random floats.
pub fn complex<C: Complex, S: Sizes>(shape: S) -> Data<C, S::Dim> {
    let python = format!("(uniform({}, 'f8', 0, 1) * (1 + 1j)).astype('{}')", shape.tuple(), C::PYTHON);
    made(shape, python, |bits| C::of((bits >> 11) as f64 / (1_u64 << 53) as f64))
}

/// The numbers of Fourier transforms.
pub trait Complex: Number {
    /// A number whose parts are equal.
    fn of(part: f64) -> Self;
}

impl Complex for Complex32 {
    fn of(part: f64) -> Self {
        Self::new(part as f32, part as f32)
    }
}

impl Complex for Complex64 {
    fn of(part: f64) -> Self {
        Self::new(part, part)
    }
}

fn cast<T: NumCast>(number: impl num_traits::ToPrimitive) -> T {
    NumCast::from(number).expect(WORKS)
}

/// Values made of random bits, always the same.
fn made<T, S: Sizes>(shape: S, python: String, value: impl Fn(u64) -> T + 'static) -> Data<T, S::Dim> {
    let values = move |len| {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // The low bits of the state are too regular for coins.
            state.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        (0..len).map(|_| value(next())).collect()
    };
    Data { shape: shape.into_dimension(), values: Rc::new(values), python }
}

impl<T: Element, D: Dimension> Data<T, D> {
    fn values(&self) -> Vec<T> {
        (self.values)(self.shape.size())
    }

    /// In memory that the library took itself, as NumPy's and JAX's arrays are in theirs: it asks for large pages, which
    /// a `Vec` is not in.
    pub fn tensor(&self) -> Tensor<T> {
        Tensor::from_vec(self.values(), self.shape.slice()).and_then(|tensor| tensor.copy()).expect(WORKS)
    }

    pub fn array(&self) -> Array<T, D> {
        Array::from_shape_vec(self.shape.clone(), self.values()).expect(WORKS)
    }

    pub fn array_dyn(&self) -> ArrayD<T> {
        self.array().into_dyn()
    }

    /// The statement that gives Python such values under this name.
    pub fn python(&self, name: &str) -> String {
        format!("{name} = {}", self.python)
    }
}

#[cfg(not(feature = "candle"))]
mod candle {
    /// What candle can hold: everything, as long as it is not built.
    pub trait Candle {}

    impl<T> Candle for T {}
}

#[cfg(feature = "candle")]
mod candle {
    use candle_core::{Device, Tensor};

    use super::{Data, Dimension, Element, WORKS};

    /// What candle can hold.
    pub trait Candle: Sized {
        fn hold(values: Vec<Self>, shape: &[usize]) -> candle_core::Result<Tensor>;
    }

    macro_rules! hold {
        ($($T:ident)*) => { $(
            impl Candle for $T {
                fn hold(values: Vec<Self>, shape: &[usize]) -> candle_core::Result<Tensor> {
                    Tensor::from_vec(values, shape, &Device::Cpu)
                }
            }
        )* };
    }

    hold! { i32 i64 f32 f64 }

    impl Candle for bool {
        fn hold(values: Vec<Self>, shape: &[usize]) -> candle_core::Result<Tensor> {
            let values: Vec<u8> = values.into_iter().map(u8::from).collect();
            Tensor::from_vec(values, shape, &Device::Cpu)
        }
    }

    impl<T: Element + Candle, D: Dimension> Data<T, D> {
        pub fn candle(&self) -> Tensor {
            T::hold(self.values(), self.shape.slice()).expect(WORKS)
        }
    }
}

#[cfg(not(feature = "faer"))]
mod faer {
    /// What faer can hold: everything, as long as it is not built.
    pub trait Faer {}

    impl<T> Faer for T {}
}

#[cfg(feature = "faer")]
mod faer {
    use faer::Mat;
    use faer::traits::ComplexField;

    use super::{Data, Element, Ix2};

    /// What faer can hold.
    pub trait Faer: ComplexField {}

    impl<T: ComplexField> Faer for T {}

    impl<T: Element + Faer> Data<T, Ix2> {
        pub fn faer(&self) -> Mat<T> {
            let array = self.array();
            Mat::from_fn(array.nrows(), array.ncols(), |i, j| array[[i, j]])
        }
    }
}

pub use self::candle::Candle;
pub use self::faer::Faer;
