//! Random numbers: what chance allows, what the seed promises, and what cannot be asked for.

use lunette::prelude::*;
use lunette::random::{ChoiceOptions, Generator};
use lunette::{Float, Integer, Result, bf16, f16, set_threads};

/// Mean and variance.
fn moments(x: &[f64]) -> (f64, f64) {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    (mean, x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n)
}

/// Whether mean and variance lie within five standard errors, as far as a normal kurtosis of at most 9 tells.
fn check_moments(what: &str, x: &[f64], mean: f64, variance: f64) {
    let (found_mean, found_variance) = moments(x);
    let n = x.len() as f64;
    assert!((found_mean - mean).abs() < 5.0 * (variance / n).sqrt(), "{what}: mean {found_mean}, not {mean}");
    let error = 5.0 * variance * (8.0 / n).sqrt();
    assert!((found_variance - variance).abs() < error, "{what}: variance {found_variance}, not {variance}");
}

/// Whether counts are what equal chances give: chi-square within five standard deviations of its mean.
fn check_even(what: &str, counts: &[usize]) {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{what}: chi-square {chi} of {freedom}");
}

/// How many of these fall into each of `bins` equal parts of 0..1.
fn bins(fractions: impl Iterator<Item = f64>, bins: usize) -> Vec<usize> {
    let mut counts = vec![0; bins];
    fractions.for_each(|x| counts[((x * bins as f64) as usize).min(bins - 1)] += 1);
    counts
}

fn floats<T: Float>(x: &Tensor<T>) -> Result<Vec<f64>> {
    x.cast::<f64>()?.to_vec()
}

fn uniform_of<T: Float>() -> Result<()> {
    let (low, high) = (T::cast_from(-2.0), T::cast_from(6.0));
    let x = Generator::new(5).uniform(low, high, 100_003)?;
    let x = floats(&x)?;
    let what = format!("uniform {}", T::DTYPE);
    assert!(x.iter().all(|x| (-2.0..6.0).contains(x)), "{what}");
    if T::DTYPE.item_size() > 2 {
        check_moments(&what, &x, 2.0, 64.0 / 12.0);
        check_even(&what, &bins(x.iter().map(|x| (x + 2.0) / 8.0), 64));
    } else {
        // Few digits, and those round down to stay below the end.
        let (mean, variance) = moments(&x);
        assert!(
            (mean - 2.0).abs() < 0.05 && (variance - 64.0 / 12.0).abs() < 0.1,
            "{what}: {mean} {variance}"
        );
    }
    Ok(())
}

#[test]
fn uniform_numbers_are_uniform() -> Result<()> {
    uniform_of::<f64>()?;
    uniform_of::<f32>()?;
    uniform_of::<f16>()?;
    uniform_of::<bf16>()
}

/// Neighbours and numbers further apart in the output have nothing to do with each other.
#[test]
fn uniform_numbers_are_independent() -> Result<()> {
    let x = Generator::new(9).uniform(-1.0, 1.0, 200_000)?.to_vec()?;
    for lag in [1, 2, 15, 16, 17, 32, 64, 1024] {
        let sum: f64 = x.iter().zip(&x[lag..]).map(|(a, b)| a * b).sum();
        let n = (x.len() - lag) as f64;
        assert!((sum / n).abs() < 5.0 * (1.0 / 3.0) / n.sqrt(), "lag {lag}: {}", sum / n);
    }
    let mut counts = vec![0; 256];
    x.chunks_exact(2).for_each(|pair| {
        let bin = |x: f64| ((x + 1.0) * 8.0) as usize;
        counts[bin(pair[0]) * 16 + bin(pair[1])] += 1;
    });
    check_even("pairs", &counts);
    Ok(())
}

fn normal_of<T: Float>() -> Result<()> {
    let x = Generator::new(6).normal(T::cast_from(3.0), T::cast_from(0.5), 100_003)?;
    let x = floats(&x)?;
    let what = format!("normal {}", T::DTYPE);
    let allowed = if T::DTYPE.item_size() > 2 { 5.0 * 0.5 / 316.0 } else { 0.02 };
    let (mean, variance) = moments(&x);
    assert!((mean - 3.0).abs() < allowed && (variance - 0.25).abs() < allowed, "{what}: {mean} {variance}");
    let within =
        |sigmas: f64| x.iter().filter(|x| (**x - 3.0).abs() < 0.5 * sigmas).count() as f64 / 100_003.0;
    for (sigmas, share) in [(0.5, 0.382_925), (1.0, 0.682_689), (2.0, 0.954_500), (3.0, 0.997_300)] {
        let allowed = if T::DTYPE.item_size() > 2 { 0.008 } else { 0.02 };
        assert!((within(sigmas) - share).abs() < allowed, "{what}: {} within {sigmas}", within(sigmas));
    }
    let skew = x.iter().map(|x| ((x - mean) / 0.5).powi(3)).sum::<f64>() / 100_003.0;
    let fourth = x.iter().map(|x| ((x - mean) / 0.5).powi(4)).sum::<f64>() / 100_003.0;
    assert!(skew.abs() < 0.06 && (fourth - 3.0).abs() < 0.15, "{what}: {skew} {fourth}");
    Ok(())
}

