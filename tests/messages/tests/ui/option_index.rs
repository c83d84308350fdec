use lunette::s;

fn main() {
    let _ = s![Some(1)];
}
