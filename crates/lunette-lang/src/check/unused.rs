//! Functions that nobody has called: what can be said about them without the types of their arguments.

use super::Checker;
use super::annotation::Wanted;
use super::closure::Closure;
use super::instance::{Caller, InstanceKey};
use super::report::Mark;
use super::typed::{Typed, is_silent};
use crate::diagnostic::CallSite;
use crate::program::{ClosureId, FunctionId};
use crate::types::Type;

impl Checker<'_> {
    /// Checks every function that has not been called: as a whole if all its types are written, else its names.
    pub(super) fn check_uncalled(&mut self) {
        let mut next = 0;
        // Checking one may bring others to light.
        while let Some(&id) = self.uncalled.get(next) {
            next += 1;
            let is_called = self.env.instance_counts.contains_key(&id);
            if let Some(closure) = self.env.closure(id).filter(|_| !is_called).cloned() {
                self.check_one_uncalled(id, &closure);
                self.finish_instances();
            }
        }
    }

    fn check_one_uncalled(&mut self, id: ClosureId, closure: &std::sync::Arc<Closure>) {
        for param in closure.code.params() {
            self.default_value((id, closure), param);
        }
        let wanted: Vec<Wanted> = closure
            .code
            .params()
            .iter()
            .map(|param| match &param.ty {
                Some(ty) => self.annotation(ty),
                None => Wanted::Type(Type::Unknown),
            })
            .collect();
        let types: Vec<Type> =
            wanted.iter().map(|wanted| wanted.whole().cloned().unwrap_or(Type::Unknown)).collect();
        let key = InstanceKey { closure: id, args: types, result: None, caller: Caller::Named };
        if key.args.iter().any(is_silent) {
            // Nobody calls it: what comes out is thrown away.
            let nobody = FunctionId(u32::MAX);
            self.body(&key, closure, (nobody, None));
            self.functions.remove(&nobody);
        } else {
            let site = CallSite { function: closure.name.to_string(), span: closure.code.span() };
            self.instance(key, site);
        }
    }

    /// Whether the type of an expression is not known because nobody calls the function that it stands in, and not
    /// because of a mistake that has been found since: what is wrong for every type is worth saying then.
    pub(super) fn is_open(&self, typed: &Typed, since: Mark) -> bool {
        self.frame.uncalled
            && !self.broken
            && *typed.ty() == Type::Unknown
            && !self.report.has_errors_since(since)
    }
}
