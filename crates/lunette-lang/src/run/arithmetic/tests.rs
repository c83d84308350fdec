//! Every operator of every dtype, beside what the library makes of tensors of rank 0.

use lunette::{Complex32, Complex64, DType, DynTensor, Element, Scalar, bf16, f16};

use super::rules::{
    Add, BitAnd, BitOr, BitXor, Div, Eq, FloorDiv, Ge, Gt, Le, Lt, Mul, Ne, Pow, Rem, Shl, Shr, Sub,
};
use super::{Number, Operator, native};
use crate::builtins::{self, Dry, Fuse};
use crate::run::register::Kept;
use crate::syntax::tree::BinaryOp;
use crate::value::Value;

/// Random numbers: each seed gives the same ones everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Values in which mistakes hide.
fn edges<T: Kept>() -> Vec<T> {
    let integers =
        [0, 1, -1, 2, -2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, -128, 255, i64::MAX, i64::MIN];
    let floats =
        [0.0, -0.0, 0.5, -1.5, 2.5, 1e-320, 3.4e38, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let integers = integers.iter().map(|&value| T::cast_from(value));
    integers.chain(floats.iter().map(|&value| T::cast_from(value))).collect()
}

/// A large number, a small one, or one with a fraction.
fn any<T: Kept>(random: &mut Random) -> T {
    let bits = random.next();
    match bits % 3 {
        0 => T::cast_from(bits as i64),
        1 => T::cast_from((bits % 41) as i64 - 20),
        _ => T::cast_from((bits % 1_000_000) as f64 / 997.0 - 500.0),
    }
}

/// All pairs of edges, and random ones.
fn pairs<T: Kept>(random: &mut Random) -> Vec<(T, T)> {
    let edges = edges::<T>();
    let mut pairs: Vec<(T, T)> = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b))).collect();
    pairs.extend((0..200).map(|_| (any(random), any(random))));
    pairs
}

fn library(op: BinaryOp, a: Scalar, b: Scalar) -> lunette::Result<Scalar> {
    let x = DynTensor::scalar_of(a)?;
    match op {
        BinaryOp::Add => x.add(b)?.item(),
        BinaryOp::Sub => x.subtract(b)?.item(),
        BinaryOp::Mul => x.multiply(b)?.item(),
        BinaryOp::Div => x.divide(b)?.item(),
        BinaryOp::FloorDiv => x.floor_divide(b)?.item(),
        BinaryOp::Rem => x.remainder(b)?.item(),
        BinaryOp::Pow => x.pow(b)?.item(),
        BinaryOp::Matmul => x.matmul(&DynTensor::scalar_of(b)?)?.item(),
        BinaryOp::BitAnd => x.bitwise_and(b)?.item(),
        BinaryOp::BitOr => x.bitwise_or(b)?.item(),
        BinaryOp::BitXor => x.bitwise_xor(b)?.item(),
        BinaryOp::Shl => x.bitwise_left_shift(b)?.item(),
        BinaryOp::Shr => x.bitwise_right_shift(b)?.item(),
        BinaryOp::Eq => x.equal(b)?.item().map(Scalar::Bool),
        BinaryOp::Ne => x.not_equal(b)?.item().map(Scalar::Bool),
        BinaryOp::Lt => x.less(b)?.item().map(Scalar::Bool),
        BinaryOp::Le => x.less_equal(b)?.item().map(Scalar::Bool),
        BinaryOp::Gt => x.greater(b)?.item().map(Scalar::Bool),
        BinaryOp::Ge => x.greater_equal(b)?.item().map(Scalar::Bool),
    }
}

/// Bits, so that NaN equals NaN and 0.0 is not -0.0. Which NaN it is nobody promises.
fn image(scalar: Scalar) -> String {
    match scalar {
        Scalar::Complex64(z) => format!("{:?} {:?}", z.re, z.im),
        Scalar::Complex128(z) => format!("{:?} {:?}", z.re, z.im),
        other => format!("{other:?}"),
    }
}

fn compare<T: Kept, O: Operator<T>>(op: BinaryOp) {
    const SEED: u64 = 20_261_117;
    for (a, b) in pairs::<T>(&mut Random(SEED)) {
        let ours = O::apply(a, b).map(Into::into).map_err(|refusal| refusal.error(O::NAME, T::DTYPE));
        let theirs = library(op, a.into(), b.into());
        let place = || format!("{} {op:?} of {a:?} and {b:?}, seed {SEED}", T::DTYPE);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => assert_eq!(image(ours), image(theirs), "{}", place()),
            (Err(ours), Err(theirs)) => assert_eq!(ours.to_string(), theirs.to_string(), "{}", place()),
            (ours, theirs) => panic!("{}: {ours:?} but the library has {theirs:?}", place()),
        }
    }
}

macro_rules! compare_all {
    ($($Op:ident $op:ident: $($T:ident)*;)*) => {
        $($( compare::<$T, $Op>(BinaryOp::$op); )*)*
    };
}

