use lunette::s;

fn main() {
    let _ = s![(1, 2)];
}
