//! Einstein summation: any number of operands, contracted pair by pair in a good order.
//!
//! Axes are known by *labels*. Each operand is a view whose labels are all different (repeated ones become diagonals);
//! two operands are contracted by one product of batches of matrices; what nobody needs any more is summed first.

mod path;
mod subscripts;

use self::subscripts::{Label, Labels, Subscripts};
use super::cast::to_dtype;
use super::matmul::matmul;
use super::products::{multiply_each, sum_last_axis};
use super::{cast, load, rearrange};
use crate::dtype::promote_all;
use crate::error::{ErrorKind, Result};
use crate::kernels::matmul::work_dtype;
use crate::layout::{Dims, Order};
use crate::tensor::Handle;

const OP: &str = "einsum";

/// A tensor whose axes have labels, no two the same.
#[derive(Clone)]
struct Labelled {
    tensor: Handle,
    labels: Vec<Label>,
}

/// The sum of products that the subscripts describe.
pub(crate) fn einsum(text: &str, operands: &[&Handle]) -> Result<Handle> {
    let ranks: Vec<usize> = operands.iter().map(|x| x.layout.rank()).collect();
    let subscripts = Subscripts::parse(text, &ranks)?;
    let sizes = sizes(&subscripts, operands)?;
    let dtypes = operands.iter().map(|x| x.dtype);
    let Some(dtype) = promote_all(dtypes) else {
        return Err(subscripts::mistake(text, "it needs at least one operand"));
    };
    let work = work_dtype(dtype);
    let mut parts = Vec::with_capacity(operands.len());
    for (operand, labels) in operands.iter().zip(&subscripts.operands) {
        let labelled = Labelled { tensor: to_dtype(OP, operand, work)?, labels: labels.clone() };
        parts.push(labelled.diagonals()?.without_ones(&sizes)?);
    }
    let sets: Vec<Labels> = parts.iter().map(Labelled::set).collect();
    let output: Labels = subscripts.output.iter().copied().collect();
    for (i, j) in path::pairs(&sets, output, &sizes) {
        let right = parts.remove(j);
        let left = parts.remove(i);
        let others: Labels = parts.iter().flat_map(|part| part.labels.iter().copied()).collect();
        parts.push(contract(left, right, others.union(output))?);
    }
    let sum = parts.swap_remove(0).summed_to(output)?;
    let result = sum.in_order(&subscripts.output, &sizes)?;
    if work == dtype { Ok(result) } else { cast::cast(OP, &result, dtype) }
}

/// The size of every label: that of all its axes, but for those of size 1.
fn sizes(subscripts: &Subscripts, operands: &[&Handle]) -> Result<Vec<usize>> {
    let mut found: Vec<Option<(usize, usize)>> = vec![None; subscripts.labels];
    for (k, (labels, operand)) in subscripts.operands.iter().zip(operands).enumerate() {
        for (j, (&label, &size)) in labels.iter().zip(operand.shape()).enumerate() {
            // Beside other operands an axis of size 1 stretches; a diagonal needs as many rows as columns.
            if let Some(i) = labels[..j].iter().position(|&other| other == label)
                && operand.shape()[i] != size
            {
                let sizes = [operand.shape()[i], size];
                return Err(
                    ErrorKind::Subscript { op: OP, letter: label.name(), sizes, operands: [k, k] }.into()
                );
            }
            match found[label.0] {
                Some((known, at)) if known != size && known != 1 && size != 1 => {
                    let letter = label.name();
                    let (sizes, operands) = ([known, size], [at, k]);
                    return Err(ErrorKind::Subscript { op: OP, letter, sizes, operands }.into());
                }
                Some((known, _)) if known != 1 => {}
                _ => found[label.0] = Some((size, k)),
            }
        }
    }
    Ok(found.into_iter().map(|size| size.map_or(1, |(size, _)| size)).collect())
}

impl Labelled {
    fn set(&self) -> Labels {
        self.labels.iter().copied().collect()
    }

    fn place(&self, label: Label) -> Option<usize> {
        self.labels.iter().position(|&other| other == label)
    }

    /// Axes of one label become their diagonal.
    fn diagonals(mut self) -> Result<Self> {
        let mut i = 0;
        while i < self.labels.len() {
            let label = self.labels[i];
            let Some(j) = (i + 1..self.labels.len()).find(|&j| self.labels[j] == label) else {
                i += 1;
                continue;
            };
            let layout = self.tensor.layout.diagonal_for(OP, 0, i as i64, j as i64)?;
            self.tensor = self.tensor.with_layout(layout);
            self.labels.remove(j);
            self.labels.remove(i);
            self.labels.push(label);
        }
        Ok(self)
    }

    /// Without the axes of size 1 whose label has another size: they stretch, as axes that are not there do.
    fn without_ones(self, sizes: &[usize]) -> Result<Self> {
        let stretches = |k: usize| self.tensor.shape()[k] == 1 && sizes[self.labels[k].0] != 1;
        let dropped: Vec<i64> = (0..self.labels.len()).filter(|&k| stretches(k)).map(|k| k as i64).collect();
        let labels = (0..self.labels.len()).filter(|&k| !stretches(k)).map(|k| self.labels[k]).collect();
        let layout = self.tensor.layout.squeeze_for(OP, Some(&dropped))?;
        Ok(Self { tensor: self.tensor.with_layout(layout), labels })
    }

