use num_complex::{Complex32, Complex64};

use super::{Scale, exponent, largest};

#[test]
fn usual_elements_stay_as_they_are() {
    for value in [1.0, 1e-60, 1e60, 0.0, f64::INFINITY, f64::NAN] {
        let mut data = [value, 0.0];
        assert_eq!(Scale::bring(&mut data), Scale::default(), "{value}");
        assert!(data[0] == value || value.is_nan());
    }
    assert_eq!(Scale::bring::<f32>(&mut []), Scale::default());
}

#[test]
fn large_and_small_elements_come_back_unchanged() {
    for value in [f64::MAX, 1e200, 1e-200, f64::MIN_POSITIVE, 5e-324] {
        let mut data = [value, -value / 2.0, 0.0];
        let before = data;
        let scale = Scale::bring(&mut data);
        assert!((1e-62..1e62).contains(&data[0]), "{value}: {}", data[0]);
        assert_eq!(scale.0 > 0, value < 1.0);
        scale.undo(&mut data);
        assert_eq!(data, before);
    }
    let mut data = [Complex32::new(0.0, -1e-40), Complex32::new(1e-42, 0.0)];
    let before = data;
    let scale = Scale::bring(&mut data);
    assert!(data[0].im < -1e-8, "{data:?}");
    scale.undo(&mut data);
    assert_eq!(data, before);
}

#[test]
fn what_is_only_brought_up_loses_nothing() {
    let mut data = [1e300, 1e-300];
    assert_eq!(Scale::bring_up(&mut data), Scale::default());
    assert_eq!(data, [1e300, 1e-300]);
    let mut data = [5e-324, 0.0];
    Scale::bring_up(&mut data).undo(&mut data);
    assert_eq!(data, [5e-324, 0.0]);
}

#[test]
fn squares_of_what_is_brought_high_are_larger_than_it() {
    for value in [1e-300, 1.0, 1e300_f64] {
        let mut data = [value];
        Scale::bring_high(&mut data);
        assert!(data[0] * f64::EPSILON >= 1.0 && data[0] < 1e62, "{value}: {data:?}");
    }
    let mut data = [1.0_f32];
    Scale::bring_high(&mut data);
    assert!(data[0] * f32::EPSILON >= 1.0 && data[0] < 1e8, "{data:?}");
}

#[test]
fn of_half_a_matrix_the_other_half_does_not_count() {
    let mut data = [1e-300, 2e-300, 1e300, 1e-300];
    Scale::bring_lower(&mut data, 2);
    assert!(data[1] > 1e-70, "{data:?}");
    assert_eq!(data[2], 1e300);
    assert_eq!(Scale::bring_lower::<f64>(&mut [], 0), Scale::default());
}

#[test]
fn the_largest_part_is_found_wherever_it_stands() {
    for len in [1, 15, 16, 17, 40] {
        for place in 0..len {
            let mut data = vec![Complex64::new(-1.0, f64::NAN); len];
            data[place] = Complex64::new(0.0, -3.0);
            assert_eq!(largest(&data), 3.0, "{place} of {len}");
        }
    }
    assert_eq!(largest::<f32>(&[]), 0.0);
}

#[test]
fn exponents_of_all_sizes() {
    for power in [-1074, -1023, -1022, -1, 0, 1, 1023] {
        assert_eq!(exponent(2.0_f64.powi(power)), power);
    }
    assert_eq!((exponent(1.99_f32), exponent(f32::MAX), exponent(1e-45_f32)), (0, 127, -149));
}

#[test]
fn products_overflow_only_if_the_result_does() {
    let product = |factors: &[f64]| Scale::default().unscaled_product(factors);
    let [large, small] = [900, -900].map(|power| 2.0_f64.powi(power));
    assert_eq!(product(&[large, large, 3.0 * small, small]), 3.0);
    assert_eq!(product(&[small, small, large, 3.0 * large]), 3.0);
    assert_eq!(product(&[small, 2.0_f64.powi(-150)]), 2.0_f64.powi(-1050));
    assert_eq!(product(&[3.0, -0.5, 7.0]), -10.5);
    assert_eq!((product(&[]), product(&[2.0, 0.0, f64::MAX])), (1.0, 0.0));
    assert_eq!((product(&[1e300, -1e300]), product(&[1e-300, 1e-300])), (f64::NEG_INFINITY, 0.0));
    assert!(product(&[f64::INFINITY, 0.0]).is_nan());
    let pair = Complex64::new(1e200, 1e200);
    let inverse = Complex64::new(0.5e-200, -0.5e-200);
    assert!((Scale::default().unscaled_product(&[pair, inverse, pair, inverse]) - 1.0).norm() < 1e-14);
    let mut data = [1e200_f64, 1e100];
    let scale = Scale::bring(&mut data);
    assert!((scale.unscaled_product(&data) / 1e300 - 1.0).abs() < 1e-15);
}
