//! Files, read into cases.
//!
//! A file holds cases; each begins with a line `// ---- name`. A file without such lines is one case, if it expects
//! something. Comments in a case say what is expected:
//!
//! ```text
//! print(a[1:])     // = tensor((2,), {20,30})             the next line of the output
//! print(a[7])      // error 9-10: out of range             a mistake in columns 9 to before 10 of this line
//! a + 1            // warning 1-6: unused value
//! // help: copy                                            one of the cures of the mistake before
//! let a = [1]      // label 5-6: immutable                 a further label of some mistake
//! print(f(a))      // call 7-11: f                         a call that led to some mistake
//! // -- file lib/stats.lun                                 the lines below are another file
//! ```
//!
//! A comment on a line of its own belongs to the line of the program before it. `error 9: text` names the first column
//! only, `error E0401 9-10: text` the code too. Texts of outputs are compared exactly, all others may be parts. Any other
//! comment says nothing: `// error handling: none`, or a `// help: …` without a mistake before it.

use crate::syntax::lex;

/// A small program and what it must do.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file that it stands in.
    pub path: String,
    /// The line of the case's name, from 1.
    pub line: usize,
    /// Its name, with the ids of the specification first.
    pub name: String,
    /// The program, then the modules that it can import.
    pub files: Vec<Text>,
    /// What it must print, line by line.
    pub output: Vec<String>,
    /// What must be said about it.
    pub remarks: Vec<Remark>,
}

/// A text with the name by which it is imported.
#[derive(Clone, Debug)]
pub struct Text {
    /// `main.lun`, or the path after `// -- file`.
    pub name: String,
    /// The text without expectations; lines keep their numbers.
    pub text: String,
    /// The number of its first line in the file of the case.
    first: usize,
}

/// Something that must be said at a place.
#[derive(Clone, Debug)]
pub struct Remark {
    /// What kind of thing.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// The code, if it matters.
    pub code: Option<String>,
    /// A part of the text.
    pub text: String,
    /// Parts of the cures.
    pub help: Vec<String>,
}

/// The kinds of remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A mistake.
    Error,
    /// A warning.
    Warning,
    /// A further place of some mistake.
    Label,
    /// A call that led to some mistake.
    Call,
}

/// A stretch of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text that it is in.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The first column, from 1.
    pub start: usize,
    /// The column after the last; none where it does not matter.
    pub end: Option<usize>,
}

const CASE: &str = "// ---- ";
const FILE: &str = "// -- file ";

/// The cases of a file; none if it has no lines that begin a case, and expects nothing.
///
/// # Errors
/// In words: a line before the first case.
pub fn read(path: &str, text: &str) -> Result<Vec<Case>, String> {
    let is_one = !text.lines().any(|line| line.starts_with(CASE));
    let mut cases: Vec<Case> = Vec::new();
    if is_one {
        cases.push(Case::new(path, 0, ""));
    }
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(name) = line.strip_prefix(CASE) {
            cases.push(Case::new(path, number, name));
        } else if let Some(case) = cases.last_mut() {
            case.take(number, line);
        } else if !line.is_empty() && !line.starts_with("//") {
            return Err(format!("{path}:{number}: stands before the first case"));
        }
    }
    cases.retain(|case| !is_one || case.expects_something());
    Ok(cases)
}

impl Case {
    fn new(path: &str, line: usize, name: &str) -> Self {
        let main = Text { name: "main.lun".to_owned(), text: String::new(), first: line + 1 };
        let (path, name) = (path.to_owned(), name.trim().to_owned());
        Self { path, line, name, files: vec![main], output: Vec::new(), remarks: Vec::new() }
    }

    fn expects_something(&self) -> bool {
        !self.output.is_empty() || !self.remarks.is_empty()
    }

    fn take(&mut self, number: usize, line: &str) {
        if let Some(name) = line.strip_prefix(FILE) {
            self.files.push(Text { name: name.trim().to_owned(), text: String::new(), first: number + 1 });
            return;
        }
        let (code, expected) = split(line);
        let Some(file) = self.files.last_mut() else { return };
        let before = file.text.trim_end().lines().count();
        file.text.push_str(code);
        file.text.push('\n');
        let Some(expected) = expected else { return };
        // A comment that stands alone belongs to the line before it.
        let here = if code.is_empty() { before } else { number - file.first + 1 };
        let (name, line) = (file.name.clone(), here);
        self.expect(expected, &name, line);
    }

