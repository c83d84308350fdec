//! Lanes: gathered, transformed, put where they belong.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::mem;
use std::sync::OnceLock;

use lunette_fourier::{FftDirection, Method, Plan, Real};
use num_complex::Complex;
use num_traits::Zero;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::turns::Turns;
use super::{Form, Transform};
use crate::buffer::check_room;
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result};
use crate::kernels::cast::cast_row;
use crate::kernels::copy::{Side, copy_strided};
use crate::kernels::item::ItemSize;
use crate::nest::{Axis, Nest, cancel, threads};

/// So many bytes of lanes are gathered at a time: they stay in the second cache.
const BLOCK_BYTES: usize = 1 << 18;

/// At least so many lanes are gathered at a time, and at most: one to four cache lines of neighbours.
const BLOCK_LANES: [usize; 2] = [4, 32];

/// A lane of so many entries takes so long that somebody who stops it does not want to wait for its end.
const WORTH_LEAVING: usize = 1 << 20;

/// Where the lane of index (0, …, 0) starts, and the step along it in elements.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) start: *mut u8,
    pub(super) step: isize,
    pub(super) dtype: DType,
}

impl Part {
    /// The lane that starts so many elements further on.
    pub(super) fn moved_by(self, elements: isize) -> Self {
        Self { start: self.start.wrapping_offset(elements * self.dtype.item_size() as isize), ..self }
    }
}

/// What becomes of lanes, and where those of index (0, …, 0) lie.
pub(super) struct Lanes<T: Real> {
    work: Work<T>,
    dst: Part,
    src: Part,
    /// How many entries of a lane of `src` are read; further ones up to the transform's are 0.
    taken: usize,
    /// The dtype in which lanes are gathered.
    gathered: DType,
    /// What entries of transformed lanes are multiplied by, if anything.
    turns: Option<Turns>,
    /// Whether others transform the lanes, in scratch memory, so that the caller can leave at once.
    apart: bool,
}

// SAFETY: the pointers are used as `run_lanes`' caller promised, from any thread; threads that share the lanes write
// different ones.
unsafe impl<T: Real> Sync for Lanes<T> {}

/// What becomes of a lane, wherever it lies.
#[derive(Clone)]
struct Work<T: Real> {
    plan: Plan<T>,
    transform: Transform,
}

/// Memory for a block of lanes and for the transform of one; for those of all of them where they are transformed apart.
struct Scratch<T> {
    complex: Vec<Complex<T>>,
    real: Vec<T>,
    inner: Vec<Complex<T>>,
}

impl<T> Scratch<T> {
    const NONE: Self = Self { complex: Vec::new(), real: Vec::new(), inner: Vec::new() };
}

impl<T: Real> Lanes<T> {
    /// # Errors
    /// If there is no memory for a plan.
    pub(super) fn new(
        op: &'static str,
        transform: &Transform,
        dst: Part,
        src: Part,
        src_len: usize,
    ) -> Result<Self> {
        let method = match transform.form {
            Form::RealToHalf => Method::RealToHalf,
            Form::HalfToReal => Method::HalfToReal,
            // The second half of the frequencies of real numbers mirrors the first.
            Form::Forward | Form::Inverse if !src.dtype.is_complex() => Method::RealToHalf,
            Form::Forward => Method::Complex(FftDirection::Forward),
            Form::Inverse => Method::Complex(FftDirection::Inverse),
        };
        let complex = dst.dtype.as_complex();
        let n = transform.n;
        // Asked here, because threads that help with the lanes are not watched.
        let apart = n >= WORTH_LEAVING && cancel::is_watched();
        // A plan for many entries takes about as long as its use.
        let plan = move || T::plan(method, n, |bytes| check_room(op, bytes));
        let plan = if apart { threads::install_or_leave(move |_| plan())? } else { plan()? };
        Ok(Self {
            work: Work { plan, transform: *transform },
            dst,
            src,
            taken: transform.input_len().min(src_len),
            gathered: if method == Method::RealToHalf { complex.as_real() } else { complex },
            turns: None,
            apart,
        })
    }

