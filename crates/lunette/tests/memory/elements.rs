//! Tensors that are opened for single elements: the same elements as `get` and `set` reach, whoever shares them.

use lunette::prelude::*;
use lunette::tensor::Elements;

fn open(tensor: &DynTensor) -> Elements {
    tensor.clone().into_elements().unwrap_or_else(|_| panic!("{:?} cannot be opened", tensor.shape()))
}

/// Opens a tensor that nobody else holds.
fn open_alone(tensor: DynTensor) -> Elements {
    tensor.into_elements().unwrap_or_else(|_| panic!("it cannot be opened"))
}

/// Views of all kinds: plain, transposed, reversed, stepping, broadcast, empty.
fn views() -> Vec<DynTensor> {
    let x = Tensor::from_flat_fn([4, 5], |k| k as i32).unwrap().into_dyn();
    vec![
        x.clone(),
        x.transpose(),
        x.view(s![(.., -1), (.., 2)]).unwrap(),
        x.view(s![1..3, 4..]).unwrap(),
        x.view(s![1..1, ..]).unwrap(),
        x.view(s![0..1]).unwrap().broadcast_to([3, 5]).unwrap(),
    ]
}

#[test]
fn every_index_means_what_get_means() {
    for view in views() {
        let opened = open(&view);
        for i in -6..6 {
            for j in -7..7 {
                let expected = view.get([i, j]).ok().map(|value| i32::try_from(value).unwrap());
                assert_eq!(opened.get::<i32, 2>([i, j]), expected, "{:?} at {i}, {j}", view.shape());
            }
        }
        for extreme in [i64::MIN, i64::MAX, i64::MIN + 1] {
            assert_eq!(opened.get::<i32, 2>([extreme, 0]), None);
            assert_eq!(opened.get::<i32, 2>([0, extreme]), None);
        }
    }
}

#[test]
fn every_store_does_what_set_does() {
    for view in views() {
        let other = view.copy().unwrap();
        let mut opened = open(&view);
        for i in -6..6 {
            for j in -7..7 {
                let value = (100 * i + j) as i32;
                let written = opened.set([i, j], value);
                assert_eq!(written, view.set([i, j], value).is_ok(), "{:?} at {i}, {j}", view.shape());
                if written {
                    other.set([i, j], value).unwrap();
                }
            }
        }
        assert!(opened.into_tensor() == other);
    }
}

#[test]
fn closing_gives_back_the_same_tensor() {
    for view in views() {
        let closed = open(&view).into_tensor();
        assert_eq!((closed.layout(), closed.dtype()), (view.layout(), view.dtype()));
        assert_eq!(closed.is_view(), view.is_view());
        assert!(closed.shares_memory(&view) || view.is_empty());
        assert_eq!(closed.set([0, 0], 1).is_ok(), view.set([0, 0], 1).is_ok());
    }
}

#[test]
fn other_types_and_ranks_are_refused() {
    let mut x = open_alone(tensor![[1, 2], [3, 4]].into_dyn());
    assert_eq!(
        (x.get::<i64, 2>([0, 0]), x.get::<f32, 2>([0, 0]), x.get::<u32, 2>([0, 0])),
        (None, None, None)
    );
    assert_eq!((x.get::<i32, 1>([0]), x.get::<i32, 3>([0, 0, 0]), x.get::<i32, 0>([])), (None, None, None));
    assert!(!x.set([0, 0], 1_u32) && !x.set([0], 1_i32) && !x.set::<i32, 5>([0; 5], 1));
    // 258 integers look like 2 of the next dtype to whoever counts in bytes.
    let bytes = open_alone(tensor![[1_i8, 2]].into_dyn());
    assert_eq!((bytes.get::<bool, 258>([0; 258]), bytes.get::<i8, 258>([0; 258])), (None, None));
    assert!(Tensor::<f64>::zeros([1; 5]).unwrap().into_dyn().into_elements().is_err());
    let scalar = open_alone(Tensor::scalar(2.5).unwrap().into_dyn());
    assert_eq!(scalar.get::<f64, 0>([]), Some(2.5));
}

#[test]
fn what_cannot_be_written_is_not() {
    let x = tensor![1, 2, 3].into_dyn();
    let mut read_only = open(&x.as_read_only());
    assert!(!read_only.set([0], 9) && read_only.get([0]) == Some(1));
    let mut alone = open_alone(tensor![1].into_dyn().broadcast_to(3).unwrap());
    assert!(!alone.set([0], 9) && alone.get([2]) == Some(1));
}

/// Where others share the memory, guards of theirs keep us out, and what we write they see.
#[test]
fn shared_memory_is_entered_through_its_gate() {
    let x = tensor![1, 2, 3];
    let mut opened = open(&x.to_dyn());
    {
        let guard = x.read().unwrap();
        assert!(!opened.set([0], 9) && opened.get([0]) == Some(1) && guard[0] == 1);
    }
    {
        let mut guard = x.write().unwrap();
        assert_eq!(opened.get::<i32, 1>([0]), None);
        guard[0] = 5;
    }
    assert!(opened.set([1], 7));
    assert_eq!(x.to_vec().unwrap(), [5, 7, 3]);
}

/// Nobody else can reach memory that was opened alone: there is no handle left.
#[test]
fn memory_that_is_ours_alone_may_go_to_another_thread() {
    let mut opened = open_alone(Tensor::<i64>::zeros(1000).unwrap().into_dyn());
    let opened = std::thread::spawn(move || {
        for k in 0..1000 {
            assert!(opened.set([k], k * k));
        }
        opened
    });
    let tensor = opened.join().unwrap().into_tensor();
    assert!((0..1000).all(|k| tensor.get(k).unwrap() == Scalar::I64(k * k)));
}

#[test]
fn threads_that_share_memory_lose_no_store() {
    let x = Tensor::<i64>::zeros(4).unwrap();
    std::thread::scope(|scope| {
        for k in 0..4 {
            let mut mine = open(&x.to_dyn());
            scope.spawn(move || {
                for n in 1_i64..=2000 {
                    assert!(mine.set([k], n));
                }
            });
        }
    });
    assert_eq!(x.to_vec().unwrap(), [2000; 4]);
}

#[test]
fn bools_stay_bools() {
    let mut x = open_alone(tensor![true, false].into_dyn());
    assert!(x.set([1], true) && !x.set([0], 2_u8));
    assert_eq!((x.get::<bool, 1>([1]), x.get::<u8, 1>([1])), (Some(true), None));
}