#[test]
fn normal_numbers_are_normal() -> Result<()> {
    normal_of::<f64>()?;
    normal_of::<f32>()?;
    normal_of::<f16>()?;
    normal_of::<bf16>()?;
    // The two numbers of a pair have nothing to do with each other.
    let x = Generator::new(9).normal(0.0, 1.0, 200_000)?.to_vec()?;
    for lag in [1, 16, 32] {
        let product: f64 = x.iter().zip(&x[lag..]).map(|(a, b)| a * b).sum();
        let squares: f64 = x.iter().zip(&x[lag..]).map(|(a, b)| (a * a - 1.0) * (b * b - 1.0)).sum();
        assert!(product.abs() < 5.0 * 447.0 && squares.abs() < 5.0 * 2.0 * 447.0, "lag {lag}");
    }
    Ok(())
}

fn integers_of<T: Integer>() -> Result<()> {
    let (low, high) = (T::cast_from(3), T::cast_from(20));
    let x = Generator::new(8).integers(low, high, 50_000)?.cast::<i64>()?.to_vec()?;
    let mut counts = vec![0; 17];
    x.iter().for_each(|&x| counts[x as usize - 3] += 1);
    check_even(&format!("{}", T::DTYPE), &counts);
    let all = Generator::new(8).integers_inclusive(T::MIN, T::MAX, 50_000)?.to_vec()?;
    let width = (T::MAX.to_i128() - T::MIN.to_i128() + 1) as f64;
    let parts = all.iter().map(|x| (x.to_i128() - T::MIN.to_i128()) as f64 / width);
    check_even(&format!("all of {}", T::DTYPE), &bins(parts, 64));
    Ok(())
}

#[test]
fn integers_are_even() -> Result<()> {
    integers_of::<i8>()?;
    integers_of::<i16>()?;
    integers_of::<i32>()?;
    integers_of::<i64>()?;
    integers_of::<u8>()?;
    integers_of::<u16>()?;
    integers_of::<u32>()?;
    integers_of::<u64>()?;
    // Three quarters of 2^64: a quarter of the products is drawn again.
    let high = 3_u64 << 62;
    let x = Generator::new(8).integers(0, high, 50_000)?.to_vec()?;
    check_even("drawn again", &bins(x.iter().map(|&x| x as f64 / high as f64), 48));
    assert!(x.iter().all(|&x| x < high));
    assert_eq!(Generator::new(1).integers(-7_i64, -6, 3)?, tensor![-7_i64, -7, -7]);
    Ok(())
}

#[test]
fn distributions_have_their_moments() -> Result<()> {
    let mut random = Generator::new(11);
    let n = 60_000;
    check_moments("exponential", &random.exponential(2.0, n)?.to_vec()?, 2.0, 4.0);
    for (k, scale) in [(0.4, 1.0), (1.0, 2.0), (7.5, 0.5)] {
        let x = random.gamma(k, scale, n)?.to_vec()?;
        check_moments(&format!("gamma {k}"), &x, k * scale, k * scale * scale);
    }
    for (a, b) in [(0.5, 0.5), (2.0, 5.0), (30.0, 1.0)] {
        let (sum, x) = (a + b, random.beta(a, b, n)?.to_vec()?);
        check_moments(&format!("beta {a} {b}"), &x, a / sum, a * b / (sum * sum * (sum + 1.0)));
    }
    for (tries, p) in [(10, 0.3), (1000, 0.01), (100_000, 0.6), (5, 1.0), (5, 0.0)] {
        let x = floats_of(&random.binomial(tries, p, n)?)?;
        let tries = tries as f64;
        let (mean, variance) = moments(&x);
        let spread = tries * p * (1.0 - p);
        assert!((mean - tries * p).abs() <= 5.0 * (spread / n as f64).sqrt(), "binomial {tries} {p}: {mean}");
        assert!((variance - spread).abs() <= spread * 0.05, "binomial {tries} {p}: {variance}");
    }
    for lambda in [0.5, 4.0, 50.0, 10_000.0] {
        let x = floats_of(&random.poisson(lambda, n)?)?;
        check_moments(&format!("poisson {lambda}"), &x, lambda, lambda);
    }
    assert_eq!(random.poisson(0.0, 3)?, tensor![0_i64, 0, 0]);
    let heads = random.bernoulli(0.2, n)?.to_vec()?.into_iter().filter(|&head| head).count();
    assert!((heads as f64 - 0.2 * n as f64).abs() < 5.0 * (0.16 * n as f64).sqrt(), "{heads}");
    assert_eq!(random.bernoulli(1.0, 3)?, tensor![true, true, true]);
    assert_eq!(random.bernoulli(0.0, 3)?, tensor![false, false, false]);
    Ok(())
}

