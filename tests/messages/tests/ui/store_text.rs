use lunette::prelude::*;

fn main() {
    let x = tensor![1, 2, 3];
    let _ = x.store(s![0], "one");
}
