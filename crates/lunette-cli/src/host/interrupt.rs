//! Ctrl-C while a program runs.

use std::process;

use lunette::Cancel;

use super::output::Output;

/// Lets Ctrl-C stop the running program. In a script a second one ends the process, should the first not be heard, and
/// what was printed until then appears in `script`; at the prompt it never does, because the variables would be lost.
pub fn stops(program: Cancel, script: Option<Output>) {
    let handler = move || {
        if let Some(output) = script.as_ref().filter(|_| program.is_cancelled()) {
            output.flush_soon();
            process::exit(130);
        }
        program.cancel();
    };
    // It fails only where there is a handler already, or no signals: then Ctrl-C ends the process, as it does anyway.
    let _ = ctrlc::set_handler(handler);
}
