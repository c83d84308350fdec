//! Explanations against loads of numbered elements, index by index; and pictures, character by character.

use lunette::explain::{Explanation, TextStyle};
use lunette::index::IndexTensor;
use lunette::prelude::*;
use lunette::{IndexRange, Layout};
use proptest::prelude::*;

/// The tensor in which every element is its own row-major number: what is loaded from it names cells.
fn numbered(shape: &[usize]) -> Tensor<i64> {
    let mut next = 0..;
    Tensor::from_fn(shape, |_| next.next().unwrap()).unwrap()
}

/// The index of a row-major number.
fn unravel(number: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = number;
    let mut index: Vec<usize> = shape.iter().rev().map(|&size| (rest % size, rest /= size).0).collect();
    index.reverse();
    index
}

/// All that an explanation says of its elements, beside what a load gives.
fn check_elements(shape: &[usize], items: &[Item<'_>]) -> Result<(), TestCaseError> {
    let x = numbered(shape);
    let (explained, loaded) = (x.explain(items), x.load(items));
    prop_assert_eq!(explained.is_ok(), loaded.is_ok(), "{:?}", explained.err());
    let (Ok(explanation), Ok(loaded)) = (explained, loaded) else { return Ok(()) };
    prop_assert_eq!(explanation.shape(), loaded.shape());
    let expected = loaded.to_vec().unwrap();
    let cells: Vec<i64> =
        explanation.cells().map(|cell| x.layout().offset_of(&cell).unwrap() as i64).collect();
    prop_assert_eq!(&cells, &expected);
    for cell in 0..shape.iter().product() {
        let found: Vec<usize> = (0..expected.len()).filter(|&k| expected[k] == cell as i64).collect();
        prop_assert_eq!(explanation.positions(&unravel(cell, shape)), found);
    }
    for (position, &number) in expected.iter().enumerate().filter(|_| explanation.is_view()) {
        let view = explanation.view().unwrap();
        prop_assert_eq!(view.offset_of(&unravel(position, loaded.shape())), Some(number as usize));
    }
    Ok(())
}

fn end() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![2 => Just(None), 3 => (-3i64..=4).prop_map(Some)]
}

fn one_axis<T: Element>(list: Vec<T>) -> Tensor<T> {
    let len = list.len();
    Tensor::from_vec(list, len).unwrap()
}

