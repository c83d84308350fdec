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

#[test]
fn vectors_that_no_memory_holds() -> Result<()> {
    let one = [1.5];
    let wide = View::from_slice(&one, 1)?.broadcast_to(1 << 50)?;
    let words = "to_vec: the system has no 9007199254740992 bytes of memory to give";
    assert_eq!(panic_of(|| wide.to_vec()), (line!(), words.to_owned()));
    let x = tensor![1.5].broadcast_to(1 << 50)?;
    let guard = x.read()?;
    assert_eq!(panic_of(|| guard.to_vec()), (line!(), words.to_owned()));
    assert!(guard.try_to_vec().unwrap_err().is_memory() && wide.try_to_vec().unwrap_err().is_memory());
    let (_, words) = panic_of(|| tensor![1_u8; 1 << 60]);
    assert!(words.contains("the system has no 1152921504606846976 bytes of memory to give"), "{words}");
    Ok(())
}

#[test]
fn indices_of_another_rank() -> Result<()> {
    let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    let (_, words) = panic_of(|| v[[0]]);
    assert_eq!(words, "index: expected 2 integers, one for each axis, found 1");
    Ok(())
}
