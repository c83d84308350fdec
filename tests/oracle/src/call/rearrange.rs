//! Elements in other places: joined, repeated, moved, picked.

use lunette::{DynTensor, Pad, broadcast_tensors, concat, hstack, meshgrid, meshgrid_ij, stack, vstack};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match args {
        [x] => Ok(moved(name, x, with)?.or(parts(name, x, with)?).or(joined(name, args, with)?)),
        [x, y] => Ok(picked(name, x, y, with)?.or(joined(name, args, with)?)),
        [x, indices @ ..] => {
            let indices: Vec<&DynTensor> = indices.iter().collect();
            Ok(placed(name, x, &indices, with)?.or(joined(name, args, with)?))
        }
        [] => joined(name, args, with),
    }
}

fn joined(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    let all: Vec<&DynTensor> = args.iter().collect();
    match name {
        "concat" => results!(concat(&all, with.axis())?),
        "stack" => results!(stack(&all, with.axis())?),
        "hstack" => results!(hstack(&all)?),
        "vstack" => results!(vstack(&all)?),
        "meshgrid" => meshgrid(&all).map(Some),
        "meshgrid_ij" => meshgrid_ij(&all).map(Some),
        "broadcast_tensors" => broadcast_tensors(&all).map(Some),
        _ => Ok(None),
    }
}

fn moved(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "tile" => results!(x.tile(with.sizes("times"))?),
        "repeat" => results!(x.repeat(with.size("times"), with.axis())?),
        "repeat_each" => results!(x.repeat_each(&with.sizes("times"), with.axis())?),
        "pad" => results!(x.pad(&with.pairs("widths"), pad(with))?),
        "pad_with" => {
            results!(x.pad_with(&with.pairs("widths"), pad(with), &with.pairs("lengths"))?)
        }
        "roll" => results!(x.roll(with.ints("shifts"), with.axes())?),
        "rot90" => results!(x.rot90(with.int("quarters"), [with.int("first"), with.int("second")])?),
        "flip" => results!(x.flip(with.axes())?),
        "tril" => results!(x.tril(with.int("offset"))?),
        "triu" => results!(x.triu(with.int("offset"))?),
        "diag" => results!(x.diag(with.int("offset"))?),
        "diag_embed" => results!(x.diag_embed(with.int("offset"))?),
        "diagonal_of" => {
            results!(x.diagonal_of(with.int("offset"), with.int("first"), with.int("second"))?)
        }
        "moveaxis" => results!(x.moveaxis(with.ints("from"), with.ints("to"))?),
        "matrix_transpose" => results!(x.matrix_transpose()?),
        "windows" => results!(x.windows(with.sizes("sizes"), with.axes())?),
        "cast_to" => results!(x.cast_to(with.dtype()?)?),
        _ => Ok(None),
    }
}

fn parts(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "unstack" => x.unstack(with.axis()).map(Some),
        "split" => x.split(with.size("sections"), with.axis()).map(Some),
        "split_at" => x.split_at_positions(with.ints("positions"), with.axis()).map(Some),
        "flatnonzero" => results!(x.flatnonzero()?),
        "nonzero" => Ok(Some(x.nonzero()?.into_iter().map(|places| places.into_dyn()).collect())),
        "unravel_index" => {
            let found = x.unravel_index(with.sizes("shape"))?;
            Ok(Some(found.into_iter().map(lunette::Tensor::into_dyn).collect()))
        }
        "argwhere" => results!(x.argwhere()?),
        _ => Ok(None),
    }
}

fn picked(name: &str, x: &DynTensor, y: &DynTensor, with: &Options) -> Answer {
    match name {
        "take" => results!(x.take(y, with.axis())?),
        "take_along_axis" => results!(x.take_along_axis(y, with.axis())?),
        _ => placed(name, x, &[y], with),
    }
}

/// One index tensor for each of the axes that have one, in their order.
fn placed(name: &str, x: &DynTensor, tensors: &[&DynTensor], with: &Options) -> Answer {
    let mut rest = tensors.iter().copied();
    let indices =
        || with.get::<Vec<bool>>("named").into_iter().map(move |is| if is { rest.next() } else { None });
    match name {
        "gather" => results!(x.gather(&indices().collect::<Vec<_>>())?),
        "scatter_to" => results!(x.scatter_to(&indices().collect::<Vec<_>>(), with.sizes("shape"))?),
        _ => Ok(None),
    }
}

fn pad(with: &Options) -> Pad {
    match with.text("mode").as_str() {
        "constant" => Pad::Constant(with.scalar("value")),
        "edge" => Pad::Edge,
        "reflect" => Pad::Reflect,
        "symmetric" => Pad::Symmetric,
        "wrap" => Pad::Wrap,
        "linear_ramp" => Pad::LinearRamp(with.scalar("value")),
        "mean" => Pad::Mean,
        "median" => Pad::Median,
        "maximum" => Pad::Maximum,
        "minimum" => Pad::Minimum,
        other => panic!("there is no mode `{other}`"),
    }
}
