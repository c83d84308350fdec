//! Normal vectors: they need the eigenvalues of their covariances.

use super::Generator;
use crate::Tolerance;
use crate::error::{ErrorKind, Result};
use crate::index::IntoShape;
use crate::tensor::{Kind, Tensor};

impl Generator {
    /// Normal vectors, on a last axis, with this mean and this matrix of covariances.
    ///
    /// # Errors
    /// If `mean` is no vector of finite numbers, or `cov` no symmetric matrix of its size without negative eigenvalues.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::random::Generator;
    /// let x = Generator::new(0).multivariate_normal(&tensor![1.0, 2.0], &tensor![[2.0, 1.0], [1.0, 2.0]], 5)?;
    /// assert_eq!(x.shape(), [5, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn multivariate_normal<M: Kind, C: Kind>(
        &mut self,
        mean: &Tensor<M>,
        cov: &Tensor<C>,
        shape: impl IntoShape,
    ) -> Result<Tensor<f64>> {
        let converted = mean.cast::<f64>().and_then(|mean| Ok((mean, cov.cast::<f64>()?)));
        let made = converted.and_then(|(mean, cov)| {
            let root = root_of(&mean, &cov)?;
            let mut full = shape.into_shape().to_vec();
            full.push(mean.len());
            self.normal(0.0, 1.0, full)?.matmul(&root)?.add(&mean)
        });
        made.map_err(|error| error.called("multivariate_normal"))
    }
}

/// A matrix whose adjoint times itself is the matrix of covariances, which may have zeros among its eigenvalues.
fn root_of(mean: &Tensor<f64>, cov: &Tensor<f64>) -> Result<Tensor<f64>> {
    let op = "multivariate_normal";
    let wrong =
        |found: String, allowed: &'static str| ErrorKind::Argument { op, name: "cov", found, allowed };
    if mean.rank() != 1 {
        return Err(ErrorKind::Rank { op, expected: "a vector of means", found: mean.rank() }.into());
    }
    if cov.shape() != [mean.len(), mean.len()] {
        let allowed = "it has a row and a column for each mean";
        return Err(wrong(format!("of the shape {:?}", cov.shape()), allowed).into());
    }
    let is_finite = mean.isfinite()?.all(..)?.item()? && cov.isfinite()?.all(..)?.item()?;
    if !is_finite {
        return Err(wrong("not finite".to_owned(), "means and covariances are finite").into());
    }
    if !cov.allclose(&cov.transpose(), Tolerance::default())? {
        return Err(wrong("not symmetric".to_owned(), "a matrix of covariances is symmetric").into());
    }
    let found = cov.eigh()?;
    let (least, greatest) = match mean.len() {
        0 => (0.0, 0.0),
        _ => (found.eigenvalues.min(..)?.item()?, found.eigenvalues.max(..)?.item()?),
    };
    if least < -1e-8 * greatest.abs() {
        let allowed = "a matrix of covariances has no negative eigenvalues";
        return Err(wrong(format!("with the eigenvalue {least:?}"), allowed).into());
    }
    let sizes = found.eigenvalues.maximum(0.0)?.sqrt()?;
    Ok(found.eigenvectors.multiply(&sizes)?.transpose())
}
