//! Forked processes: a child has a copy of every lock as it was at that moment, and of all threads only one.

/// What is called around each fork of this process, on the thread that forks.
///
/// `before` takes locks, so that no other thread holds one of them at that moment; `in_parent` and `in_child` give them
/// back, and `in_child` forgets the threads that are not there.
pub(crate) struct Around {
    pub(crate) before: extern "C" fn(),
    pub(crate) in_parent: extern "C" fn(),
    pub(crate) in_child: extern "C" fn(),
}

impl Around {
    /// Has them called from now on. Where the system has no memory to note it, forks go on as before.
    #[cfg(unix)]
    #[expect(unsafe_code, reason = "it asks the system")]
    pub(crate) fn every_fork(self) {
        // SAFETY: the functions are safe ones that live as long as the code of this library, with which the system
        // forgets them.
        unsafe { libc::pthread_atfork(Some(self.before), Some(self.in_parent), Some(self.in_child)) };
    }

    /// Processes are not forked here.
    #[cfg(not(unix))]
    pub(crate) fn every_fork(self) {
        let Self { before: _, in_parent: _, in_child: _ } = self;
    }
}
