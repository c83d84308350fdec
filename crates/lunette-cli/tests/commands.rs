//! Transcripts of the command: what is typed, what comes out, and the exit code.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").run();
}
