//! The short way of programs: few elements side by side, with no nest and no tiles.

use smallvec::SmallVec;

use super::small::{Made, VERY_FEW, in_step};
use crate::buffer::enter_few_to_read;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::elementwise::{self, Program};
use crate::layout::Dense;
use crate::tensor::Handle;

/// What the program makes of tensors of one shape and order, or of one element, if they are small and contiguous, and no
/// bools that others can write, which the long way copies.
pub(super) fn evaluate<'a>(
    op: &'static str,
    leaves: &[&'a Handle],
    program: &Program,
    dtype: DType,
) -> Option<Result<Made<'a>>> {
    let whole = whole_of(leaves)?;
    let pays = program.checks().is_empty() && elementwise::is_short(program, whole.len());
    if !pays {
        return None;
    }
    let run = || {
        let is_brief = whole.len().saturating_mul(program.weight()) <= VERY_FEW;
        let entered = enter_few_to_read(op, leaves.iter().map(|leaf| &leaf.buffer), is_brief)?;
        let mut pieces = SmallVec::<[_; 4]>::new();
        for (leaf, entered) in leaves.iter().zip(entered.each()) {
            let Some(dense) = leaf.layout.dense() else { return Ok(None) };
            let Some(piece) = entered.piece(op, dense, leaf.dtype)? else { return Ok(None) };
            pieces.push(piece);
        }
        let buffer = elementwise::short(op, program, &pieces, whole.len(), dtype)?;
        Ok(Some(Made { buffer, like: whole, dtype }))
    };
    run().transpose()
}

/// The leaf that has the shape and the order of the result; none if one of them is neither like it nor one element.
fn whole_of<'a>(leaves: &[&'a Handle]) -> Option<Dense<'a>> {
    let (first, rest) = leaves.split_first()?;
    let mut whole = (*first, first.layout.dense()?);
    for &leaf in rest {
        let dense = leaf.layout.dense()?;
        let one_beside =
            |one: Dense<'_>, all: Dense<'_>| one.len() == 1 && one.layout().rank() <= all.layout().rank();
        if one_beside(dense, whole.1) || in_step(leaf, whole.0, [dense, whole.1]) {
            continue;
        }
        if !one_beside(whole.1, dense) {
            return None;
        }
        whole = (leaf, dense);
    }
    Some(whole.1)
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::kernels::elementwise::{Binary, Program};
    use crate::prelude::*;
    use crate::{Cancel, f16};

    /// Every second entry of a tensor twice as long: the same elements, which only the long way takes.
    fn apart<T: Element>(x: &Tensor<T>) -> crate::Result<Tensor<T>> {
        x.repeat(2, -1)?.view(s![Fill, (.., 2)])
    }

    #[test]
    fn both_ways_give_the_same() -> crate::Result<()> {
        for columns in [0, 1, 5, 130] {
            let x = Tensor::from_fn([2, columns], |at| at[1] as f64 / 7.0 - at[0] as f64)?;
            let (y, mask) = (x.cast::<f16>()?, x.greater(0.3)?);
            let n = x.cast::<i32>()?;
            let one = tensor![[2.5]];
            let (xs, ys, ns, masks) = (apart(&x)?, apart(&y)?, apart(&n)?, apart(&mask)?);
            assert_eq!(where_(&mask, &x, &n)?, where_(&masks, &xs, &ns)?);
            assert_eq!(where_(&mask, &y, &y)?, where_(&masks, &ys, &ys)?);
            assert_eq!(x.add(&n)?, xs.add(&ns)?);
            assert_eq!(y.multiply(&n.cast::<i8>()?)?, ys.multiply(&apart(&n.cast::<i8>()?)?)?);
            assert_eq!(n.multiply(&one)?, ns.multiply(&one)?);
            assert_eq!(x.clip(-0.5, 0.5)?, xs.clip(-0.5, 0.5)?);
            let chain = |x: &Tensor<f64>, n: &Tensor<i32>| ((x.lazy() * n + &one).sqrt() - x).eval();
            assert_eq!(chain(&x.abs()?, &n.abs()?)?, chain(&xs.abs()?, &ns.abs()?)?);
        }
        Ok(())
    }

    #[test]
    fn who_goes_the_short_way() -> crate::Result<()> {
        let is_short = |x: &DynTensor, y: &DynTensor| {
            let mut program = Program::default();
            let slots = [program.leaf(DType::F64), program.leaf(DType::F64)];
            program.step(Binary::Add.on(DType::F64).unwrap(), &slots, DType::F64, 1);
            evaluate("add", &[&x.handle, &y.handle], &program, DType::F64).is_some()
        };
        let x = Tensor::<f64>::ones([2, 30])?.into_dyn();
        for (y, expected) in [
            (Tensor::<i32>::ones([2, 30])?.into_dyn(), true),
            (Tensor::<f64>::ones([1, 1])?.into_dyn(), true),
            (Tensor::<f64>::ones([1, 1, 1])?.into_dyn(), false),
            (Tensor::<f64>::ones([30])?.into_dyn(), false),
            (Tensor::<f64>::ones([30, 2])?.transpose().into_dyn(), false),
            (Tensor::<f64>::ones([2, 60])?.view(s![.., (.., 2)])?.into_dyn(), false),
        ] {
            assert_eq!(is_short(&x, &y), expected, "beside {:?}", y.layout());
        }
        let long = Tensor::<f64>::ones([10_000])?.into_dyn();
        assert!(!is_short(&long, &long));
        Ok(())
    }

    #[test]
    fn orders_and_ranks_are_those_of_the_long_way() -> crate::Result<()> {
        let x = tensor![[1, 2, 3], [4, 5, 6]].transpose();
        let sum = x.add(&tensor![[0.5]])?;
        assert_eq!((sum.shape(), sum.strides()), (&[3, 2][..], &[1, 3][..]));
        assert_eq!(x.add(&tensor![[[1.5]]])?.shape(), [1, 3, 2]);
        assert_eq!(tensor![1].add(&Tensor::<f64>::zeros([0])?)?.shape(), [0]);
        assert_eq!(where_(&tensor![true], &tensor![1], &tensor![2.5])?, tensor![1.0]);
        assert!(where_(&tensor![true, false], &tensor![1, 2, 3], &tensor![2.5]).unwrap_err().is_shape());
        Ok(())
    }

    #[test]
    fn who_writes_is_waited_for_or_told_of() -> crate::Result<()> {
        let (x, mask) = (tensor![1.0, 2.0], tensor![true, false]);
        let guard = x.write()?;
        let error = where_(&mask, &x, 0.5).unwrap_err();
        assert!(matches!(error.kind(), crate::ErrorKind::Busy { op: "where", .. }), "{error}");
        drop(guard);
        let both = where_(&mask, &x, &x)?;
        assert_eq!(both, x);
        x.store(s![..], 3)?; // nothing is held any more
        let stopped = Cancel::new();
        stopped.cancel();
        assert!(
            stopped
                .run(|| loop {
                    where_(&mask, &x, &x)?;
                } as crate::Result<()>)
                .is_err()
        );
        Ok(())
    }
}
