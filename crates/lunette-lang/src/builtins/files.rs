//! Input, and files of tensors and text. The world of the program reads and writes them: the language itself opens none.

use lunette::layout::MAX_RANK;

use super::args::Args;
use super::context::{Context, Failure, Wanted};
use super::infer::Mistake;
use super::params::{DTYPE, X};
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use crate::types::Type;
use crate::value::Value;

const PATH: Param = Param::new("path", ParamKind::Text);
const RANK: Param = Param::new("rank", ParamKind::Int).or("of the annotation").decides();
const NAME: Param = Param::new("name", ParamKind::Text).or("none");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Files, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("load", &[PATH, DTYPE.or("of the annotation"), RANK, NAME], load)
        .doc(
            "The tensor in a file that ends in `.npy`, `.npz` or `.safetensors`, where `name` picks one of several, or in `.csv`, \
             `.tsv` or `.txt`, where numbers are read as the dtype that is asked for. What it holds must be known before the \
             program runs: an annotation says it, or `dtype` and `rank`.",
            "save(\"x.npy\", [[1, 2], [3, 4]])\nlet x: tensor<i32, 2> = load(\"x.npy\")\nsum(x) // 10\n\
             load<i32>(\"x.npy\", rank = 2)[1, :] // tensor((2,), {3,4})\n\
             save(\"x.csv\", x)\nload<f64>(\"x.csv\", rank = 2)[1, :] // tensor((2,), {3.0,4.0})",
        )
        .typed(loaded),
    row("save", &[PATH, X], |context, args| {
        context.save_tensor(args.text_or(0, "")?, &args.tensor(1)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Writes a tensor into a file that ends in `.npy`, `.npz`, `.safetensors`, `.csv`, `.tsv` or `.txt`. A failure leaves the file as it was.",
        "save(\"x.npy\", linspace(0, 1, 3))\nload<f64>(\"x.npy\", rank = 1) // tensor((3,), {0.0,0.5,1.0})",
    )
    .worldly()
    .typed(|_| Ok(Type::nothing())),
    row("read_line", &[Param::new("default", ParamKind::Text).or("none")], |context, args| {
        match (context.read_line()?, args.get(0)) {
            (Some(line), _) => Ok(Value::Str(line.into())),
            (None, Some(default)) => Ok(default.clone()),
            (None, None) => Err(Failure::words(
                "there are no more lines to read: `read_line(\"\")` would give an empty one here",
            )),
        }
    })
    .doc(
        "The next line of standard input, without its end; the default where there are no more.",
        "let name = read_line(\"nobody\")\n\"hello \" + name // hello nobody",
    )
    .worldly()
    .typed(|_| Ok(Type::String)),
    row("read_text", &[PATH.or("standard input")], |context, args| {
        let path = args.get(0).map(|_| args.text_or(0, "")).transpose()?;
        Ok(Value::Str(context.read_text(path)?.into()))
    })
    .doc(
        "The text in a file, or all that is left of standard input.",
        "let rows = read_text()\nlen(numbers(rows)) // 0",
    )
    .worldly()
    .typed(|_| Ok(Type::String)),
];

/// What the annotation or the arguments say that is in the file.
fn loaded(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let dtype = match probe.constant(1) {
        Some(Value::DType(dtype)) => Some(*dtype),
        Some(_) => return Err(probe.not_constant(1)),
        None => None,
    };
    let (Some(dtype), Some(rank)) = (dtype, probe.int(2)) else {
        let words = "load: what the file holds must be known before the program runs".to_owned();
        let cure = "write `let x: tensor<f64, 2> = load(…)`, or `load<f64>(…, rank = 2)`".to_owned();
        return Err(Mistake::NotConstant { param: 0, words, cure });
    };
    match usize::try_from(rank) {
        Ok(rank) if rank <= MAX_RANK => Ok(Type::tensor(dtype, rank)),
        _ => {
            Err(Mistake::value(2, format!("load: `rank` needs a number from 0 to {MAX_RANK}, found {rank}")))
        }
    }
}

fn load(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (path, rank) = (args.text_or(0, "")?, args.count(2)?);
    let dtype = args.dtype(1)?.ok_or_else(|| args.wrong(1, "a dtype"))?;
    let name = args.get(3).map(|_| args.text_or(3, "")).transpose()?;
    let tensor = context.load_tensor(Wanted { path, name, dtype, rank })?;
    let (asked, found) = (Type::tensor(dtype, rank), Type::tensor(tensor.dtype(), tensor.rank()));
    if asked == found {
        return Value::of(tensor);
    }
    let convert = match (tensor.dtype() == dtype, tensor.rank() == rank) {
        (true, _) => "reshape",
        (_, true) => "cast",
        _ => "cast` and `reshape",
    };
    Err(Failure::words(format!(
        "`{path}` holds {found}, and {asked} was asked for: load it as {found}, and convert it with `{convert}`"
    )))
}
