//! The specification's cases.

use lunette::prelude::*;

use super::Result;

fn ones(shape: &[usize]) -> Tensor<f64> {
    Tensor::ones(shape).unwrap()
}

#[test]
fn t11_operands_broadcast() -> Result<()> {
    let sum = |a: &[usize], b: &[usize]| ones(a).add(&ones(b));
    assert_eq!(sum(&[8, 1, 6, 1], &[7, 1, 5])?.shape(), [8, 7, 6, 5]);
    assert_eq!(sum(&[5, 4], &[1])?.shape(), [5, 4]);
    assert_eq!(sum(&[15, 3, 5], &[15, 1, 5])?.shape(), [15, 3, 5]);
    assert_eq!(sum(&[15, 3, 5], &[3, 1])?.shape(), [15, 3, 5]);
    assert!(sum(&[3], &[4]).unwrap_err().is_shape());
    assert!(sum(&[2, 1], &[8, 4, 3]).unwrap_err().is_shape());
    assert!(ones(&[3]).broadcast_to([3, 5]).unwrap_err().is_shape());
    assert!(ones(&[3]).broadcast_to([5, 5]).unwrap_err().is_shape());
    let column = tensor![[1], [2], [3]];
    assert_eq!(column.broadcast_to([3, 3])?, tensor![[1, 1, 1], [2, 2, 2], [3, 3, 3]]);
    Ok(())
}

#[test]
fn t14_operands_with_steps() -> Result<()> {
    let x = Tensor::<i32>::arange(0, 6, 1)?;
    let (even, odd) = (x.view(s![(.., 2)])?, x.view(s![(1.., 2)])?);
    assert_eq!(&even + &odd, tensor![1, 5, 9]);
    assert_eq!(&even - &odd, tensor![-1, -1, -1]);
    assert_eq!(&even * &odd, tensor![0, 6, 20]);
    assert_eq!(&even / &odd, tensor![0, 0, 0]);
    assert_eq!(&even % &odd, tensor![0, 2, 4]);
    assert_eq!(&even & &odd, tensor![0, 2, 4]);
    assert_eq!(&even | &odd, tensor![1, 3, 5]);
    assert_eq!(&even ^ &odd, tensor![1, 1, 1]);
    assert_eq!(&even << &odd, tensor![0, 16, 128]);
    assert_eq!(&even >> &odd, tensor![0, 0, 0]);
    assert_eq!(even.pow(&odd)?, tensor![0, 8, 1024]);
    assert_eq!(even.floor_divide(&odd)?, tensor![0, 0, 0]);
    assert_eq!(even.less(&odd)?, tensor![true, true, true]);
    let table = Tensor::<i32>::arange(0, 100, 1)?.reshape([10, 10])?;
    assert_eq!(table.view(s![.., 1])?.fold(0, |sum, value| sum + value)?, 460);
    Ok(())
}

#[test]
fn t15_scalars_on_the_left() -> Result<()> {
    assert_eq!(1 - &tensor![0, 1, 2], tensor![1, 0, -1]);
    assert_eq!(12 / tensor![1, 4, 12], tensor![12, 3, 1]);
    assert_eq!(Tensor::scalar(2)?.pow(&tensor![0, 1, 2])?, tensor![1, 2, 4]);
    assert_eq!(tensor![1, 2].divide(&tensor![2, 4])?, tensor![0.5, 0.5]);
    Ok(())
}

/// The short way, the long way and the way through another dtype lay results out alike, axes of size 1 or not.
#[test]
fn results_follow_the_order_of_the_operands_beside_axes_of_size_1() -> lunette::Result<()> {
    for shape in [[2, 1, 3], [200, 1, 300], [1, 2, 3], [2, 3, 1], [300, 200, 1]] {
        let x = Tensor::<f32>::zeros_in(shape, Order::F)?;
        let one = tensor![1.0_f32];
        for found in [x.add(&x)?, x.add(&one)?, x.sqrt()?] {
            assert_eq!(found.strides(), x.strides(), "{shape:?}");
        }
        assert_eq!(x.add(&x.cast::<f64>()?)?.strides(), x.strides(), "{shape:?}");
        let turned = x.permute([2, 1, 0])?;
        assert!(turned.add(&turned)?.flags().c_contiguous, "{shape:?}");
    }
    Ok(())
}

/// Where one axis is longer than 1 there is no order to follow, and results are row-major in every step.
#[test]
fn results_of_one_long_axis_are_row_major() -> lunette::Result<()> {
    let x = Tensor::<f32>::zeros([6, 1])?.view(s![(.., 2), ..])?;
    assert_eq!(x.strides(), [2, 1]);
    assert_eq!(x.add(&x)?.strides(), [1, 1]);
    Ok(())
}
