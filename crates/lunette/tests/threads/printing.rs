//! Printing reads and lets go: whoever writes the text holds nothing.

use std::fmt::{self, Write};
use std::time::Duration;

use lunette::Result;
use lunette::prelude::*;

use crate::watchdog::race;

/// Takes text, and stores into the tensor from another thread whenever it gets some.
struct Meanwhile {
    x: Tensor<i32>,
    stores: Vec<Result<()>>,
}

impl Write for Meanwhile {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        let x = &self.x;
        let store = std::thread::scope(|scope| scope.spawn(|| x.set([0], 5)).join());
        self.stores.push(store.map_err(|_| fmt::Error)?);
        Ok(())
    }
}

#[test]
fn others_store_while_text_is_written() -> fmt::Result {
    let x = tensor![1, 2, 3];
    let mut text = Meanwhile { x: x.clone(), stores: Vec::new() };
    write!(text, "{x}{x:?}{x:#}{}{}", x.literal(), x.grid())?;
    assert!(text.stores.len() > 5 && text.stores.iter().all(Result::is_ok), "{:?}", text.stores);
    Ok(())
}

#[test]
fn a_text_is_of_one_moment() {
    let x = Tensor::<i64>::zeros([30, 30]).unwrap();
    let store = |round: usize| x.fill(round as i64 % 10).unwrap();
    let print = |_: usize| {
        let text = x.to_string();
        let digit = text.chars().find(char::is_ascii_digit).unwrap();
        assert!(text.chars().all(|c| !c.is_ascii_digit() || c == digit), "half a store is shown: {text}");
    };
    race("printing", Duration::from_millis(200), &[&store, &print]);
}

#[test]
fn what_a_guard_writes_is_not_shown() -> Result<()> {
    let x = tensor![1, 2, 3];
    let guard = x.write()?;
    assert_eq!(x.to_string(), "Tensor(..., shape=[3], dtype=i32)");
    assert!(format!("{x:?}").ends_with(".. }"));
    drop(guard);
    assert_eq!(x.to_string(), "Tensor([1, 2, 3])");
    Ok(())
}

#[test]
fn a_literal_that_cannot_be_had_is_an_error() -> Result<()> {
    let x = tensor![1, 2, 3];
    let guard = x.write()?;
    assert!(x.to_literal().unwrap_err().is_busy());
    drop(guard);
    assert_eq!(x.to_literal()?, x.literal().to_string());
    assert!(tensor![1.5].broadcast_to([1 << 40, 1 << 20])?.to_literal().is_err(), "no memory holds it");
    Ok(())
}
