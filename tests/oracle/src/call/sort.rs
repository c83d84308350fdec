//! Order, sets and counts.

use lunette::{DynTensor, Side};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match args {
        [x] => Ok(order(name, x, with)?.or(sets(name, x, with)?).or(counts(name, x, with)?)),
        [x, y] => two(name, x, y, with),
        [x, y, z] => three(name, x, y, z, with),
        _ => Ok(None),
    }
}

fn order(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "sort" => results!(x.sort(with.axis())?),
        "sort_descending" => results!(x.sort_descending(with.axis())?),
        "argsort" => results!(x.argsort(with.axis())?),
        "argsort_descending" => results!(x.argsort_descending(with.axis())?),
        "partition" => results!(x.partition(with.ints("nth"), with.axis())?),
        "topk" => {
            let top = x.topk(with.size("k"), with.axis(), with.flag("largest"))?;
            results!(top.values, top.indices)
        }
        _ => Ok(None),
    }
}

fn sets(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "unique_values" => results!(x.unique_values()?),
        "unique_counts" => {
            let unique = x.unique_counts()?;
            results!(unique.values, unique.counts)
        }
        "unique_inverse" => {
            let unique = x.unique_inverse()?;
            results!(unique.values, unique.inverse_indices)
        }
        "unique_all" => {
            let unique = x.unique_all()?;
            results!(unique.values, unique.indices, unique.inverse_indices, unique.counts)
        }
        "unique_along" => {
            let unique = x.unique_along(with.axis())?;
            results!(unique.values, unique.indices, unique.inverse_indices, unique.counts)
        }
        _ => Ok(None),
    }
}

fn counts(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "histogram" => {
            let found = x.histogram(with.size("bins"))?;
            results!(found.counts, found.edges)
        }
        "histogram_within" => {
            let range = with.number("low")..with.number("high");
            let found = x.histogram((with.size("bins"), range))?;
            results!(found.counts, found.edges)
        }
        "density" => results!(x.histogram(with.size("bins"))?.density()?),
        "bincount" => results!(x.bincount(with.size("minlength"))?),
        _ => Ok(None),
    }
}

fn two(name: &str, x: &DynTensor, y: &DynTensor, with: &Options) -> Answer {
    match name {
        "isin" => results!(x.isin(y, with.flag("invert"))?),
        "intersect1d" => results!(x.intersect1d(y)?),
        "setdiff1d" => results!(x.setdiff1d(y)?),
        "union1d" => results!(x.union1d(y)?),
        "setxor1d" => results!(x.setxor1d(y)?),
        "searchsorted" => results!(x.searchsorted(y, side(with))?),
        "histogram_edges" => {
            let found = x.histogram(y)?;
            results!(found.counts, found.edges)
        }
        "histogram_weighted" => {
            let found = x.histogram_weighted(with.size("bins"), y)?;
            results!(found.counts, found.edges)
        }
        "bincount_weighted" => results!(x.bincount_weighted(y, with.size("minlength"))?),
        "digitize" => results!(x.digitize(y, with.flag("right"))?),
        _ => Ok(None),
    }
}

fn three(name: &str, x: &DynTensor, y: &DynTensor, z: &DynTensor, with: &Options) -> Answer {
    match name {
        "searchsorted_by" => results!(x.searchsorted_by(y, z, side(with))?),
        _ => Ok(None),
    }
}

fn side(with: &Options) -> Side {
    if with.flag("right") { Side::Right } else { Side::Left }
}
