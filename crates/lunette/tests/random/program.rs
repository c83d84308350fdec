//! One random case: a memory, a chain of views of it, and something done through the last.

use lunette::Duplicates;
use lunette::prelude::*;

use crate::Seen;
use crate::index::{self, Pick};
use crate::model::{self, Model};
use crate::rng::Rng;
use crate::views::{Pair, note_steps};

pub struct Program {
    pub rng: Rng,
    pub seen: Seen,
    pub dtype: DType,
    base: Pair,
    /// What each element of the memory should hold.
    pub memory: Vec<Scalar>,
}

impl Program {
    pub fn new(mut rng: Rng) -> Self {
        let dtype = *rng.pick(&DType::ALL);
        let rank = *rng.pick(&[0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6]);
        let mut shape: Vec<usize> = (0..rank).map(|_| 1 + rng.below(if rank > 3 { 3 } else { 5 })).collect();
        if rank > 0 && rng.chance(20) {
            let axis = rng.below(rank);
            shape[axis] = 0;
        }
        let memory: Vec<Scalar> =
            (0..shape.iter().product()).map(|id| model::start_value(id, dtype)).collect();
        let tensor = tensor_of(dtype, &shape, &memory);
        let tensor = if rng.chance(30) { tensor.copy_in(Order::F).unwrap() } else { tensor };
        Self { rng, seen: Seen::default(), dtype, base: Pair { tensor, model: Model::whole(&shape) }, memory }
    }

    pub fn run(mut self) -> Seen {
        let mut view = self.base.clone();
        view.note(&mut self.seen);
        for _ in 0..self.rng.below(5) {
            if view.model.ids.len() <= 400 {
                view = view.step(&mut self.rng, &mut self.seen);
            }
        }
        self.check(&view);
        match self.rng.below(20) {
            0 | 1 => self.load(&view),
            2 => self.cast(&view),
            3 | 4 => self.store(&view),
            5 => self.scatter_sum(&view),
            6 => self.load_orthogonal(&view),
            7 => self.store_orthogonal(&view),
            8 => self.put(&view),
            9 => self.store_where(&view),
            10 => self.load_borrowed(&view),
            11 => self.store_borrowed(&view),
            _ => self.store_overlapping(),
        }
        self.check(&self.base.clone());
        self.seen
    }

    /// The tensor shows what its model says.
    pub fn check(&self, pair: &Pair) {
        let expected: Vec<Scalar> = pair.model.ids.iter().map(|&id| self.memory[id]).collect();
        check_values(&pair.tensor, &expected);
    }

    fn load(&mut self, view: &Pair) {
        self.seen.kind = "loads";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let result = view.tensor.load(&index::items(&picks));
        self.check_loaded(view, &picks, result, index::take(&picks, &view.model.shape));
    }

    /// The index is at fault, or index tensors that do not broadcast.
    pub fn expect_refusal(&mut self, result: lunette::Result<()>, picks: &[Pick], view: &Pair) {
        let error = result.expect_err(&format!("{picks:?} of {:?} should be refused", view.model.shape));
        assert!(error.is_index() || error.is_shape(), "{error}");
        self.seen.failed = true;
    }

    fn cast(&mut self, view: &Pair) {
        self.seen.kind = "casts";
        let to = self.other_dtype();
        let expected: Vec<Scalar> = view.model.ids.iter().map(|&id| self.memory[id].cast(to)).collect();
        check_values(&view.tensor.cast_to(to).unwrap(), &expected);
        let checked: lunette::Result<Vec<Scalar>> =
            view.model.ids.iter().map(|&id| self.memory[id].try_cast(to)).collect();
        match (view.tensor.try_cast_to(to), checked) {
            (Ok(tensor), Ok(expected)) => check_values(&tensor, &expected),
            (Err(error), _) => {
                assert!(
                    error.is_dtype() && self.dtype.is_complex()
                        || view.model.ids.iter().any(|&id| { self.memory[id].try_cast(to).is_err() })
                );
                self.seen.failed = true;
            }
            (Ok(_), Err(error)) => panic!("should be refused: {error}"),
        }
    }

