//! Every kind of error: how to provoke it, what it says, and who recognises it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use lunette::buffer::Buffer;
use lunette::prelude::*;
use lunette::{BinaryOp, Cancel, Complex64, Error, ErrorKind, binary_in_place, concat, meshgrid};

use crate::files::file_rows;

/// Which question an error answers with yes: exactly one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Is {
    Shape,
    Index,
    DType,
    Memory,
    ReadOnly,
    Busy,
    Cancelled,
    Io,
    Matrix,
    Argument,
}

pub struct Row {
    kind: &'static str,
    is: Is,
    error: Error,
    words: String,
}

/// A row of the table from a call that fails.
pub fn row<T>(kind: &'static str, is: Is, call: lunette::Result<T>, words: impl Into<String>) -> Row {
    let words = words.into();
    let Err(error) = call else { panic!("this should have failed: {words}") };
    Row { kind, is, error, words }
}

fn memory_rows() -> Vec<Row> {
    let bytes = [1 << 60];
    vec![
        row(
            "TooLarge",
            Is::Memory,
            Tensor::<u8>::zeros([usize::MAX, 2]),
            "zeros: a tensor of shape [18446744073709551615, 2] has more elements than can be addressed",
        ),
        row(
            "OutOfMemory",
            Is::Memory,
            Tensor::<u8>::ones(bytes),
            "ones: the system has no 1152921504606846976 bytes of memory to give",
        ),
        row(
            "OutOfBounds",
            Is::Argument,
            tensor![1, 2, 3].as_strided([2, 2], &[2, 1]),
            "as_strided: the layout reaches elements 0 to 3 of a buffer of 3 elements",
        ),
        row(
            "Misaligned",
            Is::Argument,
            Buffer::from_bytes(&[1, 2, 3], DType::F32),
            "from_bytes: the memory's length is no multiple of what f32 needs: copy it first",
        ),
        row(
            "InvalidBool",
            Is::Argument,
            Buffer::from_bytes(&[0, 1, 7], DType::Bool),
            "from_bytes: byte 7 at position 2 is no bool: only 0 and 1 are",
        ),
    ]
}

fn matrix_rows() -> Vec<Row> {
    let unfinished = ErrorKind::NoConvergence { op: "svd", batch: lunette::layout::Dims::new() };
    vec![
        row(
            "NotSquare",
            Is::Shape,
            Tensor::<f64>::zeros([2, 3]).and_then(|x| x.inv()),
            "inv: the matrices of shape [2, 3] are not square: the last two sizes must be equal",
        ),
        row(
            "Singular",
            Is::Matrix,
            tensor![[1.0, 2.0], [2.0, 4.0]].inv(),
            "inv: the matrix is singular: pivot 1 is exactly 0; `pinv` and `lstsq` take such a matrix",
        ),
        row(
            "NotPositiveDefinite",
            Is::Matrix,
            tensor![[1.0, 0.0], [0.0, -1.0]].cholesky(),
            "cholesky: the matrix is not positive definite: pivot 1 is not above 0",
        ),
        row(
            "NotFinite",
            Is::Matrix,
            tensor![[f64::NAN, 0.0], [0.0, 1.0]].eigh(),
            "eigh: the matrix holds a NaN or an infinity, and has no decomposition",
        ),
        row(
            "NoConvergence",
            Is::Matrix,
            lunette::Result::<()>::Err(unfinished.into()),
            "svd: the iteration for the matrix did not converge",
        ),
    ]
}

