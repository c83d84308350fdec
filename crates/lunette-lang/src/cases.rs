//! Programs that say in comments what they must do: the suite of the language, and the tests of its users.
//!
//! [`read`] finds the cases of a file, whoever has run one gives its [`Outcome`], and [`differences`] says what is
//! otherwise than it must be.
//!
//! ```
//! use lunette_lang::cases::{Outcome, differences, read};
//! use lunette_lang::source::Sources;
//!
//! let cases = read("a.lun", "print(1 + 1) // = 2\n").unwrap();
//! let outcome = |output: &str| Outcome {
//!     output: output.to_owned(),
//!     diagnostics: Vec::new(),
//!     sources: Sources::default(),
//! };
//! assert!(differences(&cases[0], &outcome("2\n")).is_empty());
//! assert_eq!(differences(&cases[0], &outcome("3\n")).len(), 1);
//! ```

mod case;
mod judge;

pub use self::case::{Case, Kind, Place, Remark, Text, read};
pub use self::judge::{Outcome, differences};
