use super::{MOST_BLOCKS, Pool, SMALLEST, class_size, free};
use crate::buffer::block::{Contents, Span};

const MIB: usize = 1 << 20;

fn pool(limit: usize) -> Pool {
    Pool::new(limit)
}

fn sizes(pool: &Pool) -> Vec<usize> {
    pool.spans.iter().map(|kept| kept.span.size()).collect()
}

fn free_all(mut pool: Pool) {
    let count = pool.spans.len();
    free(pool.take_first(count));
}

fn span(size: usize) -> Span {
    Span::alloc(size, Contents::Uninit).unwrap()
}

/// Gives blocks of these sizes in turn; says what is kept, in order.
fn check(limit: usize, given: &[usize], kept: &[usize]) {
    let mut pool = pool(limit);
    for &size in given {
        free(pool.give(span(size)));
        assert!(pool.bytes <= limit);
    }
    assert_eq!(sizes(&pool), kept, "limit {limit}, given {given:?}");
    assert_eq!(pool.bytes, kept.iter().sum::<usize>());
    free_all(pool);
}

#[test]
fn the_oldest_go_first() {
    check(4 * MIB, &[MIB, 2 * MIB], &[MIB, 2 * MIB]);
    check(4 * MIB, &[MIB, 2 * MIB, MIB, MIB], &[2 * MIB, MIB, MIB]);
    check(4 * MIB, &[MIB, 4 * MIB], &[4 * MIB]);
    check(4 * MIB, &[MIB, 5 * MIB], &[MIB]);
    check(0, &[MIB], &[]);
    check(usize::MAX, &vec![SMALLEST; MOST_BLOCKS + 3], &vec![SMALLEST; MOST_BLOCKS]);
}

#[test]
fn the_last_freed_of_a_size_comes_back_first() {
    let mut pool = pool(usize::MAX);
    let spans = [span(MIB), span(2 * MIB), span(MIB)];
    let starts = spans.each_ref().map(Span::start);
    for span in spans {
        free(pool.give(span));
    }
    for (size, expected) in [(MIB, Some(starts[2])), (MIB, Some(starts[0])), (MIB, None), (3 * MIB, None)] {
        let taken = pool.take(size);
        assert_eq!(taken.as_ref().map(Span::start), expected);
        free(taken.into_iter().collect());
    }
    assert_eq!(pool.bytes, 2 * MIB);
    free_all(pool);
}

#[test]
fn classes_waste_at_most_an_eighth() {
    for bytes in [0, 1, 100, SMALLEST - 1] {
        assert_eq!(class_size(bytes), bytes);
    }
    for bytes in [SMALLEST, SMALLEST + 1, 100_000, MIB - 1, MIB, MIB + 1, 123_456_789, 1 << 40] {
        let size = class_size(bytes);
        assert!(size >= bytes && size - bytes <= bytes / 8, "{bytes} became {size}");
        assert_eq!(class_size(size), size);
    }
    assert_eq!(class_size(isize::MAX as usize), isize::MAX as usize);
}

#[test]
fn what_lies_for_a_whole_round_goes_back() {
    let mut pool = pool(usize::MAX);
    free(pool.give(span(MIB)));
    assert!(pool.next_round().is_empty()); // freed some time in this round
    free(pool.give(span(2 * MIB)));
    let idle = pool.next_round();
    assert_eq!(idle.iter().map(Span::size).collect::<Vec<_>>(), [MIB]);
    assert_eq!((sizes(&pool), pool.bytes), (vec![2 * MIB], 2 * MIB));
    free(idle);
    let used = pool.take(2 * MIB).unwrap();
    free(pool.give(used));
    assert!(pool.next_round().is_empty()); // it was used in between
    let idle = pool.next_round();
    assert_eq!((idle.len(), pool.bytes), (1, 0));
    free(idle);
}
