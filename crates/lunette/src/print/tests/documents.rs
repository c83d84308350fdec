//! The texts in `docs/printing.md` are what the printers give.

use num_complex::Complex64;

use super::{count, with_page};
use crate::dtype::DType;
use crate::layout::{Layout, Order};
use crate::print::{debug, unreadable};

const PAGE: &str = include_str!("../../../../../docs/printing.md");

/// The fenced texts of the document, in order.
fn shown() -> Vec<String> {
    PAGE.split("```text\n").skip(1).filter_map(|part| Some(part.split_once("\n```")?.0.to_owned())).collect()
}

/// What the printers give, in the order of the document.
fn real() -> Vec<String> {
    let (integers, floats) = ([1, 9, 3, 4, 5, 6], [0.0, -1.25, f64::NAN, 10.5]);
    let layout = Layout::contiguous_for("debug", &[2, 3], Order::C).unwrap();
    vec![
        with_page(&[2, 3], &integers, |page| page.to_string()),
        with_page(&[2, 2, 3], &count(&[12]), |page| page.to_string()),
        with_page(&[2, 2], &floats, |page| page.to_string()),
        with_page(&[2], &[1e10, 0.25], |page| page.to_string()),
        with_page(&[2], &[1_700_000_123.5, 1_700_000_124.0], |page| page.to_string()),
        with_page(&[40, 40], &count(&[1600]), |page| page.to_string()),
        with_page(&[], &[1.0 / 3.0], |page| page.to_string()),
        with_page::<f64, _>(&[0, 3], &[], |page| page.to_string()),
        with_page(&[2, 2], &floats, |page| format!("{page:.1}")),
        with_page(&[2, 3], &integers, |page| page.literal().to_string()),
        with_page(&[2], &[1i64, 5_000_000_000], |page| page.literal().to_string()),
        with_page::<f64, _>(&[0, 3], &[], |page| page.literal().to_string()),
        with_page(&[5], &[5.0, 1e16, -0.0, f64::NAN, -f64::INFINITY], |page| page.literal().to_string()),
        with_page(&[2], &[Complex64::new(1.0, -2.0), Complex64::new(-0.0, f64::INFINITY)], |page| {
            page.literal().to_string()
        }),
        with_page(&[], &[2.5f32], |page| page.literal().to_string()),
        with_page(&[], &[f32::NAN], |page| page.literal().to_string()),
        with_page(&[2, 2], &floats, |page| page.grid().to_string()),
        with_page(&[12], &count(&[12]), |page| page.grid().to_string()),
        with_page(&[2, 3], &integers, |page| {
            format!("{:?}", debug("Tensor", DType::I32, &layout, Some(page)))
        }),
        unreadable(&[2, 3], DType::I32).to_string(),
    ]
}

#[test]
fn the_document_shows_real_texts() {
    let (shown, real) = (shown(), real());
    for (shown, real) in shown.iter().zip(&real) {
        assert_eq!(shown, real);
    }
    assert_eq!(shown.len(), real.len());
}
