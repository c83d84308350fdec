//! Measuring: the sides of a row take turns, round by round.

use std::thread;
use std::time::{Duration, Instant};

use lunette::buffer::{recycling_limit, set_recycling_limit};

use crate::limits::Limit;
use crate::python::Worker;
use crate::row::{Bar, Peer, Row, Side, Work};

/// How long one side runs in one round.
const TURN: Duration = Duration::from_millis(20);

/// Turns of each side; the first ones warm caches up and count like all others, minima do not see them.
const ROUNDS: usize = 15;

/// A side that has taken so long gets no more turns, once it has had a few.
const PATIENCE: Duration = Duration::from_millis(1500);
const FEWEST_ROUNDS: usize = 5;

/// The times of one side, in nanoseconds for one run of its body (or for one element, where the row counts them).
pub struct Times {
    pub peer: Peer,
    pub how: String,
    pub min: f64,
    pub median: f64,
}

/// A row that has been measured.
pub struct Measured {
    pub name: String,
    pub bar: Bar,
    pub times: Vec<Times>,
    /// The times where everybody's heap is warm, for rows whose results are large.
    pub warm: Vec<Times>,
    pub absent: Vec<(Peer, String)>,
    pub reason: Option<&'static str>,
    pub limit: Option<Limit>,
    pub fresh: bool,
}

impl Measured {
    pub fn times(&self, peer: Peer) -> Option<&Times> {
        of(&self.times, peer)
    }

    /// Our time over that of the fastest peer, by minima and by medians.
    pub fn ratios(&self) -> Option<(f64, f64)> {
        let ours = self.times(Peer::Lunette)?;
        let best = |time: fn(&Times) -> f64| {
            let against = self.times.iter().filter(|times| match self.bar {
                Bar::Peer(peer, _) => times.peer == peer,
                _ => times.peer.is_other(),
            });
            against.map(time).min_by(f64::total_cmp)
        };
        Some((ours.min / best(|times| times.min)?, ours.median / best(|times| times.median)?))
    }

    /// Whether the row reaches its bar, by minima.
    pub fn holds(&self) -> bool {
        // The clock of a shared machine does not tell two equal times apart more finely than this.
        let within = |factor: f64| self.ratios().is_some_and(|(min, _)| min <= factor + 0.005);
        match self.bar {
            Bar::Nanoseconds(limit) => self.times(Peer::Lunette).is_some_and(|ours| ours.min <= limit),
            Bar::BestPeer(factor) | Bar::Peer(_, factor) => within(factor),
        }
    }
}

/// The times of one side.
pub fn of(times: &[Times], peer: Peer) -> Option<&Times> {
    times.iter().find(|times| times.peer == peer)
}

/// The fastest of the other libraries.
pub fn best_peer(times: &[Times]) -> Option<&Times> {
    times.iter().filter(|times| times.peer.is_other()).min_by(|a, b| a.min.total_cmp(&b.min))
}

/// Measures every side of a row.
pub fn measure(mut row: Row, worker: &mut Worker) -> Result<Measured, String> {
    prepare(&mut row, worker)?;
    let mut turns = Vec::new();
    for side in &mut row.sides {
        turns.push(Turns::new(side, worker)?);
    }
    // Lunette once more, without the memory that it keeps: what it would be like on the system's allocator.
    let ours = row.sides.iter().position(|side| side.peer == Peer::Lunette);
    let mut without_reuse = match ours.filter(|_| row.fresh) {
        Some(ours) => Some((ours, Turns::without_reuse(&mut row.sides[ours], worker)?)),
        None => None,
    };
    let (sides, rest) = (row.sides.len(), row.rest());
    for round in 0..ROUNDS {
        for turn in 0..sides {
            // Another side begins each round, and every other round goes backwards: nobody always runs after the same
            // neighbour.
            let turn = if round % 2 == 0 { turn } else { sides - 1 - turn };
            let at = (turn + round) % sides;
            turns[at].take(&mut row.sides[at], worker, row.elements)?;
            if matches!(row.sides[at].work, Work::There(_)) {
                thread::sleep(rest);
            }
        }
        if let Some((ours, turns)) = &mut without_reuse {
            turns.take(&mut row.sides[*ours], worker, row.elements)?;
        }
    }
    let how = |side: &Side| (side.peer, side.how.clone());
    let mut times: Vec<Times> =
        row.sides.iter().zip(turns).map(|(side, turns)| turns.summary(how(side))).collect();
    if let Some((ours, turns)) = without_reuse {
        let how = (Peer::Fresh, format!("{}, after set_recycling_limit(0)", row.sides[ours].how));
        times.push(turns.summary(how));
    }
    let Row { name, bar, absent, reason, limit, fresh, .. } = row;
    Ok(Measured { name, bar, times, warm: Vec::new(), absent, reason, limit, fresh })
}

