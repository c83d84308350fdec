//! The plain paths, which a machine with AVX-512 does not take by itself.

#![expect(unsafe_code, reason = "it calls what works on raw pointers")]

use std::mem::MaybeUninit;

use super::key::{BUCKETS, Key};
use super::radix;
use super::wide::distribute_plain;
use crate::kernels::testing::Rng;

fn check_radix<K: Key + std::fmt::Debug + TryFrom<u64>>(mask: u64) {
    let mut rng = Rng::new(mask);
    let makes: [fn(&mut Rng, usize) -> u64; 6] = [
        |rng, _| rng.next(),
        |rng, _| rng.next() % 3,
        |rng, k| if k == 5 { u64::MAX } else { rng.next() % 50_000 },
        |_, k| k as u64,
        |_, k| u64::MAX - k as u64,
        |rng, _| (1 << rng.below(64)) | (rng.next() % 100),
    ];
    for make in makes {
        for len in [0, 1, 100, 200, 3000, 70_000] {
            let mut keys: Vec<K> =
                (0..len).filter_map(|k| K::try_from(make(&mut rng, k) & mask).ok()).collect();
            let mut expected = keys.clone();
            expected.sort();
            radix::sort(&mut keys, &mut vec![MaybeUninit::uninit(); len]);
            assert!(keys == expected, "mask {mask:x} len {len}");
        }
    }
}

#[test]
fn radix_sorts_keys_of_every_width_and_spread() {
    check_radix::<u8>(u64::from(u8::MAX));
    check_radix::<u16>(u64::from(u16::MAX));
    check_radix::<u32>(u64::from(u32::MAX));
    check_radix::<u64>(u64::MAX);
}

#[test]
fn buckets_are_cut_at_the_splitters() {
    let mut rng = Rng::new(7);
    let keys: Vec<u64> = (0..1000).map(|_| rng.next() % 40).collect();
    let splitters: [u64; BUCKETS - 1] = std::array::from_fn(|k| 2 * k as u64 + 1);
    let mut buckets = vec![[u64::MAX; 1000]; BUCKETS];
    let mut ends: [*mut u64; BUCKETS] = std::array::from_fn(|k| buckets[k].as_mut_ptr());
    // SAFETY: each bucket has room for all keys.
    unsafe { distribute_plain(&keys, &splitters, &mut ends) };
    for (k, bucket) in buckets.iter().enumerate() {
        let low = if k == 0 { 0 } else { splitters[k - 1] };
        let high = splitters.get(k).copied().unwrap_or(u64::MAX);
        let expected: Vec<u64> = keys.iter().copied().filter(|key| (low..high).contains(key)).collect();
        assert_eq!(bucket[..expected.len()], expected);
    }
}
