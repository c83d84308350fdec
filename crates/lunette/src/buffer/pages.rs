//! What the operating system says about memory, and what it is asked for.

/// How much memory the machine has, where it says so.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "it asks the system")]
pub(super) fn physical_bytes() -> Option<usize> {
    // SAFETY: `sysconf` only reads.
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    usize::try_from(pages).ok()?.checked_mul(usize::try_from(size).ok()?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn physical_bytes() -> Option<usize> {
    None
}

/// Asks for huge pages under a large block that has not been touched yet.
///
/// Each of them costs one fault where 512 small pages cost 512, which halves the time of filling 64 MiB.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "it asks the system")]
pub(super) fn prefer_huge_pages(start: std::ptr::NonNull<u8>, bytes: usize) {
    const HUGE_PAGE: usize = 2 << 20;
    let ahead = start.as_ptr().align_offset(HUGE_PAGE);
    let whole = bytes.saturating_sub(ahead) / HUGE_PAGE * HUGE_PAGE;
    // One page would save as much as the asking costs.
    if whole >= 2 * HUGE_PAGE {
        // SAFETY: the range lies inside of the block, and the advice changes no contents. Whether it is taken does not
        // matter.
        unsafe { libc::madvise(start.as_ptr().add(ahead).cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_huge_pages(_start: std::ptr::NonNull<u8>, _bytes: usize) {}
