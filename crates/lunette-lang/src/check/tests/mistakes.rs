//! What is wrong, and where.

use super::wrong;

#[test]
fn names_and_mutability() {
    wrong("let a = x1\nlet b = a + 1\nlet c = x2", &["1:9 E0201", "3:9 E0201"]);
    wrong("let a = [1]\na[0] <- 2", &["2:1 E0211"]);
    wrong("for (i from 0 to 3) { i <- 5 }", &["1:23 E0211"]);
    wrong("pi <- 3\nsum <- 2", &["1:1 E0212", "2:1 E0212"]);
    wrong("5 <- 6", &["1:1 E0214"]);
    wrong("let mut t = (1, 2)\nt[0] <- 5", &["2:1 E0215"]);
    wrong("let mut x = [1]\nx[0] = 5", &["2:6 E0216"]);
    wrong("a = 5", &["1:1 E0217"]);
    wrong("fun f() { 1 }\nfun f() { 2 }", &["2:5 E0204"]);
}

#[test]
fn references() {
    wrong("let value = 5\nlet r = &(value + 3)", &["2:10 E0222"]);
    wrong("let mut a = [1]\nlet b = &a", &["2:5 E0224"]);
    wrong("let a = [1]\nlet mut b = &a", &["2:13 E0225"]);
    wrong("let mut s = \"a\"\nlet mut t = &s", &["2:13 E0223"]);
    wrong("let mut x = [1, 2]\nlet mut y = &x[[0]]", &["2:16 E0420"]);
    wrong("let a = [1]\nlet b = &a\nprint(b)", &[]);
}

#[test]
fn stores() {
    let dst = "let mut dst = tensor((2,3), {1,2,3,4,5,6})\nlet src = tensor((1,2,1), {7,8})\n";
    for (text, expected) in [
        ("dst[(0:2:1,1)] <- src", &[][..]),
        ("dst <- src", &["3:8 E0404"]),
        ("dst <- 5", &["3:8 E0404"]),
        ("dst[0, 0] <- src", &["3:14 E0405"]),
        ("dst[0:2, 1] <- [7, 8, 9]", &["3:16 E0403"]),
        ("dst[0, 0] <- 1 + 2j", &["3:14 E0310"]),
        ("dst[0, 0] <- nan", &["3:14 E0303"]),
        ("dst += 0.5", &["3:8 E0311"]),
        ("dst /= 2", &["3:8 E0311"]),
        ("dst += [[[1]]]", &["3:8 E0406"]),
        ("dst[...] += [[[1]]]", &[]),
        ("dst += zeros((4, 2, 3), dtype = i32)", &["3:8 E0406"]),
        ("dst[0] <- \"a\"", &["3:11 E0302"]),
        ("dst[[0, 1]][0] <- 5", &["3:5 E0419"]),
        ("dst div= 0", &["3:10 E0305"]),
    ] {
        wrong(&format!("{dst}{text}"), expected);
    }
}

#[test]
fn indices() {
    let x = "let x = [[1, 2], [3, 4]]\n";
    for (text, expected) in [
        ("print(x[2])", &["2:9 E0414"][..]),
        ("print(x[0:3])", &["2:9 E0414"]),
        ("print(x[::0])", &["2:9 E0414"]),
        ("print(x[0, 0, 0])", &["2:9 E0412"]),
        ("print(x[Fill, Fill])", &["2:15 E0413"]),
        ("print(x[1.5])", &["2:9 E0415"]),
        ("print(x[\"a\"])", &["2:9 E0415"]),
        ("print(x[(0, 1), 0])", &["2:9 E0416"]),
        ("print(x[[0, 5]])", &["2:9 E0414"]),
        ("print(x[[true, false, true]])", &["2:9 E0414"]),
        ("print(x[[0, 1], [0, 1, 0]])", &["2:7 E0402"]),
        ("print(5[0])", &["2:9 E0417"]),
        ("print((1, 2)[5])", &["2:14 E0422"]),
        ("let k = 0:2\nprint(x[k, -3])", &["3:12 E0414"]),
    ] {
        wrong(&format!("{x}{text}"), expected);
    }
}

#[test]
fn operators_and_shapes() {
    wrong("print([1, 2, 3] + [1, 2, 3, 4])", &["1:7 E0401"]);
    wrong("print(1.5 & 1)", &["1:7 E0305"]);
    wrong("print(7 div 0)", &["1:7 E0305"]);
    wrong("print(2 ** -1)", &["1:7 E0305"]);
    wrong("print(\"a\" * 2)", &["1:7 E0304"]);
    wrong("print(-true)", &["1:7 E0305"]);
    wrong("if (1) { print(2) }", &["1:5 E0306"]);
    wrong("print([true] and true)", &["1:7 E0307"]);
    wrong("let a = if (true) { 1 } else { \"a\" }", &["1:32 E0308"]);
    wrong("let a = if (true) { 1 }", &["1:9 E0309"]);
    wrong("let x = [[1, 2, 3], [4, 5]]", &["1:21 E0407"]);
    wrong("let x = tensor((2,), {1, 2, 3})", &["1:29 E0408"]);
    wrong("let x = tensor((2, -1), 0)", &["1:20 E0409"]);
    wrong("let a, b = (1, 2, 3)", &["1:5 E0512"]);
    wrong("for (i from 0 to 5 step 0) { print(i) }", &["1:25 E0410"]);
}

#[test]
fn warnings() {
    wrong("let x = 5\nx + 1\nprint(x)", &["2:1 W0001"]);
    wrong("fun f() { return 1\nprint(2) }\nf()", &["2:1 W0002"]);
    wrong("fun f() { 5 }\nf()", &[]);
}
