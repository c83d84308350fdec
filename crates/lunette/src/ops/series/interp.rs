//! Values of the lines between points.

use crate::buffer::look;
use crate::dtype::Scalar;
use crate::error::{ErrorKind, Result};
use crate::nest::cancel::Pace;
use crate::ops::elementwise::{BinaryOp, Operand, binary};
use crate::ops::histogram::{floats, read_floats};
use crate::ops::search::{Side, check_vector, searchsorted};
use crate::ops::{create, lists};
use crate::tensor::Handle;

/// What [`interp_with`](crate::Tensor::interp_with) gives beyond the points that a line goes through.
///
/// ```
/// use lunette::Beyond;
/// use lunette::prelude::*;
/// let (xp, fp) = (tensor![0.0, 180.0], tensor![0.0, 18.0]);
/// let around = Beyond { period: Some(360.0), ..Beyond::default() };
/// assert_eq!(tensor![-90.0, 450.0].interp_with(&xp, &fp, around)?, tensor![9.0, 9.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beyond {
    /// Before the first point; its value by default.
    pub left: Option<f64>,
    /// Behind the last point; its value by default.
    pub right: Option<f64>,
    /// The line goes on behind its last point with its first one, again and again: nothing is beyond it, and the points
    /// may stand in any order.
    pub period: Option<f64>,
}

/// The values at `x` of the line through the points `(xp, fp)`; `xp` ascends, unless the line is periodic.
pub(crate) fn interp(op: &'static str, x: &Handle, [xp, fp]: [&Handle; 2], beyond: Beyond) -> Result<Handle> {
    let line = Line::new(op, [xp, fp], beyond)?;
    let at = match beyond.period {
        None => floats(op, x)?,
        Some(period) => {
            let period = Operand::Weak(Scalar::F64(period.abs()));
            binary(BinaryOp::Remainder, Operand::Tensor(&floats(op, x)?), period)
                .map_err(|error| error.called(op))?
        }
    };
    let knots = create::from_flat_fn(op, &[line.points.len()], |k| line.points[k])?;
    let places: Vec<i64> = lists::read(op, &searchsorted(op, &knots, &at, Side::Right, None)?)?;
    look::<f64, _, 1>(op, [(&at.buffer, &at.layout)], |[at]| {
        let (mut at, mut pace) = (at.iter(), Pace::default());
        create::from_flat_fn(op, x.shape(), |k| {
            pace.step();
            at.next().map_or(0.0, |&at| line.value(places[k] as usize, at))
        })
    })?
}

/// Points in ascending order, one at least, and their values.
struct Line {
    points: Vec<f64>,
    values: Vec<f64>,
    beyond: Beyond,
}

impl Line {
    fn new(op: &'static str, [xp, fp]: [&Handle; 2], beyond: Beyond) -> Result<Self> {
        check_vector(op, xp)?;
        if xp.shape() != fp.shape() {
            let (expected, found) = (xp.shape().into(), fp.shape().into());
            let cure = "each point has two numbers";
            return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
        }
        let mut line = Self { points: read_floats(op, xp)?, values: read_floats(op, fp)?, beyond };
        if line.points.is_empty() {
            return Err(ErrorKind::Empty { op, shape: xp.shape().into() }.into());
        }
        if let Some(period) = beyond.period {
            line.close(op, period)?;
        }
        if !line.points.is_sorted() {
            let (found, allowed) = ("points that go up and down".into(), "they must be in ascending order");
            return Err(ErrorKind::Argument { op, name: "xp", found, allowed }.into());
        }
        Ok(line)
    }

    /// Brings all points into one period, in order, with the last one before the first and the first behind the last.
    fn close(&mut self, op: &'static str, period: f64) -> Result<()> {
        if period == 0.0 || !period.is_finite() {
            let (found, allowed) = (format!("{period:?}"), "it must be finite, and not 0");
            return Err(ErrorKind::Argument { op, name: "period", found, allowed }.into());
        }
        let mut pairs: Vec<(f64, f64)> = lists::with_room(op, self.points.len())?;
        let within = self.points.iter().map(|point| point.rem_euclid(period.abs()));
        pairs.extend(within.zip(self.values.iter().copied()));
        pairs.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        if let (Some(&(first, first_value)), Some(&(last, last_value))) = (pairs.first(), pairs.last()) {
            pairs.insert(0, (last - period.abs(), last_value));
            pairs.push((first + period.abs(), first_value));
        }
        (self.points, self.values) = pairs.into_iter().unzip();
        Ok(())
    }

    /// The value at `x`, before which `place` points lie.
    fn value(&self, place: usize, x: f64) -> f64 {
        let (points, values) = (&self.points, &self.values);
        let last = points.len() - 1;
        match place {
            _ if x.is_nan() => x,
            0 => self.beyond.left.unwrap_or(values[0]),
            _ if points[place - 1] == x => values[place - 1],
            _ if place > last => self.beyond.right.unwrap_or(values[last]),
            _ => {
                let (a, b) = (place - 1, place);
                let slope = (values[b] - values[a]) / (points[b] - points[a]);
                let from_left = slope * (x - points[a]) + values[a];
                match from_left.is_nan() {
                    false => from_left,
                    // An infinite value at one end need not spoil what the other end knows.
                    true if values[a] == values[b] => values[a],
                    true => slope * (x - points[b]) + values[b],
                }
            }
        }
    }
}
