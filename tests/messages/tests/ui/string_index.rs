use lunette::s;

fn main() {
    let _ = s!["row"];
}