fn floats_of(x: &Tensor<i64>) -> Result<Vec<f64>> {
    x.cast::<f64>()?.to_vec()
}

#[test]
fn outcomes_of_many_tries() -> Result<()> {
    let x = Generator::new(12).multinomial(30, &[1.0, 0.0, 3.0, 6.0], [100, 50])?;
    assert_eq!(x.shape(), [100, 50, 4]);
    let x = x.to_vec()?;
    assert!(x.chunks(4).all(|row| row.iter().sum::<i64>() == 30 && row[1] == 0));
    for (k, share) in [(0, 0.1), (2, 0.3), (3, 0.6)] {
        let counts: Vec<f64> = x.chunks(4).map(|row| row[k] as f64).collect();
        check_moments(&format!("outcome {k}"), &counts, 30.0 * share, 30.0 * share * (1.0 - share));
    }
    Ok(())
}

#[test]
fn orders_are_all_alike() -> Result<()> {
    let mut random = Generator::new(13);
    let mut counts = vec![0; 24];
    for _ in 0..12_000 {
        let order = random.permutation(4)?.to_vec()?;
        let rank = order
            .iter()
            .enumerate()
            .fold(0, |rank, (k, x)| rank * (4 - k) + order[k + 1..].iter().filter(|y| *y < x).count());
        counts[rank] += 1;
    }
    check_even("orders", &counts);
    let x = Tensor::from_flat_fn([3, 50], |k| k as i32)?;
    let y = random.permutation_of(&x, 1)?;
    assert_ne!(x, y);
    let mut first: Vec<i32> = y.load(s![0])?.to_vec()?;
    assert_eq!(y.load(s![2])?.to_vec()?, first.iter().map(|x| x + 100).collect::<Vec<_>>());
    first.sort();
    assert_eq!(first, (0..50).collect::<Vec<_>>());
    // In place, through a view.
    let z = x.copy()?;
    random.shuffle(&z.transpose(), 0)?;
    let mut row = z.load(s![1])?.to_vec()?;
    assert_ne!(row, (50..100).collect::<Vec<_>>());
    row.sort();
    assert_eq!(row, (50..100).collect::<Vec<_>>());
    assert_eq!(random.permutation(0)?.len(), 0);
    Ok(())
}

#[test]
fn choices_follow_their_weights() -> Result<()> {
    let mut random = Generator::new(14);
    let x = tensor![10, 20, 30, 40];
    let mut counts = vec![0; 4];
    random.choice(&x, [100, 100])?.to_vec()?.iter().for_each(|x| counts[*x as usize / 10 - 1] += 1);
    check_even("choice", &counts);
    let weights = [0.0, 1.0, 2.0, 5.0];
    let options = ChoiceOptions { weights: Some(&weights), ..Default::default() };
    let chosen = random.choice_with(&x, 8000, options)?.to_vec()?;
    for (k, weight) in weights.iter().enumerate() {
        let count = chosen.iter().filter(|&&x| x as usize / 10 - 1 == k).count() as f64;
        let p = weight / 8.0;
        assert!((count - 8000.0 * p).abs() <= 5.0 * (8000.0 * p * (1.0 - p)).sqrt(), "{weight}: {count}");
    }
    // Without replacement the first follows the weights, and no entry comes twice.
    let once = ChoiceOptions { replace: false, ..options };
    let mut firsts = [0; 4];
    for _ in 0..4000 {
        let chosen = random.choice_with(&x, 3, once)?.to_vec()?;
        firsts[chosen[0] as usize / 10 - 1] += 1;
        assert!(chosen.iter().collect::<std::collections::BTreeSet<_>>().len() == 3 && !chosen.contains(&10));
    }
    assert!((f64::from(firsts[3]) - 2500.0).abs() < 5.0 * 30.6, "{firsts:?}");
    let all = ChoiceOptions { replace: false, ..Default::default() };
    let mut order = random.choice_with(&Tensor::arange(0, 100, 1)?, [10, 10], all)?.to_vec()?;
    order.sort();
    assert_eq!(order, (0..100).collect::<Vec<_>>());
    assert_eq!(random.choice(&x, [0, 3])?.shape(), [0, 3]);
    Ok(())
}

