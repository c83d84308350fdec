//! Types of expressions, with shapes where they are known.

use super::{ty, wrong};

#[test]
fn literals_and_operators() {
    for (text, expected) in [
        ("1", "i32"),
        ("2.5", "f64"),
        ("1 + 2L", "i64"),
        ("1.5f * 2", "f32"),
        ("7 / 2", "f64"),
        ("1 < 2", "bool"),
        ("not (1 == 2) and true", "bool"),
        ("2j + 1", "complex128"),
        ("\"a\" + \"b\"", "string"),
        ("(1, \"a\")", "(i32, string)"),
        ("[1, 2, 3]", "tensor<i32, 1> of shape (3,)"),
        ("[[1, 2.5], [3, 4]]", "tensor<f64, 2> of shape (2,2)"),
        ("[1i8, 2] + 1", "tensor<i8, 1> of shape (2,)"),
        ("[[1], [2]] + [10, 20, 30]", "tensor<i32, 2> of shape (2,3)"),
        ("[1u8] < 300", "tensor<bool, 1> of shape (1,)"),
        ("tensor<f32>((2, 3), {1, 2, 3, 4, 5, 6})", "tensor<f32, 2> of shape (2,3)"),
        ("let n = 4\nzeros((n, n + 1))", "tensor<f64, 2> of shape (4,5)"),
        ("let t: tensor<f32, 1> = [1, 2]\nt", "tensor<f32, 1> of shape (2,)"),
        ("if (1 < 2) { 1 } else { 2.5 }", "f64"),
        ("0:2", "range"),
        ("1...1", "i32"),
    ] {
        assert_eq!(ty(text), expected, "{text}");
    }
}

#[test]
fn indices() {
    let x = "let x = zeros((4, 5, 6))\n";
    for (index, expected) in [
        ("x[0]", "tensor<f64, 2> of shape (5,6)"),
        ("x[0, 1, 2]", "f64"),
        ("x[0:2:1, 1]", "tensor<f64, 2> of shape (2,6)"),
        ("x[1...1]", "tensor<f64, 2> of shape (5,6)"),
        ("x[{..., -2}, *]", "tensor<f64, 3> of shape (2,5,6)"),
        ("x[Fill, NewAxis, 0]", "tensor<f64, 3> of shape (4,5,1)"),
        ("x[()]", "tensor<f64, 3> of shape (4,5,6)"),
        ("x.[[1L; 1L; 0]]", "f64"),
        ("x[[1, 3]]", "tensor<f64, 3> of shape (2,5,6)"),
        ("x[[0, 1], :, [2, 3]]", "tensor<f64, 2> of shape (2,5)"),
        ("x[:, [true, false, true, false, true]]", "tensor<f64, 3> of shape (4,3,6)"),
        ("x[x > 0.5]", "tensor<f64, 1>"),
        ("let r = (0:2, 1)\nx[r]", "tensor<f64, 2> of shape (2,6)"),
        ("fun f(y) { y[1:3, :, -2:] }\nf(x)", "tensor<f64, 3> of shape (2,?,2)"),
    ] {
        assert_eq!(ty(&format!("{x}{index}")), expected, "{index}");
    }
}

#[test]
fn rebinding_changes_what_is_known_of_sizes() {
    let x = "let mut x = zeros((2, 3))\nlet c = len(\"a\") > 0L\n";
    for (text, expected) in [
        ("x = zeros((4, 3))\nx", "tensor<f64, 2> of shape (4,3)"),
        ("if c { x = zeros((4, 3)) }\nx", "tensor<f64, 2> of shape (?,3)"),
        ("if c { x = ones((4, 3)) } else { x = ones((4, 5)) }\nx", "tensor<f64, 2> of shape (4,?)"),
        ("while c { x = zeros((4, 3)) }\nx", "tensor<f64, 2>"),
        ("x[0] <- 1.0\nx", "tensor<f64, 2> of shape (2,3)"),
    ] {
        assert_eq!(ty(&format!("{x}{text}")), expected, "{text}");
    }
}

#[test]
fn weak_numbers_fit_or_do_not() {
    wrong("let a = [1u8] + 300", &["1:17 E0303"]);
    wrong("let a = 2147483648", &["1:9 E0301"]);
    wrong("let a: u8 = 256", &["1:13 E0303"]);
    wrong("let a: i32 = 2.5", &["1:14 E0302"]);
    wrong("let n = 5L\nlet a: i32 = n", &["2:14 E0302"]);
    wrong("let a = -128i8\nlet b = 255u8", &[]);
}
