//! Ctrl-C while a program runs.

use std::process;

use lunette::Cancel;

/// Lets Ctrl-C stop the running program. In a script a second one ends the process, should the first not be heard;
/// at the prompt it never does, because the variables would be lost.
pub fn stops(program: Cancel, is_script: bool) {
    let handler = move || {
        if is_script && program.is_cancelled() {
            process::exit(130);
        }
        program.cancel();
    };
    // It fails only where there is a handler already, or no signals: then Ctrl-C ends the process, as it does anyway.
    let _ = ctrlc::set_handler(handler);
}
