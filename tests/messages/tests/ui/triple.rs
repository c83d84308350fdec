use lunette::s;

fn main() {
    let _ = s![(0, 5, 2)];
}
