//! Strings: looking into them, changing them, taking them apart. Characters are counted as `len` does: by code points.

use std::fmt::{self, Write};
use std::iter::repeat_n;

use lunette::{DType, Scalar};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use crate::types::Type;
use crate::value::{Growing, Value};

pub(super) const TEXT: Param = Param::new("text", ParamKind::Text);
const PART: Param = Param::new("part", ParamKind::Text);
const SEPARATOR: Param = Param::new("separator", ParamKind::Text);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Text, name, params, run)
}

/// A row that gives a string.
const fn changing(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    row(name, params, run).typed(|_| Ok(Type::String))
}

/// A row that gives a count or a place.
const fn counting(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    row(name, params, run).typed(|_| Ok(Type::Scalar(DType::I64)))
}

/// A row that says whether something holds.
const fn asking(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    row(name, params, run).typed(|_| Ok(Type::Scalar(DType::Bool)))
}

pub(super) static ROWS: &[Builtin] = &[
    asking("contains", &[TEXT, PART], |_, args| {
        Ok(flag(args.text_or(0, "")?.contains(args.text_or(1, "")?)))
    })
    .doc("Whether a text has this part.", "contains(\"moonlight\", \"moon\") // true"),
    asking("starts_with", &[TEXT, PART], |_, args| {
        Ok(flag(args.text_or(0, "")?.starts_with(args.text_or(1, "")?)))
    })
    .doc("Whether a text begins with this part.", "starts_with(\"data.npy\", \"data\") // true"),
    asking("ends_with", &[TEXT, PART], |_, args| {
        Ok(flag(args.text_or(0, "")?.ends_with(args.text_or(1, "")?)))
    })
    .doc("Whether a text ends with this part.", "ends_with(\"data.npy\", \".npz\") // false"),
    counting("find", &[TEXT, PART], |_, args| {
        let (text, part) = (args.text_or(0, "")?, args.text_or(1, "")?);
        let place = text.find(part).and_then(|at| text.get(..at));
        Ok(int(place.map_or(-1, |before| before.chars().count() as i64)))
    })
    .doc(
        "The character at which a part first begins, counted from 0, an i64; -1 where it does not occur.",
        "find(\"moonlight\", \"light\") // 4\nfind(\"moonlight\", \"sun\") // -1",
    ),
    counting("compare_text", &[TEXT, Param::new("other", ParamKind::Text)], |_, args| {
        Ok(int(args.text_or(0, "")?.cmp(args.text_or(1, "")?) as i64))
    })
    .doc(
        "Which of two texts comes first, by the code points of their characters: -1 for the first, 1 for the second, 0 \
         where they are equal. `a < b` asks the same.",
        "compare_text(\"apple\", \"pear\") // -1\n\"apple\" < \"pear\" // true",
    ),
    changing("replace", &[TEXT, Param::new("old", ParamKind::Text), Param::new("new", ParamKind::Text)], replace)
        .doc("A text with every `old` in it replaced by `new`.", "replace(\"a-b-c\", \"-\", \", \") // a, b, c"),
    changing("trim", &[TEXT], |_, args| {
        let text = args.text_or(0, "")?;
        grown("trim", |to| to.write_str(text.trim()))
    })
        .doc("A text without the white space at both ends.", "\"[\" + trim(\"  a b \") + \"]\" // [a b]"),
    changing("upper", &[TEXT], |_, args| {
        let text = args.text_or(0, "")?;
        grown("upper", |to| text.chars().flat_map(char::to_uppercase).try_for_each(|c| to.write_char(c)))
    })
    .doc("A text in capital letters.", "upper(\"größe\") // GRÖSSE"),
    changing("lower", &[TEXT], |_, args| {
        let text = args.text_or(0, "")?;
        grown("lower", |to| text.chars().flat_map(char::to_lowercase).try_for_each(|c| to.write_char(c)))
    })
    .doc("A text in small letters.", "lower(\"ABC\") // abc"),
    changing("substring", &[TEXT, START, STOP], substring).doc(
        "The characters from `start` to before `stop`. Negative places count from the end, and those beyond an end mean \
         that end, unlike in an index.",
        "substring(\"moonlight\", 0, 4) // moon\nsubstring(\"moonlight\", -5) // light",
    ),
    changing("repeat_text", &[TEXT, Param::new("count", ParamKind::Int).count()], repeat_text)
        .doc("A text several times, one after the other.", "repeat_text(\"-\", 5) // -----"),
    changing("join", &[Param::new("parts", ParamKind::Any), SEPARATOR.or("\"\"")], join)
        .typed(joined)
        .doc("The strings of a tuple, with a separator between them.", "join((\"a\", \"b\", \"c\"), \", \") // a, b, c"),
    changing("field", &[TEXT, SEPARATOR, Param::new("index", ParamKind::Int).probe(0)], field).doc(
        "A part of a text that separators divide, counted from 0, or from the end where `index` is negative. Where the \
         separator is empty, white space of any length divides.",
        "field(\"2024-05-17\", \"-\", 1) // 05\nfield(\"one  two   three\", \"\", -1) // three",
    ),
    counting("count_fields", &[TEXT, SEPARATOR], |_, args| {
        Ok(int(fields(args.text_or(0, "")?, args.text_or(1, "")?).count() as i64))
    })
    .doc(
        "How many parts separators divide a text into, an i64: those that `field` gives. One less is how often the \
         separator occurs.",
        "count_fields(\"2024-05-17\", \"-\") // 3\ncount_fields(\"a b  c\", \"\") // 3",
    ),
];

