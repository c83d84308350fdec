//! Transcripts of the command: what is typed, what comes out, and the exit code.

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
    // The page on the command shows transcripts too.
    cases.case("../../docs/language/command.md").run();
}
