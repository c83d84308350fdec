//! Conversions from and to other libraries' types.

use lunette::Result;
use lunette::layout::Dims;
use lunette::prelude::*;
use lunette::tensor::Nested;

#[test]
fn nested_vecs_come_back_as_they_went() -> Result<()> {
    let rows = vec![vec![vec![1, 2], vec![3, 4]], vec![vec![5, 6], vec![7, 8]]];
    let x = Tensor::from_nested(&rows)?;
    assert_eq!(x.to_nested::<Vec<Vec<Vec<i32>>>>()?, rows);
    assert_eq!(x.view(s![1, 0])?.to_nested::<Vec<i32>>()?, [5, 6]);
    assert_eq!(x.view(s![1, 0, 1])?.to_nested::<i32>()?, 6);
    assert!(x.to_nested::<Vec<i32>>().unwrap_err().is_shape());
    Ok(())
}

#[test]
fn rows_that_are_not_as_they_say_are_an_error() {
    struct Short;
    impl Nested for Short {
        type Element = i32;
        fn outline(&self, shape: &mut Dims) {
            shape.push(1000);
        }
        fn flatten(&self, _: &[usize], _: &mut Vec<usize>, out: &mut Vec<i32>) -> Result<()> {
            out.push(1);
            Ok(())
        }
    }
    let error = Tensor::from_nested(Short).unwrap_err();
    assert_eq!(error.to_string(), "from_nested: shape [1000] needs 1000 values, found 1");
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_shares_memory_whatever_the_steps() -> Result<()> {
    use ndarray::{Array, s as nd};
    let array = Array::from_iter(0..24).into_shape_with_order((2, 3, 4)).unwrap();
    let part = array.slice(nd![.., ..;-1, 1..;2]);
    let view = View::from_ndarray(&part)?;
    assert_eq!(view.to_vec(), part.iter().copied().collect::<Vec<i32>>());
    assert_eq!(view.strides(), part.strides());
    assert_eq!(view.to_ndarray(), part.into_dyn());
    let empty = View::from_slice(&[0_u8; 0], [2, 0, 3])?.to_ndarray();
    assert_eq!(empty.shape(), [2, 0, 3]);
    let hollow = Array::<i32, _>::zeros((3, 0, 2)).reversed_axes();
    assert_eq!(View::from_ndarray(&hollow)?.shape(), [2, 0, 3], "an empty array keeps its shape");

    let values = vec![1, 2, 3, 4];
    let place = values.as_ptr();
    let owned = Tensor::from_ndarray(Array::from_shape_vec((2, 2), values).unwrap())?;
    assert_eq!(std::ptr::from_ref(&owned.read()?[[0, 0]]), place, "no copy");
    let turned = Tensor::from_ndarray(array.clone().reversed_axes())?;
    assert_eq!(turned.transpose().to_ndarray()?, array.into_dyn());
    Ok(())
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_of_too_many_axes_is_an_error_and_not_empty() {
    use lunette::ErrorKind;
    use ndarray::ArrayD;
    let mut shape = vec![1; 65];
    (shape[0], shape[64]) = (2, 3);
    let array = ArrayD::from_elem(shape, 7);
    let error = View::from_ndarray(&array).map(|view| view.len()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RankLimit { rank: 65, .. }), "{error}");
    let error = Tensor::from_ndarray(array.reversed_axes()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RankLimit { rank: 65, .. }), "{error}");
    assert!(
        View::from_ndarray(&ArrayD::<u8>::zeros(vec![0; 65])).is_err(),
        "nor is an empty one of other rank"
    );
}

#[cfg(feature = "nalgebra")]
#[test]
fn nalgebra_is_column_major() -> Result<()> {
    let matrix = nalgebra::DMatrix::from_row_slice(2, 3, &[1, 2, 3, 4, 5, 6]);
    let view = View::from_nalgebra(&matrix)?;
    assert_eq!((view.to_vec(), view.strides()), (vec![1, 2, 3, 4, 5, 6], &[1, 2][..]));
    let x = Tensor::from_nalgebra(matrix.clone())?;
    assert!(x == tensor![[1, 2, 3], [4, 5, 6]] && x.flags().f_contiguous);
    assert_eq!(x.to_nalgebra()?, matrix);
    assert_eq!(x.transpose().to_nalgebra()?, matrix.transpose());
    assert!(x.view(s![0])?.to_nalgebra().unwrap_err().is_shape());
    assert_eq!(x.view(s![0])?.to_nalgebra_vector()?.as_slice(), [1, 2, 3]);
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn serde_keeps_dtype_and_shape_and_checks_what_it_reads() -> Result<()> {
    for dtype in DType::ALL {
        let x = DynTensor::full_of(dtype, [2, 1, 3], 1)?;
        x.store(s![0], 0)?;
        let text = serde_json::to_string(&x.transpose()).unwrap();
        let back: DynTensor = serde_json::from_str(&text).unwrap();
        assert!(back == x.transpose() && back.dtype() == dtype, "{text}");
    }
    let text = serde_json::to_string(&tensor![1.5_f32, 2.5]).unwrap();
    assert_eq!(text, r#"{"f32":{"shape":[2],"data":[1.5,2.5]}}"#);
    assert_eq!(serde_json::from_str::<Tensor<f32>>(&text).unwrap(), tensor![1.5_f32, 2.5]);
    assert!(
        serde_json::from_str::<Tensor<f64>>(&text).unwrap_err().to_string().contains("expected dtype f64")
    );
    let short = r#"{"f32":{"shape":[3],"data":[1.5,2.5]}}"#;
    assert!(serde_json::from_str::<DynTensor>(short).unwrap_err().to_string().contains("needs 3 values"));
    Ok(())
}
