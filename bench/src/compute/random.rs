//! Random numbers, each library from its own generator.

use lunette::random::Generator;

use super::data::Real;
use super::{both, moves, name};
use crate::MakeRow;
use crate::row::{Peer, Row};

pub const ROWS: &[MakeRow] = both![uniform, normal];

const MANY: [usize; 1] = [1 << 22];

/// What the sides of Python prepare.
const SETUP: &str = "rng = np.random.default_rng(1)";

fn uniform<T: Real + lunette::Float>() -> Row {
    let mut generator = Generator::new(1);
    let body = move || generator.uniform(T::zero(), T::one(), MANY);
    let row =
        Row::bulk(name::<T>("uniform()", &MANY)).side(Peer::Lunette, "generator.uniform(0, 1, n)", body);
    python::<T>(row, ["random", "uniform", "rand"])
}

fn normal<T: Real + lunette::Float>() -> Row {
    let mut generator = Generator::new(1);
    let body = move || generator.normal(T::zero(), T::one(), MANY);
    let row = Row::bulk(name::<T>("normal()", &MANY)).side(Peer::Lunette, "generator.normal(0, 1, n)", body);
    python::<T>(row, ["standard_normal", "normal", "randn"])
}

/// The same of NumPy, JAX and PyTorch, each under its own name.
fn python<T: Real>(row: Row, [numpy, jax, torch]: [&str; 3]) -> Row {
    let ([n], dtype) = (MANY, T::PYTHON);
    let long = if dtype == "f4" { "float32" } else { "float64" };
    row.setup(SETUP)
        .statement(Peer::NumPy, &format!("rng.{numpy}({n}, '{dtype}')"))
        .jax_eager(&format!("jax.random.{jax}(jax.random.key(1), ({n},), '{long}')"))
        .statement(Peer::Torch, &format!("torch.{torch}({n}, dtype=torch.{long})"))
        .limit(moves::<T>(1.0, &MANY))
        .fresh()
}