/// Numbers made once and for all: a change of these breaks the programs that rely on their seed.
#[test]
fn the_same_numbers_forever() -> Result<()> {
    let random = || Generator::new(2024);
    assert_eq!(
        random().uniform(0.0, 1.0, 3)?,
        tensor![0.26856328700755017, 0.43589427749306986, 0.04929106998612831]
    );
    assert_eq!(random().uniform(0_f32, 1.0, 3)?, tensor![0.60368985_f32, 0.34628415, 0.5752686]);
    assert_eq!(
        random().normal(0.0, 1.0, 3)?,
        tensor![1.5669616705352747, -0.6831630919321069, 2.3232066486747285]
    );
    assert_eq!(random().normal(0_f32, 1.0, 3)?, tensor![0.63845575_f32, 0.20879404, -0.28984085]);
    assert_eq!(random().integers(0, 1000, 5)?, tensor![687, 641, 329, 377, 405]);
    assert_eq!(random().permutation(6)?, tensor![2_i64, 4, 1, 3, 5, 0]);
    assert_eq!(
        random().exponential(1.0, 3)?,
        tensor![1.3146686870065336, 0.8303555478508733, 3.01001235052464]
    );
    assert_eq!(random().binomial(100, 0.5, 5)?, tensor![53_i64, 50, 60, 41, 52]);
    assert_eq!(random().poisson(20.0, 5)?, tensor![18_i64, 21, 21, 15, 14]);
    assert_eq!(random().multinomial(100, &[1.0, 2.0, 3.0], ())?, tensor![20_i64, 40, 40]);
    assert_eq!(random().split().uniform(0.0, 1.0, 1)?, tensor![0.4156388757995523]);
    // Logarithms of the system's library go into these, and may differ in the last digit.
    let close = |x: Tensor<f64>, y: [f64; 3]| -> Result<bool> {
        Ok(x.to_vec()?.iter().zip(y).all(|(x, y)| (x - y).abs() < 1e-12 * y))
    };
    assert!(close(random().gamma(2.0, 1.0, 3)?, [1.163846470942734, 2.0902748965222946, 9.692681363148315])?);
    assert!(close(
        random().beta(2.0, 1.0, 3)?,
        [0.5872103159992687, 0.7989768509059558, 0.9825019059911285]
    )?);
    Ok(())
}

#[test]
fn the_same_numbers_for_any_number_of_threads() -> Result<()> {
    let draw = || -> Result<_> {
        let mut random = Generator::new(99);
        let n = 300_001;
        Ok((
            random.uniform(0.0, 1.0, n)?,
            random.normal(0_f32, 1.0, n)?,
            random.integers(0, 3_u64 << 62, n)?,
            random.exponential(1.0, n)?,
            random.gamma(0.5, 1.0, n / 10)?,
            random.binomial(50, 0.3, n / 10)?,
            random.choice_with(
                &tensor![1, 2, 3],
                n / 10,
                ChoiceOptions { weights: Some(&[1.0, 2.0, 3.0]), ..Default::default() },
            )?,
        ))
    };
    set_threads(1);
    let expected = draw()?;
    for threads in [2, 3, 5] {
        set_threads(threads);
        assert!(draw()? == expected, "{threads} threads");
    }
    set_threads(0);
    Ok(())
}

/// A tensor begins with the numbers of every shorter one.
#[test]
fn a_call_goes_on_where_the_last_one_ended() -> Result<()> {
    let long = Generator::new(4).uniform(0.0, 1.0, 1000)?;
    for n in [0, 1, 31, 32, 33, 999] {
        assert_eq!(Generator::new(4).uniform(0.0, 1.0, n)?, long.load(s![..n])?);
    }
    let mut random = Generator::new(4);
    assert_eq!(random.uniform(0.0, 1.0, 32)?, long.load(s![..32])?);
    assert_eq!(random.uniform(0.0, 1.0, [4, 8])?.reshape(-1)?, long.load(s![32..64])?);
    Ok(())
}

