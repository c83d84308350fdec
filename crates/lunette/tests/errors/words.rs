//! Errors speak of what the caller wrote: his shapes, his numbers, his arguments.

use lunette::prelude::*;
use lunette::random::Generator;

fn words<T>(call: lunette::Result<T>) -> String {
    call.err().expect("it is a mistake").to_string()
}

#[test]
fn batches_are_named_by_their_whole_shapes() -> lunette::Result<()> {
    let (a, b) = (Tensor::<f64>::ones([2, 3, 4])?, Tensor::<f64>::ones([3, 4, 5])?);
    assert!(
        words(a.matmul(&b))
            .starts_with("matmul: shapes [2, 3, 4] and [3, 4, 5] do not broadcast: axis 0 is 2 and 3")
    );
    let (many, right) = (Tensor::<f64>::ones([7, 2, 2, 2])?, Tensor::<f64>::ones([3, 2, 1])?);
    assert!(
        words(many.solve(&right))
            .starts_with("solve: shapes [7, 2, 2, 2] and [3, 2, 1] do not broadcast: axis 1 is 2 and 3")
    );
    Ok(())
}

#[test]
fn right_hand_sides_are_told_which_shape_fits() -> lunette::Result<()> {
    let cure = "the right-hand side has a row for each row of the matrix";
    let a = Tensor::<f64>::eye(2)?;
    assert_eq!(
        words(a.solve(&tensor![1.0, 2.0, 3.0])),
        format!("solve: expected shape [2], found [3]: {cure}")
    );
    let right = Tensor::<f64>::ones([3, 4])?;
    assert_eq!(words(a.lstsq(&right)), format!("lstsq: expected shape [2, 4], found [3, 4]: {cure}"));
    Ok(())
}

#[test]
fn ends_of_random_integers_are_those_that_were_given() {
    let mut random = Generator::new(0);
    assert!(words(random.integers(5, 5, 2)).contains("is 5 to 5: the first must be less than the end"));
    assert!(words(random.integers_inclusive(6, 5, 2)).contains("is 6 to 5: the first must not be greater"));
    assert!(random.integers_inclusive(5, 5, 2).is_ok());
}

#[test]
fn nothing_to_choose_from_is_said_so() -> lunette::Result<()> {
    let empty = Tensor::<i32>::zeros([0])?;
    assert!(words(Generator::new(0).choice(&empty, 3)).ends_with("there is nothing to choose from"));
    Ok(())
}

#[test]
fn histograms_say_which_elements_have_no_bin() {
    let x = tensor![1.0, f64::NAN];
    assert!(words(x.histogram(4)).contains("NaN among them"));
    assert!(words(tensor![1.0, f64::INFINITY].histogram(4)).contains("1.0 to inf"));
}

#[test]
fn points_of_a_line_are_in_order() {
    let x = tensor![0.5];
    assert!(words(x.interp(&tensor![1.0, 0.0], &tensor![10.0, 20.0])).contains("ascending order"));
}
