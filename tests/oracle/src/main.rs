//! Lunette's side of the comparison with NumPy: one case a line comes in, one answer a line goes out.
//!
//! `compare.py`, `compute.py`, `operations.py` and `files.py` write the cases and judge the answers.

mod borrowed;
mod bytes;
mod call;
mod case;
mod files;

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use call::Call;
use case::{Case, Value, Verb};
use files::FileCase;
use lunette::{Duplicates, DynTensor, Error, Result};
use serde::Deserialize;
use serde_json::{Value as Json, json};

fn main() -> std::io::Result<()> {
    // A panic is an answer like others: its message goes out with it, not to the terminal.
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        // No result depends on the number of threads.
        lunette::set_threads(1 + number % 3);
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&line)));
        writeln!(out, "{}", answer.unwrap_or_else(|panic| json!({ "panic": message(&*panic) })))?;
    }
    out.flush()
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?")
}

/// What a line asks for.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request {
    Call(Call),
    File(FileCase),
    Access(Case),
}

fn called(call: &Call) -> Json {
    match call.run() {
        Ok(Some(results)) => json!({ "results": results.iter().map(encoded).collect::<Vec<_>>() }),
        Ok(None) => json!({ "panic": format!("there is no function `{}`", call.call) }),
        Err(error) => failed(&error),
    }
}

fn filed(case: &FileCase) -> Json {
    case.run().map_or_else(|error| failed(&error), |tensor| json!({ "result": encoded(&tensor) }))
}

/// The answer to one line: a result or an error, and the base as it is afterwards.
fn answer(line: &str) -> Json {
    let case = match serde_json::from_str(line) {
        Ok(Request::Access(case)) => case,
        Ok(Request::Call(call)) => return called(&call),
        Ok(Request::File(case)) => return filed(&case),
        Err(error) => return json!({ "panic": format!("the case cannot be read: {error}") }),
    };
    let base = match case.base.build() {
        Ok(base) => base,
        Err(error) => return failed(&error),
    };
    let mut answer = run(&case, &base).unwrap_or_else(|error| failed(&error));
    answer["base"] = encoded(&base);
    answer
}

fn run(case: &Case, base: &DynTensor) -> Result<Json> {
    let view = case::through(base, &case.views)?;
    let items = case::items(&case.items)?;
    let loaded = match case.verb {
        Verb::Load => view.load(&items)?,
        Verb::LoadOrthogonal => view.load_orthogonal(&items)?,
        Verb::LoadBorrowed => borrowed::load(&view, &items)?,
        Verb::View => view.view(&items)?,
        _ => return store(case, base, &view),
    };
    Ok(json!({ "result": encoded(&loaded) }))
}

fn store(case: &Case, base: &DynTensor, view: &DynTensor) -> Result<Json> {
    let items = case::items(&case.items)?;
    let value = match &case.value {
        Some(Value::Tensor(value)) => value.build()?,
        Some(Value::Shared(steps)) => case::through(base, steps)?,
        None => return Ok(json!({ "panic": "a store without a value" })),
    };
    match case.verb {
        Verb::StoreOrthogonal => view.store_orthogonal(&items, &value)?,
        Verb::StoreBorrowed => borrowed::store(view, &items, &value)?,
        Verb::Scatter => view.scatter(&items, &value, Duplicates::Sum)?,
        Verb::Put => view.put(&case::first_tensor(&case.items)?, &value)?,
        Verb::StoreWhere => view.store_where(&case::first_tensor(&case.items)?.into_typed()?, &value)?,
        _ => view.store(&items, &value)?,
    }
    Ok(json!({ "result": encoded(view), "shares": view.shares_memory(base) }))
}

fn encoded(tensor: &DynTensor) -> Json {
    bytes::encode(tensor).unwrap_or_else(|error| failed(&error))
}

fn failed(error: &Error) -> Json {
    let class = match error {
        error if error.is_index() => "index",
        error if error.is_shape() => "shape",
        error if error.is_dtype() => "dtype",
        error if error.is_read_only() => "read-only",
        error if error.is_io() => "file",
        _ => "other",
    };
    json!({ "error": class, "message": error.to_string() })
}
