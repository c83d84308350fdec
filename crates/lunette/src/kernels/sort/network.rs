//! Up to sixteen vectors of codes sorted without leaving the registers: Batcher's bitonic network.
//!
//! Number all lanes of all registers through. A step puts each pair `i`, `i ^ X` in order: inside of a register where
//! `X` is less than the number of lanes, else between registers. Sorted halves become sorted wholes by one step that
//! pairs the first with the last, and further steps of half the distance each.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use super::key::Key;
use super::lanes::Lanes;

/// The number of codes that [`sort_small`] can sort.
pub(super) const fn small_len<V: Lanes>() -> usize {
    16 * V::LANES
}

/// Sorts at most [`small_len`] codes.
///
/// A function of its own: without optimisation the network takes so much of the stack that quicksort, which calls
/// itself, must not hold it.
///
/// # Safety
/// They may be read and written, and the machine has `Isa::Avx512`.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
pub(super) unsafe fn sort_small<V: Lanes>(keys: *mut V::Key, len: usize) {
    // SAFETY: the caller's promise; the registers have room for `len` codes.
    unsafe {
        match len.div_ceil(V::LANES) {
            0 | 1 => sort_registers::<V, 1>(keys, len),
            2 => sort_registers::<V, 2>(keys, len),
            3 | 4 => sort_registers::<V, 4>(keys, len),
            5..=8 => sort_registers::<V, 8>(keys, len),
            _ => sort_registers::<V, 16>(keys, len),
        }
    }
}

/// # Safety
/// As for [`sort_small`]; `R` registers have room for `len` codes.
#[inline(always)]
unsafe fn sort_registers<V: Lanes, const R: usize>(keys: *mut V::Key, len: usize) {
    let (whole, rest) = (len / V::LANES, len % V::LANES);
    let place = |k: usize| keys.wrapping_add(k * V::LANES);
    // SAFETY: whole registers are read and written below `len`, and of the next one as many codes as are left.
    unsafe {
        let mut registers: [V; R] = std::array::from_fn(|k| {
            if k < whole {
                V::load(place(k))
            } else if k == whole {
                V::load_first(place(k), rest)
            } else {
                V::splat(V::Key::MAX)
            }
        });
        sort_each(&mut registers);
        merge::<V, R, 2>(&mut registers);
        merge::<V, R, 4>(&mut registers);
        merge::<V, R, 8>(&mut registers);
        merge::<V, R, 16>(&mut registers);
        for (k, register) in registers.into_iter().enumerate() {
            if k < whole {
                register.store(place(k));
            } else if k == whole {
                register.store_first(place(k), rest);
            }
        }
    }
}

/// Sorts the lanes of each register.
///
/// # Safety
/// The machine has `Isa::Avx512`, here and below.
#[inline(always)]
unsafe fn sort_each<V: Lanes, const R: usize>(registers: &mut [V; R]) {
    for v in registers {
        // SAFETY: the caller's promise.
        unsafe {
            *v = v.exchange::<1>().exchange::<3>().exchange::<1>();
            *v = v.exchange::<7>().exchange::<2>().exchange::<1>();
            if V::LANES == 16 {
                *v = v.exchange::<15>().exchange::<4>().exchange::<2>().exchange::<1>();
            }
        }
    }
}

/// Makes groups of `G` registers sorted whose halves are.
///
/// # Safety
/// See above.
#[inline(always)]
unsafe fn merge<V: Lanes, const R: usize, const G: usize>(registers: &mut [V; R]) {
    if G > R {
        return;
    }
    // SAFETY: the caller's promise.
    unsafe {
        for first in (0..R).step_by(G) {
            for k in 0..G / 2 {
                let (a, b) = (first + k, first + G - 1 - k);
                let turned = registers[b].reverse();
                let low = registers[a].min(turned);
                registers[b] = registers[a].max(turned).reverse();
                registers[a] = low;
            }
        }
        step::<V, R, G, 4>(registers);
        step::<V, R, G, 2>(registers);
        step::<V, R, G, 1>(registers);
        for v in registers {
            if V::LANES == 16 {
                *v = v.exchange::<8>();
            }
            *v = v.exchange::<4>().exchange::<2>().exchange::<1>();
        }
    }
}

/// Puts registers `D` apart in order, where halves of groups of `G` are longer than that.
///
/// # Safety
/// See above.
#[inline(always)]
unsafe fn step<V: Lanes, const R: usize, const G: usize, const D: usize>(registers: &mut [V; R]) {
    if D >= G / 2 {
        return;
    }
    for a in (0..R).filter(|a| a & D == 0) {
        let b = a + D;
        // SAFETY: the caller's promise.
        unsafe {
            (registers[a], registers[b]) = (registers[a].min(registers[b]), registers[a].max(registers[b]));
        }
    }
}
