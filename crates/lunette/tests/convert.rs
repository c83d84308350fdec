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
fn ndarray_writes_what_a_view_shows() -> Result<()> {
    use ndarray::{ArcArray, Array, s as nd};
    let mut array = Array::from_shape_vec((3, 4), (0..12).collect::<Vec<i32>>()).unwrap();
    let mut part = array.slice_mut(nd![..;-1, 1..;2]);
    let mut view = ViewMut::from_ndarray_mut(&mut part)?;
    assert_eq!(view.to_vec(), [9, 11, 5, 7, 1, 3]);
    view.transpose_mut().into_flip(0)?.into_ndarray().mapv_inplace(|v| -v);
    view[[0, 0]] = 90;
    assert_eq!(array.into_raw_vec_and_offset().0, [0, -1, 2, -3, 4, -5, 6, -7, 8, 90, 10, -11]);

    let mut shared = ArcArray::from_shape_vec((2, 3), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let other = shared.clone();
    shared.swap_axes(0, 1);
    ViewMut::from_ndarray_mut(&mut shared)?[[2, 0]] = 30;
    assert_eq!((shared[[2, 0]], other[[0, 2]]), (30, 3), "who shares the array keeps his own");
    let mut none = [0_u8; 0];
    assert_eq!(ViewMut::from_slice_mut(&mut none, [2, 0])?.into_ndarray().shape(), [2, 0]);
    Ok(())
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_gets_no_wild_steps() -> Result<()> {
    let data = [1, 2, 3];
    let layout = lunette::Layout::new(&[1, 3], &[isize::MIN, 1], 0)?;
    let view = View::from_parts(&data, &layout)?;
    assert_eq!(view.to_ndarray(), ndarray::array![[1, 2, 3]].into_dyn());
    Ok(())
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

#[cfg(feature = "serde")]
#[test]
fn serde_brings_back_what_json_has_no_number_for() {
    use lunette::{Complex32, Complex64, bf16, f16};

    /// Compares texts: NaN is equal to nothing.
    #[track_caller]
    fn there_and_back<T: Element>(x: &Tensor<T>, text: &str) {
        let written = serde_json::to_string(x).unwrap();
        assert_eq!(written, text);
        let back: Tensor<T> = serde_json::from_str(&written).unwrap();
        assert_eq!(format!("{back:?}"), format!("{x:?}"));
    }

    let strange = tensor![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.1];
    there_and_back(&strange, r#"{"f64":{"shape":[5],"data":["nan","inf","-inf",-0.0,0.1]}}"#);
    there_and_back(
        &strange.cast::<f32>().unwrap(),
        r#"{"f32":{"shape":[5],"data":["nan","inf","-inf",-0.0,0.1]}}"#,
    );
    there_and_back(
        &tensor![f16::NAN, f16::NEG_INFINITY, f16::from_f32(1.5), f16::MAX],
        r#"{"f16":{"shape":[4],"data":["nan","-inf",1.5,65504.0]}}"#,
    );
    let every =
        Tensor::from_values((0..=u16::MAX).map(f16::from_bits).filter(|h| !h.is_nan()), 63490).unwrap();
    let back: Tensor<f16> = serde_json::from_str(&serde_json::to_string(&every).unwrap()).unwrap();
    assert_eq!(back, every);
    there_and_back(
        &tensor![bf16::from_f32(0.5), bf16::INFINITY],
        r#"{"bf16":{"shape":[2],"data":[0.5,"inf"]}}"#,
    );
    there_and_back(
        &tensor![Complex64::new(1.0, f64::NAN)],
        r#"{"complex128":{"shape":[1],"data":[[1.0,"nan"]]}}"#,
    );
    there_and_back(
        &tensor![Complex32::new(f32::INFINITY, -2.0)],
        r#"{"complex64":{"shape":[1],"data":[["inf",-2.0]]}}"#,
    );
    let whole: Tensor<f64> = serde_json::from_str(r#"{"f64":{"shape":[2],"data":[1,-2]}}"#).unwrap();
    assert_eq!(whole, tensor![1.0, -2.0]);
    let error = |text: &str| serde_json::from_str::<DynTensor>(text).unwrap_err().to_string();
    assert!(
        error(r#"{"f64":{"shape":[1],"data":["one"]}}"#)
            .contains(r#"expected a number, "nan", "inf" or "-inf""#)
    );
    assert!(error(r#"{"f64":{"shape":[1],"data":[null]}}"#).contains("expected a number"));
    assert!(
        error(r#"{"f64":{"shape":[3],"data":[1]}}"#)
            .contains("deserialize: shape [3] needs 3 values, found 1")
    );
}

#[test]
fn nested_vecs_of_any_layout_and_of_nothing() -> Result<()> {
    let x = Tensor::from_flat_fn([2, 3, 4], |i| i as i32)?;
    let turned: Vec<Vec<Vec<i32>>> = x.permute([2, 0, 1])?.flip(0)?.to_nested()?;
    assert_eq!(turned[3], [[0, 4, 8], [12, 16, 20]]);
    assert_eq!(Tensor::<u8>::zeros([3, 0])?.to_nested::<Vec<Vec<u8>>>()?, vec![Vec::<u8>::new(); 3]);
    assert!(Tensor::<u8>::zeros([0, 3])?.to_nested::<Vec<Vec<u8>>>()?.is_empty());
    let wide = tensor![1_u8].broadcast_to([1 << 50])?;
    assert!(wide.to_nested::<Vec<u8>>().unwrap_err().is_memory());
    let rows = Tensor::<u8>::zeros([1 << 50, 0])?;
    assert!(rows.to_nested::<Vec<Vec<u8>>>().unwrap_err().is_memory(), "empty rows are rows");
    let guard = x.write()?;
    assert!(x.to_nested::<Vec<Vec<Vec<i32>>>>().unwrap_err().is_busy());
    drop(guard);
    Ok(())
}

#[test]
fn literals_that_repeat() {
    let n = 2;
    assert_eq!(tensor![1.5; 3], tensor![1.5, 1.5, 1.5]);
    assert_eq!(tensor![[1, 2]; n], tensor![[1, 2], [1, 2]]);
    assert_eq!(tensor![[0_u8; 2]; n + 1], Tensor::<u8>::zeros([3, 2]).unwrap());
    assert_eq!(tensor![true; 0].shape(), [0]);
    let x = tensor![7; 2];
    x.set(0, 1).unwrap();
    assert_eq!(x, tensor![1, 7]);
}

#[test]
fn lists_of_integers_pick_entries() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    let columns: Vec<usize> = vec![2, 0];
    let expected = tensor![[3, 1], [6, 4]];
    assert_eq!(x.load(s![.., &columns])?, expected);
    assert_eq!(x.load(s![.., &columns[..]])?, expected);
    assert_eq!(x.load(s![.., columns.clone()])?, expected);
    assert_eq!(x.load(s![.., &[2, 0]])?, expected);
    assert_eq!(x.load(s![&[-1, 0], &[-1_i8, 0]])?, tensor![6, 1]);
    assert_eq!(x.load(s![&Vec::<i64>::new()])?.shape(), [0, 3]);
    x.store(s![.., &columns], 0)?;
    assert_eq!(x, tensor![[0, 2, 0], [0, 5, 0]]);
    assert!(x.load(s![&[2]]).unwrap_err().is_index());
    assert!(x.view(s![&columns]).unwrap_err().to_string().contains("load"));
    Ok(())
}

#[test]
fn stores_take_what_the_caller_owns() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 3])?;
    x.store(s![0], [1, 2, 3])?;
    x.store(s![1], vec![4.9, 5.9, 6.9])?;
    assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    x.store(s![.., 1], tensor![[7], [8]])?;
    x.store(s![0, 0], x.len())?;
    x.store(s![1, 0], -1_isize)?;
    assert_eq!(x, tensor![[6, 7, 3], [-1, 8, 6]]);
    x.assign(x.flip(..)?)?;
    assert_eq!(x, tensor![[6, 8, -1], [3, 7, 6]], "as if copied first");
    x.store(s![&tensor![true, false]], tensor![0_u8, 1, 2].into_dyn())?;
    x.write()?.store(s![1], [9, 9, 9])?;
    assert_eq!(x, tensor![[0, 1, 2], [9, 9, 9]]);
    assert!(x.store(s![0], usize::MAX).unwrap_err().is_dtype());
    assert!(x.store(s![0], [1, 2]).unwrap_err().is_shape());
    Ok(())
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_by_from() -> Result<()> {
    use ndarray::{Array, Array2, arr0, array};
    let values = vec![1, 2, 3, 4, 5, 6];
    let place = values.as_ptr();
    let rows: Array2<i32> = Array::from_shape_vec((2, 3), values).unwrap();
    let x = Tensor::from(rows.clone());
    assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    assert_eq!(Tensor::from(rows.clone().reversed_axes()), x.transpose());
    let owned = Tensor::from(rows);
    assert_eq!(std::ptr::from_ref(&owned.read()?[[0, 0]]), place, "no copy");
    assert_eq!(Tensor::from(arr0(2.5)).item()?, 2.5);
    assert_eq!(Tensor::from(array![true, false].slice_move(ndarray::s![1..])), tensor![false]);
    assert_eq!(Tensor::try_from(array![[1], [2]].into_dyn())?, tensor![[1], [2]]);
    assert!(Tensor::try_from(ndarray::ArrayD::<u8>::zeros(vec![1; 65])).unwrap_err().is_shape());
    Ok(())
}

#[cfg(feature = "nalgebra")]
#[test]
fn nalgebra_vectors_and_fixed_sizes() -> Result<()> {
    use nalgebra::{DVector, Matrix2x3, Vector3};
    let values = vec![1, 2, 3];
    let place = values.as_ptr();
    let x = Tensor::from(DVector::from_vec(values));
    assert_eq!((&x, x.read()?.as_slice().unwrap().as_ptr()), (&tensor![1, 2, 3], place));
    let fixed = Matrix2x3::new(1, 2, 3, 4, 5, 6);
    let x = Tensor::from_nalgebra_fixed(&fixed)?;
    assert!(x == tensor![[1, 2, 3], [4, 5, 6]] && x.flags().f_contiguous);
    assert_eq!(View::from_nalgebra(&fixed)?.to_tensor()?, x);
    assert_eq!(View::from_nalgebra(&Vector3::new(1, 2, 3))?.shape(), [3, 1]);
    assert_eq!(View::from_nalgebra(&DVector::from_vec(vec![1, 2]))?.shape(), [2, 1]);
    Ok(())
}