#[test]
fn integers_are_computed_as_the_library_does() {
    compare_all! {
        Add Add: i8 i16 i32 i64 u8 u16 u32 u64;
        Sub Sub: i8 i16 i32 i64 u8 u16 u32 u64;
        Mul Mul: i8 i16 i32 i64 u8 u16 u32 u64;
        FloorDiv FloorDiv: i8 i16 i32 i64 u8 u16 u32 u64;
        Rem Rem: i8 i16 i32 i64 u8 u16 u32 u64;
        Pow Pow: i8 i16 i32 i64 u8 u16 u32 u64;
        BitAnd BitAnd: bool i8 i16 i32 i64 u8 u16 u32 u64;
        BitOr BitOr: bool i8 i16 i32 i64 u8 u16 u32 u64;
        BitXor BitXor: bool i8 i16 i32 i64 u8 u16 u32 u64;
        Shl Shl: i8 i16 i32 i64 u8 u16 u32 u64;
        Shr Shr: i8 i16 i32 i64 u8 u16 u32 u64;
        Add Add: bool;
        Mul Mul: bool;
    }
}

#[test]
fn floats_are_computed_as_the_library_does() {
    compare_all! {
        Add Add: f16 bf16 f32 f64 Complex32 Complex64;
        Sub Sub: f16 bf16 f32 f64 Complex32 Complex64;
        Mul Mul: f16 bf16 f32 f64 Complex32 Complex64;
        Div Div: f16 bf16 f32 f64 Complex32 Complex64;
        FloorDiv FloorDiv: f16 bf16 f32 f64;
        Rem Rem: f16 bf16 f32 f64;
        Pow Pow: f16 bf16 f32 f64 Complex32 Complex64;
    }
}

#[test]
fn comparisons_are_the_library_s() {
    compare_all! {
        Eq Eq: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64;
        Ne Ne: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64;
        Lt Lt: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64;
        Le Le: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64;
        Gt Gt: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64;
        Ge Ge: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64;
    }
}

/// What the library admits has code here, and nothing else has.
#[test]
fn every_dtype_has_the_library_s_operators() {
    use BinaryOp::{
        Add, BitAnd, BitOr, BitXor, Div, Eq, FloorDiv, Ge, Gt, Le, Lt, Mul, Ne, Pow, Rem, Shl, Shr, Sub,
    };
    let arithmetic = [Add, Sub, Mul, Div, FloorDiv, Rem, Pow, BitAnd, BitOr, BitXor, Shl, Shr];
    let comparisons = [Eq, Ne, Lt, Le, Gt, Ge];
    for dtype in DType::ALL {
        for op in arithmetic {
            let one = Scalar::Bool(true).cast(dtype);
            // An operator that changes the dtype works in another one, to which the checker converts.
            let admitted = library(op, one, one).is_ok_and(|result| result.dtype() == dtype);
            let ours = crate::run::register::with_dtype!(dtype, T => T::rule(op).is_some());
            assert_eq!(ours, admitted, "{op:?} of {dtype}");
        }
        for op in comparisons {
            let one = Scalar::Bool(true).cast(dtype);
            let ours = crate::run::register::with_dtype!(dtype, T => has_comparison::<T>(op));
            assert_eq!(ours, library(op, one, one).is_ok(), "{op:?} of {dtype}");
        }
    }
}

fn has_comparison<T: Number>(op: BinaryOp) -> bool {
    use crate::run::operand::{Constant, Operand};
    use crate::source::{FileId, Span};
    let one = || Operand::Constant(Constant(T::cast_from(1)));
    T::comparison(op, one(), one(), Span { file: FileId(0), start: 0, end: 0 }).is_some()
}

/// Registers give back what they were given.
#[test]
fn registers_hold_scalars() {
    fn check<T: Kept + Element>() {
        for (value, _) in pairs::<T>(&mut Random(7)) {
            let same = T::of_register(value.in_register());
            assert_eq!(image(same.into()), image(value.into()));
        }
    }
    check::<bool>();
    check::<i8>();
    check::<i32>();
    check::<i64>();
    check::<u32>();
    check::<u64>();
    check::<f16>();
    check::<bf16>();
    check::<f32>();
    check::<f64>();
    check::<Complex32>();
    assert_eq!(-5_i32 as i64 as u64, (-5_i32).in_register(), "narrow integers can be read as i64");
}

/// The short ways give what the functions of the table give that have them.
#[test]
fn native_functions_are_those_of_the_table() {
    fn check<T: Kept>(short: usize) {
        let mut found = 0;
        for row in builtins::all() {
            let Some(native) = row.native else { continue };
            let (unary, binary) = (native::unary::<T>(native), native::binary::<T>(native));
            found += usize::from(unary.is_some() || binary.is_some());
            assert!(unary.is_none() || matches!(row.fuse, Fuse::Unary(_)), "{row:?} takes one");
            assert!(binary.is_none() || matches!(row.fuse, Fuse::Binary(_)), "{row:?} takes two");
            for (a, b) in pairs::<T>(&mut Random(11)) {
                let ours = match (unary, binary) {
                    (Some(function), _) => function(a),
                    (_, Some(function)) => function(a, b),
                    _ => continue,
                };
                let args = [a, b].map(|value| Some(Value::Scalar(value.into())));
                let theirs = row.call(&mut Dry::new(), &args[..row.params.len()]).unwrap();
                let Value::Scalar(theirs) = theirs else { panic!("{row:?} gives a scalar") };
                assert_eq!(image(ours.into()), image(theirs), "{row:?} of {a:?} and {b:?}");
            }
        }
        assert_eq!(found, short, "functions of {}", T::DTYPE);
    }
    check::<f32>(8);
    check::<f64>(8);
    check::<i32>(3);
    check::<i64>(3);
}
