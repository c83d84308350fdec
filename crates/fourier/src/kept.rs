//! Plans that have been made are kept: a plan takes about as long as its use.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many plans are kept, the latest ones.
const MOST_PLANS: usize = 32;

/// So many numbers the kept plans may hold together, about.
const MOST_NUMBERS: usize = 1 << 22;

/// Plans that have been made, the latest first.
pub struct Kept<K, P>(Mutex<Vec<Entry<K, P>>>);

struct Entry<K, P> {
    key: K,
    numbers: usize,
    plan: P,
}

impl<K: PartialEq, P: Clone> Kept<K, P> {
    /// No plans yet.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The plan of this key, which holds about so many numbers: a kept one, or the one that `make` makes.
    ///
    /// # Errors
    /// What `make` says.
    pub fn get<E>(&self, key: K, numbers: usize, make: impl FnOnce() -> Result<P, E>) -> Result<P, E> {
        if let Some(plan) = self.kept(&key) {
            return Ok(plan);
        }
        // Without the lock: a long one takes seconds, and others want theirs meanwhile.
        let plan = make()?;
        self.keep(Entry { key, numbers, plan: plan.clone() });
        Ok(plan)
    }

    /// The plan if it is there, which is the latest from now on.
    fn kept(&self, key: &K) -> Option<P> {
        let mut kept = self.lock();
        let place = kept.iter().position(|entry| entry.key == *key)?;
        let entry = kept.remove(place);
        let plan = entry.plan.clone();
        kept.insert(0, entry);
        Some(plan)
    }

    fn keep(&self, entry: Entry<K, P>) {
        let mut kept = self.lock();
        // Somebody else may have made the same one meanwhile.
        kept.retain(|other| other.key != entry.key);
        kept.insert(0, entry);
        kept.truncate(MOST_PLANS);
        while kept.len() > 1 && kept.iter().map(|entry| entry.numbers).sum::<usize>() > MOST_NUMBERS {
            kept.pop();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry<K, P>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: PartialEq, P: Clone> Default for Kept<K, P> {
    fn default() -> Self {
        Self::new()
    }
}
