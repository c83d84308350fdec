//! The form for debugging.

use super::{count, with_page};
use crate::dtype::{DType, Element};
use crate::layout::{Layout, Order};
use crate::print::debug;

/// What `{:?}`, `{:#?}` and `{:.1?}` give for a page in row-major memory.
fn texts<T: Element>(shape: &[usize], values: &[T]) -> [String; 3] {
    let layout = Layout::contiguous_for("debug", shape, Order::C).unwrap();
    with_page(shape, values, |page| {
        let shown = debug("Tensor", T::DTYPE, &layout, Some(page));
        [format!("{shown:?}"), format!("{shown:#?}"), format!("{shown:.1?}")]
    })
}

#[test]
fn all_that_makes_a_tensor() {
    let [plain, pretty, short] = texts(&[2, 2], &[1.0f32, 0.1, -2.25, 1e20]);
    assert_eq!(
        plain,
        "Tensor<f32> { shape: [2, 2], strides: [2, 1], offset: 0, values: [[1.0, 0.1], [-2.25, 1e20]] }"
    );
    let expected = "\
Tensor<f32> {
    shape: [2, 2],
    strides: [2, 1],
    offset: 0,
    values: [[1.0, 0.1],
     [-2.25, 1e20]],
}";
    assert_eq!(pretty, expected);
    assert!(short.ends_with("values: [[1.0, 0.1], [-2.2, 100000002004087734272.0]] }"), "{short}");
}

#[test]
fn strides_and_offset_are_those_of_the_layout() {
    let layout = Layout::new_for("debug", &[2, 3], &[-3, 1], 7).unwrap();
    let text = format!("{:?}", debug("View", DType::U8, &layout, None));
    assert_eq!(text, "View<u8> { shape: [2, 3], strides: [-3, 1], offset: 7, .. }");
}

#[test]
fn rank_zero_empty_and_long() {
    let [plain, ..] = texts(&[], &[5]);
    assert_eq!(plain, "Tensor<i32> { shape: [], strides: [], offset: 0, values: 5 }");
    let [plain, ..] = texts::<bool>(&[3, 0], &[]);
    assert!(plain.ends_with("offset: 0, values: [] }"), "{plain}");
    let [plain, ..] = texts(&[2, 600], &count(&[2, 600]));
    assert!(
        plain.ends_with("values: [[0, 1, 2, ..., 597, 598, 599], [600, 601, 602, ..., 1197, 1198, 1199]] }")
    );
}
