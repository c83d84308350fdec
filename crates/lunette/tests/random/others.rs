//! The other ways in and out: the orthogonal mode, flat positions, masks of another shape, borrowed views.

use lunette::prelude::*;
use lunette::{Complex32, Complex64, Result, bf16, f16};

use crate::index::{self, counted};
use crate::model::{self, Model};
use crate::orthogonal;
use crate::program::{Program, fitted, tensor_of};
use crate::views::{Pair, note_steps};

/// Runs `$body` with `$T` standing for the element type of a dtype.
macro_rules! typed {
    ($dtype:expr, $T:ident => $body:expr) => {
        typed! { @rows $dtype, $T => $body;
            Bool bool, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            F16 f16, BF16 bf16, F32 f32, F64 f64, Complex64 Complex32, Complex128 Complex64
        }
    };
    (@rows $dtype:expr, $T:ident => $body:expr; $($name:ident $Type:ty),*) => {
        match $dtype { $( DType::$name => { type $T = $Type; $body } )* }
    };
}

/// Through the elements that a guard lends.
fn load_borrowed(x: &DynTensor, items: &[Item<'_>]) -> Result<DynTensor> {
    typed!(x.dtype(), T => {
        let x = x.clone().into_typed::<T>()?;
        let guard = x.read()?;
        guard.as_view().load(items).map(Tensor::into_dyn)
    })
}

/// Through the elements that a guard lends.
fn store_borrowed(x: &DynTensor, items: &[Item<'_>], value: &DynTensor) -> Result<()> {
    typed!(x.dtype(), T => {
        let x = x.clone().into_typed::<T>()?;
        x.write()?.as_view_mut().store(items, value)
    })
}

impl Program {
    pub fn load_orthogonal(&mut self, view: &Pair) {
        self.seen.kind = "orthogonal loads";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let result = view.tensor.load_orthogonal(&index::items(&picks));
        self.check_loaded(view, &picks, result, orthogonal::take(&picks, &view.model.shape));
    }

    pub fn load_borrowed(&mut self, view: &Pair) {
        self.seen.kind = "loads from borrowed views";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let result = load_borrowed(&view.tensor, &index::items(&picks));
        self.check_loaded(view, &picks, result, index::take(&picks, &view.model.shape));
    }

    pub fn store_orthogonal(&mut self, view: &Pair) {
        self.seen.kind = "orthogonal stores";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let region = orthogonal::take(&picks, &view.model.shape).map(|taken| view.model.take(&taken));
        let shape = region.as_ref().map_or(vec![], |region| region.shape.clone());
        let (value_shape, dtype, values) = self.value(&shape);
        let value = tensor_of(dtype, &value_shape, &values);
        let result = view.tensor.store_orthogonal(&index::items(&picks), &value);
        self.settle(view, region, (fitted(&picks, &shape, &value_shape), &values), result);
    }

    pub fn store_borrowed(&mut self, view: &Pair) {
        self.seen.kind = "stores into borrowed views";
        let picks = index::random(&mut self.rng, &view.model.shape, true);
        note_steps(&picks, &mut self.seen);
        let region = index::take(&picks, &view.model.shape).map(|taken| view.model.take(&taken));
        let shape = region.as_ref().map_or(vec![], |region| region.shape.clone());
        let (value_shape, dtype, values) = self.value(&shape);
        let value = tensor_of(dtype, &value_shape, &values);
        let result = store_borrowed(&view.tensor, &index::items(&picks), &value);
        self.settle(view, region, (fitted(&picks, &shape, &value_shape), &values), result);
    }

    pub fn put(&mut self, view: &Pair) {
        self.seen.kind = "puts at flat positions";
        let len = view.model.ids.len();
        let shape: Vec<usize> = (0..self.rng.below(3)).map(|_| self.rng.below(4)).collect();
        let positions: Vec<i64> =
            (0..shape.iter().product()).map(|_| index::entry(&mut self.rng, len)).collect();
        let place =
            |&position: &i64| counted(position, len, len as i64 - 1).map(|at| view.model.ids[at as usize]);
        let ids: Option<Vec<usize>> = positions.iter().map(place).collect();
        let region = ids.map(|ids| Model { shape: shape.clone(), ids });
        let (value_shape, dtype, values) = self.value(&shape);
        let value = tensor_of(dtype, &value_shape, &values);
        let result = view.tensor.put(&Tensor::from_vec(positions, &shape).unwrap(), &value);
        self.settle(view, region, (&value_shape, &values), result);
    }

    pub fn store_where(&mut self, view: &Pair) {
        self.seen.kind = "stores under a mask of another shape";
        let shape = view.model.shape.clone();
        let (mask_shape, _, _) = self.value(&shape);
        let hits: Vec<Scalar> =
            (0..mask_shape.iter().product()).map(|_| Scalar::Bool(self.rng.chance(50))).collect();
        let mask = tensor_of(DType::Bool, &mask_shape, &hits).into_typed::<bool>().unwrap();
        let (value_shape, dtype, values) = self.value(&shape);
        let result = view.tensor.store_where(&mask, tensor_of(dtype, &value_shape, &values));

        let spread =
            (model::stretch(&shape, &mask_shape, &hits), model::stretch(&shape, &value_shape, &values));
        let refused_kind = dtype.is_complex() && !self.dtype.is_complex() && self.dtype != DType::Bool;
        let (Some(hits), Some(values), false) =
            (spread.0, spread.1, view.model.overlaps_itself() || refused_kind)
        else {
            assert!(result.is_err());
            self.seen.failed = true;
            return;
        };
        let chosen =
            || view.model.ids.iter().zip(&values).zip(&hits).filter(|(_, hit)| **hit == Scalar::Bool(true));
        if chosen().any(|((_, value), _)| value.try_cast(self.dtype).is_err()) {
            assert!(result.unwrap_err().is_dtype());
            self.seen.failed = true;
            return;
        }
        result.unwrap_or_else(|error| panic!("{error}: {mask:?} over {shape:?}"));
        let written: Vec<(usize, Scalar)> =
            chosen().map(|((&id, value), _)| (id, value.cast(self.dtype))).collect();
        written.into_iter().for_each(|(id, value)| self.memory[id] = value);
    }

    /// What a load gave, against what it should have taken.
    pub fn check_loaded(
        &mut self,
        view: &Pair,
        picks: &[index::Pick],
        result: Result<DynTensor>,
        taken: Option<index::Taken>,
    ) {
        let Some(taken) = taken else { return self.expect_refusal(result.map(drop), picks, view) };
        let tensor = result.unwrap_or_else(|error| panic!("{error}: {picks:?} of {:?}", view.tensor));
        let loaded = Pair { tensor, model: view.model.take(&taken) };
        loaded.note(&mut self.seen);
        assert_eq!((loaded.tensor.dtype(), loaded.tensor.shape()), (self.dtype, &taken.shape[..]));
        assert!(loaded.tensor.flags().c_contiguous && !loaded.tensor.is_view());
        self.check(&loaded);
    }
}
