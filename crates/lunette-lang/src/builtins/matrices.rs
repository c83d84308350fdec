//! Matrices: triangles, decompositions, equations, norms.

use lunette::{MatrixNorm, QrMode, Triangle};

use super::args::Args;
use super::context::{Context, Failure};
use super::matrix_rules;
use super::params::{AXES, KEEPDIMS, X, Y};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::value::Value;

const OFFSET: Param = Param::new("offset", ParamKind::Int).or("0").probe(0);
const LOWER: Param = Param::new("lower", ParamKind::Bool).or("false");
const UNIT_DIAGONAL: Param = Param::new("unit_diagonal", ParamKind::Bool).or("false");
const RTOL: Param = Param::new("rtol", ParamKind::Float).or("by the dtype");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Matrices, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("tril", &[X, OFFSET], |_, args| Value::of(args.tensor(0)?.tril(args.int_or(1, 0)?)?))
        .doc("The lower triangle, zeros above.", "tril([[1, 2], [3, 4]]) // tensor((2,2), {1,0,3,4})")
        .sized(sizes::first),
    row("triu", &[X, OFFSET], |_, args| Value::of(args.tensor(0)?.triu(args.int_or(1, 0)?)?))
        .doc("The upper triangle, zeros below.", "triu([[1, 2], [3, 4]]) // tensor((2,2), {1,2,0,4})")
        .sized(sizes::first),
    row("diag", &[X, OFFSET], |_, args| Value::of(args.tensor(0)?.diag(args.int_or(1, 0)?)?))
        .doc(
            "The matrix with a vector on its diagonal; of a matrix its diagonal.",
            "diag([1, 2]) // tensor((2,2), {1,0,0,2})",
        )
        .sized(sizes::tried)
        .sharing(),
    row("diag_embed", &[X, OFFSET], |_, args| Value::of(args.tensor(0)?.diag_embed(args.int_or(1, 0)?)?))
        .doc(
            "Matrices with the vectors of the last axis on their diagonals.",
            "shape(diag_embed(zeros((5, 2)))) // (5,2,2)",
        )
        .sized(sizes::tried),
    row("trace", &[X, OFFSET], |_, args| Value::of(args.tensor(0)?.trace(args.int_or(1, 0)?)?))
        .doc("The sum of the diagonal.", "trace([[1.0, 2.0], [3.0, 4.0]]) // 5.0")
        .sized(matrix_rules::one_each),
    row("cond", &[X], |_, args| Value::of(args.tensor(0)?.cond()?))
        .doc(
            "The condition of a matrix: its largest singular value by its smallest, infinite for a singular one.",
            "cond([[0.0, 2.0], [8.0, 0.0]]) // 4.0",
        )
        .sized(matrix_rules::one_each),
    row("cholesky", &[X, Param::new("upper", ParamKind::Bool).or("false")], |_, args| {
        let x = args.tensor(0)?;
        Value::of(if args.flag(1)? { x.cholesky_upper()? } else { x.cholesky()? })
    })
    .doc(
        "The lower triangle `l` of a positive definite matrix, for which `l @ T(l)` is the matrix.",
        "cholesky([[4.0, 2.0], [2.0, 2.0]]) // tensor((2,2), {2.0,0.0,1.0,1.0})",
    )
    .sized(matrix_rules::square),
    row("qr", &[X, Param::new("mode", ParamKind::Text).or("\"reduced\"")], |_, args| {
        let modes = [("reduced", QrMode::Reduced), ("complete", QrMode::Complete)];
        let found = args.tensor(0)?.qr(args.word(1, &modes)?)?;
        Value::all_of(vec![found.q, found.r])
    })
    .doc(
        "A matrix with orthonormal columns and an upper triangle whose product is the matrix.",
        "let q, r = qr([[3.0, 0.0], [4.0, 5.0]])\nallclose(q @ r, [[3.0, 0.0], [4.0, 5.0]]) // true",
    )
    .sized(sizes::tried),
    row("lu", &[X], |_, args| {
        let found = args.tensor(0)?.lu()?;
        Value::all_of(vec![found.p, found.l, found.u])
    })
    .doc(
        "A matrix `p` that reorders rows, a lower triangle `l` with ones on its diagonal and an upper triangle `u`, for \
         which `p @ l @ u` is the matrix.",
        "lu([[1.0, 5.0], [2.0, 4.0]])[2] // tensor((2,2), {2.0,4.0,0.0,3.0})",
    )
    .sized(sizes::tried),
    row("svd", &[X, Param::new("full_matrices", ParamKind::Bool).or("true")], |_, args| {
        let found = args.tensor(0)?.svd(args.flag_or(1, true)?)?;
        Value::all_of(vec![found.u, found.s, found.vh])
    })
    .doc(
        "The singular value decomposition: `u`, the singular values in descending order, and `vh`.",
        "let u, s, vh = svd([[3.0, 0.0], [0.0, 4.0]])\ns // tensor((2,), {4.0,3.0})",
    )
    .sized(sizes::tried),
    row("svdvals", &[X], |_, args| Value::of(args.tensor(0)?.svdvals()?))
        .doc("The singular values in descending order.", "svdvals([[3.0, 0.0], [0.0, 4.0]]) // tensor((2,), {4.0,3.0})")
        .sized(sizes::tried),
    row("eig", &[X], |_, args| {
        let found = args.tensor(0)?.eig()?;
        Value::all_of(vec![found.eigenvalues, found.eigenvectors])
    })
    .doc(
        "The eigenvalues and eigenvectors of any square matrix, as complex numbers.",
        "dtype(eig([[2.0, 0.0], [0.0, 3.0]])[0]) // complex128",
    )
    .sized(sizes::tried),
    row("eigvals", &[X], |_, args| Value::of(args.tensor(0)?.eigvals()?))
        .doc("The eigenvalues of any square matrix, as complex numbers.", "shape(eigvals(eye(3))) // (3,)")
        .sized(sizes::tried),
    row("eigh", &[X], |_, args| {
        let found = args.tensor(0)?.eigh()?;
        Value::all_of(vec![found.eigenvalues, found.eigenvectors])
    })
    .doc(
        "The eigenvalues in ascending order and the eigenvectors of a symmetric or Hermitian matrix.",
        "eigh([[2.0, 0.0], [0.0, 1.0]])[0] // tensor((2,), {1.0,2.0})",
    )
    .sized(sizes::tried),
    row("eigvalsh", &[X], |_, args| Value::of(args.tensor(0)?.eigvalsh()?))
        .doc(
            "The eigenvalues of a symmetric or Hermitian matrix in ascending order.",
            "eigvalsh([[2.0, 0.0], [0.0, 1.0]]) // tensor((2,), {1.0,2.0})",
        )
        .sized(sizes::tried),
    row("solve", &[X, Y], |_, args| Value::of(args.tensor(0)?.solve(&args.tensor(1)?)?))
        .doc("The `z` for which `x @ z` is `y`.", "solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0]) // tensor((2,), {1.0,0.5})")
        .sized(sizes::tried),
    row("solve_triangular", &[X, Y, LOWER, UNIT_DIAGONAL], |_, args| {
        let triangle = Triangle { lower: args.flag(2)?, unit_diagonal: args.flag(3)? };
        Value::of(args.tensor(0)?.solve_triangular(&args.tensor(1)?, triangle)?)
    })
    .doc(
        "The `z` for which `x @ z` is `y`, where only the upper triangle of `x` counts, or with `lower` the lower one; \
         with `unit_diagonal` its diagonal counts as 1.",
        "solve_triangular([[2.0, 4.0], [0.0, 1.0]], [8.0, 1.0]) // tensor((2,), {2.0,1.0})",
    )
    .sized(sizes::tried),
    row("lstsq", &[X, Y], |_, args| {
        let found = args.tensor(0)?.lstsq(&args.tensor(1)?)?;
        Value::all_of(vec![found.solution, found.residuals, found.rank.into_dyn(), found.singular_values])
    })
    .doc(
        "The `z` for which `x @ z` comes nearest to `y`; the sums of squares of what is left of `y`, none where `x` has \
         no more rows than columns or a lower rank; the rank and the singular values of `x`.",
        "let z, left, r, s = lstsq([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], [1.0, 3.0, 5.0])\nallclose(z, [1.0, 2.0]) // true",
    )
    .sized(matrix_rules::least_squares),
    row("inv", &[X], |_, args| Value::of(args.tensor(0)?.inv()?))
        .doc("The inverse; an error for a singular matrix.", "inv([[2.0, 0.0], [0.0, 4.0]]) // tensor((2,2), {0.5,0.0,0.0,0.25})")
        .sized(matrix_rules::square),
    row("pinv", &[X, RTOL], |_, args| {
        let x = args.tensor(0)?;
        match args.get(1) {
            Some(_) => Value::of(x.pinv_with(args.float(1)?)?),
            None => Value::of(x.pinv()?),
        }
    })
    .doc(
        "The pseudo-inverse, which every matrix has.",
        "shape(pinv(ones((2, 3)))) // (3,2)",
    )
    .sized(sizes::tried),
    row("det", &[X], |_, args| Value::of(args.tensor(0)?.det()?))
        .doc("The determinant.", "det([[2.0, 0.0], [0.0, 4.0]]) // 8.0")
        .sized(matrix_rules::square_to_one),
    row("slogdet", &[X], |_, args| {
        let found = args.tensor(0)?.slogdet()?;
        Value::all_of(vec![found.sign, found.logabsdet])
    })
    .doc(
        "The sign of the determinant and the logarithm of its absolute value.",
        "slogdet(eye(3)) // (1.0,0.0)",
    )
    .sized(sizes::tried),
    row("expm", &[X], |_, args| Value::of(args.tensor(0)?.expm()?))
        .doc(
            "The exponential function of a square matrix, not of its elements.",
            "expm([[0.0, 2.0], [0.0, 0.0]]) // tensor((2,2), {1.0,2.0,0.0,1.0})",
        )
        .sized(matrix_rules::square),
    row("matrix_power", &[X, Param::new("n", ParamKind::Int)], |_, args| {
        Value::of(args.tensor(0)?.matrix_power(args.int(1)?)?)
    })
    .doc("A matrix multiplied by itself; negative powers are those of the inverse.", "matrix_power([[1, 1], [0, 1]], 3) // tensor((2,2), {1,3,0,1})")
    .sized(matrix_rules::power),
    row("matrix_rank", &[X, RTOL], |_, args| {
        let x = args.tensor(0)?;
        match args.get(1) {
            Some(_) => Value::of(x.matrix_rank_with(args.float(1)?)?),
            None => Value::of(x.matrix_rank()?),
        }
    })
    .doc("The number of singular values that are not 0.", "matrix_rank([[1.0, 2.0], [2.0, 4.0]]) // 1")
    .sized(matrix_rules::one_each),
    row("matrix_norm", &[X, Param::new("ord", ParamKind::Any).or("\"fro\"").decides(), KEEPDIMS], matrix_norm)
        .doc(
            "The norm of matrices: \"fro\", \"nuc\", 1, -1, 2, -2, inf or -inf.",
            "matrix_norm([[3.0, 0.0], [4.0, 0.0]]) // 5.0",
        )
        .sized(sizes::tried),
    row("vector_norm", &[X, Param::new("ord", ParamKind::Float).or("2.0"), AXES, KEEPDIMS], |_, args| {
        let (x, ord, axes) = (args.tensor(0)?, args.float_or(1, 2.0)?, args.axes(2)?);
        match args.flag(3)? {
            true => Value::of(x.vector_norm_keepdims(ord, axes)?),
            false => Value::of(x.vector_norm(ord, axes)?),
        }
    })
    .doc(
        "The length of vectors along axes, or of all elements; `ord` is the power, inf the greatest.",
        "vector_norm([3.0, 4.0]) // 5.0",
    )
    .sized(sizes::reduced),
];

fn matrix_norm(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let norm = match args.get(1) {
        Some(Value::Scalar(_)) => number_norm(args.float(1)?),
        Some(Value::Str(name)) if &**name == "nuc" => Some(MatrixNorm::Nuclear),
        Some(Value::Str(name)) if &**name == "fro" => Some(MatrixNorm::Frobenius),
        None => Some(MatrixNorm::Frobenius),
        Some(_) => None,
    };
    let norm = norm.ok_or_else(|| args.wrong(1, "\"fro\", \"nuc\", 1, -1, 2, -2, inf or -inf"))?;
    let x = args.tensor(0)?;
    Value::of(if args.flag(2)? { x.matrix_norm_keepdims(norm)? } else { x.matrix_norm(norm)? })
}

fn number_norm(ord: f64) -> Option<MatrixNorm> {
    let known = [
        (1.0, MatrixNorm::One),
        (-1.0, MatrixNorm::NegOne),
        (2.0, MatrixNorm::Two),
        (-2.0, MatrixNorm::NegTwo),
        (f64::INFINITY, MatrixNorm::Inf),
        (f64::NEG_INFINITY, MatrixNorm::NegInf),
    ];
    known.into_iter().find(|(number, _)| *number == ord).map(|(_, norm)| norm)
}