    /// Summed over every axis whose label is not kept.
    fn summed_to(self, kept: Labels) -> Result<Self> {
        let (labels, summed): (Vec<Label>, Vec<Label>) =
            self.labels.iter().partition(|&&label| kept.contains(label));
        if summed.is_empty() {
            return Ok(self);
        }
        let rows = self.merged(&[&labels[..], &summed[..]])?;
        let shape = self.shape_of(&labels);
        let sum = sum_last_axis(OP, &rows)?;
        Ok(Self { tensor: rearrange::in_shape(OP, sum, &shape)?, labels })
    }

    fn shape_of(&self, labels: &[Label]) -> Dims {
        labels.iter().filter_map(|&label| self.place(label)).map(|k| self.tensor.shape()[k]).collect()
    }

    /// The labels in the order of their steps in memory, the longest first: neighbours are likely to merge.
    fn by_steps(&self, mut labels: Vec<Label>) -> Vec<Label> {
        let step =
            |label: Label| self.place(label).map_or(0, |k| self.tensor.layout.strides()[k].unsigned_abs());
        labels.sort_by_key(|&label| std::cmp::Reverse(step(label)));
        labels
    }

    /// One axis for each group of labels; a view where strides can express it.
    fn merged(&self, groups: &[&[Label]]) -> Result<Handle> {
        let order = groups.iter().flat_map(|group| group.iter());
        let order: Vec<i64> = order.filter_map(|&label| self.place(label)).map(|k| k as i64).collect();
        let turned = self.tensor.with_layout(self.tensor.layout.permute_for(OP, &order)?);
        let shape: Dims = groups.iter().map(|group| self.shape_of(group).iter().product()).collect();
        rearrange::reshape_to(OP, &turned, &shape)
    }

    /// Row-major in the order of the output, in memory of its own; labels that have no axis are stretched.
    fn in_order(self, output: &[Label], sizes: &[usize]) -> Result<Handle> {
        let present: Vec<Label> =
            output.iter().copied().filter(|&label| self.place(label).is_some()).collect();
        let groups: Vec<&[Label]> = present.chunks(1).collect();
        let turned = self.merged(&groups)?;
        let missing: Vec<i64> =
            (0..output.len()).filter(|&k| self.place(output[k]).is_none()).map(|k| k as i64).collect();
        let shape: Dims = output.iter().map(|&label| sizes[label.0]).collect();
        let layout = turned.layout.expand_dims_for(OP, &missing)?.broadcast_to_for(OP, &shape)?;
        let is_own = !self.tensor.is_view && layout.is_c_contiguous();
        let result = turned.with_overlapping_layout(layout);
        match is_own {
            true => rearrange::in_shape(OP, result, &shape),
            false => load::copy(OP, &result, Order::C),
        }
    }
}

/// The product of two operands, summed over what is neither kept nor anybody else's.
fn contract(left: Labelled, right: Labelled, kept: Labels) -> Result<Labelled> {
    let (left, right) =
        (left.clone().summed_to(kept.union(right.set()))?, right.summed_to(kept.union(left.set()))?);
    let (of_left, of_right) = (left.set(), right.set());
    let pick = |from: &Labelled, test: &dyn Fn(Label) -> bool| -> Vec<Label> {
        from.by_steps(from.labels.iter().copied().filter(|&label| test(label)).collect())
    };
    let batch = pick(&left, &|label| of_right.contains(label) && kept.contains(label));
    let summed = pick(&left, &|label| of_right.contains(label) && !kept.contains(label));
    let rows = pick(&left, &|label| !of_right.contains(label));
    let columns = pick(&right, &|label| !of_left.contains(label));
    if summed.is_empty() {
        return spread(&left, &right, [batch, rows, columns].concat());
    }
    let singles: Vec<&[Label]> = batch.chunks(1).collect();
    let a = left.merged(&[&singles[..], &[&rows[..], &summed[..]]].concat())?;
    let b = right.merged(&[&singles[..], &[&summed[..], &columns[..]]].concat())?;
    let product = matmul(OP, &a, &b)?;
    let shape: Dims = [left.shape_of(&batch), left.shape_of(&rows), right.shape_of(&columns)].concat().into();
    Ok(Labelled {
        tensor: rearrange::in_shape(OP, product, &shape)?,
        labels: [batch, rows, columns].concat(),
    })
}

/// All products of two operands that are summed over nothing.
fn spread(left: &Labelled, right: &Labelled, labels: Vec<Label>) -> Result<Labelled> {
    let full = |x: &Labelled| -> Result<Handle> {
        let present: Vec<&[Label]> = labels.chunks(1).filter(|label| x.place(label[0]).is_some()).collect();
        let missing: Vec<i64> =
            (0..labels.len()).filter(|&k| x.place(labels[k]).is_none()).map(|k| k as i64).collect();
        let turned = x.merged(&present)?;
        Ok(turned.with_layout(turned.layout.expand_dims_for(OP, &missing)?))
    };
    Ok(Labelled { tensor: multiply_each(&full(left)?, &full(right)?)?, labels })
}
