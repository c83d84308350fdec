//! Random view operations, on a tensor and on its model.

use lunette::DynTensor;

use crate::Seen;
use crate::index::{self, Pick};
use crate::model::Model;
use crate::rng::Rng;

/// A tensor and what it should show.
#[derive(Clone)]
pub struct Pair {
    pub tensor: DynTensor,
    pub model: Model,
}

impl Pair {
    /// One random view of this one.
    pub fn step(&self, rng: &mut Rng, seen: &mut Seen) -> Self {
        let next = match rng.below(10) {
            0..=3 => self.slice(rng, seen),
            4 => self.permute(rng),
            5 => self.flip(rng, seen),
            6 => self.broadcast(rng),
            7 => self.expand(rng),
            8 => self.windows(rng),
            _ => self.reshape(rng),
        };
        next.note(seen);
        next
    }

    pub fn note(&self, seen: &mut Seen) {
        assert_eq!(self.tensor.shape(), self.model.shape);
        seen.zero_size |= self.model.shape.contains(&0);
        seen.rank_4 |= self.model.shape.len() >= 4;
    }

    fn slice(&self, rng: &mut Rng, seen: &mut Seen) -> Self {
        let picks = index::random(rng, &self.model.shape, false);
        note_steps(&picks, seen);
        let result = self.tensor.view(&index::items(&picks));
        match index::take(&picks, &self.model.shape) {
            Some(taken) => Self { tensor: result.unwrap(), model: self.model.take(&taken) },
            None => {
                assert!(result.unwrap_err().is_index(), "{picks:?} of {:?}", self.model.shape);
                seen.failed = true;
                self.clone()
            }
        }
    }

    fn permute(&self, rng: &mut Rng) -> Self {
        let order = rng.shuffled(self.model.shape.len());
        let shape: Vec<usize> = order.iter().map(|&axis| self.model.shape[axis]).collect();
        let model = self.model.remap(&shape, |index| {
            let mut from = vec![0; index.len()];
            order.iter().zip(index).for_each(|(&axis, &i)| from[axis] = i);
            from
        });
        Self { tensor: self.tensor.permute(&order).unwrap(), model }
    }

    fn flip(&self, rng: &mut Rng, seen: &mut Seen) -> Self {
        let axes: Vec<usize> = (0..self.model.shape.len()).filter(|_| rng.chance(50)).collect();
        seen.negative_step |= !axes.is_empty();
        let shape = &self.model.shape;
        let turn = |(axis, &i): (usize, &usize)| if axes.contains(&axis) { shape[axis] - 1 - i } else { i };
        let model = self.model.remap(shape, |index| index.iter().enumerate().map(turn).collect());
        Self { tensor: self.tensor.flip(&axes).unwrap(), model }
    }

    fn broadcast(&self, rng: &mut Rng) -> Self {
        let mut shape: Vec<usize> =
            self.model.shape.iter().map(|&size| if size == 1 { rng.below(4) } else { size }).collect();
        if shape.len() < 6 && rng.chance(50) {
            shape.insert(0, rng.below(3));
        }
        let extra = shape.len() - self.model.shape.len();
        let model = self.model.remap(&shape, |index| {
            let stretch = |(&i, &size): (&usize, &usize)| if size == 1 { 0 } else { i };
            index[extra..].iter().zip(&self.model.shape).map(stretch).collect()
        });
        Self { tensor: self.tensor.broadcast_to(shape).unwrap(), model }
    }

    fn expand(&self, rng: &mut Rng) -> Self {
        let ones: Vec<usize> = (0..self.model.shape.len()).filter(|&k| self.model.shape[k] == 1).collect();
        let mut shape = self.model.shape.clone();
        if !ones.is_empty() && rng.chance(50) {
            let axis = *rng.pick(&ones);
            shape.remove(axis);
            let model = Model { shape, ids: self.model.ids.clone() };
            return Self { tensor: self.tensor.squeeze(axis).unwrap(), model };
        }
        let place = rng.below(shape.len() + 1);
        shape.insert(place, 1);
        let model = Model { shape, ids: self.model.ids.clone() };
        Self { tensor: self.tensor.expand_dims(place).unwrap(), model }
    }

    fn windows(&self, rng: &mut Rng) -> Self {
        let rank = self.model.shape.len();
        if rank == 0 || rank > 5 {
            return self.clone();
        }
        let axis = rng.below(rank);
        let size = self.model.shape[axis];
        if size == 0 || rng.chance(50) {
            return self.diagonal(rng);
        }
        let window = 1 + rng.below(size);
        let mut shape = self.model.shape.clone();
        shape[axis] = size - window + 1;
        shape.push(window);
        let model = self.model.remap(&shape, |index| {
            let mut from = index[..rank].to_vec();
            from[axis] += index[rank];
            from
        });
        Self { tensor: self.tensor.windows(window, axis).unwrap(), model }
    }

    fn diagonal(&self, rng: &mut Rng) -> Self {
        let rank = self.model.shape.len();
        if rank < 2 {
            return self.clone();
        }
        let axes = rng.shuffled(rank);
        let (a, b) = (axes[0], axes[1]);
        let offset = rng.between(-2, 2);
        let (down, right) = ((-offset).max(0) as usize, offset.max(0) as usize);
        let len = self.model.shape[a].saturating_sub(down).min(self.model.shape[b].saturating_sub(right));
        let mut shape: Vec<usize> =
            (0..rank).filter(|&k| k != a && k != b).map(|k| self.model.shape[k]).collect();
        shape.push(len);
        let model = self.model.remap(&shape, |index| {
            let mut others = index.iter();
            let place = index[index.len() - 1];
            let along = |k: usize, others: &mut std::slice::Iter<'_, usize>| match k {
                _ if k == a => place + down,
                _ if k == b => place + right,
                _ => *others.next().unwrap(),
            };
            (0..rank).map(|k| along(k, &mut others)).collect()
        });
        Self { tensor: self.tensor.diagonal_of(offset, a as i64, b as i64).unwrap(), model }
    }

    /// Another shape of as many elements; the result may be a copy, which ends the chain.
    fn reshape(&self, rng: &mut Rng) -> Self {
        let mut shape = vec![];
        let mut rest: usize = self.model.shape.iter().product();
        if rest == 0 {
            shape = self.model.shape.clone();
            shape.reverse();
        }
        while rest > 1 {
            let divisors: Vec<usize> = (2..=rest).filter(|&d| rest.is_multiple_of(d)).collect();
            let size = *rng.pick(&divisors);
            shape.push(size);
            rest /= size;
        }
        if rng.chance(20) {
            shape.insert(rng.below(shape.len() + 1), 1);
        }
        let model = Model { shape: shape.clone(), ids: self.model.ids.clone() };
        let reshaped = self.tensor.reshape(&shape).unwrap();
        // A copy shows the same values in other memory: it is compared here, and the chain goes on without it.
        match self.tensor.reshape_view(&shape) {
            Ok(tensor) => Self { tensor, model },
            Err(_) => {
                assert_eq!(reshaped.shape(), shape);
                assert!(!reshaped.shares_memory(&self.tensor) || reshaped.is_empty());
                self.clone()
            }
        }
    }
}

pub fn note_steps(picks: &[Pick], seen: &mut Seen) {
    seen.negative_step |= picks.iter().any(|pick| match pick {
        Pick::Stepped { step, .. } | Pick::Slice { step, .. } => *step < 0,
        _ => false,
    });
}