    fn expect(&mut self, expected: Expected<'_>, file: &str, line: usize) {
        match expected {
            Expected::Output(text) => self.output.push(text.to_owned()),
            Expected::Help(text) => {
                if let Some(remark) = self.remarks.last_mut() {
                    remark.help.push(text.to_owned());
                }
            }
            Expected::Remark(kind, Head { code, start, end }, text) => {
                let place = Place { file: file.to_owned(), line, start, end };
                let code = code.map(str::to_owned);
                self.remarks.push(Remark { kind, place, code, text: text.to_owned(), help: Vec::new() });
            }
        }
    }

    /// The line of its file at which a line of one of its texts stands.
    pub(super) fn line_of(&self, place: &Place) -> usize {
        self.files
            .iter()
            .find(|file| file.name == place.file)
            .map_or(self.line, |file| file.first + place.line - 1)
    }
}

/// An expectation as it is written.
enum Expected<'a> {
    Output(&'a str),
    Help(&'a str),
    /// The kind, what stands before the colon, what stands after it.
    Remark(Kind, Head<'a>, &'a str),
}

/// `9-10`, or `E0401 9-10`.
struct Head<'a> {
    code: Option<&'a str>,
    start: usize,
    end: Option<usize>,
}

impl<'a> Head<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (code, columns) = match text.split_once(' ') {
            Some((code, columns)) => (is_code(code).then_some(Some(code))?, columns),
            None => (None, text),
        };
        let (start, end) = self::columns(columns)?;
        Some(Self { code, start, end })
    }
}

/// Whether it is a code of a mistake or a warning: a letter and digits.
fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(['E', 'W']).unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The program of a line, and the expectation in its comment.
fn split(line: &str) -> (&str, Option<Expected<'_>>) {
    let comment = comment_start(line);
    let comments = line.match_indices("// ").map(|(at, _)| at);
    let empty = line.ends_with("// =").then(|| line.len() - 4);
    for at in comments.chain(empty).filter(|&at| comment.is_some_and(|start| at >= start)) {
        if let Some(expected) = expectation(&line[at + 3..]) {
            return (line[..at].trim_end(), Some(expected));
        }
    }
    (line, None)
}

/// Where the comment of a line begins. In a line that is not made of tokens, as one with an open string, that is not known.
fn comment_start(line: &str) -> Option<usize> {
    let lexed = lex(line);
    match lexed.mistakes.is_empty() {
        true => lexed.comments.first().map(|comment| comment.start as usize),
        false => Some(0),
    }
}

fn expectation(comment: &str) -> Option<Expected<'_>> {
    if comment == "=" {
        return Some(Expected::Output(""));
    }
    if let Some(text) = comment.strip_prefix("= ") {
        return Some(Expected::Output(text));
    }
    if let Some(text) = comment.strip_prefix("help: ") {
        return Some(Expected::Help(text.trim()));
    }
    let (word, rest) = comment.split_once(' ')?;
    let kind = match word {
        "error" => Kind::Error,
        "warning" => Kind::Warning,
        "label" => Kind::Label,
        "call" => Kind::Call,
        _ => return None,
    };
    let (head, text) = rest.split_once(':')?;
    Some(Expected::Remark(kind, Head::read(head)?, text.trim()))
}

/// `9-10` or `9`.
fn columns(text: &str) -> Option<(usize, Option<usize>)> {
    match text.split_once('-') {
        Some((start, end)) => Some((start.parse().ok()?, Some(end.parse().ok()?))),
        None => Some((text.parse().ok()?, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_file_without_cases_is_one_if_it_expects_something() {
        let cases = read("a.lun", "let a = 1\nprint(a) // = 1\n").unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!((cases[0].line, cases[0].output.as_slice()), (0, ["1".to_owned()].as_slice()));
        assert_eq!(cases[0].files[0].text, "let a = 1\nprint(a)\n");
        assert!(read("a.lun", "print(1) // one\n").unwrap().is_empty());
        assert_eq!(read("a.lun", "// ---- a\n// ---- b\n").unwrap().len(), 2);
        assert!(read("a.lun", "print(1)\n// ---- a\n").is_err(), "a line before the first case");
    }

    #[test]
    fn ordinary_comments_expect_nothing() {
        for line in [
            "let x = 1 // error handling: none",
            "// call f: first",
            "// label axes: x, y",
            "// help: see below",
            "// warning ahead 3: of the road",
            "print(\"a // = b\")",
        ] {
            assert!(read("a.lun", &format!("{line}\n")).unwrap().is_empty(), "{line}");
        }
        let cases = read("a.lun", "print(\"a // = b\") // so // = a // = b\nf(\" // error E0101 3-4: open\n")
            .unwrap();
        assert_eq!((cases[0].output[0].as_str(), cases[0].remarks.len()), ("a // = b", 1));
        assert_eq!(cases[0].files[0].text, "print(\"a // = b\") // so\nf(\"\n");
    }
}
