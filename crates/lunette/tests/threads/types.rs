//! What may cross threads, decided by the compiler.

use std::panic::{RefUnwindSafe, UnwindSafe};

use lunette::prelude::*;
use lunette::{Error, ReadGuard, WriteGuard, buffer::Buffer};

/// Fails to compile, for want of one answer, if the type has the trait.
macro_rules! assert_not {
    ($($T:ty: $Trait:ident),*) => { $(
        const _: fn() = || {
            trait Ambiguous<A> {
                fn answer() {}
            }
            impl<T: ?Sized> Ambiguous<()> for T {}
            struct Second;
            impl<T: ?Sized + $Trait> Ambiguous<Second> for T {}
            let _ = <$T as Ambiguous<_>>::answer;
        };
    )* };
}

// The thread that took a guard is counted as its holder, so a guard stays where it is.
assert_not!(ReadGuard<f64>: Send, WriteGuard<f64>: Send, ReadGuard<bool>: Send, WriteGuard<u8>: Send);
// Two writers of one view would race.
assert_not!(ViewMut<'static, f64>: Copy, ViewMut<'static, f64>: Clone, WriteGuard<f64>: Clone, ReadGuard<f64>: Clone);

fn is_send<T: Send>() {}
fn is_sync<T: Sync>() {}
fn is_calm<T: UnwindSafe + RefUnwindSafe>() {}

#[test]
fn tensors_views_and_errors_cross_threads_and_guards_are_only_looked_at() {
    is_send::<Tensor<f64>>();
    is_sync::<Tensor<f64>>();
    is_send::<DynTensor>();
    is_sync::<DynTensor>();
    is_send::<Buffer>();
    is_sync::<Buffer>();
    is_send::<View<'_, f64>>();
    is_sync::<View<'_, f64>>();
    is_send::<ViewMut<'_, f64>>();
    is_sync::<ViewMut<'_, f64>>();
    is_sync::<ReadGuard<f64>>();
    is_sync::<WriteGuard<f64>>();
    is_send::<Item<'_>>();
    is_sync::<Item<'_>>();
    is_send::<Error>();
    is_sync::<Error>();
}

#[test]
fn a_panic_may_pass_tensors_and_errors() {
    is_calm::<Tensor<f64>>();
    is_calm::<DynTensor>();
    is_calm::<Buffer>();
    is_calm::<View<'_, f64>>();
    is_calm::<ReadGuard<f64>>();
    is_calm::<Error>();
    let x = tensor![1, 2, 3];
    let caught = std::panic::catch_unwind(|| x.map(|value| if value == 3 { panic!("three") } else { value }));
    assert!(caught.is_err());
    x.store(s![..], 7).unwrap(); // the guard of `map` is gone
    assert_eq!(x, tensor![7, 7, 7]);
}