const START: Param = Param::new("start", ParamKind::Int).probe(0);
const STOP: Param = Param::new("stop", ParamKind::Int).or("the end");

fn flag(flag: bool) -> Value {
    Value::Scalar(Scalar::Bool(flag))
}

fn int(int: i64) -> Value {
    Value::Scalar(Scalar::I64(int))
}

/// A string that is written, as far as there is memory for it.
fn grown(op: &'static str, write: impl FnOnce(&mut Growing) -> fmt::Result) -> Result<Value, Failure> {
    let mut text = Growing::default();
    // What does not succeed here, `finish` says.
    let _ = write(&mut text);
    Ok(Value::Str(text.finish(op)?))
}

fn replace(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (text, old, new) = (args.text_or(0, "")?, args.text_or(1, "")?, args.text_or(2, "")?);
    if old.is_empty() {
        return Err(args.wrong(1, "a text that is not empty"));
    }
    grown("replace", |to| {
        text.split(old).enumerate().try_for_each(|(k, part)| {
            to.write_str(if k > 0 { new } else { "" })?;
            to.write_str(part)
        })
    })
}

fn substring(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let text = args.text(0)?;
    let place = |at: i64| match usize::try_from(at) {
        Ok(at) => at,
        Err(_) => (text.char_count() as i64).saturating_add(at).max(0) as usize,
    };
    let (start, stop) = (place(args.int(1)?), args.get(2).map(|_| args.int(2)).transpose()?.map(place));
    let bytes = |part: &str, count: usize| match text.is_ascii() {
        true => count.min(part.len()),
        false => bytes_of(part, count),
    };
    let (_, from) = text.split_at(bytes(text, start));
    let len = stop.map_or(from.len(), |stop| bytes(from, stop.saturating_sub(start)));
    grown("substring", |to| to.write_str(from.split_at(len).0))
}

/// How many bytes the first characters of a text have; all if there are not so many.
///
/// Characters are counted by their first bytes, block by block: programs that look at one character after the other come
/// here with long texts.
fn bytes_of(text: &str, mut count: usize) -> usize {
    let is_first = |byte: &u8| (*byte as i8) >= -0x40;
    let mut passed = 0;
    for block in text.as_bytes().chunks(128) {
        let firsts = usize::from(block.iter().map(|byte| u8::from(is_first(byte))).sum::<u8>());
        if firsts > count {
            let mut firsts = block.iter().enumerate().filter(|(_, byte)| is_first(byte));
            return passed + firsts.nth(count).map_or(0, |(byte, _)| byte);
        }
        count -= firsts;
        passed += block.len();
    }
    passed
}

fn repeat_text(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (text, count) = (args.text_or(0, "")?, args.count(1)?);
    let mut repeated = Growing::with_room("repeat_text", text.len().saturating_mul(count))?;
    let count = if text.is_empty() { 0 } else { count };
    // There is room for all of it.
    let _ = repeat_n(text, count).try_for_each(|text| repeated.write_str(text));
    Ok(Value::Str(repeated.finish("repeat_text")?))
}

/// Only strings are joined.
fn joined(probe: &Probe<'_>) -> Result<Type, Mistake> {
    match probe.ty(0) {
        Some(Type::Tuple(fields)) if fields.iter().all(|field| *field == Type::String) => Ok(Type::String),
        Some(found) => {
            let words = format!("join: `parts` needs a tuple of strings, found {found}");
            let cure = "make strings of the parts: `join((str(x), str(y)), \", \")`".to_owned();
            Err(Mistake::ty(0, words).cured(Some(cure)))
        }
        None => Ok(Type::String),
    }
}

fn join(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (Value::Tuple(parts), separator) = (args.value(0)?, args.text_or(1, "")?) else {
        return Err(args.wrong(0, "a tuple of strings"));
    };
    if parts.iter().any(|part| !matches!(part, Value::Str(_))) {
        return Err(args.wrong(0, "a tuple of strings"));
    }
    grown("join", |to| {
        let mut parts = parts.iter().enumerate();
        parts.try_for_each(|(k, part)| write!(to, "{}{part}", if k > 0 { separator } else { "" }))
    })
}

/// The parts of a text that separators divide, white space where there is no separator.
fn fields<'t>(text: &'t str, separator: &'t str) -> Box<dyn Iterator<Item = &'t str> + 't> {
    let mut chars = separator.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Box::new(text.split_whitespace()),
        // One character is found much faster than a text of one.
        (Some(one), None) => Box::new(text.split(one)),
        _ => Box::new(text.split(separator)),
    }
}

fn field(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (text, separator, index) = (args.text_or(0, "")?, args.text_or(1, "")?, args.int(2)?);
    let count = || fields(text, separator).count();
    let place = if index < 0 { index.checked_add(count() as i64) } else { Some(index) };
    let found = place.and_then(|at| usize::try_from(at).ok()).and_then(|at| fields(text, separator).nth(at));
    match found {
        Some(found) => grown("field", |to| to.write_str(found)),
        None => Err(Failure::words(no_field(index, count()))),
    }
}

fn no_field(index: i64, count: usize) -> String {
    let there = match count {
        // White space alone.
        0 => "none".to_owned(),
        1 => "1, which is 0".to_owned(),
        _ => format!("{count}, from 0 to {}, or from -1, the last, down to -{count}", count - 1),
    };
    format!("field: there is no field {index}: the text has {there}")
}
