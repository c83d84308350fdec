//! No data race, no deadlock and no undefined behaviour from safe code, on any number of threads.
//!
//! Every test that could hang runs under a watchdog. Under ThreadSanitizer or AddressSanitizer the same tests look for
//! races and for memory used after its end.

mod cancel;
mod exchange;
mod fork;
mod guards;
mod pool;
mod printing;
mod stress;
mod types;
mod watchdog;
