//! Errors name the method that was called, also where others do its work.

use lunette::prelude::*;
use lunette::random::{ChoiceOptions, Generator};
use lunette::{Interpolation, Result, Substitutes, Tolerance, concat, einsum, hstack, stack, vstack};

/// Each call fails, and its error begins with the name of the method.
macro_rules! names {
    ($($x:expr => { $($name:ident $(::<$T:ty>)? ($($arg:expr),*);)* })*) => { $( {
        let x = &$x;
        $( check(x.$name$(::<$T>)?($($arg),*), stringify!($name)); )*
    } )* };
}

#[track_caller]
fn check<T>(made: Result<T>, name: &str) {
    let words = made.map(drop).expect_err(name).to_string();
    assert_eq!(words.split(": ").next(), Some(name), "{words}");
}

/// Calls with an axis that there is not.
#[test]
fn axes_out_of_range() {
    let x = tensor![[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let at = tensor![0_i64];
    names! { x => {
        sum(9); sum_keepdims(9); prod(9); prod_keepdims(9); mean(9); mean_keepdims(9); max(9); max_keepdims(9);
        min(9); min_keepdims(9); any(9); any_keepdims(9); all(9); all_keepdims(9); count_nonzero(9);
        count_nonzero_keepdims(9); var(9, 0.0); var_keepdims(9, 0.0); std(9, 0.0); std_keepdims(9, 0.0);
        ptp(9); ptp_keepdims(9); median(9); median_keepdims(9); nanmedian(9); nanmedian_keepdims(9);
        nansum(9); nanmean(9); nanmax(9); nanmin(9); nanvar(9, 0.0); nanstd(9, 0.0);
        argmax(9); argmin(9); cumulative_sum(9); cumulative_prod(9); cumulative_sum_initial(9);
        sort(9); sort_descending(9); argsort(9); topk(1, 9, true); partition(0, 9); argpartition(0, 9);
        take(&at, 9); take_along_axis(&at, 9); flip(9); roll(1, 9); squeeze(9); expand_dims(9); swapaxes(0, 9);
        moveaxis(0, 9); permute([0, 9]); diff(1, 9); unstack(9); split(2, 9); split_at_positions(&[1], 9);
        repeat(2, 9); repeat_each(&[1, 2], 9); quantile(0.5, 9); quantile_keepdims(0.5, 9); percentile(5.0, 9);
        nanpercentile_with(&[5.0], 9, Interpolation::Linear); vecdot(&x, 9); cross(&x, 9); average(9, None);
        average_keepdims(9, None); cumulative_max(9); cumulative_min(9); insert(0, 1, 9); delete(0, 9);
        compress(&tensor![true], 9); unwrap(1.0, 9); unwrap_with(1.0, 1.0, 9);
        map_axis(9, |_| 0); fold_axis(9, 0.0, |sum, x| sum + x);
    } }
}

/// Calls with a second operand that does not fit the first.
#[test]
fn shapes_that_do_not_fit() -> Result<()> {
    let (x, y) = (tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], Tensor::<f64>::zeros([4, 3])?);
    let out = Tensor::<f64>::zeros([5])?;
    names! { x => {
        add(&y); add_into(&y, &out); hypot(&y); hypot_into(&y, &out); less(&y); less_into(&y, &out);
        abs_into(&out); sqrt_into(&out); isnan_into(&out); cross(&y, -1); isclose(&y, Tolerance::default());
        allclose(&y, Tolerance::default()); matmul(&y); matmul_into(&x.transpose(), &out); vecdot(&y, -1);
        assign(&y); average(0, Some(&y));
    } }
    check(concat(&[&x.view(s![0])?, &x.view(s![.., 0])?.expand_dims(0)?], 0), "concat");
    check(stack(&[&x, &y], 0), "stack");
    check(hstack(&[&x, &y]), "hstack");
    check(vstack(&[&x, &tensor![1.0]]), "vstack");
    Ok(())
}

/// Calls of dtypes that they have no meaning for.
#[test]
fn dtypes_without_a_meaning() {
    let (bools, complex) = (tensor![true, false], tensor![lunette::Complex64::new(1.0, 2.0)]);
    names! {
        bools => { ptp(..); ptp_keepdims(..); negative(); subtract(&bools); subtract_into(&bools, &bools); }
        complex => {
            median(..); quantile(0.5, ..); percentile_keepdims(50.0, ..); max(..); floor(); floor_into(&complex);
            try_cast::<f64>(); try_cast_to(DType::F64); less(&complex);
        }
    }
}

/// Calls that make what no memory holds.
#[test]
fn shapes_that_are_too_large() {
    let (huge, f) = (usize::MAX, |_: &[usize]| 0);
    check(Tensor::<f64>::zeros_in(huge, Order::F), "zeros_in");
    check(Tensor::<f64>::ones_in(huge, Order::F), "ones_in");
    check(Tensor::full_in(huge, 1.5, Order::F), "full_in");
    check(Tensor::from_fn_in(huge, f, Order::F), "from_fn_in");
    check(Tensor::from_vec_in(vec![1], huge, Order::F), "from_vec_in");
    check(Tensor::<f64>::eye_with(huge, 1, 0), "eye_with");
    check(Tensor::linspace_with(0.0, 1.0, huge, Endpoint::Excluded), "linspace_with");
    check(DynTensor::zeros_of_in(DType::F64, huge, Order::F), "zeros_of_in");
    check(DynTensor::full_of_in(DType::F64, huge, 1.5, Order::F), "full_of_in");
}

/// Calls with results that no memory holds.
#[test]
fn results_that_are_too_large() -> Result<()> {
    let wide = tensor![1_u8].broadcast_to([1 << 40])?;
    let matrix = tensor![[1_u8]].broadcast_to([1 << 40, 2])?;
    names! {
        wide => { outer(&wide); kron(&wide); diag_embed(0); copy(); cast::<f64>(); cast_to(DType::F64); }
        matrix => { kron(&matrix); diag_embed(i64::MAX); }
    }
    let words = |made: Result<Tensor<u8>>| made.unwrap_err().to_string();
    assert_eq!(
        words(matrix.kron(&matrix)),
        "kron: a tensor of shape [18446744073709551615, 4] has more elements than can be addressed"
    );
    assert_eq!(
        words(tensor![1_u8].diag_embed(1 << 40)),
        "diag_embed: a tensor of shape [1099511627777, 1099511627777] has more elements than can be addressed"
    );
    Ok(())
}

/// Calls while somebody writes.
#[test]
fn guards_in_the_way() -> Result<()> {
    let (x, y) = (tensor![1, 2, 3], tensor![2, 3, 4]);
    let guard = y.write()?;
    names! {
        x => {
            isin(&y, false); intersect1d(&y); setdiff1d(&y); setxor1d(&y); union1d(&y); array_equal(&y);
            isclose(&y, Tolerance::default()); outer(&y); kron(&y); cross(&y, 0); add(&y); add_into(&y, &x);
        }
        y => { unique_values(); unique_counts(); unique_all(); unique_along(0); ptp(..); cast_to(DType::F64); }
    }
    drop(guard);
    Ok(())
}

/// The same of methods that others do the work of.
#[test]
fn guards_in_the_way_of_others() -> Result<()> {
    let (x, out) = (tensor![[1.5, 2.0], [3.0, 4.0]], Tensor::<f64>::zeros([2, 2])?);
    let (turned, line, free) = (x.transpose(), x.view(s![0])?, tensor![[1.0, 2.0], [3.0, 4.0]]);
    let lazy = x.lazy();
    let by = Substitutes { nan: 0.0, posinf: None, neginf: None };
    let options = ChoiceOptions::default();
    let guard = x.write()?;
    names! {
        x => {
            map(|x| x); par_map(|x| x); map_in_place(|x| x); zip_with(&free, |x, _| x); par_zip_with(&free, |x, _| x);
            fold(0.0, |sum, x| sum + x); map_axis(0, |_| 0); fold_axis(0, 0.0, |sum, x| sum + x);
            zip_mut_with(&free, |_, _| ()); diff(1, 0); diff(2, 0); diff_with(1, 0, None, Some(&free));
            gradient(1.0, 0); gradient_over(&tensor![1.0, 2.0], 0); unwrap(1.0, 0); trapezoid(1.0, 0); cov(1.0);
            corrcoef(); nan_to_num(by); tensordot_axes(&free, 0, 0); tensordot(&free, 1);
            insert(0, 1.0, 0); delete(0, 0); repeat(2, 0); load_in(s![0], Order::F); load_in(s![&[0]], Order::F);
            median(0); quantile(0.5, 0); sum(0); average(0, None); average(0, Some(&free));
            isclose(&free, Tolerance::default()); cumulative_sum(0); sort(0); argsort(0); tril(0); trace(0);
            softmax(0); log_softmax(0);
        }
        free => { zip_with(&x, |x, _| x); par_zip_with(&x, |x, _| x); zip_mut_with(&x, |_, _| ()); assign(&x); }
        turned => {
            to_contiguous(); insert(0, 1.0, None); delete(0, None); compress(&tensor![true], None); repeat(2, None);
            repeat_each(&[1, 1, 1, 1], None); ravel(); flatten(); copy();
        }
        line => { polyval(&line); interp(&line, &line); convolve(&line, Default::default()); }
        lazy => {
            eval(); eval_into(&out); sum(0); prod(0); mean(0); var(0, 0.0); std(0, 0.0); min(0); max(0); argmin(0);
            argmax(0); all(0); any(0); count_nonzero(0); sum_keepdims(0); var_keepdims(0, 0.0); argmax_keepdims(0);
        }
    }
    check(einsum("ij->ji", &[&x]), "einsum");
    check(einsum("ij,jk", &[&x, &free]), "einsum");
    check(einsum("ij,ij,ij->i", &[&free, &x, &free]), "einsum");
    check(concat(&[&turned, &turned], None), "concat");
    let mut random = Generator::new(0);
    check(random.choice(&x, 3), "choice");
    check(random.choice_with(&x, 3, options), "choice_with");
    check(random.shuffle(&x, 0), "shuffle");
    check(random.permutation_of(&x, 0), "permutation_of");
    drop(guard);
    Ok(())
}

/// The same of transforms.
#[cfg(feature = "fft")]
#[test]
fn guards_in_the_way_of_transforms() -> Result<()> {
    let x = tensor![[1.5, 2.0], [3.0, 4.0]];
    let guard = x.write()?;
    names! { x => { fftshift(0); ifftshift(0); fft(); ifft(); rfft(); irfft(); fftn(); rfftn(); irfftn(); } }
    drop(guard);
    Ok(())
}

/// The same of methods that take matrices apart.
#[cfg(feature = "linalg")]
#[test]
fn guards_in_the_way_of_decompositions() -> Result<()> {
    let (x, free) = (tensor![[1.5, 2.0], [3.0, 4.0]], tensor![[1.0, 2.0], [3.0, 4.0]]);
    let line = x.view(s![0])?;
    let guard = x.write()?;
    names! {
        x => {
            lstsq(&free); lstsq_with(&free, 0.0); cholesky(); cholesky_upper(); pinv(); pinv_with(0.1);
            pinv_each(&tensor![0.1]); matrix_rank(); matrix_rank_with(0.1); matrix_rank_each(&tensor![0.1]);
            solve(&free); inv(); det(); slogdet(); eigh(); eigvals(); svdvals(); cond(); expm(); matrix_power(2);
            matrix_power(-1);
        }
        free => { lstsq(&x); lstsq_with(&x, 0.0); solve(&x); pinv_each(&line); matrix_rank_each(&line); }
        line => { roots(); polyfit(&tensor![1.0, 2.0], 1); }
    }
    let mut random = Generator::new(0);
    check(random.multivariate_normal(&tensor![0.0, 0.0], &x, 3), "multivariate_normal");
    check(random.multivariate_normal(&line, &free, 3), "multivariate_normal");
    drop(guard);
    Ok(())
}

#[test]
fn shapes_are_those_of_the_call() -> Result<()> {
    let (x, y) = (Tensor::<f64>::zeros([2, 3])?, Tensor::<f64>::zeros([4, 3])?);
    let broadcast = "do not broadcast: axis 0 is 2 and 4, and broadcasting needs equal sizes or 1";
    assert_eq!(
        x.cross(&y, -1).unwrap_err().to_string(),
        format!("cross: shapes [2, 3] and [4, 3] {broadcast}")
    );
    assert_eq!(
        x.isclose(&y, Tolerance::default()).unwrap_err().to_string(),
        format!("isclose: shapes [2, 3] and [4, 3] {broadcast}")
    );
    assert_eq!(
        x.topk(4, -1, true).unwrap_err().to_string(),
        "topk: `k` is 4 along axis 1 of length 3: no more than there are can be taken"
    );
    assert_eq!(
        stack(&[&x, &x, &y], 0).unwrap_err().to_string(),
        "stack: part 2 has shape [4, 3], and part 0 has [2, 3]: stacked tensors must have equal shapes"
    );
    Ok(())
}

/// Cures are ones that the method has, and facts are those of its result.
#[test]
fn cures_are_those_of_the_call() -> Result<()> {
    let place = tensor![1_i64];
    assert_eq!(
        lunette::ravel_multi_index(&[&place], [2, 3]).unwrap_err().to_string(),
        "ravel_multi_index: shape [2, 3] needs 2 index tensors, found 1: give one for each axis"
    );
    let complex = tensor![lunette::Complex64::new(1.0, 2.0)];
    for made in [complex.gamma().map(drop), complex.erf().map(drop)] {
        let words = made.unwrap_err().to_string();
        assert!(
            words.ends_with("it is there for real numbers alone: take `real`, `imag` or `abs` first"),
            "{words}"
        );
    }
    // Comparisons give bools, which fit where they are written.
    let bools = tensor![true, false].into_dyn();
    lunette::binary_in_place(lunette::BinaryOp::Less, &bools, tensor![2_u8, 0])?;
    assert_eq!(bools, tensor![true, false].into_dyn());
    let cut = lunette::binary_in_place(lunette::BinaryOp::Add, &bools, tensor![2_u8, 0]).unwrap_err();
    assert!(cut.to_string().contains("the result of bool and u8 is u8"), "{cut}");
    Ok(())
}

#[test]
fn what_is_made_in_a_dtype_cannot_be_cast() {
    for (made, words) in [
        (
            Tensor::<i32>::logspace(0.0, 40.0, 3, 10.0),
            "logspace: i32 cannot hold 1e20: ask for a dtype that holds it",
        ),
        (
            Tensor::<i32>::geomspace(1.0, 1e10, 2),
            "geomspace: i32 cannot hold 10000000000.0: ask for a dtype that holds it",
        ),
    ] {
        assert_eq!(made.unwrap_err().to_string(), words);
    }
}
