//! The mistakes found so far.

use std::collections::HashSet;

use super::Checker;
use super::block::Checked;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// What has been noticed, in the order in which it was.
#[derive(Debug, Default)]
pub(super) struct Report {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

/// How much had been noticed at some moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    errors: usize,
}

impl Report {
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { errors: self.errors }
    }

    /// Whether a mistake, not just a warning, has been found since.
    pub(super) fn has_errors_since(&self, mark: Mark) -> bool {
        self.errors > mark.errors
    }

    /// Forgets what was noticed after so much.
    pub(super) fn take_back(&mut self, len: usize) {
        let forgotten = self.diagnostics.drain(len.min(self.diagnostics.len())..);
        self.errors -= forgotten.filter(|found| found.severity == Severity::Error).count();
    }

    /// The first mistake that was found after so much.
    pub(super) fn first_error_since(&self, len: usize) -> Option<&Diagnostic> {
        self.diagnostics.iter().skip(len).find(|found| found.severity == Severity::Error)
    }

    /// How much has been noticed.
    pub(super) fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Everything in the order of the texts. What several instances of a function have in common is said once.
    pub(super) fn sorted(self) -> Vec<Diagnostic> {
        let place = |diagnostic: &Diagnostic| diagnostic.span().map(|Span { file, start, .. }| (file, start));
        let mut seen = HashSet::new();
        let mut all: Vec<Diagnostic> = self
            .diagnostics
            .into_iter()
            .filter(|diagnostic| seen.insert((diagnostic.code, diagnostic.span())))
            .collect();
        all.sort_by_key(place);
        all
    }
}

impl Checker<'_> {
    /// Reports a mistake that depends on the values of constants. Code that the constants themselves keep from running
    /// does not make it.
    pub(super) fn about_values<R: Default>(&mut self, report: impl FnOnce(&mut Self) -> R) -> R {
        if self.frame.dead {
            self.hushed += 1;
            return R::default();
        }
        report(self)
    }

    /// Checks something that constants may keep from running. Says too whether a mistake in it was passed over: then
    /// there is no code for it.
    pub(super) fn reached<T>(&mut self, reached: bool, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let (dead, hushed) = (self.frame.dead, self.hushed);
        self.frame.dead |= !reached;
        let result = work(self);
        self.frame.dead = dead;
        (result, !reached && self.hushed > hushed)
    }

    /// A block that constants may keep from running.
    pub(super) fn reached_block(
        &mut self,
        reached: bool,
        work: impl FnOnce(&mut Self) -> Checked,
    ) -> Checked {
        match self.reached(reached, work) {
            (_, true) => Checked::unreached(),
            (checked, false) => checked,
        }
    }

    /// Notes a mistake, with the calls that led to it.
    pub(super) fn report(&mut self, mistake: impl Into<Diagnostic>) {
        let calls = self.calls.iter().rev().cloned();
        self.report.add(mistake.into().calls(calls));
    }
}
