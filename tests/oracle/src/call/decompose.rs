//! Decompositions of matrices, and what follows from them.

use lunette::{DynTensor, MatrixNorm, QrMode, Triangle};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match args {
        [x] => Ok(factors(name, x, with)?.or(numbers(name, x, with)?)),
        [x, y] => solutions(name, x, y, with),
        _ => Ok(None),
    }
}

fn factors(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "cholesky" => results!(x.cholesky()?),
        "cholesky_upper" => results!(x.cholesky_upper()?),
        "qr" => {
            let parts = x.qr(if with.flag("complete") { QrMode::Complete } else { QrMode::Reduced })?;
            results!(parts.q, parts.r)
        }
        "lu" => {
            let parts = x.lu()?;
            results!(parts.p, parts.l, parts.u)
        }
        "svd" => {
            let parts = x.svd(with.flag("full"))?;
            results!(parts.u, parts.s, parts.vh)
        }
        "svdvals" => results!(x.svdvals()?),
        "eig" => {
            let parts = x.eig()?;
            results!(parts.eigenvalues, parts.eigenvectors)
        }
        "eigvals" => results!(x.eigvals()?),
        "eigh" => {
            let parts = x.eigh()?;
            results!(parts.eigenvalues, parts.eigenvectors)
        }
        "eigvalsh" => results!(x.eigvalsh()?),
        _ => Ok(None),
    }
}

fn numbers(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "inv" => results!(x.inv()?),
        "expm" => results!(x.expm()?),
        "pinv" => results!(x.pinv()?),
        "pinv_with" => results!(x.pinv_with(with.number("rtol"))?),
        "det" => results!(x.det()?),
        "slogdet" => {
            let parts = x.slogdet()?;
            results!(parts.sign, parts.logabsdet)
        }
        "matrix_power" => results!(x.matrix_power(with.int("n"))?),
        "matrix_rank" => results!(x.matrix_rank()?),
        "matrix_rank_with" => results!(x.matrix_rank_with(with.number("rtol"))?),
        "matrix_norm" if with.flag("keepdims") => results!(x.matrix_norm_keepdims(norm(with))?),
        "matrix_norm" => results!(x.matrix_norm(norm(with))?),
        "vector_norm" if with.flag("keepdims") => {
            results!(x.vector_norm_keepdims(with.number("ord"), with.axes())?)
        }
        "vector_norm" => results!(x.vector_norm(with.number("ord"), with.axes())?),
        _ => Ok(None),
    }
}

fn solutions(name: &str, x: &DynTensor, y: &DynTensor, with: &Options) -> Answer {
    match name {
        "solve" => results!(x.solve(y)?),
        "solve_triangular" => {
            let triangle = Triangle { lower: with.flag("lower"), unit_diagonal: with.flag("unit_diagonal") };
            results!(x.solve_triangular(y, triangle)?)
        }
        "lstsq" => {
            let found = x.lstsq(y)?;
            results!(found.solution, found.residuals, found.rank, found.singular_values)
        }
        _ => Ok(None),
    }
}

fn norm(with: &Options) -> MatrixNorm {
    match with.text("ord").as_str() {
        "fro" => MatrixNorm::Frobenius,
        "nuc" => MatrixNorm::Nuclear,
        "1.0" => MatrixNorm::One,
        "-1.0" => MatrixNorm::NegOne,
        "2.0" => MatrixNorm::Two,
        "-2.0" => MatrixNorm::NegTwo,
        "inf" => MatrixNorm::Inf,
        "-inf" => MatrixNorm::NegInf,
        other => panic!("there is no norm `{other}`"),
    }
}