    /// The same, after which entry `k` of the lane at offset `j` of the result is turned by `k * j`.
    pub(super) fn with_turns(self, turns: Turns) -> Self {
        Self { turns: Some(turns), ..self }
    }

    /// Whether a lane of the result can be transformed where it is.
    fn is_direct(&self) -> bool {
        matches!(self.work.plan, Plan::Complex(_)) && self.dst.step == 1 && !self.apart
    }

    /// How many lanes are worth gathering at a time.
    fn block_lanes(&self) -> usize {
        let is_alone = self.dst.step == 1 && (self.src.step == 1 || self.is_direct());
        let [least, most] = BLOCK_LANES;
        if self.apart {
            return threads::threads().clamp(if is_alone { 1 } else { least }, most);
        }
        if is_alone {
            return 1;
        }
        (BLOCK_BYTES / (self.work.transform.n * size_of::<Complex<T>>())).clamp(least, most)
    }

    fn scratch(&self, op: &'static str, lanes: usize) -> Result<Scratch<T>> {
        let n = self.work.transform.n;
        let complex = if self.is_direct() { 0 } else { lanes * self.work.complex_len() };
        let real = if matches!(self.work.plan, Plan::Complex(_)) { 0 } else { lanes * n };
        let at_once = if self.apart { lanes } else { 1 };
        Ok(Scratch {
            complex: zeros(op, complex)?,
            real: zeros(op, real)?,
            inner: zeros(op, at_once * self.work.inner_len())?,
        })
    }

    /// Transforms the lanes that start `to` and `from` elements from the first, and lie `steps` apart.
    ///
    /// # Safety
    /// They are among the lanes that `run_lanes`' caller promised.
    unsafe fn run_block(
        &self,
        [to, from]: [isize; 2],
        steps: [isize; 2],
        count: usize,
        scratch: &mut Scratch<T>,
    ) {
        let (dst, src) = (self.dst.moved_by(to), self.src.moved_by(from));
        // SAFETY: the caller's promise; scratch memory has room for `count` lanes.
        unsafe {
            if self.is_direct() {
                for k in 0..count as isize {
                    self.run_direct(dst.moved_by(k * steps[0]), src.moved_by(k * steps[1]), scratch);
                }
                return;
            }
            self.gather(src, steps[1], count, scratch);
            match self.apart {
                true => self.work.transform_apart(count, scratch),
                false => self.work.transform_block(count, scratch),
            }
            if let Some(turns) = &self.turns {
                for (k, lane) in
                    scratch.complex.chunks_exact_mut(self.work.transform.n).take(count).enumerate()
                {
                    turns.multiply(lane, (to + k as isize * steps[0]) as usize);
                }
            }
            self.scatter(dst, steps[0], count, scratch);
        }
    }

    /// Transforms a lane in the place of the result.
    ///
    /// # Safety
    /// As [`run_block`](Self::run_block), where lanes of the result lie in one piece.
    unsafe fn run_direct(&self, dst: Part, src: Part, scratch: &mut Scratch<T>) {
        let n = self.work.transform.n;
        // SAFETY: the lane of the result may be written, and nobody else uses it. It is `n` complex numbers in one
        // piece, all of them written here before a slice of them is made.
        let lane = unsafe {
            let start = dst.start.cast::<Complex<T>>();
            if dst.start != src.start {
                cast_row(src.dtype, self.gathered)(src.start, src.step, dst.start, 1, self.taken);
            }
            start.add(self.taken).write_bytes(0, n - self.taken);
            std::slice::from_raw_parts_mut(start, n)
        };
        self.work.transform(lane, &mut [], &mut scratch.inner);
    }

