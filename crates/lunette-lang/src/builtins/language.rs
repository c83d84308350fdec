//! Printing, text, checks: what a program needs beside tensors.

use lunette::{DType, Scalar};

use super::args::Args;
use super::context::{Context, Failure};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use crate::types::Type;
use crate::value::Value;

const VALUES: Param = Param::new("values", ParamKind::Rest);
const TEXT: Param = Param::new("text", ParamKind::Text);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Language, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("print", &[VALUES], |context, args| {
        let mut line = joined(args)?;
        line.push('\n');
        context.print(&line);
        Ok(Value::nothing())
    })
    .doc(
        "Prints the values with spaces between them, as text that reads back to the same values.",
        "print(\"sum:\", 1 + 2, [1, 2]) // sum: 3 tensor((2,), {1,2})",
    )
    .typed(|_| Ok(Type::nothing())),
    row("str", &[VALUES], |_, args| Ok(Value::Str(joined(args)?.into())))
        .doc("What `print` would print, as a string.", "str(1 + 2) + \" apples\" // 3 apples")
        .typed(|_| Ok(Type::String)),
    row("literal", &[ANY], |_, args| Ok(Value::Str(args.value(0)?.literal().to_string().into())))
        .doc("The value as it is written in a program: strings are quoted.", "literal(\"a\") // \"a\"")
        .typed(|_| Ok(Type::String)),
    row("display", &[ANY], |_, args| Ok(Value::Str(args.value(0)?.display().to_string().into())))
        .doc(
            "The value as a prompt shows it: tensors in rows, long ones shortened.",
            "display([[1, 2], [3, 4]]) // Tensor([[1, 2],\n//         [3, 4]])",
        )
        .typed(|_| Ok(Type::String)),
    row("grid", &[Param::new("x", ParamKind::Tensor)], |_, args| {
        Ok(Value::Str(args.tensor(0)?.grid().to_string().into()))
    })
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
];

const ANY: Param = Param::new("x", ParamKind::Any);

/// The values as `print` shows them, with spaces between.
fn joined(args: &Args<'_>) -> Result<String, Failure> {
    match args.get(0) {
        None => Ok(String::new()),
        Some(Value::Tuple(values)) => {
            let texts: Vec<String> = values.iter().map(Value::to_string).collect();
            Ok(texts.join(" "))
        }
        Some(_) => Err(args.wrong(0, "values")),
    }
}

fn assert(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    match (args.flag(0)?, args.text_or(1, "")?) {
        (true, _) => Ok(Value::nothing()),
        (false, "") => Err(Failure::words("assertion failed")),
        (false, text) => Err(Failure::words(format!("assertion failed: {text}"))),
    }
}