fn shape_rows() -> Vec<Row> {
    let (matrix, column) = (tensor![[1, 2, 3], [4, 5, 6]], tensor![[1], [2]]);
    vec![
        row(
            "RankLimit",
            Is::Shape,
            Tensor::<u8>::zeros([1; 65]),
            "zeros: 65 axes are more than the 64 a tensor can have",
        ),
        row(
            "Broadcast",
            Is::Shape,
            matrix.load(s![&tensor![0, 1], &tensor![0, 1, 2]]),
            "load: shapes [2] and [3] do not broadcast: axis 0 is 2 and 3, and broadcasting needs equal sizes or 1",
        ),
        row(
            "BroadcastTo",
            Is::Shape,
            matrix.broadcast_to([2, 4]),
            "broadcast_to: shape [2, 3] cannot be stretched to [2, 4]: axis 1 is 3 and 4, and only an axis of size 1 \
             can stretch",
        ),
        row(
            "BroadcastTo",
            Is::Shape,
            column.broadcast_to([2]),
            "broadcast_to: shape [2, 1] has more axes than [2]: drop axes of size 1 with `squeeze`",
        ),
        row(
            "ShapeMismatch",
            Is::Shape,
            matrix.assign(tensor![1, 2, 3]),
            "assign: expected shape [2, 3], found [3]: a whole store needs identical shapes; `store(s![..], value)` \
             broadcasts",
        ),
        row(
            "PartMismatch",
            Is::Shape,
            concat(&[&matrix, &column], 0),
            "concat: part 1 has shape [2, 1], and part 0 has [2, 3]: joined tensors must agree in rank and in every \
             size but that of the axis",
        ),
        row(
            "Domain",
            Is::DType,
            tensor![1, 2].floor_divide(0),
            "floor_divide: integers cannot be divided by zero (dtype i32)",
        ),
        row(
            "Contraction",
            Is::Shape,
            matrix.matmul(&matrix),
            "matmul: shapes [2, 3] and [2, 3] do not multiply: axis 1 of the first is 3, axis 0 of the second is 2, and \
             both are summed over together",
        ),
        row(
            "Subscript",
            Is::Shape,
            einsum("ij,ji", &[&matrix, &matrix]),
            "einsum: `j` is an axis of size 3 in operand 0 and of size 2 in operand 1: they must be equal, or one of \
             them 1",
        ),
        row(
            "StoreShape",
            Is::Shape,
            matrix.store(s![0], tensor![1, 2]),
            "store: a value of shape [2] does not fit the region of shape [3]: it must broadcast to the region, or \
             equal it once all axes of size 1 are removed",
        ),
        row(
            "ElementCount",
            Is::Shape,
            Tensor::from_vec(vec![1, 2, 3], [2]),
            "from_vec: shape [2] needs 2 values, found 3",
        ),
        row(
            "TooManyValues",
            Is::Shape,
            Tensor::from_values((0..9).filter(|i| i % 2 == 0), [2]),
            "from_values: shape [2] needs 2 values, found more",
        ),
        row(
            "Reshape",
            Is::Shape,
            matrix.reshape([4, -1]),
            "reshape: shape [2, 3] holds 6 elements and cannot become [4, -1]: element counts must agree",
        ),
        row(
            "Reshape",
            Is::Shape,
            matrix.reshape_view([4, -1]),
            "reshape_view: shape [2, 3] holds 6 elements and cannot become [4, -1]: element counts must agree",
        ),
        row(
            "ReshapeInfer",
            Is::Shape,
            matrix.reshape_view([-2]),
            "reshape_view: only one size of [-2] may be -1, the others must be 0 or more",
        ),
        row(
            "ReshapeInfer",
            Is::Shape,
            matrix.reshape([-1, -1]),
            "reshape: only one size of [-1, -1] may be -1, the others must be 0 or more",
        ),
        row(
            "ReshapeCopy",
            Is::Shape,
            matrix.transpose().reshape_view(6),
            "reshape_view: no view of shape [3, 2] with strides [1, 3] has shape [6]: use `reshape`, which copies",
        ),
        row(
            "Ragged",
            Is::Shape,
            Tensor::from_nested(vec![vec![vec![1], vec![2]], vec![vec![3], vec![4, 5]]]),
            "nested rows: row [1, 1] has shape [2], the rows before it have [1]",
        ),
        row(
            "NotOneElement",
            Is::Shape,
            matrix.item(),
            "item: a tensor of shape [2, 3] does not hold exactly one element: index it with `get`",
        ),
        row(
            "Empty",
            Is::Shape,
            Tensor::<i32>::zeros([2, 0]).and_then(|empty| empty.value()),
            "value: a tensor of shape [2, 0] has no element to give",
        ),
    ]
}

