use lunette::prelude::*;

fn main() {
    let x = tensor![[1, 2], [3, 4]];
    let _ = x.store(s![..], [[5, 6], [7, 8]]);
}
