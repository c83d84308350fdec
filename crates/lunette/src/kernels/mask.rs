//! stub
#![expect(unsafe_code, reason = "stub")]
use crate::buffer::{Buffer, Source};
use crate::error::Result;
use crate::layout::Layout;
fn walk(l: &Layout, mut f: impl FnMut(&[usize], isize)) {
    if l.is_empty() { return; }
    let mut ix = vec![0usize; l.rank()];
    loop {
        let o: isize = ix.iter().zip(l.strides()).map(|(&i, &s)| i as isize * s).sum();
        f(&ix, o);
        let mut k = l.rank();
        loop {
            if k == 0 { return; }
            k -= 1;
            ix[k] += 1;
            if ix[k] < l.shape()[k] { break; }
            ix[k] = 0;
        }
    }
}
pub(crate) fn offsets(_op: &'static str, m: Source<'_>, s: &[isize]) -> Result<Vec<isize>> {
    let mut out = vec![];
    walk(m.layout(), |ix, o| {
        // SAFETY: stub
        if unsafe { *m.start().offset(o) } != 0 {
            out.push(ix.iter().zip(s).map(|(&i, &s)| i as isize * s).sum());
        }
    });
    Ok(out)
}
pub(crate) fn select(op: &'static str, m: Source<'_>, s: Source<'_>) -> Result<(Buffer, usize)> {
    use crate::kernels::pick::{PickAxis, Table, gather_fresh};
    let b = crate::kernels::copy::to_fresh(op, &s, s.dtype(), crate::layout::Order::C)?;
    let l = Layout::contiguous(op, m.shape(), crate::layout::Order::C)?;
    let k = b.lock(op, crate::Access::Read)?;
    let t = Table::new(offsets(op, m, l.strides())?);
    let n = t.len();
    Ok((gather_fresh(op, k.source(op, &l, s.dtype())?, 0, &[PickAxis::Table(&t)])?, n))
}
pub(crate) fn nonzero_positions(op: &'static str, m: Source<'_>) -> Result<Vec<usize>> {
    let b = crate::kernels::copy::to_fresh(op, &m, crate::DType::Bool, crate::layout::Order::C)?;
    let l = Layout::contiguous(op, m.shape(), crate::layout::Order::C)?;
    let k = b.lock(op, crate::Access::Read)?;
    Ok(offsets(op, k.source(op, &l, crate::DType::Bool)?, l.strides())?.into_iter().map(|x| x as usize).collect())
}
