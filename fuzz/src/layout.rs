//! Geometry: any shape, strides and offset, and any chain of view operations on them.

use lunette::layout::{Layout, Order};

use crate::Input;

/// Makes a layout of the bytes and puts it through view operations; the invariants must hold after each.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some(mut layout) = start(&mut input) else { return };
    check(&layout);
    while !input.is_empty() {
        if let Some(next) = step(&layout, &mut input) {
            check(&next);
            layout = next;
        }
    }
}

fn start(input: &mut Input<'_>) -> Option<Layout> {
    let shape = input.list(8, Input::size);
    if input.byte() < 128 {
        let order = if input.byte() < 128 { Order::C } else { Order::F };
        return Layout::contiguous(&shape, order).ok();
    }
    let strides: Vec<isize> = shape.iter().map(|_| input.int() as isize).collect();
    Layout::new(&shape, &strides, input.size()).ok()
}

fn step(layout: &Layout, input: &mut Input<'_>) -> Option<Layout> {
    match input.below(12) {
        0 => Some(layout.transpose()),
        1 => layout.permute(&input.list(8, Input::int)).ok(),
        2 => layout.swap_axes(input.int(), input.int()).ok(),
        3 => layout.squeeze(None).ok(),
        4 => layout.expand_dims(&input.list(3, Input::int)).ok(),
        5 => layout.broadcast_to(&input.list(9, Input::size)).ok(),
        6 => layout.flip(None).ok(),
        7 => layout.reshape(&input.list(6, Input::size)),
        8 => layout.diagonal(input.int(), input.int(), input.int()).ok(),
        9 => layout.windows(&input.list(4, Input::size), None).ok(),
        10 => layout.reinterpret(1 << input.below(5), 1 << input.below(5)).ok(),
        _ => layout.split_at(input.int(), input.size()).ok().map(|(_, after)| after),
    }
}

/// The invariants at the head of the module `layout`, in a width that cannot overflow.
fn check(layout: &Layout) {
    assert_eq!(layout.shape().len(), layout.strides().len());
    if layout.is_empty() {
        assert!(layout.is_c_contiguous() && layout.is_f_contiguous());
        return;
    }
    let (mut lowest, mut highest) = (layout.offset() as i128, layout.offset() as i128);
    for (&size, &stride) in layout.shape().iter().zip(layout.strides()) {
        let reach = (size as i128 - 1) * stride as i128;
        if reach < 0 { lowest += reach } else { highest += reach }
    }
    assert!(lowest >= 0 && highest <= isize::MAX as i128, "{layout:?} reaches {lowest} to {highest}");
    assert_eq!(layout.extent(), Some((lowest as usize, highest as usize)), "{layout:?}");
    let stuck = layout.shape().iter().zip(layout.strides()).any(|(&size, &stride)| size > 1 && stride == 0);
    assert!(!stuck || layout.overlaps_itself().is_possible(), "{layout:?} repeats elements");
}