    fn other_dtype(&mut self) -> DType {
        let to = *self.rng.pick(&DType::ALL);
        self.seen.two_dtypes |= to != self.dtype;
        to
    }

    /// A random value: its shape, and its elements in a dtype of their own.
    pub fn value(&mut self, region: &[usize]) -> (Vec<usize>, DType, Vec<Scalar>) {
        let mut shape: Vec<usize> = match self.rng.below(10) {
            0 | 1 => vec![],
            2 => region[self.rng.below(region.len() + 1)..].to_vec(),
            3 => region.iter().copied().filter(|&size| size != 1).collect(),
            _ => region.to_vec(),
        };
        for size in &mut shape {
            if self.rng.chance(10) {
                *size = 1;
            }
        }
        if self.rng.chance(15) {
            shape.insert(self.rng.below(shape.len() + 1), 1);
        }
        if !shape.is_empty() && self.rng.chance(4) {
            shape[0] += 1;
        }
        let dtype = if self.rng.chance(70) { self.other_dtype() } else { self.dtype };
        let count: usize = shape.iter().product();
        let (fraction, huge, special) = (self.rng.chance(50), self.rng.chance(5), self.rng.chance(15));
        let scalars = (0..count).map(|id| {
            let value = 100.0 - id as f64 + if fraction { 0.75 } else { 0.0 };
            let value = if huge { value * 1e6 } else { value };
            // Values of integers stay what they are; floats have the numbers that are none among them.
            Scalar::F64(if special && !dtype.is_integer() {
                model::special(id).unwrap_or(value)
            } else {
                value
            })
            .cast(dtype)
        });
        (shape, dtype, scalars.collect())
    }

    fn store(&mut self, view: &Pair) {
        self.seen.kind = "stores";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let region = index::take(&picks, &view.model.shape).map(|taken| view.model.take(&taken));
        let shape = region.as_ref().map_or(vec![], |region| region.shape.clone());
        let (value_shape, value_dtype, values) = self.value(&shape);
        let value = tensor_of(value_dtype, &value_shape, &values);
        let result = if value_shape.is_empty() && self.rng.chance(50) {
            view.tensor.store(&index::items(&picks), values[0])
        } else {
            view.tensor.store(&index::items(&picks), &value)
        };
        self.settle(view, region, (fitted(&picks, &shape, &value_shape), &values), result);
    }

    /// What a store should have done, done to the memory of the oracle.
    pub fn settle(
        &mut self,
        view: &Pair,
        region: Option<Model>,
        (shape, values): (&[usize], &[Scalar]),
        result: lunette::Result<()>,
    ) {
        if view.model.overlaps_itself() {
            assert!(result.unwrap_err().is_read_only());
            self.seen.failed = true;
            return;
        }
        let Some(region) = region else {
            let error = result.unwrap_err();
            assert!(error.is_index() || error.is_shape() || error.is_dtype(), "{error}");
            self.seen.failed = true;
            return;
        };
        let fitted = model::fit(&region.shape, shape, values);
        let cast: lunette::Result<Vec<Scalar>> =
            values.iter().map(|value| value.try_cast(self.dtype)).collect();
        let nothing = fitted.as_ref().is_some_and(Vec::is_empty);
        let complex = values.first().is_some_and(|value| value.dtype().is_complex());
        match (result, fitted, cast) {
            (Ok(()), Some(fitted), Ok(_)) => {
                for (&id, value) in region.ids.iter().zip(fitted) {
                    self.memory[id] = value.cast(self.dtype);
                }
            }
            (Err(_), None, _) | (Err(_), _, Err(_)) => self.seen.failed = true,
            // Nothing is written, so no value has to fit.
            (Ok(()), Some(_), Err(_)) if nothing => {}
            // Complex into real is refused by dtype, also where there is no value at all.
            (Err(error), _, _) if error.is_dtype() && values.is_empty() => self.seen.failed = true,
            (result, fitted, cast) => panic!(
                "{shape:?} into {:?}: {result:?}, should fit: {}, cast: {}, complex: {complex}",
                region.shape,
                fitted.is_some(),
                cast.is_ok()
            ),
        }
    }

