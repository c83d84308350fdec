//! Tapers, and indices of the elements of matrices and grids.

use crate::error::Result;
use crate::index::IntoShape;
use crate::layout::Order;
use crate::ops::taper::{Taper, taper};
use crate::ops::{create, triangle};
use crate::tensor::Tensor;

impl Tensor<f64> {
    /// The Bartlett taper: a triangle from 0 up to 1 and down to 0, as NumPy's `bartlett`.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::bartlett(5)?, tensor![0.0, 0.5, 1.0, 0.5, 0.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn bartlett(len: usize) -> Result<Self> {
        taper("bartlett", len, Taper::Bartlett).map(Self::wrap)
    }

    /// The Blackman taper: three terms of cosines, near 0 at the ends, as NumPy's `blackman`.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let taper = Tensor::blackman(3)?;
    /// assert!(taper.get(0)?.abs() < 1e-15 && (taper.get(1)? - 1.0).abs() < 1e-15);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn blackman(len: usize) -> Result<Self> {
        taper("blackman", len, Taper::Blackman).map(Self::wrap)
    }

    /// The Hamming taper: a raised cosine from 0.08 up to 1 and down again, as NumPy's `hamming`.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let taper = Tensor::hamming(3)?;
    /// assert!((taper.get(0)? - 0.08).abs() < 1e-15 && taper.get(1)? == 1.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn hamming(len: usize) -> Result<Self> {
        taper("hamming", len, Taper::Hamming).map(Self::wrap)
    }

    /// The taper of von Hann: a cosine from 0 up to 1 and down to 0, as NumPy's `hanning`.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::hanning(3)?, tensor![0.0, 1.0, 0.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "hann")]
    pub fn hanning(len: usize) -> Result<Self> {
        taper("hanning", len, Taper::Hanning).map(Self::wrap)
    }

    /// The taper of Kaiser, narrower the larger `beta` is: 0 is a rectangle, 5 near the Hamming taper, as NumPy's `kaiser`.
    ///
    /// # Errors
    /// If `beta` is not finite, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::kaiser(4, 0.0)?, tensor![1.0, 1.0, 1.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn kaiser(len: usize, beta: f64) -> Result<Self> {
        taper("kaiser", len, Taper::Kaiser(beta)).map(Self::wrap)
    }
}

impl Tensor<i64> {
    /// The rows and the columns of the elements of a matrix on and below the diagonal `offset`, in row-major order: an
    /// index that takes what [`tril`](Tensor::tril) keeps.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// let [rows, columns] = Tensor::tril_indices(2, 2, 0)?;
    /// assert_eq!(x.load(s![&rows, &columns])?, tensor![1, 3, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tril_indices(rows: usize, columns: usize, offset: i64) -> Result<[Self; 2]> {
        let side = triangle::Side::Lower;
        triangle::indices("tril_indices", [rows, columns], side, offset).map(|both| both.map(Self::wrap))
    }

    /// The rows and the columns of the elements of a matrix on and above the diagonal `offset`, in row-major order: an
    /// index that takes what [`triu`](Tensor::triu) keeps.
    ///
    /// # Errors
    /// If there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// let [rows, columns] = Tensor::triu_indices(2, 2, 1)?;
    /// assert_eq!(x.load(s![&rows, &columns])?, tensor![2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn triu_indices(rows: usize, columns: usize, offset: i64) -> Result<[Self; 2]> {
        let side = triangle::Side::Upper;
        triangle::indices("triu_indices", [rows, columns], side, offset).map(|both| both.map(Self::wrap))
    }

    /// The index of every element of a shape: the first axis counts its axes, and entry `k` of it holds, for each element,
    /// its index along axis `k`.
    ///
    /// # Errors
    /// If the size overflows, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let grid = Tensor::indices([2, 3])?;
    /// assert_eq!(grid, tensor![[[0_i64, 0, 0], [1, 1, 1]], [[0, 1, 2], [0, 1, 2]]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "mgrid")]
    pub fn indices(shape: impl IntoShape) -> Result<Self> {
        let shape = shape.into_shape();
        let all: Vec<usize> = [shape.len()].into_iter().chain(shape.iter().copied()).collect();
        create::from_fn("indices", &all, Order::C, |index| index[index[0] + 1] as i64).map(Self::wrap)
    }
}
