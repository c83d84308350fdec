//! Single elements, whoever shares the tensor.

use crate::world::prints;

#[test]
fn elements_are_read_and_written_through_every_way_to_a_tensor() {
    prints(
        "fun bump(mut &p: tensor<i32, 1>, k: i32) {
            p[k] += 10
            p[k] <- p[k] + 1
        }
        fun read(p: tensor<i32, 1>, k: i32) -> i32 { p[k] }
        let mut x = [1, 2, 3]
        x[0] <- 5
        bump(&x, 1)
        let mut y = &x
        y[2] <- 7
        bump(&y, 2)
        bump(&x[1:], 0)
        print(x, read(x, 0), read(y, -1), x[-3])",
        &["tensor((3,), {5,24,18}) 5 18 5"],
    );
}

#[test]
fn an_open_tensor_is_whole_for_everybody_else() {
    prints(
        "let mut x = zeros((4,))
        for (i from 0 to 4) {
            x[i] <- i * i
            print(sum(x), x[i])
        }
        let y = x
        x[0] <- 100
        print(x, y)",
        &[
            "0.0 0.0",
            "1.0 1.0",
            "5.0 4.0",
            "14.0 9.0",
            "tensor((4,), {100.0,1.0,4.0,9.0}) tensor((4,), {0.0,1.0,4.0,9.0})",
        ],
    );
}

#[test]
fn a_parameter_can_be_rebound_without_its_argument() {
    prints(
        "fun grow(mut p: tensor<i32, 1>) {
            p[0] <- 9
            p = [7, 8, 9]
            p[1] <- 5
            p
        }
        fun swap(mut &p: tensor<i32, 1>) {
            p[0] <- 50
            p = [70]
            p[0] <- 71
            print(p)
        }
        let mut x = [1, 2]
        print(grow(x), x)
        swap(&x)
        print(x)",
        &["tensor((3,), {7,5,9}) tensor((2,), {1,2})", "tensor((1,), {71})", "tensor((2,), {50,2})"],
    );
}

#[test]
fn functions_share_arguments_through_any_number_of_calls() {
    prints(
        "fun down(mut &p: tensor<i64, 1>, k: i64) -> i64 {
            p[k] += 1L
            if (k == 0) { 0L } else { p[k] + down(&p, k - 1) }
        }
        fun total(p: tensor<i64, 1>, k: i64) -> i64 {
            if (k < 0) { 0L } else { p[k] + total(p, k - 1) }
        }
        let mut x = zeros((6,), dtype = i64)
        print(down(&x, 5L), down(&x, 3L), total(x, 5L), x)",
        &["5 6 10 tensor<i64>((6,), {2,2,2,2,1,1})"],
    );
}

#[test]
fn an_argument_before_a_change_keeps_its_value() {
    prints(
        "fun first(p: tensor<i32, 1>, k: i32) -> i32 { p[0] + k }
        let mut x = [1, 2]
        print(first(x, if (true) { x = [50, 60]; 0 } else { 1 }))
        print(x)",
        &["1", "tensor((2,), {50,60})"],
    );
}

#[test]
fn sizes_are_told_of_open_tensors() {
    prints(
        "fun total(x: tensor<f64, 2>, first: f64) -> f64 {
            let mut sum = first
            let mut i = 0L
            while i < shape(x)[0] {
                for (j from 0L to shape(x)[1]) { sum += x[i, j] }
                i += 1
            }
            sum
        }
        let mut x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
        print(total(x, x[0, 1]), len(x), shape(x)[-1], shape(x))
        x = zeros((0, 4))
        print(total(x, 0.0), len(x), shape(x)[1])
        print(maximum(3, 5), minimum(-0.5, abs(-2.5)), sqrt(2.25), floor(-1.5), abs(-128i8))",
        &["23.0 6 3 (2,3)", "0.0 0 4", "5 -0.5 1.5 -2.0 -128i8"],
    );
}

#[test]
fn elements_of_higher_ranks() {
    prints(
        "let mut x = zeros((2, 3, 4), dtype = i32)
        let mut y = zeros((2, 2, 2, 2))
        let mut z = zeros((1, 2, 1, 2, 2), dtype = u8)
        for (i from 0 to 2) {
            for (j from 0 to 3) {
                for (k from 0 to 4) { x[i, j, k] <- 100 * i + 10 * j + k }
            }
            y[i, 1, i, 0] <- 1.5
            z[0, i, 0, i, 1] += 7
        }
        print(x[1, 2, 3], x[-1, -1, -1], x[0][2][3], sum(x))
        print(y[1, 1, 1, 0], y[1, 0, 1, 0], sum(y))
        print(z[0, 1, 0, 1, 1], sum(z))",
        &["123 123 23 1476", "1.5 0.0 3.0", "7u8 14u64"],
    );
}

#[test]
fn elements_of_every_dtype() {
    for dtype in ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64"] {
        let text = format!(
            "let mut x = zeros((3,), dtype = {dtype})
            let mut s = cast<{dtype}>(0)
            for (i from 0 to 3) {{
                x[i] <- cast<{dtype}>(i + 2)
                x[i] *= cast<{dtype}>(2)
                s += x[i]
            }}
            print(s == cast<{dtype}>(18), x[2] > x[1], cast<i32>(x[-1]))"
        );
        prints(&text, &["true true 8"]);
    }
    prints(
        "let mut x = [false, false]
        x[1] <- not x[0]
        let mut z = [1j, 2j]
        z[0] += 3
        z[1] *= z[0]
        let mut w = z[1]
        w -= 1j
        print(x, z, w)",
        &["tensor((2,), {false,true}) tensor<complex128>((2,), {3.0+1.0j,-2.0+6.0j}) -2.0+5.0j"],
    );
}

#[test]
fn scalars_that_are_referred_to() {
    prints(
        "fun add(mut &n: i32, by: i32) { n += by }
        let mut n = 5
        let mut m = &n
        m += 1
        add(&n, 10)
        add(&m, 100)
        print(n, m)
        n = 1
        add(&n, 1)
        print(n, m)
        let mut x = [1, 2]
        add(&x[1], 5)
        let mut e = &x[0]
        e <- 9
        print(x, e)",
        &["116 116", "2 116", "tensor((2,), {9,7}) 9"],
    );
}