    /// Sums into picked elements, one value after the other.
    fn scatter_sum(&mut self, view: &Pair) {
        self.seen.kind = "sums at picked places";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let result =
            view.tensor.scatter(&index::items(&picks), Scalar::I64(1).cast(self.dtype), Duplicates::Sum);
        let taken = index::take(&picks, &view.model.shape);
        let refused = view.model.overlaps_itself() || self.dtype == DType::Bool || taken.is_none();
        assert_eq!(result.is_err(), refused, "{result:?}");
        self.seen.failed |= refused;
        if let (Some(taken), false) = (taken, refused) {
            for id in view.model.take(&taken).ids {
                self.memory[id] = plus_one(self.memory[id]);
            }
        }
    }

    /// A store between two parts of one memory that have equal shapes and, mostly, elements in common.
    fn store_overlapping(&mut self) {
        self.seen.kind = "stores from the same memory";
        let shape = self.base.model.shape.clone();
        let sizes: Vec<usize> =
            shape.iter().map(|&size| size - usize::from(size > 1 && self.rng.chance(50))).collect();
        let part = |rng: &mut Rng, size: usize, len: usize| {
            let start = rng.below(size - len + 1) as i64;
            let step = if rng.chance(30) { -1 } else { 1 };
            Pick::Stepped { start, end: start + len as i64, inclusive: false, step }
        };
        let mut picks = || -> Vec<Pick> {
            shape.iter().zip(&sizes).map(|(&size, &len)| part(&mut self.rng, size, len)).collect()
        };
        let (to, from) = (picks(), picks());
        note_steps(&to, &mut self.seen);
        note_steps(&from, &mut self.seen);
        let region = self.base.model.take(&index::take(&to, &shape).unwrap());
        let mut source = self.base.model.take(&index::take(&from, &shape).unwrap());
        let mut tensor = self.base.tensor.view(&index::items(&from)).unwrap();
        if region.shape.iter().all(|&size| size == region.shape[0]) && self.rng.chance(50) {
            let reversed: Vec<usize> = source.shape.iter().rev().copied().collect();
            source = source.remap(&reversed, |index| index.iter().rev().copied().collect());
            tensor = tensor.transpose();
        }
        self.seen.overlap |= region.meets(&source);
        let values: Vec<Scalar> = source.ids.iter().map(|&id| self.memory[id]).collect();
        let result = self.base.tensor.store(&index::items(&to), &tensor);
        self.settle(&self.base.clone(), Some(region), (&source.shape, &values), result);
    }
}

fn plus_one(value: Scalar) -> Scalar {
    let dtype = value.dtype();
    match value.cast(DType::Complex128) {
        Scalar::Complex128(sum) => match dtype {
            DType::U8 | DType::I8 => Scalar::I64(sum.re as i64 + 1).cast(dtype),
            _ => Scalar::Complex128(sum + 1.0).cast(dtype),
        },
        _ => value,
    }
}

/// A tensor with these elements, in row-major order.
pub fn tensor_of(dtype: DType, shape: &[usize], values: &[Scalar]) -> DynTensor {
    let tensor = DynTensor::zeros_of(dtype, shape).unwrap();
    for (index, value) in model::indices(shape).iter().zip(values) {
        tensor.set(index, *value).unwrap();
    }
    tensor
}

/// Checks the elements in row-major order, each read on its own.
#[track_caller]
fn check_values(tensor: &DynTensor, expected: &[Scalar]) {
    let found: Vec<Scalar> =
        model::indices(tensor.shape()).iter().map(|index| tensor.get(index).unwrap()).collect();
    assert!(model::alike(&found, expected), "{tensor:?} should be {expected:?}");
}

/// The shape by which a value is fitted to the region of an index: one element that not only integers lead to takes axes
/// of size 1 as if they were not there.
pub fn fitted<'a>(picks: &[Pick], region: &[usize], value: &'a [usize]) -> &'a [usize] {
    let is_one = region.is_empty() && value.iter().all(|&size| size == 1);
    let are_integers = picks.iter().all(|pick| matches!(pick, Pick::At(_)));
    if is_one && !are_integers { &[] } else { value }
}