#[test]
fn t30_the_second_moment_of_normal_is_a_standard_deviation() -> Result<()> {
    let x = Generator::new(30).normal(3.0, 1.5_f64.sqrt(), 10_000)?.to_vec()?;
    let (mean, variance) = moments(&x);
    assert!((mean - 3.0).abs() < 0.06 && (variance - 1.5).abs() < 0.06, "{mean} {variance}");
    assert_eq!(Tensor::arange(1, 10, 1)?.to_vec()?, (1..10).collect::<Vec<i32>>());
    let x = Generator::new(30).normal(0.0, 1.0, [3, 2, 5])?;
    let y = x.permute([1, 0, 2])?.copy()?;
    for (i, j, k) in (0..30).map(|n| (n / 10, n / 5 % 2, n % 5)) {
        assert_eq!(x.get([i, j, k])?, y.get([j, i, k])?);
    }
    Ok(())
}

#[test]
fn ends_of_intervals() -> Result<()> {
    let mut random = Generator::new(15);
    assert_eq!(random.uniform(2.5, 2.5, 2)?, tensor![2.5, 2.5]);
    // The only number below the end is the beginning.
    let next = 1.0_f32.next_up();
    assert!(random.uniform(1.0, next, 1000)?.to_vec()?.iter().all(|&x| x == 1.0));
    let half = f16::from_f32(1.0);
    assert!(random.uniform(-half, half, 5000)?.to_vec()?.iter().all(|&x| x < half));
    assert_eq!(random.normal(7.0, 0.0, 2)?, tensor![7.0, 7.0]);
    assert_eq!(random.uniform(0.0, 1.0, ())?.rank(), 0);
    assert!(random.normal(0.0, 1.0, [3, 0])?.is_empty() && random.gamma(1.0, 1.0, 0)?.is_empty());
    Ok(())
}

#[test]
fn mistakes_have_words() -> Result<()> {
    let mut random = Generator::new(0);
    assert_eq!(
        random.normal(0.0, -1.0, 3).unwrap_err().to_string(),
        "normal: `mean, std` is 0.0 and -1.0: both must be finite, and the standard deviation at least 0"
    );
    assert_eq!(
        random.integers(5, 5, 3).unwrap_err().to_string(),
        "integers: `low, high` is 5 to 5: the first must be less than the end, which is not one of them"
    );
    assert!(random.uniform(1.0, 0.0, 3).is_err() && random.uniform(0.0, f64::NAN, 3).is_err());
    assert!(random.uniform(f64::MIN, f64::MAX, 3).is_err());
    assert!(random.uniform_of(DType::I32, 0.0, 1.0, 3).unwrap_err().is_dtype());
    assert!(random.normal_of(DType::Complex64, 0.0, 1.0, 3).unwrap_err().is_dtype());
    assert!(random.integers_of(DType::F32, 0, 1, 3).unwrap_err().is_dtype());
    assert!(random.integers_of(DType::U8, -1, 1, 3).unwrap_err().is_dtype());
    assert!(random.integers_of(DType::U8, 0, 257, 3).unwrap_err().is_dtype());
    assert!(random.bernoulli(1.5, 3).is_err() && random.bernoulli(f64::NAN, 3).is_err());
    assert!(random.exponential(-1.0, 3).is_err() && random.gamma(0.0, 1.0, 3).is_err());
    assert!(random.beta(1.0, f64::INFINITY, 3).is_err() && random.binomial(3, -0.1, 3).is_err());
    assert!(random.poisson(-1.0, 3).is_err() && random.poisson(1e300, 3).is_err());
    assert!(random.multinomial(3, &[], 3).is_err() && random.multinomial(3, &[0.0], 3).is_err());
    assert!(random.multinomial(3, &[-1.0, 2.0], 3).is_err());
    let x = tensor![1, 2, 3];
    let once = ChoiceOptions { replace: false, ..Default::default() };
    assert!(random.choice_with(&x, 4, once).is_err());
    let weights = ChoiceOptions { weights: Some(&[1.0]), ..Default::default() };
    assert!(random.choice_with(&x, 4, weights).unwrap_err().is_shape());
    assert!(random.choice(&Tensor::<f64>::zeros(0)?, 1).is_err());
    assert!(random.permutation_of(&x, 1).unwrap_err().is_shape());
    assert!(random.shuffle(&x.as_read_only(), 0).unwrap_err().is_read_only());
    assert!(random.uniform(0.0, 1.0, usize::MAX).unwrap_err().is_memory());
    assert!(random.poisson(1.0, usize::MAX).unwrap_err().is_memory());
    Ok(())
}
