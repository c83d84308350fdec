use lunette::s;

fn main() {
    let _ = s![5..1..-1];
}
