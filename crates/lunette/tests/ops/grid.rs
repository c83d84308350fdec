//! The oracle: a shape and its elements in row-major order, found by counting.

use lunette::prelude::*;

/// A tensor that is too simple to be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T> {
    pub shape: Vec<usize>,
    pub values: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// The grid whose element at each index is `f(index)`.
    pub fn build(shape: &[usize], mut f: impl FnMut(&[usize]) -> T) -> Self {
        Self { shape: shape.to_vec(), values: indices(shape).iter().map(|index| f(index)).collect() }
    }

    /// What a tensor holds, asked for element by element.
    pub fn of<K: Kind<Value = T>>(x: &Tensor<K>) -> Self {
        Self::build(x.shape(), |index| x.get(index).unwrap())
    }

    pub fn at(&self, index: &[usize]) -> T {
        self.values[flat(&self.shape, index)]
    }

    pub fn put(&mut self, index: &[usize], value: T) {
        self.values[flat(&self.shape, index)] = value;
    }
}

/// Every index of a shape in row-major order; the empty index alone for rank 0.
pub fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all
            .iter()
            .flat_map(|index: &Vec<usize>| (0..size).map(|i| [index.as_slice(), &[i]].concat()))
            .collect();
    }
    all
}

/// The row-major position of an index.
pub fn flat(shape: &[usize], index: &[usize]) -> usize {
    shape.iter().zip(index).fold(0, |position, (size, i)| position * size + i)
}

/// Asserts that a tensor holds what the oracle says.
#[track_caller]
pub fn check<K: Kind>(name: &str, x: &Tensor<K>, expected: &Grid<K::Value>) {
    assert_eq!(&Grid::of(x), expected, "{name}");
}

/// Asserts the same of a result that has memory of its own, row-major.
#[track_caller]
pub fn check_fresh<K: Kind>(name: &str, x: &Tensor<K>, expected: &Grid<K::Value>) {
    check(name, x, expected);
    assert!(!x.is_view() && x.flags().c_contiguous, "{name}: {:?}", x.flags());
}

/// The same elements, 3, 10, 17, … in row-major order, over memory of every kind.
pub fn arrangements(shape: &[usize]) -> Vec<(String, Tensor<i32>)> {
    let rows = Tensor::from_flat_fn(shape, |i| 7 * i as i32 + 3).unwrap();
    let columns = rows.copy_in(Order::F).unwrap();
    let reversed = rows.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
    let wide: Vec<usize> = shape.iter().map(|size| 2 * size + 1).collect();
    let second = vec![(1.., 2); shape.len()];
    let items: Vec<Item<'_>> = second.into_iter().map(lunette::index::IntoItem::into_item).collect();
    let spread = Tensor::full(&wide, -1).unwrap().view(&items).unwrap();
    spread.assign(&rows).unwrap();
    let named = [("row-major", rows), ("column-major", columns), ("reversed", reversed), ("spread", spread)];
    named.map(|(name, x)| (format!("{name} {shape:?}"), x)).into()
}

/// Shapes of every rank up to 4, with sizes 0 and 1 among them.
pub const SHAPES: &[&[usize]] =
    &[&[], &[0], &[1], &[5], &[2, 3], &[3, 1], &[0, 4], &[4, 0], &[2, 3, 4], &[1, 4, 1], &[2, 1, 3, 2]];
