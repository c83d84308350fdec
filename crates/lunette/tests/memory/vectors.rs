//! From `Vec` and back: without a copy where nobody could tell.

use lunette::Result;
use lunette::prelude::*;

use crate::address;

/// A vector of 6 elements and where it lies.
fn vector() -> (Vec<i32>, usize) {
    let values: Vec<i32> = (0..6).collect();
    let place = values.as_ptr().addr();
    (values, place)
}

#[test]
fn a_vector_comes_and_goes_without_a_copy() -> Result<()> {
    let (values, place) = vector();
    let x = Tensor::from_vec(values, [2, 3])?;
    assert_eq!(address(&x), place);
    x.set([0, 0], 9)?;
    let back = x.into_vec()?;
    assert_eq!((back.as_ptr().addr(), &back[..]), (place, &[9, 1, 2, 3, 4, 5][..]));

    let (mut values, _) = vector();
    values.reserve_exact(100);
    let (place, room) = (values.as_ptr().addr(), values.capacity());
    let back = Tensor::from(values).into_vec()?;
    assert_eq!((back.as_ptr().addr(), back.capacity()), (place, room), "room to grow stays");
    Ok(())
}

#[test]
fn other_shapes_of_the_whole_vector_need_no_copy() -> Result<()> {
    let (values, place) = vector();
    let x = Tensor::from_vec(values, [2, 3])?.reshape([3, 2])?.expand_dims(0)?;
    assert!(x.is_view());
    let values = x.into_vec()?;
    assert_eq!(values.as_ptr().addr(), place);
    let (values, place) = vector();
    let x = Tensor::from_vec_in(values, [2, 3], Order::F)?.transpose();
    let values = x.into_vec()?;
    assert_eq!(values.as_ptr().addr(), place, "column-major, transposed, is row-major");
    let (values, place) = vector();
    let x = Tensor::from_vec_in(values, [1, 6], Order::F)?;
    let values = x.into_vec()?;
    assert_eq!(values.as_ptr().addr(), place, "both orders at once");
    Ok(())
}

#[test]
fn a_copy_is_made_where_the_vector_is_not_the_tensor() -> Result<()> {
    let check =
        |name: &str, make: &dyn Fn(Tensor<i32>) -> Result<Tensor<i32>>, expected: &[i32]| -> Result<()> {
            let (values, place) = vector();
            let back = make(Tensor::from_vec(values, [2, 3])?)?.into_vec()?;
            assert_eq!(back, expected, "{name}");
            assert_ne!(back.as_ptr().addr(), place, "{name}");
            Ok(())
        };
    check("a transpose", &|x| Ok(x.transpose()), &[0, 3, 1, 4, 2, 5])?;
    check("a flip", &|x| x.flip(..), &[5, 4, 3, 2, 1, 0])?;
    check("the first row", &|x| x.view(s![0]), &[0, 1, 2])?;
    check("the last row", &|x| x.view(s![1]), &[3, 4, 5])?;
    check("a column", &|x| x.view(s![.., 1]), &[1, 4])?;
    check("a broadcast", &|x| x.view(s![0, 0])?.broadcast_to([2]), &[0, 0])?;
    check("nothing of it", &|x| x.view(s![..0]), &[])?;
    Ok(())
}

#[test]
fn shared_vectors_are_copied_and_left_alone() -> Result<()> {
    let (values, place) = vector();
    let x = Tensor::from_vec(values, [2, 3])?;
    let (clone, row) = (x.clone(), x.view(s![1])?);
    let mut copy = x.into_vec()?;
    copy[5] = 99;
    assert_ne!(copy.as_ptr().addr(), place);
    assert_eq!((address(&clone), row.to_vec()?), (place, vec![3, 4, 5]));
    drop(row);
    let values = clone.into_vec()?;
    assert_eq!(values.as_ptr().addr(), place, "the last handle gets the vector");
    Ok(())
}

#[test]
fn guards_count_as_sharing() -> Result<()> {
    let (values, place) = vector();
    let x = Tensor::from(values);
    let reader = x.read()?;
    let copy = x.clone().into_vec()?;
    assert_ne!(copy.as_ptr().addr(), place);
    drop(reader);
    let writer = x.write()?;
    assert!(x.into_vec().unwrap_err().is_busy());
    assert_eq!(writer.as_view().iter().sum::<i32>(), 15, "the guard keeps the memory");
    Ok(())
}

#[test]
fn memory_that_was_no_vector_of_that_type_is_copied() -> Result<()> {
    let zeros = Tensor::<i32>::zeros([1000])?;
    let place = address(&zeros);
    let values = zeros.into_vec()?;
    assert_ne!(values.as_ptr().addr(), place, "64-byte aligned memory cannot become a vector");
    let (values, place) = vector();
    let unsigned = Tensor::from(values).reinterpret::<u32>()?;
    let back = unsigned.into_vec()?;
    assert_eq!(back, [0, 1, 2, 3, 4, 5]);
    assert_ne!(back.as_ptr().addr(), place);
    Ok(())
}

#[test]
fn empty_and_single_vectors() -> Result<()> {
    assert_eq!(Tensor::<f64>::from(vec![]).into_vec()?, [0.0; 0]);
    assert_eq!(Tensor::from_vec(vec![5], [])?.into_vec()?, [5]);
    assert_eq!(Tensor::from_vec(Vec::<u8>::new(), [3, 0])?.into_vec()?, [0; 0]);
    assert_eq!(Tensor::from(vec![true, false]).into_vec()?, [true, false]);
    Ok(())
}
