//! Printing, checks, arguments: what a program needs beside tensors.

use std::fmt::{self, Write};

use lunette::{DType, Scalar};

use super::args::Args;
use super::context::{Context, Failure};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use crate::types::Type;
use crate::value::{Growing, Value};

const VALUES: Param = Param::new("values", ParamKind::Rest);
const TEXT: Param = Param::new("text", ParamKind::Text);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Language, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("print", &[VALUES], |context, args| show(context, args, "\n"))
        .doc(
            "Prints the values with spaces between them, and ends the line. What is printed reads back to the same values, but \
             for strings, which have no quotes (`literal` writes them), and i64 scalars that an i32 holds, which have no suffix.",
            "print(\"sum:\", 1 + 2, [1, 2]) // sum: 3 tensor((2,), {1,2})",
        )
        .worldly()
        .typed(|_| Ok(Type::nothing())),
    row("write", &[VALUES], |context, args| show(context, args, ""))
        .doc(
            "Prints the values as `print` does, and leaves the line open.",
            "write(\"one, \")\nprint(\"two\") // one, two",
        )
        .worldly()
        .typed(|_| Ok(Type::nothing())),
    row("str", &[VALUES], |_, args| {
        let mut text = Growing::default();
        join(args, &mut text)?;
        Ok(Value::Str(text.finish("str")?))
    })
    .doc("What `print` would print, as a string.", "str(1 + 2) + \" apples\" // 3 apples")
    .typed(|_| Ok(Type::String)),
    row("literal", &[ANY], |_, args| text_of("literal", &args.value(0)?.literal()))
        .doc("The value as it is written in a program: strings are quoted.", "literal(\"a\") // \"a\"")
        .typed(|_| Ok(Type::String)),
    row("display", &[ANY], |_, args| text_of("display", &args.value(0)?.display()))
        .doc(
            "The value as a prompt shows it: tensors in rows, long ones shortened.",
            "display([[1, 2], [3, 4]]) // Tensor([[1, 2],\n//         [3, 4]])",
        )
        .typed(|_| Ok(Type::String)),
    row("grid", &[Param::new("x", ParamKind::Tensor)], |_, args| text_of("grid", &args.tensor(0)?.grid()))
        .doc(
            "A tensor as a table: 9 characters wide, 4 decimals, no commas.",
            "grid([1.0, 2.5]) // [   1.0000    2.5000]",
        )
        .typed(|_| Ok(Type::String)),
    row("assert", &[Param::new("condition", ParamKind::Bool), TEXT.or("\"\"")], assert)
        .doc(
            "Stops the program with the text unless the condition holds.",
            "assert(1 + 1 == 2, \"arithmetic\")",
        )
        .worldly()
        .typed(|_| Ok(Type::nothing())),
    row("error", &[TEXT], |_, args| Err(Failure::words(args.text_or(0, "")?)))
        .doc("Stops the program with the text.", "if (1 > 2) { error(\"never\") }")
        .typed(|_| Ok(Type::Never)),
    row("clock", &[], |context, _| Ok(Value::Scalar(Scalar::F64(context.clock()))))
        .doc(
            "Seconds since some moment before the program started.",
            "let start = clock()\nclock() >= start // true",
        )
        .typed(|_| Ok(Type::Scalar(DType::F64))),
    row("argument_count", &[], |context, _| Ok(Value::Scalar(Scalar::I64(context.arguments().len() as i64))))
        .doc("How many arguments the program was called with.", "argument_count() // 0")
        .typed(|_| Ok(Type::Scalar(DType::I64))),
    row("argument", &[Param::new("index", ParamKind::Int).probe(0), TEXT_OR_NONE], argument)
        .doc(
            "An argument that the program was called with, the first is 0; the default where there is none.",
            "number(argument(0, \"10\")) // 10.0",
        )
        .typed(|_| Ok(Type::String)),
    row("exit", &[Param::new("code", ParamKind::Int).or("0")], exit)
        .doc(
            "Ends the program here, with an exit code from 0 to 255: 0 says that all is well.",
            "if (1 > 2) { exit(3) }",
        )
        .worldly()
        .typed(|_| Ok(Type::Never)),
];

const TEXT_OR_NONE: Param = Param::new("default", ParamKind::Text).or("none");

const ANY: Param = Param::new("x", ParamKind::Any);

/// Prints the values, and what stands behind them.
fn show(context: &mut dyn Context, args: &Args<'_>, end: &str) -> Result<Value, Failure> {
    let mut page = Page { context, text: String::new() };
    join(args, &mut page)?;
    // A page takes everything.
    let _ = page.write_str(end);
    page.turn();
    Ok(Value::nothing())
}

/// Writes the values as `print` shows them, with spaces between. Where they are too much, the writer knows it.
fn join(args: &Args<'_>, to: &mut impl Write) -> Result<(), Failure> {
    let values = match args.get(0) {
        None => return Ok(()),
        Some(Value::Tuple(values)) => values,
        Some(_) => return Err(args.wrong(0, "values")),
    };
    for (k, value) in values.iter().enumerate() {
        if write!(to, "{}{value}", if k > 0 { " " } else { "" }).is_err() {
            break;
        }
    }
    Ok(())
}

/// What `op` makes of a value, as a string.
fn text_of(op: &'static str, shown: &dyn fmt::Display) -> Result<Value, Failure> {
    let mut text = Growing::default();
    // What does not succeed here, `finish` says.
    let _ = write!(text, "{shown}");
    Ok(Value::Str(text.finish(op)?))
}

/// So much text is printed at a time: what is printed may be longer than there is memory for.
const PAGE_BYTES: usize = 1 << 13;

/// What is printed, a page at a time.
struct Page<'c> {
    context: &'c mut dyn Context,
    text: String,
}

impl Page<'_> {
    /// Prints what is on the page.
    fn turn(&mut self) {
        if !self.text.is_empty() {
            self.context.print(&self.text);
            self.text.clear();
        }
    }
}

impl Write for Page<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if self.text.len().saturating_add(piece.len()) > PAGE_BYTES {
            self.turn();
        }
        match piece.len() > PAGE_BYTES {
            true => self.context.print(piece),
            false => self.text.push_str(piece),
        }
        Ok(())
    }
}

fn assert(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    match (args.flag(0)?, args.text_or(1, "")?) {
        (true, _) => Ok(Value::nothing()),
        (false, "") => Err(Failure::words("assertion failed")),
        (false, text) => Err(Failure::words(format!("assertion failed: {text}"))),
    }
}

fn argument(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (index, given) = (args.int(0)?, context.arguments());
    let found = usize::try_from(index).ok().and_then(|index| given.get(index).cloned());
    match (found, args.get(1)) {
        (Some(text), _) => Ok(Value::Str((&*text).into())),
        (None, Some(_)) => Ok(Value::Str(args.text_or(1, "")?.into())),
        (None, None) => {
            Err(Failure::words(format!("there is no argument {index}: the program got {}", given.len())))
        }
    }
}

fn exit(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let code = args.int_or(0, 0)?;
    match u8::try_from(code) {
        Ok(code) => Err(Failure::Exit(code)),
        Err(_) => Err(args.wrong(0, &format!("a number from 0 to 255, found {code}"))),
    }
}