    /// Copies lanes into scratch memory, one after the other, in the dtype of the work.
    ///
    /// # Safety
    /// As [`run_block`](Self::run_block).
    unsafe fn gather(&self, src: Part, step: isize, count: usize, scratch: &mut Scratch<T>) {
        let into_real = matches!(self.work.plan, Plan::RealToHalf(_));
        let (start, room) = match into_real {
            true => (scratch.real.as_mut_ptr().cast::<u8>(), self.work.transform.n),
            false => (scratch.complex.as_mut_ptr().cast::<u8>(), self.work.complex_len()),
        };
        // SAFETY: the caller's promise; a block has room for `count` lanes of `room` entries, of which `taken` are
        // not more.
        unsafe {
            if src.dtype == self.gathered {
                let to = Side { start, strides: &[room as isize, 1] };
                let from = Side { start: src.start.cast_const(), strides: &[step, src.step] };
                copy_strided(ItemSize::of(src.dtype), &[count, self.taken], to, from);
            } else {
                let cast = cast_row(src.dtype, self.gathered);
                for k in 0..count {
                    let from = src.moved_by(k as isize * step);
                    let to = start.add(k * room * self.gathered.item_size());
                    cast(from.start, from.step, to, 1, self.taken);
                }
            }
        }
        for k in 0..count {
            match into_real {
                true => scratch.real[k * room + self.taken..][..room - self.taken].fill(T::zero()),
                false => scratch.complex[k * room + self.taken..][..room - self.taken].fill(Complex::zero()),
            }
        }
    }

    /// Copies a block into the result.
    ///
    /// # Safety
    /// As [`run_block`](Self::run_block).
    unsafe fn scatter(&self, dst: Part, step: isize, count: usize, scratch: &Scratch<T>) {
        let (start, room) = match self.work.plan {
            Plan::HalfToReal(_) => (scratch.real.as_ptr().cast::<u8>(), self.work.transform.n),
            _ => (scratch.complex.as_ptr().cast::<u8>(), self.work.complex_len()),
        };
        let to = Side { start: dst.start, strides: &[step, dst.step] };
        let from = Side { start, strides: &[room as isize, 1] };
        // SAFETY: the caller's promise; a block holds `count` lanes of `room` entries.
        unsafe {
            copy_strided(ItemSize::of(dst.dtype), &[count, self.work.transform.output_len()], to, from)
        };
    }
}

impl<T: Real> Work<T> {
    /// How far apart the complex lanes of a block lie.
    fn complex_len(&self) -> usize {
        match self.transform.form {
            Form::Forward | Form::Inverse => self.transform.n,
            Form::RealToHalf | Form::HalfToReal => self.transform.n / 2 + 1,
        }
    }

    /// How many numbers the transform of one lane wants for itself; at least one, so that lanes can be counted by it.
    fn inner_len(&self) -> usize {
        self.plan.scratch_len().max(1)
    }

    /// Transforms the lanes of a block, one after the other.
    fn transform_block(&self, count: usize, scratch: &mut Scratch<T>) {
        let Scratch { complex, real, inner } = scratch;
        self.each(complex, real).take(count).for_each(|(lane, real)| self.transform(lane, real, inner));
    }

    /// Transforms the lanes of a block on workers, which keep its memory where the caller leaves before they are done.
    fn transform_apart(&self, count: usize, scratch: &mut Scratch<T>) {
        cancel::check();
        let (work, mut own) = (self.clone(), mem::replace(scratch, Scratch::NONE));
        *scratch = threads::install_or_leave(move |_| {
            let lanes: Vec<_> = work.each(&mut own.complex, &mut own.real).take(count).collect();
            let each = |((lane, real), inner): ((_, _), _)| work.transform(lane, real, inner);
            // Elsewhere `rayon` would ask for threads of its own, and panic if there are none to be had.
            match rayon::current_thread_index() {
                None => lanes.into_iter().zip(own.inner.chunks_exact_mut(work.inner_len())).for_each(each),
                Some(_) => {
                    lanes
                        .into_par_iter()
                        .zip(own.inner.par_chunks_exact_mut(work.inner_len()))
                        .for_each(each);
                }
            }
            own
        });
    }