fn item() -> impl Strategy<Value = Item<'static>> {
    let step = prop_oneof![Just(1i64), Just(-1), Just(2), Just(-2)];
    let list = proptest::collection::vec(-2i64..2, 0..4).prop_map(one_axis);
    let grid =
        proptest::collection::vec(-2i64..2, 4).prop_map(|list| Tensor::from_vec(list, [2, 2]).unwrap());
    let mask = proptest::collection::vec(any::<bool>(), 2..4).prop_map(one_axis);
    let masks =
        proptest::collection::vec(any::<bool>(), 6).prop_map(|list| Tensor::from_vec(list, [2, 3]).unwrap());
    prop_oneof![
        3 => (-3i64..3).prop_map(Item::At),
        4 => (end(), end(), step).prop_map(|(a, b, step)| Item::Range(IndexRange::slice(a, b, 1).stepped(step))),
        1 => Just(Item::NewAxis),
        1 => Just(Item::Fill),
        2 => prop_oneof![list, grid].prop_map(|list| Item::Tensor(IndexTensor::owned(list))),
        2 => prop_oneof![mask, masks].prop_map(|mask| Item::Tensor(IndexTensor::owned(mask))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn explanations_say_what_loads_give(
        shape in proptest::collection::vec(prop_oneof![1 => 0usize..2, 5 => 2usize..4], 0..5),
        items in proptest::collection::vec(item(), 0..5),
    ) {
        check_elements(&shape, &items)?;
    }

    #[test]
    fn pictures_of_any_size_can_be_drawn(
        shape in proptest::collection::vec(prop_oneof![0usize..4, 1usize..400], 0..5),
        items in proptest::collection::vec(item(), 0..4),
        width in 0usize..100,
    ) {
        let layout = Layout::contiguous(&shape, Order::C).unwrap();
        if let Ok(explanation) = Explanation::new(&layout, &items) {
            prop_assert!(!explanation.to_text(TextStyle::coloured().width(width)).is_empty());
            prop_assert!(explanation.to_svg().len() < 400_000);
        }
    }
}

/// The value that each cell holds after a store, beside the element that the explanation says it gets.
#[track_caller]
fn check_store(shape: &[usize], items: &[Item<'_>], value: &[usize]) {
    let x = -&numbered(shape);
    let explanation = x.explain(items).unwrap().storing(value).unwrap();
    x.store(items, numbered(value)).unwrap();
    for cell in 0..x.len() {
        let index = unravel(cell, shape);
        let stored = explanation.positions(&index).last().and_then(|&last| explanation.stored(last));
        let expected = stored.map_or(-(cell as i64), |element| element as i64);
        let index: Vec<i64> = index.iter().map(|&i| i as i64).collect();
        assert_eq!(x.get(&index).unwrap(), expected, "{items:?} at {index:?}");
    }
}

#[test]
fn stores_say_which_element_goes_where() {
    check_store(&[2, 3], s![0..2, 1], &[1, 2, 1]);
    check_store(&[2, 3], s![.., 1..], &[2, 1]);
    check_store(&[2, 3], s![.., 1..], &[]);
    check_store(&[2, 3], s![1], &[3]);
    check_store(&[5], s![&[3, 0, 3]], &[3]);
    check_store(&[2, 3], s![&tensor![[true, false, true], [false, true, true]]], &[4]);
    check_store(&[3, 2], s![(.., -1), NewAxis], &[3, 1, 2]);
    check_store(&[2, 3], s![1, 0, Fill], &[1, 1]);
    let one = numbered(&[2, 3]).explain(s![1, 0]).unwrap().storing(&[1]).unwrap_err();
    assert!(one.is_shape(), "integers alone take no axes: {one}");
    let wrong = numbered(&[2, 3]).explain(s![0]).unwrap().storing(&[2]).unwrap_err();
    assert!(wrong.is_shape(), "{wrong}");
    let twice =
        numbered(&[3]).broadcast_to([2, 3]).unwrap().explain(s![0]).unwrap().storing(&[3]).unwrap_err();
    assert!(twice.to_string().contains("read-only"), "{twice}");
}

#[track_caller]
fn check_text(explanation: &Explanation, expected: &str) {
    let text = explanation.to_string();
    assert_eq!(text.trim_end(), expected.trim_matches('\n'), "\n{text}");
}

#[test]
fn a_matrix() {
    let x = numbered(&[2, 3]);
    check_text(
        &x.explain(s![0..2, 1]).unwrap().titled("x[(0:2:1, 1)]"),
        "
x[(0:2:1, 1)]

    0   1   2
0   ·  [0]  ·
1   ·  [1]  ·

axis 0  all 2         stays, size 2
axis 1  entry 1 of 3  goes

result  shape [2], strides [3], offset 1
        a view: it can share memory, no copy is needed

memory   0   1   2   3   4   5
         ·  [0]  ·   ·  [1]  ·
",
    );
}

#[test]
fn a_vector_a_scalar_and_nothing() {
    check_text(
        &numbered(&[4]).explain(s![&[3, 0, 3]]).unwrap(),
        "
   0     1     2     3
  [1]    ·     ·   [0,2]

axis 0  an index tensor into 4  becomes [3]

result  shape [3], strides [1], offset 0
        a copy: strides cannot express picked entries

memory    0     1     2     3
         [1]    ·     ·   [0,2]
",
    );
    check_text(
        &numbered(&[]).explain(s![NewAxis]).unwrap(),
        "
 [0]

new axis    size 1

result  shape [1], strides [0], offset 0
        a view: it can share memory, no copy is needed

memory   0
        [0]
",
    );
    check_text(
        &numbered(&[0, 2]).explain(s![.., 1]).unwrap(),
        "
no elements: the shape is [0, 2]

axis 0  all 0         stays, size 0
axis 1  entry 1 of 2  goes

result  shape [0], strides [2], offset 0
        a view: it can share memory, no copy is needed
",
    );
}

#[test]
fn blocks_and_a_strided_source() {
    let x = numbered(&[2, 2, 3]);
    let every_second = x.view(s![.., .., (.., 2)]).unwrap();
    check_text(
        &every_second.explain(s![1, (.., -1)]).unwrap().storing(&[]).unwrap(),
        "
[0, :, :]
    0   1
0   ·   ·
1   ·   ·

[1, :, :]
    0   1
0  [0] [0]
1  [0] [0]

axis 0  entry 1 of 2       goes
axis 1  entries 1, 0 of 2  stays, size 2
axis 2  all 2              stays, size 2

region  shape [2, 2], strides [-3, 2], offset 9
        a store: one value fills the region

memory   0   1   2   3   4   5   6   7   8   9   10  11
         ·       ·   ·       ·  [0]     [0] [0]     [0]
",
    );
}

#[test]
fn long_axes_show_what_is_taken() {
    let text =
        numbered(&[100, 100]).explain(s![40, (10.., 30)]).unwrap().to_text(TextStyle::plain().width(50));
    let rows: Vec<&str> = text.lines().take(8).collect();
    assert!(rows.iter().any(|row| row.contains("[0]") && row.contains("[2]")), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 70), "{text}");
}