fn axis_rows() -> Vec<Row> {
    let (matrix, one) = (tensor![[1, 2, 3], [4, 5, 6]], Tensor::scalar(1).unwrap());
    vec![
        row(
            "AxisOutOfRange",
            Is::Shape,
            matrix.flip(2),
            "flip: axis 2 is out of range for rank 2 (allowed: -2 to 1)",
        ),
        row(
            "AxisOutOfRange",
            Is::Shape,
            one.unstack(0),
            "unstack: axis 0 is out of range: a tensor of rank 0 has no axes",
        ),
        row("AxisRepeated", Is::Shape, matrix.permute([1, -1]), "permute: axis 1 is named twice"),
        row(
            "AxisCount",
            Is::Shape,
            matrix.permute([0]),
            "permute: shape [2, 3] needs 2 axes, found 1: name every axis once",
        ),
        row(
            "AxisNotOne",
            Is::Shape,
            matrix.squeeze(-1),
            "squeeze: axis 1 has size 3; only axes of size 1 can be removed",
        ),
        row("Rank", Is::Shape, one.diag(0), "diag: needs rank 1 or 2, found rank 0"),
        row("Rank", Is::Shape, meshgrid(&[&matrix]), "meshgrid: needs tensors of rank 0 or 1, found rank 2"),
    ]
}

fn index_rows() -> Vec<Row> {
    let (matrix, empty) = (tensor![[1, 2, 3], [4, 5, 6]], Tensor::<i32>::zeros([0]).unwrap());
    vec![
        row(
            "IndexOutOfRange",
            Is::Index,
            matrix.get([0, 3]),
            "get: index 3 is out of range for axis 1 of length 3 (allowed: -3 to 2)",
        ),
        row(
            "IndexOutOfRange",
            Is::Index,
            empty.view(s![0]),
            "view: index 0 is out of range for axis 0 of length 0",
        ),
        row(
            "PositionOutOfRange",
            Is::Index,
            matrix.put(&tensor![6], 0),
            "put: position 6 is out of range for 6 elements (allowed: -6 to 5)",
        ),
        row(
            "PositionOutOfRange",
            Is::Index,
            empty.put(&tensor![0], 0),
            "put: position 0 is out of range: there are 0 elements",
        ),
        row(
            "RangeEnd",
            Is::Index,
            matrix.view(s![3..]),
            "view: range start 3 is out of range for axis 0 of length 2 (allowed: -2 to 2); `.cutting()` ends a range \
             where its axis ends",
        ),
        row(
            "RangeEnd",
            Is::Index,
            matrix.view(s![.., ..-4]),
            "view: range stop -4 is out of range for axis 1 of length 3 (allowed: -3 to 3); `.cutting()` ends a range \
             where its axis ends",
        ),
        row(
            "RangeEnd",
            Is::Index,
            matrix.view(s![..=2]),
            "view: range last entry 2 is out of range for axis 0 of length 2 (allowed: -2 to 1); `.cutting()` ends a \
             range where its axis ends",
        ),
        row(
            "TooFewItems",
            Is::Index,
            matrix.get([0]),
            "get: 1 index item for shape [2, 3], which has 2 axes: one element takes an integer for each axis",
        ),
        row(
            "TooManyItems",
            Is::Index,
            matrix.load(s![0, 0, 0]),
            "load: 3 index items for shape [2, 3], which has 2 axes",
        ),
        row(
            "TooManyItems",
            Is::Index,
            empty.load(s![.., ..]),
            "load: 2 index items for shape [0], which has 1 axis",
        ),
        row(
            "TwoFills",
            Is::Index,
            matrix.view(s![Fill, Fill]),
            "view: only one `Fill` can stand in an index",
        ),
        row(
            "StepZero",
            Is::Index,
            matrix.view(s![.., (.., 0)]),
            "view: the step on axis 1 is 0; use 1 for every entry, -1 for backwards",
        ),
        row(
            "StepZero",
            Is::Index,
            Tensor::arange(0, 5, 0),
            "arange: the step is 0, which would never arrive",
        ),
        row(
            "MaskShape",
            Is::Index,
            matrix.store(s![.., &tensor![true, false]], 1),
            "store: a mask of shape [2] covers axes of shape [3] from axis 1 on: each size must be its axis's, or 0",
        ),
        row(
            "IndexDType",
            Is::Index,
            matrix.load(s![&tensor![0.5].into_dyn()]),
            "load: a tensor of dtype f64 cannot be an index: integers pick entries, bools are masks",
        ),
        row(
            "NotViewable",
            Is::Index,
            matrix.view(s![&tensor![0]]),
            "view: an index tensor picks entries that no strides describe: use `load`, which copies",
        ),
    ]
}

