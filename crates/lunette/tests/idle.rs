//! Kept memory goes back to the system when nothing happens. Alone in its process: nobody else frees blocks here.

use std::thread::sleep;
use std::time::{Duration, Instant};

use lunette::buffer::recycled_bytes;
use lunette::prelude::*;

#[test]
fn kept_memory_goes_back_when_idle() -> lunette::Result<()> {
    drop(Tensor::<u8>::zeros(1 << 20)?);
    assert!(recycled_bytes() >= 1 << 20, "a freed block is kept at first");
    // Two rounds of five seconds; a busy machine gets more time.
    let patience = Instant::now() + Duration::from_secs(120);
    while recycled_bytes() > 0 && Instant::now() < patience {
        sleep(Duration::from_millis(100));
    }
    assert_eq!(recycled_bytes(), 0);
    drop(Tensor::<u8>::zeros(1 << 20)?);
    assert!(recycled_bytes() >= 1 << 20, "and so is the next one");
    Ok(())
}
