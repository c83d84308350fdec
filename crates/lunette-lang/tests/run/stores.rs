//! Stores into regions, and what is computed into them.

use crate::world::{failure, prints};

#[test]
fn chains_are_stored_as_if_they_had_been_read_first() {
    prints(
        "let mut x = [1.0, 2.0, 3.0, 4.0]
        x[1:] <- x[:-1] * 2 + 1
        print(x)
        x[:-1] <- x[1:] + x[:-1]
        print(x)
        x <- x * x - 1
        print(x)
        let mut m = [[1, 2], [3, 4]]
        m[:] <- transpose(m) + m * 10
        print(m)",
        &[
            "tensor((4,), {1.0,3.0,5.0,7.0})",
            "tensor((4,), {4.0,8.0,12.0,7.0})",
            "tensor((4,), {15.0,63.0,143.0,48.0})",
            "tensor((2,2), {11,23,32,44})",
        ],
    );
}

#[test]
fn chains_of_other_shapes_and_dtypes_are_stored_too() {
    prints(
        "let mut x = zeros((2, 3))
        x[:] <- [1, 2, 3] * 2 + 1
        x[0:1] <- [[1], [1]][0] + 0.5
        print(x)
        x[:, 0] <- [[7.0], [8.0]] * 1 + 1
        print(x)
        let mut k = [0, 0]
        k[:] <- [1.5, 2.5] * 2 + 0.75
        print(k)
        let mut b = [false, true]
        b[:] <- [1, 0] + 0 * 2
        print(b)",
        &[
            "tensor((2,3), {1.5,1.5,1.5,3.0,5.0,7.0})",
            "tensor((2,3), {8.0,1.5,1.5,9.0,5.0,7.0})",
            "tensor((2,), {3,5})",
            "tensor((2,), {true,false})",
        ],
    );
}

#[test]
fn compound_stores_into_regions_picks_and_masks() {
    prints(
        "let mut x = [1, 2, 3, 4, 5]
        x[1:4] += [10, 20, 30]
        x[[0, 0]] += 100
        x[x > 100] -= 1
        x[[4]] *= x[[1]]
        print(x)
        let mut m = [[1.0, 2.0], [3.0, 4.0]]
        m[:, 1] /= 2
        m[0] **= 2
        m += [1.0, 2.0] * 10 + 1
        print(m)
        let mut v = &m[1]
        v %= 2
        print(m)",
        &[
            "tensor((5,), {100,12,23,34,60})",
            "tensor((2,2), {12.0,22.0,14.0,23.0})",
            "tensor((2,2), {12.0,22.0,0.0,1.0})",
        ],
    );
}

#[test]
fn places_of_several_brackets_and_transforms() {
    prints(
        "let mut x = reshape(arange(12), (3, 4))
        x[1:][0][2] <- 60
        x[0:2][:, 1][1] += 100
        let mut t = &transpose(x)
        t[0] <- -1
        let mut d = &diagonal(x[:, :3])
        d += 1000
        print(x)",
        &["tensor((3,4), {999,1,2,3,-1,1105,60,7,-1,9,1010,11})"],
    );
}

#[test]
fn the_right_side_comes_before_the_write_and_after_the_index() {
    prints(
        "fun say(n: i32) -> i32 { print(n); n }
        fun change(mut &x: tensor<i32, 1>) -> i32 { x[0] <- 50; 1 }
        let mut x = [0, 0, 0]
        x[say(1)] <- say(2)
        x[say(1)] += say(3)
        x[say(0):say(2)] <- say(9)
        x[0] += change(&x)
        print(x)",
        &["1", "2", "1", "3", "0", "2", "9", "tensor((3,), {51,9,0})"],
    );
}

#[test]
fn failed_stores_change_nothing_and_point_at_their_fault() {
    for (text, at, words) in [
        ("fun f(mut &x, v) { x[1:] <- v }\nlet mut x = [1, 2]\nf(&x, [1, 2])", "v", "(2,)"),
        ("fun f(mut &x, k) { x[k] <- 1 }\nlet mut x = [1, 2]\nf(&x, 2)", "k", "index 2"),
        ("fun f(mut &x, k) { x[0, k] += 1 }\nlet mut x = [[1, 2]]\nf(&x, -3)", "k", "index -3"),
        ("fun f(mut &x, v) { x div= v }\nlet mut x = [1, 2]\nf(&x, [1, 0])", "div=", "zero"),
        ("fun f(mut &x, v) { x[0] <- v }\nlet mut x = [1u8, 2u8]\nf(&x, 256)", "v", "256"),
        ("fun f(mut &x, v) { x[:] <- v * 2.0 + 1.0 }\nlet mut x = [1, 2]\nf(&x, [1e300, 1.0])", "", "i32"),
        ("fun f(x, v) { x + v * 2 - 1 }\nf([1, 2], [1, 2, 3])", "+", "axis 0 is 2 and 3"),
        ("fun f(x, v) { sum(x * v) }\nf([1, 2], [1, 2, 3])", "*", "axis 0 is 2 and 3"),
    ] {
        let said = failure(text);
        let span = said.span().expect("a failure has a place");
        assert!(said.message.contains(words), "{text}\n{}", said.message);
        assert!(at.is_empty() || &text[span.start as usize..span.end as usize] == at, "{text}\n{span:?}");
    }
}
