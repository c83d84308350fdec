//! The targets on pseudo-random bytes, the same ones every time; `LUNETTE_SEED` makes them others.

/// Bytes in no order, of lengths from 0 to 63.
fn inputs(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let seed = std::env::var("LUNETTE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0_u64);
    println!("LUNETTE_SEED={seed}");
    // The generator must not start at 0.
    let mut state = 0x9E37_79B9_7F4A_7C15 ^ (seed << 1);
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..count).map(move |_| {
        let len = next() % 64;
        (0..len).map(|_| next()).collect()
    })
}

#[test]
fn layouts_keep_their_invariants() {
    inputs(100_000).for_each(|bytes| lunette_fuzz::layout::run(&bytes));
}

#[test]
fn accesses_read_what_they_write() {
    inputs(30_000).for_each(|bytes| lunette_fuzz::index::run(&bytes));
}

#[test]
fn operations_give_values_or_errors() {
    inputs(60_000).for_each(|bytes| lunette_fuzz::operations::run(&bytes));
}

#[test]
fn files_are_tensors_or_errors() {
    inputs(30_000).for_each(|bytes| lunette_fuzz::files::run(&bytes));
}

#[test]
fn any_bytes_are_read_and_checked() {
    inputs(20_000).for_each(|bytes| timed(lunette_fuzz::language::run_bytes, &bytes));
}

#[test]
fn any_tokens_are_read_and_checked() {
    inputs(20_000).for_each(|bytes| timed(lunette_fuzz::language::run_tokens, &bytes));
}

#[test]
fn changed_programs_are_read_and_checked() {
    inputs(20_000).for_each(|bytes| timed(lunette_fuzz::language::run_mutated, &bytes));
}

/// A text of a few lines that takes this long would never end if it were longer.
fn timed(run: fn(&[u8]), bytes: &[u8]) {
    let start = std::time::Instant::now();
    run(bytes);
    let taken = start.elapsed();
    assert!(taken.as_secs() < 5, "{taken:?} for {bytes:?}");
}
