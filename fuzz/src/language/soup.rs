//! Tokens in any order.

use crate::Input;

/// Words, signs, literals and names; those that open and close something come more than once.
pub(super) const TOKENS: &[&str] = &[
    "let ", "let mut ", "fun ", "if ", "else ", "for ", "while ", "return ", "break", "continue", "lambda", "module ",
    " and ", " or ", " not ", " div ", "true", "false", "NewAxis", "Fill", " from ", " to ", " step ", " in ", " as ",
    "(", ")", "(", ")", "[", "]", "[", "]", "{", "}", "{", "}", "\n", "\n", ";", ",", ", ", ":", ":", ".", "..", "...",
    " -> ", " <- ", " <- ", " = ", " += ", " -= ", " *= ", " /= ", " %= ", " **= ", " div= ", " &= ", " |= ", " ^= ",
    " == ", " != ", " < ", " <= ", " > ", " >= ", " + ", "-", " * ", "*", " / ", " % ", " ** ", " @ ", "&", " | ",
    " ^ ", "~", " << ", " >> ", "&&", "||", "!", "// note\n", "#", "?", "\\", "\"", "'", "\"text\"", "\"a\\n\"",
    "0", "1", "2", "3", "-1", "7L", "255u8", "-128i8", "300", "2147483648", "0xff", "0b101", "1_000", "1.5", "2.5f",
    "1e3", "2j", "nan", "inf", "pi", "a", "b", "x", "y", "f", "g", "mut &p", "i32", "f64", "bool", "tensor",
    "tensor<f32, 2>", "tensor<f64>", "string", "range", "fun(i32) -> i32", ": i32", "print(", "shape(", "zeros((2,3))",
    "arange(5)", "sum(", "reshape(", "axis = 0", "keepdims = true", "dtype = f32", "cast<i32>(", "tensor((2,3), {1,2,3,4,5,6})",
    "[1, 2, 3]", "[[1, 2], [3, 4]]", "x[0]", "x[1:]", "x[..., 1]", "x[{..., -1}]", "&x", "x.shape", "x.sum()", ".[[1L; 1L]]",
];

/// A text of as many tokens as the input has decisions.
pub(super) fn text(input: &mut Input<'_>) -> String {
    let mut text = String::new();
    while !input.is_empty() {
        text.push_str(TOKENS[input.below(TOKENS.len())]);
    }
    text
}
