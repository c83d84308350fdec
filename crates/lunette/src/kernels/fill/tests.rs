use super::fill;
use crate::buffer::Buffer;
use crate::kernels::testing::{Rng, at, indices};
use crate::layout::Layout;
use crate::{Access, Element};

fn check<T: Element>(rng: &mut Rng, shape: &[usize], old: T, value: T) {
    let (strides, offset, len) = rng.strides(shape, true);
    let mut expected = vec![old; len.max(1)];
    let buffer = Buffer::from_vec(expected.clone());
    for index in indices(shape) {
        expected[at(offset, &strides, &index)] = value;
    }
    let layout = Layout::new_for("test", shape, &strides, offset).unwrap();
    {
        let lock = buffer.lock("test", Access::Write).unwrap();
        fill(lock.target("test", &layout, T::DTYPE).unwrap(), value.into());
    }
    let got = buffer.into_vec::<T>().unwrap();
    assert!(got == expected, "shape {shape:?}, strides {strides:?}, {}", T::DTYPE);
}

#[test]
fn fills_agree_with_the_oracle() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let large = seed % 50 == 0;
        let shape = if large { [700, 900][..].into() } else { rng.shape(6, 900) };
        match seed % 6 {
            0 => check(&mut rng, &shape, 1.5f64, -2.5),
            1 => check(&mut rng, &shape, 7i32, 0),
            2 => check(&mut rng, &shape, false, true),
            3 => check(&mut rng, &shape, 300u16, 301),
            4 => check(&mut rng, &shape, 1u8, 2),
            _ => check(
                &mut rng,
                &shape,
                num_complex::Complex64::new(1., 2.),
                num_complex::Complex64::new(3., 4.),
            ),
        }
    }
}
