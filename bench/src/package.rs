//! The Python package beside NumPy, in one process: small calls, where the way through Python is what takes the time, and
//! large work, where it must not be felt.

use crate::MakeRow;
use crate::compute::from_python;
use crate::row::{Bar, Peer, Row};

/// Every row of the family, in the order of the results.
pub fn rows() -> Vec<MakeRow> {
    [SMALL, from_python::ROWS].concat()
}

/// The same statement on both sides; `xp` is the module of each.
fn small(name: &str, setup: &str, statement: &str) -> Row {
    let row = Row::bulk(name).bar(Bar::Peer(Peer::NumPy, 1.0)).setup(setup);
    row.statement(Peer::Lunette, statement).statement(Peer::NumPy, statement)
}

/// Why small calls that make a tensor take longer.
const OBJECT: &str = "every tensor is an object that is made and freed through Python's stable interface, and every read of one enters its buffer";

/// A table of ten by ten, ten numbers and ten more.
const TABLE: &str = "x = uniform((10, 10), 'f8', 0, 1)";
const TEN: &str = "x = uniform(10, 'f8', 0, 1)\ny = uniform(10, 'f8', 0, 1)";
/// For each library, an array of the other one.
const OTHERS: &str = "import lunette\nothers = {lunette: np.ones((10, 10)), np: lunette.ones((10, 10))}";
const PICKLE: &str = "import pickle\nx = uniform({}, 'f8', 0, 1)";

const SMALL: &[MakeRow] = &[
    || small("x + y, ten elements", TEN, "x + y"),
    || small("x * 2.0, ten elements", TEN, "x * 2.0"),
    || small("xp.sum(x), ten elements", TEN, "xp.sum(x)"),
    || small("x[1:3, 2:5]", TABLE, "x[1:3, 2:5]").because(OBJECT),
    || small("x[i, j]", TABLE, "x[4, 7]").because(OBJECT),
    || small("x[i, j] = v", TABLE, "x[4, 7] = 0.5"),
    || small("x[2:7] = 1", TEN, "x[2:7] = 1"),
    || small("x.shape", TABLE, "x.shape"),
    || small("x.dtype", TABLE, "x.dtype"),
    || small("x.ndim", TABLE, "x.ndim"),
    || small("from a list of 10", "values = [0.5] * 10", "xp.asarray(values)"),
    || small("from a list of 1000", "values = [0.5] * 1000", "xp.asarray(values)"),
    || small("from rows, 10 by 10", "values = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]] * 10", "xp.asarray(values)"),
    || {
        small("asarray of a NumPy array", "values = [np.ones((10, 10))]", "xp.asarray(values[0])")
            .because("NumPy gives its argument back; ours makes a tensor over its memory")
    },
    || small("asarray of an array of the other library", OTHERS, "xp.asarray(others[xp])"),
    || {
        small("iteration over 1000", "x = uniform(1000, 'f8', 0, 1)", "for element in x: pass")
            .because(OBJECT)
    },
    || small("pickling 10 there and back", &PICKLE.replace("{}", "10"), "pickle.loads(pickle.dumps(x, 5))"),
    || {
        let setup = PICKLE.replace("{}", "1000000");
        small("pickling 1000000 there and back", &setup, "pickle.loads(pickle.dumps(x, 5))")
    },
];
