//! What is written is read again: every dtype, order, rank and kind of view.

use lunette::Result;
use lunette::io::npy;
use lunette::prelude::*;

use crate::splitmix::Rng;
use crate::{any_bits, assert_same, bits};

const SHAPES: &[&[usize]] =
    &[&[], &[0], &[1], &[5], &[2, 3], &[0, 3], &[3, 0], &[1, 4], &[2, 3, 4], &[2, 0, 2], &[2, 1, 3, 2]];

/// The dtypes that NumPy has.
fn dtypes() -> impl Iterator<Item = DType> {
    DType::ALL.into_iter().filter(|dtype| *dtype != DType::BF16)
}

fn through(tensor: &DynTensor) -> Result<DynTensor> {
    let mut bytes = Vec::new();
    npy::write(&mut bytes, tensor)?;
    let header = u16::from_le_bytes([bytes[8], bytes[9]]) as usize + 10;
    assert!(header.is_multiple_of(64) && bytes[header - 1] == b'\n');
    assert_eq!(bytes.len(), header + tensor.nbytes());
    npy::read(&bytes[..])
}

#[test]
fn every_dtype_order_and_rank_comes_back() -> Result<()> {
    let mut rng = Rng::new(1);
    for dtype in dtypes() {
        for shape in SHAPES {
            let tensor = any_bits(&mut rng, dtype, shape);
            let back = through(&tensor)?;
            assert_same(&back, &tensor);
            assert!(back.flags().c_contiguous && back.flags().owns_data && back.is_writable());
            let columns = tensor.copy_in(Order::F)?;
            let back = through(&columns)?;
            assert_same(&back, &tensor);
            assert_eq!(back.flags().f_contiguous, columns.flags().f_contiguous);
        }
    }
    Ok(())
}

#[test]
fn every_view_comes_back_as_its_copy_would() -> Result<()> {
    let mut rng = Rng::new(2);
    for dtype in dtypes() {
        let x = any_bits(&mut rng, dtype, &[4, 3, 5]);
        let views = [
            x.transpose(),
            x.permute([1, 0, 2])?,
            x.view(s![(.., -1), .., (.., 2)])?,
            x.view(s![1..3, NewAxis, 1])?,
            x.view(s![2, 1, 3])?,
            x.view(s![1..1, ..])?,
            x.flip(..)?,
            x.view(s![.., 0, ..])?.broadcast_to([2, 4, 5])?,
            x.view(s![0, 0, 0])?.broadcast_to([3, 2])?,
        ];
        for view in views {
            let copy = view.copy()?;
            let back = through(&view)?;
            assert_same(&back, &copy);
        }
    }
    Ok(())
}

#[test]
fn long_views_come_back_piece_by_piece() -> Result<()> {
    // More than what is written at once, and no multiple of it.
    let x = Tensor::<i32>::from_flat_fn([301, 257], |k| k as i32)?;
    for view in [x.view(s![.., (.., -1)])?, x.permute([1, 0])?.view(s![(.., 2)])?] {
        let back = through(&view.to_dyn())?.into_typed::<i32>()?;
        assert_eq!(back, view);
    }
    Ok(())
}

#[test]
fn column_major_tensors_are_written_as_they_are() -> Result<()> {
    let x = tensor![[1_u8, 2, 3], [4, 5, 6]];
    let elements = |tensor: &Tensor<u8>| -> Result<(bool, Vec<u8>)> {
        let mut bytes = Vec::new();
        npy::write(&mut bytes, tensor)?;
        let fortran = String::from_utf8_lossy(&bytes).contains("'fortran_order': True");
        Ok((fortran, bytes[bytes.len() - 6..].to_vec()))
    };
    assert_eq!(elements(&x)?, (false, vec![1, 2, 3, 4, 5, 6]));
    assert_eq!(elements(&x.transpose())?, (true, vec![1, 2, 3, 4, 5, 6]));
    assert_eq!(elements(&x.copy_in(Order::F)?)?, (true, vec![1, 4, 2, 5, 3, 6]));
    // What is both is row-major, as in NumPy.
    assert!(!elements(&x.reshape([6, 1])?)?.0);
    Ok(())
}

#[test]
fn the_bytes_are_those_of_numpy() -> Result<()> {
    let mut bytes = Vec::new();
    npy::write(&mut bytes, &tensor![[1.5_f32, 2.5]])?;
    // What `numpy.save` wrote of `np.array([[1.5, 2.5]], np.float32)`.
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
    let expected = [&b"\x93NUMPY\x01\x00\x76\x00"[..], format!("{header:<117}\n").as_bytes()].concat();
    assert_eq!(bytes[..128], expected[..]);
    assert_eq!(bytes[128..], [0, 0, 0xc0, 0x3f, 0, 0, 0x20, 0x40]);
    Ok(())
}

#[test]
fn bf16_is_refused_with_the_cure() {
    let mut bytes = Vec::new();
    let error = npy::write(&mut bytes, &tensor![lunette::bf16::ONE]).unwrap_err();
    let words = "save: not defined for dtype bf16: NumPy has no such dtype: `cast` it to f32, or save it as safetensors";
    assert!(error.is_dtype());
    assert_eq!(error.to_string(), words);
    assert!(bytes.is_empty());
}

#[test]
fn a_stream_is_read_to_the_last_element_and_no_further() -> Result<()> {
    let mut bytes = Vec::new();
    let tensors = [tensor![1, 2].into_dyn(), tensor![[0.5], [1.5]].into_dyn(), tensor![true].into_dyn()];
    for tensor in &tensors {
        npy::write(&mut bytes, tensor)?;
    }
    let mut stream = &bytes[..];
    for tensor in &tensors {
        assert_same(&npy::read(&mut stream)?, tensor);
    }
    assert!(stream.is_empty());
    Ok(())
}

/// A reader that gives one byte at a time, and is interrupted in between.
struct Slow<'a>(&'a [u8], bool);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        match self.1 {
            true => Err(std::io::ErrorKind::Interrupted.into()),
            false => self.0.read(&mut buffer[..1]),
        }
    }
}

#[test]
fn slow_streams_are_read_too() -> Result<()> {
    let x = Tensor::<i64>::arange(0, 50, 1)?;
    let mut bytes = Vec::new();
    npy::write(&mut bytes, &x)?;
    assert_eq!(npy::read(Slow(&bytes, false))?.into_typed::<i64>()?, x);
    Ok(())
}

#[test]
fn large_streams_are_read_as_they_come() -> Result<()> {
    let x = Tensor::<f64>::from_flat_fn([1 << 18], |k| k as f64)?;
    let mut bytes = Vec::new();
    npy::write(&mut bytes, &x)?;
    let back = npy::read(&bytes[..])?;
    assert_eq!(bits(&back.view(s![1000..1010])?), bits(&x.to_dyn().view(s![1000..1010])?));
    assert_eq!(back.into_typed::<f64>()?, x);
    Ok(())
}

#[test]
fn a_tensor_that_is_being_written_is_not_saved() -> Result<()> {
    let x = tensor![1, 2];
    let guard = x.write()?;
    let error = npy::write(Vec::new(), &x).unwrap_err();
    assert!(
        error.is_busy() && error.to_string().starts_with("save: cannot read the memory while a write guard")
    );
    drop(guard);
    npy::write(Vec::new(), &x)
}
