//! `lunette explain`: a picture of what an index takes from a tensor of a given shape.

use std::path::Path;
use std::{fs, io};

use lunette::explain::TextStyle;
use lunette::{DType, DynTensor, Explanation, Layout, Order};
use lunette_lang::check::InputKind;
use lunette_lang::session::{Given, Session, Sharing};
use lunette_lang::value::Value;
use lunette_lang::words;

use crate::args::{Colour, Explain};
use crate::host::Host;
use crate::picture::{self, Outline, Problem};
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// A tensor of more elements than this is not filled with numbers, which masks could ask about.
const NUMBERED: usize = 1 << 20;

/// A tensor of more elements than this is not made: its outline is enough.
const MADE: usize = 1 << 30;

/// What stands for standard output where a file is meant.
const STANDARD_OUTPUT: &str = "-";

/// Draws to standard output, and to a file if one is named.
pub fn run(explain: &Explain, colour: Colour, report: Report) -> Exit {
    let mut session = Session::new(Host::new(&[]));
    let sizes = match sizes(&explain.shape) {
        Ok(sizes) => sizes,
        Err(words) => {
            report.words(&words);
            return Exit::Usage;
        }
    };
    let outline = match define(&mut session, &picture::root(&explain.index), &sizes) {
        Ok(outline) => outline,
        Err(words) => {
            report.words(&words);
            return Exit::Mistake;
        }
    };
    let steps = match picture::explain(&mut session, "the index", &explain.index, outline.as_ref()) {
        Ok(steps) => with_title(steps, explain.index.trim()),
        Err(Problem::Mistakes(mistakes)) => {
            report.diagnostics(&mistakes, session.sources());
            return Exit::Mistake;
        }
        Err(Problem::Words(words)) => {
            report.words(&words);
            return Exit::Mistake;
        }
    };
    let style = if colour.is_on(&io::stdout()) { TextStyle::coloured() } else { TextStyle::plain() };
    let svg = || Explanation::chain_to_svg(&steps);
    let text = match explain.svg.as_deref() {
        Some(file) if file == Path::new(STANDARD_OUTPUT) => svg(),
        Some(file) => {
            if let Err(error) = fs::write(file, svg()) {
                report.words(&format!("`{}` cannot be written: {error}", file.display()));
                return Exit::Usage;
            }
            picture::as_text(&steps, style)
        }
        None => picture::as_text(&steps, style),
    };
    let output = &mut session.host_mut().output;
    output.write(&text);
    output.flush();
    Exit::Success
}

/// The pictures with a title above the last.
fn with_title(mut steps: Vec<Explanation>, title: &str) -> Vec<Explanation> {
    let last = steps.pop().map(|last| last.titled(title));
    steps.extend(last);
    steps
}

/// The sizes in `2,3`, also written `(2, 3)`.
fn sizes(text: &str) -> Result<Vec<usize>, String> {
    let inner = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']', ',']);
    let size = |word: &str| {
        let wrong = || format!("`{text}` is no shape: write sizes with commas between them, `2,3`");
        word.trim().parse::<usize>().map_err(|_| wrong())
    };
    inner.split(',').map(size).collect()
}

/// Makes a variable of some shape; the outline of one that is too large, which is one element everywhere.
fn define(session: &mut Session<Host>, name: &str, sizes: &[usize]) -> Result<Option<Outline>, String> {
    let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size));
    if count.is_some_and(|count| count <= MADE) {
        let defined = session.run(InputKind::Prompt, "--shape", &definition(name, sizes));
        // The line that makes the tensor is none that anybody has written.
        let mistake = defined.diagnostics.into_iter().next().filter(|_| defined.failed);
        return mistake.map_or(Ok(None), |mistake| Err(mistake.message));
    }
    let words = |error: lunette::Error| words::of_library(&error);
    let element = DynTensor::zeros_of(DType::U8, 1).and_then(|one| one.broadcast_to(sizes)).map_err(words)?;
    let layout = Layout::contiguous(sizes, Order::C).map_err(words)?;
    session.define(Given::new(name, Value::Tensor(element), Sharing::Reference)?);
    Ok(Some(Outline { name: name.to_owned(), layout }))
}

/// A program that makes a variable of some shape.
fn definition(name: &str, sizes: &[usize]) -> String {
    let shape: String = sizes.iter().map(|size| format!("{size}L,")).collect();
    let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size));
    match count {
        Some(count) if count <= NUMBERED => format!("let mut {name} = reshape(arange({count}), ({shape}))"),
        _ => format!("let mut {name} = zeros(({shape}), dtype = u8)"),
    }
}

#[cfg(test)]
mod tests {
    use super::{definition, sizes};

    #[test]
    fn shapes_are_read() {
        assert_eq!(sizes("2,3"), Ok(vec![2, 3]));
        assert_eq!(sizes(" (4,)"), Ok(vec![4]));
        assert_eq!(sizes("[0, 5]"), Ok(vec![0, 5]));
        assert!(sizes("").is_err() && sizes("2x3").is_err() && sizes("-1").is_err());
    }

    #[test]
    fn variables_of_a_shape() {
        assert_eq!(definition("x", &[2, 3]), "let mut x = reshape(arange(6), (2L,3L,))");
        assert_eq!(definition("x", &[usize::MAX, 2]).matches("zeros").count(), 1);
    }
}
