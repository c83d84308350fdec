//! The rules for shapes, beside the library: where everything is known they say the same.

use lunette::DynTensor;
use lunette::prelude::*;

use super::*;

fn known(shape: &[usize]) -> Sizes {
    shape.iter().copied().map(Some).collect()
}

/// Shapes of rank 0 to 3 with sizes 0 to 3.
fn shapes() -> Vec<Vec<usize>> {
    let longer = |shapes: &[Vec<usize>]| -> Vec<Vec<usize>> {
        shapes.iter().flat_map(|shape| (0..=3).map(move |size| [&[size], &shape[..]].concat())).collect()
    };
    let one = longer(&[vec![]]);
    let two = longer(&one);
    let three = longer(&two);
    [vec![vec![]], one, two, three].concat()
}

fn zeros(shape: &[usize]) -> DynTensor {
    DynTensor::zeros_of(DType::Bool, shape).unwrap()
}

#[test]
fn broadcasts_are_the_library_s() {
    for a in shapes().iter().step_by(3) {
        for b in &shapes() {
            let library = zeros(a).logical_or(zeros(b)).map(|sum| known(sum.shape()));
            assert_eq!(broadcast(&known(a), &known(b)).ok(), library.ok(), "{a:?} {b:?}");
        }
    }
}

#[test]
fn stores_fit_as_in_the_library() {
    for region in shapes().iter().filter(|shape| !shape.is_empty()).step_by(3) {
        for value in &shapes() {
            let library = zeros(region).store(s![Fill], zeros(value)).is_ok();
            assert_eq!(can_store(&known(value), &known(region)), library, "{value:?} into {region:?}");
        }
    }
}

#[test]
fn unknown_sizes_leave_open_what_they_must() {
    let (two, three, open) = (Some(2), Some(3), None);
    assert_eq!(broadcast(&[open, two], &[three, Some(1)]), Ok(vec![three, two]));
    assert_eq!(broadcast(&[open], &[open, three]), Ok(vec![open, three]));
    assert_eq!(broadcast(&[open, two], &[three]), Err(Clash { axis: 1, left: 2, right: 3 }));
    assert!(can_store(&[open], &[three]) && can_store(&[two, open], &[three]));
    assert!(!can_stretch(&[two, open], &[three]) && can_equal(&[open, two], &[three, two]));
    assert_eq!(either(&[two, three], &[two, two]), vec![two, open]);
}
