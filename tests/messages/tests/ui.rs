//! What the compiler says about mistakes inside `s![…]`.

#[test]
fn mistakes_in_an_index_are_explained() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
