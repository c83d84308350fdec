//! What errors say is true: the operation that was called, the sizes that were given, the axis, and a cure that works.

use lunette::prelude::*;
use lunette::{Result, View};

#[track_caller]
fn check<T>(made: Result<T>, words: &str) {
    assert_eq!(made.map(drop).unwrap_err().to_string(), words);
}

#[test]
fn layouts_that_reach_out_of_all_memory() {
    let (x, huge) = (tensor![1, 2, 3], usize::MAX);
    let others = "and memory has no others than 0 to 9223372036854775807";
    check(
        x.as_strided([2], &[isize::MIN]),
        &format!("as_strided: the layout reaches elements -9223372036854775808 to 0, {others}"),
    );
    check(
        x.as_strided([3], &[isize::MAX]),
        &format!("as_strided: the layout reaches elements 0 to 18446744073709551614, {others}"),
    );
    for shape in [1, 0] {
        let made = DynTensor::from_parts(x.buffer(), DType::I32, &[shape], &[1], huge);
        let lowest = if shape == 0 { 0 } else { huge };
        let reach = format!("elements {lowest} to 18446744073709551615");
        check(made, &format!("from_parts: the layout reaches {reach}, {others}"));
    }
    check(
        DynTensor::from_parts(x.buffer(), DType::I32, &[2], &[1], 2),
        "from_parts: the layout reaches elements 2 to 3 of a buffer of 3 elements",
    );
    check(
        x.as_strided([2, 2], &[1]),
        "as_strided: shape [2, 2] needs 2 strides, found 1: give one stride for each axis",
    );
}

#[test]
fn sizes_that_nobody_can_count() {
    let (x, huge) = (tensor![[1, 2, 3], [4, 5, 6]], usize::MAX);
    for mode in [Pad::Edge, Pad::Constant(0.into())] {
        check(
            x.pad(&[(0, 0), (huge, 1)], mode),
            "pad: `widths` is 18446744073709551615 and 1 around an axis of length 3: the padded axis has more entries \
             than can be counted",
        );
        check(
            x.pad(&[(0, 0), (1 << 62, 1 << 62)], mode),
            "pad: a tensor of shape [2, 9223372036854775811] has more elements than can be addressed",
        );
    }
    let many = "the repeated axis has more entries than can be counted";
    check(
        x.repeat(huge, 1),
        &format!("repeat: `times` is 18446744073709551615 for an axis of length 3: {many}"),
    );
    check(
        x.tile([huge, 1]),
        &format!("tile: `repetitions` is 18446744073709551615 for an axis of length 2: {many}"),
    );
    check(
        x.repeat_each(&[1 << 62, 1 << 62], 0),
        "repeat_each: a tensor of shape [9223372036854775808, 3] has more elements than can be addressed",
    );
    check(
        x.repeat_each(&[huge, 1], 0),
        "repeat_each: `times` is [18446744073709551615, 1]: together they are more than can be counted",
    );
    let wide = tensor![1.5].broadcast_to([1 << 62]).unwrap();
    check(wide.to_vec(), "to_vec: the system has no 18446744073709551615 bytes of memory or more to give");
}

#[test]
fn integers_wider_than_an_index() {
    let x = tensor![1, 2, 3];
    let (most, least) = ("9223372036854775807 or more", "-9223372036854775808 or less");
    let allowed = "out of range for axis 0 of length 3 (allowed: -3 to 2)";
    check(x.get(u64::MAX), &format!("get: index {most} is {allowed}"));
    check(x.view(s![u128::MAX]), &format!("view: index {most} is {allowed}"));
    check(x.view(s![i128::MIN]), &format!("view: index {least} is {allowed}"));
    check(x.load(s![&[u64::MAX]]), &format!("load: index {most} is {allowed}"));
    check(x.flip(u64::MAX), &format!("flip: axis {most} is out of range for rank 1 (allowed: -1 to 0)"));
    let stop = x.view(s![..u64::MAX]).unwrap_err().to_string();
    assert!(stop.starts_with(&format!("view: range stop {most} is out of range for axis 0")), "{stop}");
}

#[test]
fn reshapes() {
    let (none, x) = (Tensor::<i32>::zeros([0, 3]).unwrap(), tensor![[1, 2, 3], [4, 5, 6]]);
    check(
        none.reshape([0, -1]),
        "reshape: the -1 of [0, -1] could be any size, because another size is 0: write the size that is meant",
    );
    check(
        x.reshape([0, -1]),
        "reshape: shape [2, 3] holds 6 elements and cannot become [0, -1]: element counts must agree",
    );
    let guard = x.read().unwrap();
    check(
        guard.transpose().reshape(6),
        "reshape: no view of shape [3, 2] with strides [1, 3] has shape [6]: views never copy; `to_tensor` makes a \
         copy, which has every shape",
    );
    assert_eq!(guard.transpose().to_tensor().unwrap().reshape(6).unwrap(), tensor![1, 4, 2, 5, 3, 6]);
}

#[test]
fn lists_of_the_wrong_length_say_what_is_in_them() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    check(
        x.moveaxis([0, 1], 0),
        "moveaxis: shape [2, 3] needs 2 destinations, found 1: name one destination for each axis that moves",
    );
    check(
        x.windows([1], ..),
        "windows: shape [2, 3] needs 2 window sizes, found 1: give one size for each axis",
    );
    check(
        x.roll([1, 2], 0),
        "roll: shape [2, 3] needs 1 shifts, found 2: give one shift for each axis named, or one for all",
    );
    check(
        x.roll([1, 2], ..),
        "roll: shape [2, 3] needs 1 shift, found 2: without axes all elements move by one shift",
    );
    check(
        x.repeat_each(&[1], 0),
        "repeat_each: shape [2, 3] needs 2 repetitions, found 1: give one number for each entry of the axis",
    );
    check(
        x.pad(&[(1, 1)], Pad::Edge),
        "pad: shape [2, 3] needs 2 pairs of widths, found 1: give the widths before and after each axis",
    );
    check(
        x.tensordot(&tensor![1, 2], 2),
        "tensordot: shape [2] needs 2 axes, found 1: sum over no more axes than each tensor has",
    );
    check(
        einsum("ij,jk", &[&x]),
        "einsum: `subscripts` is `ij,jk` for 1 operands: each operand has its letters, between commas",
    );
}

