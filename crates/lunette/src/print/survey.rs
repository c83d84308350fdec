//! One look at all the numbers of a page, to choose the form they share.

use super::number::{Form, scientific};

/// What has to be known of all real numbers of a page to choose one form for them.
#[derive(Debug)]
pub(super) struct Survey {
    largest: f64,
    smallest: f64,
    /// Digits before the point, in fixed notation.
    whole: usize,
    /// Decimals in fixed and in exponent notation: as many as the digits need, and as many as are left when no more
    /// than [`MOST_DECIMALS`] are written and the zeros at the end go.
    fixed: Decimals,
    exponent: Decimals,
    places: usize,
}

#[derive(Clone, Copy, Debug)]
struct Decimals {
    needed: usize,
    kept: usize,
}

/// Decimals that a page shows at most unless told otherwise. More would be noise to a reader: results of arithmetic
/// have digits to the end of their precision.
const MOST_DECIMALS: usize = 8;

/// Numbers from here on, and below [`TINY`], are hard to read without an exponent.
const HUGE: f64 = 1e8;
const TINY: f64 = 1e-4;

impl Survey {
    pub(super) fn new() -> Self {
        let one = Decimals { needed: 1, kept: 1 };
        Self { largest: 0.0, smallest: f64::INFINITY, whole: 1, fixed: one, exponent: one, places: 2 }
    }

    /// Takes one number into account.
    pub(super) fn see(&mut self, value: f64) {
        if !value.is_finite() {
            return;
        }
        let size = value.abs();
        self.largest = self.largest.max(size);
        if size > 0.0 {
            self.smallest = self.smallest.min(size);
        }
        let (mantissa, exponent) = scientific(size, None);
        let after_first = mantissa.len().saturating_sub(2);
        let after_point = usize::try_from(after_first as i64 - i64::from(exponent)).unwrap_or(0);
        self.whole = self.whole.max(usize::try_from(exponent).unwrap_or(0) + 1);
        self.fixed.need(after_point, || format!("{size:.MOST_DECIMALS$}"));
        self.exponent.need(after_first, || scientific(size, Some(MOST_DECIMALS)).0);
        self.places = self.places.max(exponent.unsigned_abs().to_string().len());
    }

    /// The form in which all the numbers seen are best read.
    ///
    /// Fixed, unless there are huge or tiny numbers; then still fixed where it shows every digit and is no wider than
    /// the exponent form would be (`[1700000123.0, 1700000124.0]`, `[0.00001, 0.50000]`).
    pub(super) fn best_form(&self) -> Form {
        let extreme = self.largest >= HUGE || self.smallest < TINY;
        let width_fixed = self.whole + 1 + self.fixed.needed;
        let width_exponent = "0.e+".len() + self.exponent.needed + self.places;
        if extreme && (self.fixed.needed > MOST_DECIMALS || width_fixed > width_exponent) {
            self.exponent_form(None)
        } else {
            Form::Fixed { decimals: self.fixed.kept }
        }
    }

    /// The exponent form, with that many decimals or as many as the numbers need.
    pub(super) fn exponent_form(&self, decimals: Option<usize>) -> Form {
        Form::Exponent { decimals: decimals.unwrap_or(self.exponent.kept), places: self.places }
    }
}

impl Decimals {
    /// Makes room for a number that needs so many decimals; `cut` writes it with the most there can be.
    fn need(&mut self, decimals: usize, cut: impl Fn() -> String) {
        self.needed = self.needed.max(decimals);
        let kept = if decimals <= MOST_DECIMALS {
            decimals
        } else {
            let text = cut();
            MOST_DECIMALS - (text.len() - text.trim_end_matches('0').len()).min(MOST_DECIMALS)
        };
        self.kept = self.kept.max(kept);
    }
}
