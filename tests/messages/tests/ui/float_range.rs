use lunette::s;

fn main() {
    let _ = s![1.0..2.0];
}
