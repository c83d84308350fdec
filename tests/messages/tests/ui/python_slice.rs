use lunette::s;

fn main() {
    let _ = s![1:3, 0];
}
