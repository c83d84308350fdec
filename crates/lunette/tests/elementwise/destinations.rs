//! Where results go: order, views, aliases, memory that nobody else holds.

use lunette::prelude::*;

use super::Result;

#[test]
fn the_order_of_the_operands_is_the_order_of_the_result() -> Result<()> {
    let x = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].copy_in(Order::F)?;
    let sum = &x + &x;
    assert_eq!(sum.strides(), [1, 2]);
    assert_eq!((&x + 1.0).strides(), [1, 2]);
    assert_eq!(x.exp()?.strides(), [1, 2]);
    assert_eq!((&x.copy()? + &x).strides(), [3, 1]);
    let permuted = Tensor::<f32>::zeros([2, 3, 4])?.permute([2, 0, 1])?;
    assert_eq!((&permuted * &permuted).strides(), permuted.strides());
    Ok(())
}

#[test]
fn results_go_into_views() -> Result<()> {
    let out = Tensor::<i32>::zeros([3, 4])?;
    tensor![1, 2].add_into(tensor![[10], [20], [30]], &out.view(s![.., (.., 2)])?)?;
    assert_eq!(out, tensor![[11, 0, 12, 0], [21, 0, 22, 0], [31, 0, 32, 0]]);
    // Another dtype is converted as a store converts.
    tensor![2.9].multiply_into(1.0, &out.view(s![0, 0..1])?)?;
    assert_eq!(out.get([0, 0])?, 2);
    Ok(())
}

#[test]
fn operands_that_overlap_the_destination_are_read_first() -> Result<()> {
    let x = Tensor::<i32>::arange(0, 8, 1)?;
    x.view(s![..-1])?.add_into(&x.view(s![1..])?, &x.view(s![1..])?)?;
    assert_eq!(x, tensor![0, 1, 3, 5, 7, 9, 11, 13]);
    let y = Tensor::<i32>::arange(0, 9, 1)?.reshape([3, 3])?;
    y.add_into(y.transpose(), &y)?;
    assert_eq!(y, tensor![[0, 4, 8], [4, 8, 12], [8, 12, 16]]);
    let z = tensor![1, 2, 3];
    z.flip(..)?.subtract_into(&z, &z)?;
    assert_eq!(z, tensor![2, 0, -2]);
    Ok(())
}

#[test]
fn assigning_operators_write_what_all_handles_see() {
    let mut x = tensor![[1, 2], [3, 4]];
    let shared = x.clone();
    x += &tensor![10, 20];
    x *= 2;
    assert_eq!(shared, tensor![[22, 44], [26, 48]]);
    let mut column = x.view(s![.., 0]).unwrap();
    column -= 22;
    assert_eq!(shared, tensor![[0, 44], [4, 48]]);
}

#[test]
fn memory_that_nobody_else_holds_is_taken_over() -> Result<()> {
    let x = Tensor::<f64>::ones([100, 100])?;
    let id = x.buffer().id();
    let y = x + 1.0;
    assert_eq!(y.buffer().id(), id);
    let kept = y.clone();
    let z = y * 3.0;
    assert_ne!(z.buffer().id(), id);
    assert_eq!((kept.get([5, 5])?, z.get([5, 5])?), (2.0, 6.0));
    let z = -z;
    assert_eq!(z.get([0, 0])?, -6.0);
    // A smaller or larger dtype cannot live there.
    assert_eq!((Tensor::<f32>::ones([50])? + &Tensor::<f64>::ones([50])?).dtype(), DType::F64);
    Ok(())
}

/// What only copies or fills looks at its destination as what computes does.
#[test]
fn every_operation_of_one_operand_refuses_the_same_destinations() -> Result<()> {
    type Into = fn(&Tensor<i32>, &Tensor<i32>) -> Result<()>;
    let operations: [(&str, Into); 4] = [
        ("positive", |x, out| x.positive_into(out)),
        ("floor", |x, out| x.floor_into(out)),
        ("conj", |x, out| x.conj_into(out)),
        ("negative", |x, out| x.negative_into(out)),
    ];
    let (x, one) = (tensor![1, 2, 3], tensor![7]);
    for (name, into) in operations {
        let out = tensor![0, 0, 0];
        assert!(into(&x, &out.as_read_only()).unwrap_err().is_read_only(), "{name}");
        assert!(into(&x, &tensor![0].broadcast_to(3)?).unwrap_err().is_read_only(), "{name}");
        assert!(into(&one, &out).unwrap_err().is_shape(), "{name}");
        assert_eq!(out, tensor![0, 0, 0], "{name}");
    }
    let infinite = tensor![true];
    assert!(x.isinf_into(&infinite).unwrap_err().is_shape());
    assert_eq!(infinite, tensor![true]);
    Ok(())
}