/// Sets up the sides of Python; those that cannot run go.
fn prepare(row: &mut Row, worker: &mut Worker) -> Result<(), String> {
    worker.forget()?;
    let mut failed = Vec::new();
    for side in &row.sides {
        let Work::There(statement) = &side.work else { continue };
        let why = match worker.has(side.peer) {
            true => worker.prepare(side.peer, statement)?.map(|why| format!("it failed: {why}")),
            false => Some("it is not installed".to_owned()),
        };
        failed.extend(why.map(|why| (side.peer, why)));
    }
    row.sides.retain(|side| failed.iter().all(|(peer, _)| *peer != side.peer));
    row.absent.extend(failed);
    Ok(())
}

/// The turns of one side.
struct Turns {
    /// How often the body runs in one turn.
    repetitions: u64,
    reuse: bool,
    taken: Duration,
    samples: Vec<f64>,
}

impl Turns {
    fn new(side: &mut Side, worker: &mut Worker) -> Result<Self, String> {
        Self::start(side, worker, true)
    }

    fn without_reuse(side: &mut Side, worker: &mut Worker) -> Result<Self, String> {
        Self::start(side, worker, false)
    }

    /// Finds out how often the body has to run to fill a turn.
    fn start(side: &mut Side, worker: &mut Worker, reuse: bool) -> Result<Self, String> {
        // The first run may make the data, and is not asked how long it took.
        run(side, worker, 1, reuse)?;
        let mut times = 1;
        loop {
            let taken = run(side, worker, times, reuse)?;
            if taken >= TURN / 10 {
                let one = taken.as_secs_f64() / times as f64;
                let repetitions = (TURN.as_secs_f64() / one).max(1.0) as u64;
                return Ok(Self { repetitions, reuse, taken: Duration::ZERO, samples: Vec::new() });
            }
            times *= 4;
        }
    }

    fn take(&mut self, side: &mut Side, worker: &mut Worker, elements: u64) -> Result<(), String> {
        if self.samples.len() >= FEWEST_ROUNDS && self.taken > PATIENCE {
            return Ok(());
        }
        let taken = run(side, worker, self.repetitions, self.reuse)?;
        self.taken += taken;
        self.samples.push(taken.as_secs_f64() * 1e9 / self.repetitions as f64 / elements as f64);
        if !self.reuse {
            // What is kept comes back, so that the next turn with reuse finds it.
            run(side, worker, 1, true)?;
        }
        Ok(())
    }

    fn summary(mut self, (peer, how): (Peer, String)) -> Times {
        self.samples.sort_by(f64::total_cmp);
        let min = self.samples.first().copied().unwrap_or(f64::NAN);
        let median = self.samples.get(self.samples.len() / 2).copied().unwrap_or(f64::NAN);
        Times { peer, how, min, median }
    }
}

fn run(side: &mut Side, worker: &mut Worker, times: u64, reuse: bool) -> Result<Duration, String> {
    match &mut side.work {
        Work::Here(body) => {
            let limit = recycling_limit();
            if !reuse {
                set_recycling_limit(0);
            }
            let start = Instant::now();
            body(times);
            let taken = start.elapsed();
            set_recycling_limit(limit);
            Ok(taken)
        }
        Work::There(_) => worker.run(side.peer, times),
    }
}