fn dtype_rows() -> Vec<Row> {
    let bytes = tensor![1_u8, 2];
    vec![
        row(
            "DTypeMismatch",
            Is::DType,
            bytes.to_dyn().into_typed::<f32>(),
            "into_typed: expected dtype f32, found u8: convert with `cast`",
        ),
        row(
            "Unsupported",
            Is::DType,
            Tensor::arange(false, true, true),
            "arange: not defined for dtype bool: use an integer or a float dtype",
        ),
        row(
            "Unrepresentable",
            Is::DType,
            bytes.store(s![0], 256.5),
            "store: u8 cannot hold 256.5: `cast` converts without this check",
        ),
        row(
            "WouldCut",
            Is::DType,
            binary_in_place(BinaryOp::Add, &tensor![1, 2].into_dyn(), tensor![0.5]),
            "add: the result of i32 and f64 is f64, which i32 would cut: `cast` one of the two, or `store` what is to \
             be cut",
        ),
        row(
            "ComplexToReal",
            Is::DType,
            bytes.fill(Complex64::new(1.0, 0.0)),
            "fill: complex128 does not fit u8: take the real part with `cast` first",
        ),
        row(
            "ParseDType",
            Is::DType,
            "float23".parse::<DType>(),
            "`float23` is no dtype: bool, i8 to i64, u8 to u64, f16, bf16, f32, f64, complex64 and complex128 are",
        ),
        row(
            "Argument",
            Is::Argument,
            Tensor::<f64>::geomspace(-1.0, 1.0, 3),
            "geomspace: `start, stop` is -1.0 to 1.0: both ends must be non-zero and of one sign",
        ),
        row(
            "Argument",
            Is::Argument,
            bytes.windows(3, 0),
            "windows: `window` is 3 on axis 0 of length 2: a window has at least one entry, and at most as many as its \
             axis",
        ),
    ]
}

/// A read-only table, as a mapped file would be.
#[expect(unsafe_code, reason = "it plays the part of a foreign owner")]
fn read_only_memory() -> DynTensor {
    static TABLE: [u8; 2] = [1, 2];
    let bytes = std::ptr::from_ref(&TABLE[..]).cast_mut();
    // SAFETY: the table is never written and lives for ever.
    let buffer = unsafe { Buffer::from_foreign((), bytes, lunette::Access::Read, DType::U8) }.unwrap();
    DynTensor::from_parts(&buffer, DType::U8, &[2], &[1], 0).unwrap()
}

/// Where `read()` and `write()` stand in the lines below.
const COLUMN: u32 = 28;

fn access_rows() -> Vec<Row> {
    let x = tensor![1, 2, 3];
    let (guard, line) = (x.read().unwrap(), line!());
    let mut rows = vec![
        row(
            "ReadOnly",
            Is::ReadOnly,
            x.broadcast_to([2, 3]).unwrap().set([0, 0], 1),
            "set: the view is read-only because several indices reach the same element (a broadcast or overlapping \
             windows): store into a `copy()`",
        ),
        row(
            "ReadOnly",
            Is::ReadOnly,
            read_only_memory().fill(1),
            "fill: the memory is read-only: store into a `copy()`",
        ),
        row(
            "ReadOnly",
            Is::ReadOnly,
            x.as_read_only().store(s![..], 1),
            "store: this handle was made read-only: store through another, or into a `copy()`",
        ),
    ];
    let at = format!("{}:{line}:{COLUMN}", file!());
    let words =
        format!("fill: cannot write the memory while a read guard taken at {at} lives: drop it first");
    rows.push(row("Busy", Is::Busy, x.fill(1), words));
    drop(guard);
    let (guard, line) = (x.write().unwrap(), line!());
    let at = format!("{}:{line}:{COLUMN}", file!());
    let words = format!("get: cannot read the memory while a write guard taken at {at} lives: drop it first");
    rows.push(row("Busy", Is::Busy, x.get(0), words));
    drop(guard);
    rows.push(waiting_row());
    let cancel = Cancel::new();
    cancel.cancel();
    let words = "run: cancelled on request: what was being computed is lost, and a tensor that was being written holds \
                 some old and some new elements";
    rows.push(row("Cancelled", Is::Cancelled, cancel.run(|| x.add(1)), words));
    rows
}