#[test]
fn picks_name_the_axis_that_is_missing() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    check(
        x.gather(&[Some(&tensor![0, 1])]),
        "gather: shape [2, 3] needs 2 index tensors, found 1: give one for each axis, `None` where the index along \
         the axis itself is meant",
    );
    check(
        x.gather(&[Some(&tensor![0, 1]), None]),
        "gather: `indices` is `None` for axis 1, beside index tensors of shape [2]: `None` is the index along its own \
         axis, which the index tensors must have then",
    );
}

#[test]
fn the_operation_that_was_called() {
    let wide = tensor![1.5].broadcast_to([1 << 58]).unwrap();
    let memory = "the system has no 2305843009213693952 bytes of memory to give";
    check(wide.clone().into_vec(), &format!("into_vec: {memory}"));
    check(wide.to_nested::<Vec<f64>>(), &format!("to_nested: {memory}"));
    #[cfg(feature = "ndarray")]
    check(wide.to_ndarray(), &format!("to_ndarray: {memory}"));
    #[cfg(feature = "nalgebra")]
    check(wide.to_nalgebra_vector(), &format!("to_nalgebra_vector: {memory}"));
    #[cfg(feature = "serde")]
    assert_eq!(serde_json::to_string(&wide).unwrap_err().to_string(), format!("serialize: {memory}"));
    check(
        DynTensor::arange_of(DType::Bool, 0, 1, 1),
        "arange_of: not defined for dtype bool: use an integer or a float dtype",
    );
    check(
        DynTensor::full_of(DType::U8, 2, 300),
        "full_of: u8 cannot hold 300: `cast` converts without this check",
    );
    check(
        tensor![300].try_cast_to(DType::U8),
        "try_cast_to: u8 cannot hold 300: `cast` converts without this check",
    );
    check(
        Scalar::from(-1).try_cast(DType::U8),
        "try_cast: u8 cannot hold -1: `cast` converts without this check",
    );
}

#[test]
fn sequences_name_the_argument() {
    let finite = "it must be finite";
    check(Tensor::arange(f64::NAN, 1.0, 1.0), &format!("arange: `start` is NaN: {finite}"));
    check(Tensor::arange(0.0, f64::NAN, 1.0), &format!("arange: `stop` is NaN: {finite}"));
    check(Tensor::arange(0.0, 1.0, f64::INFINITY), &format!("arange: `step` is inf: {finite}"));
    check(Tensor::linspace(0.0, f64::NAN, 3), &format!("linspace: `stop` is NaN: {finite}"));
    check(
        Tensor::arange(0.0, f64::MAX, -f64::MIN_POSITIVE)
            .map(|x| assert_eq!(x.len(), 0))
            .and(Tensor::arange(0.0, f64::MAX, f64::MIN_POSITIVE)),
        "arange: a tensor of shape [18446744073709551615] has more elements than can be addressed",
    );
}

#[test]
fn values_are_counted_or_said_to_be_more() {
    check(Tensor::from_values(0..10, 4), "from_values: shape [4] needs 4 values, found 10");
    check(Tensor::from_values(0..3, 4), "from_values: shape [4] needs 4 values, found 3");
    check(
        Tensor::from_values((0..10).filter(|i| i % 2 == 0), 4),
        "from_values: shape [4] needs 4 values, found more",
    );
    check(
        Tensor::from_values((0..4).filter(|i| i % 2 == 0), 4),
        "from_values: shape [4] needs 4 values, found 2",
    );
}

#[test]
fn windows_of_tensors_and_of_views_agree() -> Result<()> {
    let x = tensor![1, 2, 3];
    let guard = x.read()?;
    for size in [0, 4, usize::MAX] {
        let words = format!(
            "windows: `window` is {size} on axis 0 of length 3: a window has at least one entry, and at most as many as \
             its axis"
        );
        check(x.windows(size, 0), &words);
        check(guard.windows(size), &words);
    }
    for size in 1..=3 {
        let rows: Vec<i32> = guard.windows(size)?.flat_map(|window| window.to_vec()).collect();
        assert_eq!(x.windows(size, 0)?.to_vec()?, rows);
    }
    let none = View::<i32>::from_slice(&[], 0)?;
    assert!(none.windows(1).is_err() && Tensor::<i32>::zeros(0)?.windows(1, 0).is_err());
    Ok(())
}

#[test]
fn ranges_and_cuts() -> Result<()> {
    let x = tensor![1, 2, 3];
    check(
        x.view(s![1..9]),
        "view: range stop 9 is out of range for axis 0 of length 3 (allowed: -3 to 3); `.cutting()` ends a range where \
         its axis ends",
    );
    assert_eq!(x.view(s![(1..9).cutting()])?, tensor![2, 3]);
    assert_eq!(x.view(s![(1..9).cutting().stepped(-1)])?, tensor![3, 2]);
    check(
        x.split_at_positions(4, 0),
        "split_at_positions: cut 4 is out of range for axis 0 of length 3 (allowed: -3 to 3)",
    );
    check(
        x.read()?.split_at(0, 4).map(drop),
        "split_at: cut 4 is out of range for axis 0 of length 3 (allowed: -3 to 3)",
    );
    Ok(())
}