    /// The lanes of a block, with the real numbers that belong to each, if any do.
    fn each<'a>(
        &self,
        complex: &'a mut [Complex<T>],
        real: &'a mut [T],
    ) -> impl Iterator<Item = (&'a mut [Complex<T>], &'a mut [T])> {
        let mut real = real.chunks_exact_mut(self.transform.n);
        complex.chunks_exact_mut(self.complex_len()).map(move |lane| (lane, real.next().unwrap_or_default()))
    }

    /// Transforms one lane.
    fn transform(&self, lane: &mut [Complex<T>], real: &mut [T], inner: &mut [Complex<T>]) {
        let (n, half) = (self.transform.n, self.transform.n / 2 + 1);
        let inner = &mut inner[..self.plan.scratch_len()];
        match &self.plan {
            Plan::Complex(_) => {
                self.plan.run(lane, &mut [], inner);
                self.finish(lane);
            }
            Plan::RealToHalf(_) => {
                self.plan.run(&mut lane[..half], real, inner);
                self.finish(&mut lane[..half]);
                for k in half..lane.len() {
                    lane[k] = lane[n - k].conj();
                }
            }
            Plan::HalfToReal(_) => {
                if self.transform.conjugate {
                    lane.iter_mut().for_each(|x| *x = x.conj());
                }
                self.plan.run(lane, real, inner);
                self.scale(real);
            }
        }
    }

    /// Scales and conjugates the frequencies of a lane.
    fn finish(&self, lane: &mut [Complex<T>]) {
        self.scale(bytemuck::cast_slice_mut(lane));
        // The inverse transform of real numbers is the conjugate of the transform.
        let mirrored = matches!(self.plan, Plan::RealToHalf(_)) && self.transform.form == Form::Inverse;
        if self.transform.conjugate != mirrored {
            lane.iter_mut().for_each(|x| x.im = -x.im);
        }
    }

    fn scale(&self, numbers: &mut [T]) {
        if self.transform.scale != 1.0 {
            let scale = T::nearest(self.transform.scale);
            numbers.iter_mut().for_each(|x| *x = *x * scale);
        }
    }
}

/// Transforms the lanes that start where the nest leads to, in the destination and in the source.
///
/// # Errors
/// If there is no memory for the work.
///
/// # Safety
/// The lanes that start there may be read, and written, for the entries that the transform takes and gives.
/// Those of the result are different for different indices, and either nothing of the source is among them, or both
/// are the same.
pub(super) unsafe fn run_lanes<T: Real>(op: &'static str, nest: &Nest<2>, lanes: &Lanes<T>) -> Result<()> {
    let n = lanes.work.transform.n;
    // A transform moves its lane as many times as it has stages, of about three doublings each.
    let stages = 1 + n.ilog2() as usize / 3;
    // Lanes that are transformed apart are shared by those who transform them.
    let bytes = match lanes.apart {
        true => 0,
        false => nest.len().saturating_mul(n).saturating_mul(size_of::<Complex<T>>() * stages),
    };
    let failed = OnceLock::<Error>::new();
    threads::share_nest(nest, bytes, |nest| {
        let most = lanes.block_lanes();
        let Axis { size, strides } = nest.inner();
        let mut scratch = match lanes.scratch(op, most.min(size)) {
            Ok(scratch) => scratch,
            Err(error) => return failed.set(error).unwrap_or_default(),
        };
        nest.for_each_row(|[to, from]| {
            for first in (0..size).step_by(most) {
                let at = [to + first as isize * strides[0], from + first as isize * strides[1]];
                // SAFETY: the nest leads to the starts of the lanes that the caller promised.
                unsafe { lanes.run_block(at, strides, most.min(size - first), &mut scratch) };
            }
        });
    });
    failed.into_inner().map_or(Ok(()), Err)
}

/// A list of zeros.
fn zeros<N: Zero + Clone>(op: &'static str, len: usize) -> Result<Vec<N>> {
    let mut list = Vec::new();
    match list.try_reserve_exact(len) {
        Ok(()) => list.resize(len, N::zero()),
        Err(_) => {
            return Err(ErrorKind::OutOfMemory { op, bytes: len.saturating_mul(size_of::<N>()) }.into());
        }
    }
    Ok(list)
}
