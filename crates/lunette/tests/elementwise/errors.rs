//! What has no answer.

use lunette::prelude::*;

use super::Result;

#[test]
fn integers_without_an_answer() {
    let x = tensor![1, 2, 3];
    let words = |error: lunette::Error| error.to_string();
    let zero = tensor![1, 0, 1];
    assert_eq!(
        words(x.floor_divide(&zero).unwrap_err()),
        "floor_divide: integers cannot be divided by zero (dtype i32)"
    );
    assert!(x.remainder(0).unwrap_err().is_dtype());
    assert!(words(x.pow(-1).unwrap_err()).contains("negative powers"));
    assert!(words(x.bitwise_left_shift(-1).unwrap_err()).contains("negative number"));
    // A divisor that no element meets is none.
    assert_eq!(
        Tensor::<i32>::zeros([0]).unwrap().floor_divide(&Tensor::<i32>::zeros([0]).unwrap()).unwrap().len(),
        0
    );
}

/// Another thread writes zeros and fives all the time: a division is refused, or all of it is by fives.
#[test]
fn no_zero_comes_between_the_look_and_the_division() -> Result<()> {
    let (x, divisors) = (Tensor::full(3000, 10_i64)?, Tensor::full(3000, 5_i64)?);
    let out = x.zeros_like()?;
    let done = &std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn({
            let divisors = divisors.clone();
            move || -> Result<()> {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    divisors.fill(0)?;
                    divisors.fill(5)?;
                }
                Ok(())
            }
        });
        let divide = || -> Result<()> {
            for _ in 0..2000 {
                let quotients = [
                    x.floor_divide(&divisors),
                    (x.lazy() / &divisors).eval(),
                    x.floor_divide_into(&divisors, &out).and_then(|()| out.copy()),
                ];
                for quotients in quotients {
                    match quotients {
                        Ok(quotients) => assert!(quotients.equal(2)?.all(..)?.item()?),
                        Err(error) => assert!(error.is_dtype(), "{error}"),
                    }
                }
            }
            Ok(())
        };
        let divided = std::panic::catch_unwind(std::panic::AssertUnwindSafe(divide));
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        writer.join().unwrap()?;
        divided.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[test]
fn integers_at_their_ends_wrap_round() -> Result<()> {
    let least = tensor![i32::MIN, i32::MAX];
    assert_eq!(least.floor_divide(-1)?, tensor![i32::MIN, -i32::MAX]);
    assert_eq!(least.remainder(-1)?, tensor![0, 0]);
    assert_eq!(least.abs()?, tensor![i32::MIN, i32::MAX]);
    assert_eq!(least.add(&least)?, tensor![0, -2]);
    assert_eq!(tensor![i64::MIN].floor_divide(-1_i64)?, tensor![i64::MIN]);
    assert_eq!(tensor![i8::MIN].floor_divide(-1_i8)?, tensor![i8::MIN]);
    assert_eq!(tensor![1, -1].bitwise_left_shift(40)?, tensor![0, 0]);
    assert_eq!(tensor![1, -1].bitwise_right_shift(40)?, tensor![0, -1]);
    Ok(())
}

#[test]
fn operations_that_a_dtype_has_not() {
    let z = tensor![lunette::Complex64::new(1.0, 2.0)];
    assert!(z.less(&z).unwrap_err().to_string().contains("no order"));
    assert!(z.floor().unwrap_err().is_dtype());
    assert!(tensor![1.5].bitwise_and(1.0).unwrap_err().is_dtype());
    assert!(tensor![true].bitwise_left_shift(true).unwrap_err().is_dtype());
}

#[test]
fn a_failed_operation_writes_nothing() {
    let out = tensor![7, 7, 7];
    assert!(tensor![1, 2, 3].floor_divide_into(tensor![1, 0, 1], &out).is_err());
    assert!(tensor![1, 2].add_into(1, &out).unwrap_err().is_shape());
    assert_eq!(out, tensor![7, 7, 7]);
    let stretched = tensor![1].broadcast_to([3]).unwrap();
    assert!(out.add_into(1, &stretched).unwrap_err().is_read_only());
    let guard = out.read().unwrap();
    assert!(out.add_into(1, &out).unwrap_err().is_busy());
    drop(guard);
}

#[test]
#[should_panic(expected = "add: shapes [2] and [3] do not broadcast")]
fn operators_panic_with_the_words_of_the_error() {
    let _ = &tensor![1, 2] + &tensor![1, 2, 3];
}

/// The error names the operation and the dtype in which it would be computed, also inside of a lazy expression.
#[test]
fn refused_divisors_name_the_operation_and_the_common_dtype() -> lunette::Result<()> {
    let (x, zero) = (tensor![1_i64, 2], tensor![1_i8, 0]);
    let words = "floor_divide: integers cannot be divided by zero (dtype i64)";
    assert_eq!(x.floor_divide(&zero).unwrap_err().to_string(), words);
    assert_eq!(x.lazy().floor_divide(&zero).eval().unwrap_err().to_string(), words);
    assert_eq!(x.lazy().floor_divide(&zero).sum(..).unwrap_err().to_string(), words);
    Ok(())
}
