//! Masks in blocks of 64 elements, and what can be done with the true elements of a block.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

#[cfg(target_arch = "x86_64")]
use super::simd;
use crate::kernels::isa::Isa;
use crate::kernels::item::Item;
use crate::nest::Nest;

/// Calls `visit` for every block of a mask that has a true element: with the offset of operand 0 at the block's first
/// element, and the block as bits. Operand 1 is the mask.
///
/// # Safety
/// Every element that the nest reaches from `mask` may be read and is 0 or 1, and the machine has `isa`.
#[inline(always)]
pub(super) unsafe fn for_each_block(
    isa: Isa,
    nest: &Nest<2>,
    mask: *const u8,
    mut visit: impl FnMut(isize, u64),
) {
    let inner = nest.inner();
    let [other, step] = inner.strides;
    nest.for_each_row(|[at, mask_at]| {
        for start in (0..inner.size).step_by(64) {
            let len = (inner.size - start).min(64);
            // SAFETY: the block lies inside of the row, which the nest reaches.
            let bits = unsafe { bits(isa, mask.offset(mask_at + start as isize * step), step, len) };
            if bits != 0 {
                visit(at + start as isize * other, bits);
            }
        }
    });
}

/// Up to 64 elements of a mask as bits, the first one lowest.
///
/// # Safety
/// `len` elements at steps of `step` may be read and are 0 or 1, and the machine has `isa`.
#[inline(always)]
unsafe fn bits(isa: Isa, mask: *const u8, step: isize, len: usize) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match (isa, step, len) {
            #[cfg(target_arch = "x86_64")]
            (Isa::Avx512, 1, _) => simd::mask_bits(mask, len),
            (_, 1, 64) => (0..8).fold(0, |bits, k| bits | eight_bits(mask.add(8 * k)) << (8 * k)),
            _ => (0..len).fold(0, |bits, k| bits | u64::from(mask.offset(k as isize * step).read()) << k),
        }
    }
}

/// Eight elements of a mask as bits.
///
/// # Safety
/// Eight elements may be read and are 0 or 1.
#[inline(always)]
unsafe fn eight_bits(mask: *const u8) -> u64 {
    // SAFETY: the caller's promise.
    let word = u64::from_le_bytes(unsafe { mask.cast::<[u8; 8]>().read() });
    // Byte k times the factor's byte 7 - k puts its bit at position 56 + k; nothing carries into the highest byte.
    word.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Writes the true elements of a block, at steps of `step`, to `out`, one after the other.
///
/// # Safety
/// Those elements may be read, as many places may be written, and the machine has `isa`.
#[inline(always)]
pub(super) unsafe fn compress<T: Item>(isa: Isa, src: *const T, step: isize, bits: u64, out: *mut T) {
    // SAFETY: the caller's promise; the kernel is chosen by the size of its items.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        match (isa, step, size_of::<T>()) {
            (Isa::Avx512, 1, 1) => return simd::compress::<u8>(src.cast(), bits, out.cast()),
            (Isa::Avx512, 1, 2) => return simd::compress::<u16>(src.cast(), bits, out.cast()),
            (Isa::Avx512, 1, 4) => return simd::compress::<u32>(src.cast(), bits, out.cast()),
            (Isa::Avx512, 1, 8) => return simd::compress::<u64>(src.cast(), bits, out.cast()),
            _ => {}
        }
        if step == 1 && bits == u64::MAX {
            return out.copy_from_nonoverlapping(src, 64);
        }
        for (n, k) in set_bits(bits).enumerate() {
            out.add(n).write(src.offset(k as isize * step).read());
        }
    }
}

/// Reads the true elements of a block, at steps of `step`, from `src`, one after the other.
///
/// # Safety
/// As many elements may be read, the true ones may be written, and the machine has `isa`.
#[inline(always)]
pub(super) unsafe fn expand<T: Item>(isa: Isa, dst: *mut T, step: isize, bits: u64, src: *const T) {
    // SAFETY: the caller's promise; the kernel is chosen by the size of its items.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        match (isa, step, size_of::<T>()) {
            (Isa::Avx512, 1, 1) => return simd::expand::<u8>(dst.cast(), bits, src.cast()),
            (Isa::Avx512, 1, 2) => return simd::expand::<u16>(dst.cast(), bits, src.cast()),
            (Isa::Avx512, 1, 4) => return simd::expand::<u32>(dst.cast(), bits, src.cast()),
            (Isa::Avx512, 1, 8) => return simd::expand::<u64>(dst.cast(), bits, src.cast()),
            _ => {}
        }
        if step == 1 && bits == u64::MAX {
            return dst.copy_from_nonoverlapping(src, 64);
        }
        for (n, k) in set_bits(bits).enumerate() {
            dst.offset(k as isize * step).write(src.add(n).read());
        }
    }
}

/// Writes `value` to the true elements of a block, at steps of `step`.
///
/// # Safety
/// They may be written, and the machine has `isa`.
#[inline(always)]
pub(super) unsafe fn splat<T: Item>(isa: Isa, dst: *mut T, step: isize, bits: u64, value: T) {
    let bytes = std::ptr::from_ref(&value);
    // SAFETY: the caller's promise; the kernel is chosen by the size of its items, and reads the value as one of them.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        match (isa, step, size_of::<T>()) {
            (Isa::Avx512, 1, 1) => return simd::splat::<u8>(dst.cast(), bits, bytes.cast::<u8>().read()),
            (Isa::Avx512, 1, 2) => return simd::splat::<u16>(dst.cast(), bits, bytes.cast::<u16>().read()),
            (Isa::Avx512, 1, 4) => return simd::splat::<u32>(dst.cast(), bits, bytes.cast::<u32>().read()),
            (Isa::Avx512, 1, 8) => {
                // The item need not be aligned as a `u64`.
                return simd::splat::<u64>(dst.cast(), bits, bytes.cast::<u64>().read_unaligned());
            }
            _ => {}
        }
        for k in set_bits(bits) {
            dst.offset(k as isize * step).write(bytes.read());
        }
    }
}

/// Writes where the true elements of a block lie, `at` and steps of `step` from there, to `out`.
///
/// # Safety
/// As many places may be written, and the machine has `isa`.
#[inline(always)]
pub(super) unsafe fn positions<P: Position>(isa: Isa, at: isize, step: isize, bits: u64, out: *mut P) {
    let all: [P; 64] = std::array::from_fn(|k| P::at(at.wrapping_add(step.wrapping_mul(k as isize))));
    // SAFETY: the block's 64 places are there to be read; the rest is the caller's promise.
    unsafe { compress(isa, all.as_ptr(), 1, bits, out) };
}

/// What positions are written as: elements of a tensor, or offsets, which differ where addresses have 32 bits.
pub(super) trait Position: Item {
    /// The position that lies this far from the first.
    fn at(offset: isize) -> Self;
}

impl Position for i64 {
    #[inline(always)]
    fn at(offset: isize) -> Self {
        offset as i64
    }
}

impl Position for isize {
    #[inline(always)]
    fn at(offset: isize) -> Self {
        offset
    }
}

/// The positions of the bits that are set, lowest first.
#[inline(always)]
fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            position
        })
    })
}
