//! Many elements to one, and running totals.

use lunette::DynTensor;

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match args {
        [x] => Ok(reduction(name, x, with)?.or(total(name, x, with)?)),
        _ => Ok(None),
    }
}

/// Matches a name with the two methods that have it, of which the second keeps the axes; `$arg` is what they take
/// beside the axes.
macro_rules! reductions {
    ($name:expr, $x:ident, $with:ident; $($plain:ident $keepdims:ident ($($arg:expr)?);)*) => {
        match $name {
            $(stringify!($plain) => match $with.flag("keepdims") {
                true => results!($x.$keepdims($with.axes() $(, $arg)?)?),
                false => results!($x.$plain($with.axes() $(, $arg)?)?),
            },)*
            _ => Ok(None),
        }
    };
}

fn reduction(name: &str, x: &DynTensor, with: &Options) -> Answer {
    reductions! { name, x, with;
        sum sum_keepdims();
        prod prod_keepdims();
        mean mean_keepdims();
        var var_keepdims(with.number("correction"));
        std std_keepdims(with.number("correction"));
        min min_keepdims();
        max max_keepdims();
        ptp ptp_keepdims();
        argmin argmin_keepdims();
        argmax argmax_keepdims();
        all all_keepdims();
        any any_keepdims();
        count_nonzero count_nonzero_keepdims();
        nansum nansum_keepdims();
        nanprod nanprod_keepdims();
        nanmean nanmean_keepdims();
        nanvar nanvar_keepdims(with.number("correction"));
        nanstd nanstd_keepdims(with.number("correction"));
        nanmin nanmin_keepdims();
        nanmax nanmax_keepdims();
        nanargmin nanargmin_keepdims();
        nanargmax nanargmax_keepdims();
        median median_keepdims();
        nanmedian nanmedian_keepdims();
    }
}

fn total(name: &str, x: &DynTensor, with: &Options) -> Answer {
    match name {
        "sum_to" => results!(x.sum_to(with.dtype()?, with.axes())?),
        "prod_to" => results!(x.prod_to(with.dtype()?, with.axes())?),
        "cumulative_sum" => results!(x.cumulative_sum(with.axis())?),
        "cumulative_sum_initial" => results!(x.cumulative_sum_initial(with.axis())?),
        "cumulative_sum_to" => results!(x.cumulative_sum_to(with.dtype()?, with.axis())?),
        "cumulative_prod" => results!(x.cumulative_prod(with.axis())?),
        "cumulative_prod_initial" => results!(x.cumulative_prod_initial(with.axis())?),
        "cumulative_prod_to" => results!(x.cumulative_prod_to(with.dtype()?, with.axis())?),
        "cumulative_max" => results!(x.cumulative_max(with.axis())?),
        "cumulative_min" => results!(x.cumulative_min(with.axis())?),
        "nancumsum" => results!(x.nancumsum(with.axis())?),
        "nancumprod" => results!(x.nancumprod(with.axis())?),
        "lazy_sum" => results!(scaled(x).sum(with.axes())?),
        "lazy_prod" => results!(scaled(x).prod(with.axes())?),
        "lazy_var" => results!(scaled(x).var(with.axes(), with.number("correction"))?),
        "lazy_std" => results!(scaled(x).std(with.axes(), with.number("correction"))?),
        "lazy_argmin" => results!(scaled(x).argmin(with.axes())?),
        "lazy_argmax" => results!(scaled(x).argmax(with.axes())?),
        "lazy_max" => results!(scaled(x).max_keepdims(with.axes())?),
        "lazy_count_nonzero" => results!(scaled(x).count_nonzero(with.axes())?),
        "cov" => results!(x.cov(with.number("correction"))?),
        "corrcoef" => results!(x.corrcoef()?),
        _ => Ok(None),
    }
}

/// The tensor as an expression that makes no other numbers of it.
fn scaled(x: &DynTensor) -> lunette::Lazy<lunette::Dyn> {
    x.lazy().multiply(true)
}
