//! Complex numbers where only floats could lie: a complex64 takes eight bytes, and is aligned to four.
#![expect(unsafe_code, reason = "it plays the part of a foreign owner")]

use lunette::buffer::Buffer;
use lunette::dtype::Complex32;
use lunette::prelude::*;
use lunette::{Access, Result};

/// Numbers at an address that is no multiple of eight.
#[repr(C, align(8))]
struct Odd {
    before: f32,
    values: [Complex32; 1024],
    after: f32,
}

fn number(k: usize) -> Complex32 {
    Complex32::new(k as f32, -(k as f32))
}

impl Odd {
    fn new() -> Box<Self> {
        let odd = Box::new(Self { before: 0.5, values: std::array::from_fn(number), after: 0.5 });
        assert_eq!(odd.values.as_ptr().addr() % 8, 4);
        odd
    }
}

/// The numbers as a matrix of 32 by 32, in memory that a buffer shares.
fn shared() -> Result<Tensor<Complex32>> {
    let odd = Box::into_raw(Odd::new());
    // SAFETY: the box lives; nobody else has its pointer.
    let values = unsafe { (&raw mut (*odd).values).cast::<u8>() };
    let bytes = std::ptr::slice_from_raw_parts_mut(values, size_of::<[Complex32; 1024]>());
    // SAFETY: the numbers are initialised, and nobody frees or uses them but the buffer.
    let buffer = unsafe { Buffer::from_foreign((), bytes, Access::Write, DType::Complex64)? };
    DynTensor::from_parts(&buffer, DType::Complex64, &[32, 32], &[32, 1], 0)?.into_typed()
}

/// The same numbers in memory of our own, which is aligned to more than anybody needs.
fn aligned() -> Result<Tensor<Complex32>> {
    Tensor::from_flat_fn([32, 32], number)
}

/// What every kind of copy and store makes of a matrix.
fn work(x: &Tensor<Complex32>) -> Result<Vec<Tensor<Complex32>>> {
    let mask = Tensor::from_flat_fn([32, 32], |i| i % 3 != 1)?;
    let rows = tensor![5, 0, -1, 5];
    let mut made = vec![
        x.transpose().copy()?,
        x.view(s![(.., -1), (.., 2)])?.copy()?,
        x.view(s![.., 3])?.copy()?,
        x.load(s![&mask])?,
        x.view(s![(.., 2), (.., -3)])?.load(s![&mask.view(s![(.., 2), (.., -3)])?])?,
        x.load(s![&rows])?,
        x.load(s![.., &rows])?,
        x.load_orthogonal(s![&rows, &rows])?,
        x.roll(3, ..)?,
        where_(&mask, x, &x.transpose())?,
        where_(&mask, x, &x.flip(1)?)?,
        x + x,
    ];
    x.view(s![1..])?.store(s![..], &x.view(s![..-1])?)?;
    x.view(s![.., 1..])?.store(s![..], &x.view(s![.., ..-1])?)?;
    x.view(s![7])?.fill(number(7))?;
    x.view(s![.., 8])?.fill(number(8))?;
    x.store(s![&mask.transpose()], number(9))?;
    x.store_where(&mask.view(s![0])?, x.transpose())?;
    x.store(s![.., &rows], number(11))?;
    x.scatter(s![&rows], number(12), Duplicates::Sum)?;
    x.transpose().store(s![&tensor![1, 2]], &x.copy()?.view(s![3..5])?)?;
    made.push(x.copy()?);
    Ok(made)
}

#[test]
fn shared_memory_of_complex64_needs_the_alignment_of_floats() -> Result<()> {
    assert_eq!(work(&shared()?)?, work(&aligned()?)?);
    Ok(())
}

#[test]
fn borrowed_memory_of_complex64_needs_the_alignment_of_floats() -> Result<()> {
    let mut odd = Odd::new();
    let expected = aligned()?;
    let (rows, mask) = (tensor![3, 1], Tensor::from_flat_fn([32, 32], |i| i % 3 != 1)?);

    let view = View::from_slice(&odd.values, [32, 32])?;
    assert_eq!(view.transpose().to_tensor()?, expected.transpose());
    assert_eq!(view.load(s![.., &rows])?, expected.load(s![.., &rows])?);
    assert_eq!(view.load(s![&mask])?, expected.load(s![&mask])?);

    let column = expected.load(s![.., 5])?;
    let mut view = ViewMut::from_slice_mut(&mut odd.values, [32, 32])?;
    view.store(s![.., 0], number(1))?;
    view.store(s![&rows, ..], number(2))?;
    view.store(s![&mask], number(3))?;
    view.store(s![5, ..], &column)?;
    expected.store(s![.., 0], number(1))?;
    expected.store(s![&rows, ..], number(2))?;
    expected.store(s![&mask], number(3))?;
    expected.store(s![5, ..], &column)?;
    assert_eq!(View::from_slice(&odd.values, [32, 32])?.to_tensor()?, expected);
    assert_eq!((odd.before, odd.after), (0.5, 0.5));
    Ok(())
}
