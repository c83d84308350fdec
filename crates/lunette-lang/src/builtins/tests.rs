//! The table as a whole: every row is complete, and infers what it runs.

mod calls;
mod complete;
mod functions;
mod generate;
mod random;
mod weak;

use std::collections::HashSet;

use super::row::ParamKind;
use super::*;

#[test]
fn rows_are_complete() {
    let mut names = HashSet::new();
    for row in all() {
        let name = row.name;
        for name in std::iter::once(&row.name).chain(row.aliases) {
            assert!(names.insert(*name), "two functions are called {name}");
        }
        assert!(row.doc.ends_with('.'), "{name}: the text ends with a full stop");
        assert!(!row.example.is_empty(), "{name}: an example is missing");
        let mut params = HashSet::new();
        assert!(
            row.params.iter().all(|param| params.insert(param.name)),
            "{name}: two parameters of one name"
        );
        let optional = row.params.iter().map(|param| param.default.is_some());
        assert!(optional.is_sorted(), "{name}: parameters without a default come first");
        let rest = row.params.iter().position(|param| param.kind == ParamKind::Rest);
        assert!(rest.is_none_or(|k| k + 1 == row.params.len()), "{name}: the rest comes last");
        assert!(row.view.is_none() || row.shares, "{name}: a view shares memory");
        assert_eq!(
            row.callback.is_some(),
            row.params.iter().any(|param| param.kind == ParamKind::Fun),
            "{name}"
        );
        let described = row.params.iter().filter(|param| param.default.is_none()).count();
        assert!(!row.describes || described == 1, "{name}: what describes needs one argument");
        let takes_two = |twin: &str| find(twin).is_some_and(|row| matches!(row.fuse, Fuse::Binary(_)));
        assert!(row.twin.is_none_or(takes_two), "{name}: its twin takes two operands");
    }
}

#[test]
fn every_family_has_rows_and_a_title() {
    let mut titles = HashSet::new();
    for of in Family::ALL {
        assert!(family(of).next().is_some() && titles.insert(of.title()), "{of:?}");
    }
    assert!(all().all(|row| Family::ALL.contains(&row.family)));
}

#[test]
fn operators_are_rows() {
    use crate::syntax::tree::{BinaryOp as B, UnaryOp as U};
    let binaries = [
        B::Add,
        B::Sub,
        B::Mul,
        B::Div,
        B::FloorDiv,
        B::Rem,
        B::Pow,
        B::Matmul,
        B::BitAnd,
        B::BitOr,
        B::BitXor,
        B::Shl,
        B::Shr,
        B::Eq,
        B::Ne,
        B::Lt,
        B::Le,
        B::Gt,
        B::Ge,
    ];
    for op in binaries {
        assert_eq!(binary(op).map(|row| row.params.len()), Some(2), "{op:?}");
    }
    for op in [U::Negative, U::Invert, U::Not] {
        assert_eq!(unary(op).map(|row| row.params.len()), Some(1), "{op:?}");
    }
}

#[test]
fn pages_show_what_the_table_says() {
    let sum = find("sum").unwrap();
    assert_eq!(sum.signature(), "sum(x, axis = all, keepdims = false, dtype = i64 or u64 for integers)");
    let page = sum.page();
    assert!(page.contains("axis      an axis or a tuple of axes, several as a constant\n"), "{page}");
    assert!(page.contains("Also written `sum<f32>(…)`."), "{page}");
    assert!(find("T").unwrap().page().contains("`x.T`"));
    assert_eq!(find("print").unwrap().signature(), "print(values…)");
    assert_eq!(find("put").unwrap().signature(), "put(&x, positions, value)");
    assert!(members().contains(&"sum") && !members().contains(&"zeros") && names().contains(&"zeros"));
}
