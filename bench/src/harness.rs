//! Measuring: the sides of a row take turns, round by round.

use std::time::{Duration, Instant};

use crate::numpy::Worker;
use crate::row::{Bar, Peer, Row, Side, Work};

/// How long one side runs in one round.
const TURN: Duration = Duration::from_millis(20);

/// Turns of each side; the first ones warm caches up and count like all others, minima do not see them.
const ROUNDS: usize = 15;

/// The times of one side, in nanoseconds for one run of its body (or for one element, where the row counts them).
pub struct Times {
    pub peer: Peer,
    pub how: String,
    pub min: f64,
    pub median: f64,
}

/// A row that has been measured.
pub struct Measured {
    pub name: &'static str,
    pub bar: Bar,
    pub times: Vec<Times>,
    pub absent: Vec<(Peer, &'static str)>,
    pub reason: Option<&'static str>,
}

impl Measured {
    pub fn times(&self, peer: Peer) -> Option<&Times> {
        self.times.iter().find(|times| times.peer == peer)
    }

    /// Our time over that of the fastest peer, by minima and by medians.
    pub fn ratios(&self) -> Option<(f64, f64)> {
        let ours = self.times(Peer::Lunette)?;
        let best = |time: fn(&Times) -> f64| {
            let against = self.times.iter().filter(|times| match self.bar {
                Bar::Peer(peer) => times.peer == peer,
                _ => times.peer != Peer::Lunette,
            });
            against.map(time).min_by(f64::total_cmp)
        };
        Some((ours.min / best(|times| times.min)?, ours.median / best(|times| times.median)?))
    }

    /// Whether the row reaches its bar, by minima.
    pub fn holds(&self) -> bool {
        match self.bar {
            Bar::Nanoseconds(limit) => self.times(Peer::Lunette).is_some_and(|ours| ours.min <= limit),
            // The clock of a shared machine does not tell two equal times apart more finely than this.
            _ => self.ratios().is_some_and(|(min, _)| min <= 1.005),
        }
    }
}

/// Measures every side of a row.
pub fn measure(mut row: Row, worker: &mut Worker) -> Result<Measured, String> {
    let mut turns = Vec::new();
    for side in &mut row.sides {
        if let Work::There { setup, statement } = &side.work {
            worker.prepare(setup, statement)?;
        }
        turns.push(repetitions(side, worker)?);
    }
    let mut samples: Vec<Vec<f64>> = vec![Vec::with_capacity(ROUNDS); row.sides.len()];
    for round in 0..ROUNDS {
        for turn in 0..row.sides.len() {
            // Another side begins each round: nobody always runs after the same neighbour.
            let at = (turn + round) % row.sides.len();
            let taken = run(&mut row.sides[at], worker, turns[at])?;
            samples[at].push(taken.as_secs_f64() * 1e9 / turns[at] as f64 / row.elements as f64);
        }
    }
    let times = row.sides.into_iter().zip(samples).map(|(side, samples)| summarise(side, samples)).collect();
    Ok(Measured { name: row.name, bar: row.bar, times, absent: row.absent, reason: row.reason })
}

/// How often a body has to run to fill a turn.
fn repetitions(side: &mut Side, worker: &mut Worker) -> Result<u64, String> {
    let mut times = 1;
    loop {
        let taken = run(side, worker, times)?;
        if taken >= TURN / 10 {
            let one = taken.as_secs_f64() / times as f64;
            return Ok((TURN.as_secs_f64() / one).max(1.0) as u64);
        }
        times *= 4;
    }
}

fn run(side: &mut Side, worker: &mut Worker, times: u64) -> Result<Duration, String> {
    match &mut side.work {
        Work::Here(body) => {
            let start = Instant::now();
            body(times);
            Ok(start.elapsed())
        }
        Work::There { .. } => worker.run(times),
    }
}

fn summarise(side: Side, mut samples: Vec<f64>) -> Times {
    samples.sort_by(f64::total_cmp);
    let min = samples.first().copied().unwrap_or(f64::NAN);
    let median = samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN);
    Times { peer: side.peer, how: side.how, min, median }
}
