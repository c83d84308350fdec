//! Operators and `tensor!` may panic: then they name the line of the caller, and say what an error would.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use lunette::Result;
use lunette::prelude::*;

thread_local! {
    static PLACE: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
}

/// The line and the words of the panic that `work` ends in.
fn panic_of<R>(work: impl FnOnce() -> R) -> (u32, String) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            PLACE.set(info.location().map(|place| (place.file().to_owned(), place.line())));
            before(info);
        }));
    });
    let payload = catch_unwind(AssertUnwindSafe(work)).map(drop).unwrap_err();
    let words = payload.downcast_ref::<String>().cloned().unwrap_or_default();
    let (file, line) = PLACE.take().unwrap();
    assert!(file.ends_with("panics.rs"), "{file}: {words}");
    (line, words)
}

#[test]
fn comparing_what_a_guard_writes() -> Result<()> {
    let (x, y) = (tensor![1, 2, 3], tensor![1, 2, 3]);
    let guard = x.write()?;
    let (line, words) = panic_of(|| y == x);
    assert_eq!(line, line!() - 1);
    assert!(words.starts_with("eq: cannot read the memory while a write guard taken at"), "{words}");
    drop(guard);
    Ok(())
}

#[test]
fn literals_of_unequal_rows() {
    let (short, long) = (vec![1, 2], vec![1, 2, 3]);
    let (line, words) = panic_of(|| tensor![long, short]);
    assert_eq!(line, line!() - 1);
    assert_eq!(words, "nested rows: row [1] has shape [2], the rows before it have [3]");
}
