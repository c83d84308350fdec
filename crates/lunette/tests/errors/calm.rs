//! A call with nasty arguments must come back, with an error or with something sound.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use lunette::prelude::*;
use lunette::{Error, Result};

/// What a call gave, if it can be looked at without a panic and holds together.
pub trait Sound {
    fn inspect(&self);
}

impl Sound for () {
    fn inspect(&self) {}
}

impl Sound for bool {
    fn inspect(&self) {}
}

impl Sound for String {
    fn inspect(&self) {}
}

impl Sound for Scalar {
    fn inspect(&self) {
        drop(self.to_string());
    }
}

impl Sound for Error {
    fn inspect(&self) {
        assert!(!self.to_string().is_empty() && !format!("{self:?}").is_empty());
    }
}

impl<T: Element> Sound for Vec<T> {
    fn inspect(&self) {}
}

impl<T: Sound> Sound for Result<T> {
    fn inspect(&self) {
        match self {
            Ok(value) => value.inspect(),
            Err(error) => error.inspect(),
        }
    }
}

/// A list of results.
pub struct All<T>(pub Vec<T>);

impl<T: Sound> Sound for All<T> {
    fn inspect(&self) {
        self.0.iter().for_each(Sound::inspect);
    }
}

impl<K: Kind> Sound for Tensor<K> {
    fn inspect(&self) {
        let (layout, items) = (self.layout(), self.buffer().len_bytes() / self.item_size());
        assert!(layout.extent().is_none_or(|(_, highest)| highest < items), "{layout:?} of {items}");
        assert_eq!(self.byte_strides().len(), self.rank());
        let _ = (self.nbytes(), self.flags(), self.is_writable(), self.shares_memory(self));
        if self.len() < 5000 {
            let copy = self.copy().expect("what can be viewed can be copied");
            assert_eq!(copy.shape(), self.shape());
            assert!(!format!("{self} {self:?} {} {}", self.literal(), self.grid()).is_empty());
        }
    }
}

/// Calls that panicked, told all at once.
#[derive(Default)]
pub struct Calm {
    calls: usize,
    panicked: Vec<String>,
}

impl Calm {
    /// Makes a call and looks at what it gives.
    pub fn call<R: Sound>(&mut self, name: &str, arguments: &dyn Debug, call: impl FnOnce() -> R) {
        self.calls += 1;
        if catch_unwind(AssertUnwindSafe(|| call().inspect())).is_err() {
            self.panicked.push(format!("{name} {arguments:?}"));
        }
    }

    pub fn finish(self, at_least: usize) {
        let shown: Vec<_> = self.panicked.iter().take(20).collect();
        assert!(
            self.panicked.is_empty(),
            "{} of {} calls panicked: {shown:#?}",
            self.panicked.len(),
            self.calls
        );
        assert!(self.calls >= at_least, "only {} calls", self.calls);
    }
}

/// Integers around every limit: of axes, of ranks, of types.
pub const INTS: [i64; 17] = [
    i64::MIN,
    i64::MIN + 1,
    -(1 << 40),
    -65,
    -4,
    -3,
    -2,
    -1,
    0,
    1,
    2,
    3,
    4,
    65,
    1 << 40,
    i64::MAX - 1,
    i64::MAX,
];

/// Sizes that are small, or that nobody can have; nothing in between, which would take the machine's memory.
pub const SIZES: [usize; 10] = [0, 1, 2, 3, 65, 1 << 46, 1 << 62, isize::MAX as usize, 1 << 63, usize::MAX];

/// Tensors of every odd form.
pub fn subjects() -> Vec<DynTensor> {
    let cube = Tensor::from_flat_fn([2, 3, 4], |i| i as i64).unwrap();
    let huge = isize::MAX as usize;
    vec![
        Tensor::scalar(5_i32).unwrap().into_dyn(),
        Tensor::<f32>::zeros([0]).unwrap().into_dyn(),
        tensor![true, false, true].into_dyn(),
        tensor![7_u8].into_dyn(),
        tensor![[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]].transpose().into_dyn(),
        cube.flip(..).unwrap().into_dyn(),
        cube.view(s![.., (.., -2), 1..=2]).unwrap().into_dyn(),
        Tensor::<u16>::zeros([0, huge]).unwrap().into_dyn(),
        Tensor::<i8>::zeros([huge, 0]).unwrap().into_dyn(),
        tensor![[1], [2]].broadcast_to([2, 3]).unwrap().into_dyn(),
        Tensor::<f64>::ones([1; 64]).unwrap().into_dyn(),
        tensor![lunette::Complex64::ONE].into_dyn(),
        cube.as_read_only().into_dyn(),
    ]
}