/// The other form of `Busy`: an operation of another thread is in the way, and this thread holds a guard.
fn waiting_row() -> Row {
    let (x, shared) = (tensor![1], Tensor::<u8>::zeros([1 << 24]).unwrap());
    let (guard, line) = (x.read().unwrap(), line!());
    let over = std::sync::atomic::AtomicBool::new(false);
    let relaxed = std::sync::atomic::Ordering::Relaxed;
    let refused = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(relaxed) {
                shared.fill(1).unwrap();
            }
        });
        let start = Instant::now();
        let refused = loop {
            match shared.set(0, 2) {
                Ok(()) if start.elapsed() > Duration::from_secs(60) => break Ok(()),
                Ok(()) => std::thread::yield_now(),
                refused => break refused,
            }
        };
        over.store(true, relaxed);
        refused
    });
    drop(guard);
    let at = format!("{}:{line}:{COLUMN}", file!());
    let words = format!(
        "set: cannot write the memory: another thread is using it, and this thread may not wait while it holds a guard, \
         as the one taken at {at}: drop it first, or try again"
    );
    row("Busy", Is::Busy, refused, words)
}

fn rows() -> Vec<Row> {
    let tensors = [memory_rows(), matrix_rows(), shape_rows(), axis_rows(), index_rows(), dtype_rows()];
    tensors.into_iter().chain([access_rows(), file_rows()]).flatten().collect()
}

#[test]
fn every_kind_says_its_words_and_knows_its_family() {
    for Row { kind, is, error, words } in rows() {
        assert_eq!(error.to_string(), words);
        let shown = format!("{:?}", error.kind());
        assert_eq!(shown.split([' ', '{', '(']).next(), Some(kind), "{words}");
        let answers = [
            (error.is_shape(), Is::Shape),
            (error.is_index(), Is::Index),
            (error.is_dtype(), Is::DType),
            (error.is_memory(), Is::Memory),
            (error.is_read_only(), Is::ReadOnly),
            (error.is_busy(), Is::Busy),
            (error.is_cancelled(), Is::Cancelled),
            (error.is_io(), Is::Io),
            (error.is_matrix(), Is::Matrix),
            (error.is_argument(), Is::Argument),
        ];
        for (answer, family) in answers {
            assert_eq!(answer, family == is, "{family:?}: {words}");
        }
        assert!(format!("{error:?}").starts_with(&words), "`unwrap` shows the words first");
        assert_eq!(error, error.clone());
    }
}

#[test]
fn no_kind_is_without_a_row() {
    let source = include_str!("../../src/error.rs");
    let (_, body) = source.split_once("pub enum ErrorKind {\n").expect("the enum is declared there");
    let (body, _) = body.split_once("\n}\n").expect("the enum ends");
    let name = |line: &str| {
        let name: String =
            line.strip_prefix("    ")?.chars().take_while(char::is_ascii_alphanumeric).collect();
        name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
    };
    let declared: BTreeSet<String> = body.lines().filter_map(name).collect();
    let tested: BTreeSet<String> = rows().iter().map(|row| row.kind.to_owned()).collect();
    assert!(declared.len() > 30, "the scan found only {declared:?}");
    assert_eq!(declared, tested);
}

#[test]
fn words_follow_the_house_style() {
    for Row { words, kind, .. } in rows() {
        assert!(!words.ends_with('.') && !words.contains("invalid"), "{words}");
        let names_its_operation = words
            .split_once(": ")
            .is_some_and(|(op, _)| op.chars().all(|c| c.is_alphanumeric() || "_ ".contains(c)));
        assert!(names_its_operation || kind == "ParseDType", "{words}");
    }
}

#[test]
fn errors_work_with_the_rest_of_rust() {
    fn boxed() -> Result<(), Box<dyn std::error::Error + Send + Sync + 'static>> {
        tensor![1].get(5)?;
        Ok(())
    }
    assert!(boxed().unwrap_err().to_string().starts_with("get: index 5"));
    assert_eq!(size_of::<lunette::Result<()>>(), size_of::<usize>(), "an error is one word");
}
