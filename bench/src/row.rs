//! One piece of work and how each library does it.

use std::hint::black_box;

/// The libraries that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Peer {
    Lunette,
    /// ndarray with the rank in the type.
    Ndarray,
    /// ndarray with the rank at run time.
    NdarrayDyn,
    Candle,
    NumPy,
}

impl Peer {
    pub const ALL: [Self; 5] = [Self::Lunette, Self::Ndarray, Self::NdarrayDyn, Self::Candle, Self::NumPy];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Lunette => "lunette",
            Self::Ndarray => "ndarray",
            Self::NdarrayDyn => "ndarray dyn",
            Self::Candle => "candle",
            Self::NumPy => "numpy",
        }
    }
}

/// What a row has to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bar {
    /// No slower than the fastest peer.
    BestPeer,
    /// At most so many nanoseconds.
    Nanoseconds(f64),
    /// No slower than this peer.
    Peer(Peer),
}

/// How a side does its work.
pub enum Work {
    /// Runs the body so many times.
    Here(Box<dyn FnMut(u64)>),
    /// Python: what to prepare, and the statement to repeat.
    There { setup: String, statement: String },
}

/// One library's way of doing the work.
pub struct Side {
    pub peer: Peer,
    /// What it calls, for the reader of the results.
    pub how: String,
    pub work: Work,
}

impl Side {
    /// A side whose work is `body`; what it gives is dropped as part of the work.
    pub fn new<R>(peer: Peer, how: &str, mut body: impl FnMut() -> R + 'static) -> Self {
        let run = move |times: u64| {
            for _ in 0..times {
                black_box(body());
            }
        };
        Self { peer, how: how.to_owned(), work: Work::Here(Box::new(run)) }
    }
}

/// One piece of work.
pub struct Row {
    pub name: &'static str,
    pub bar: Bar,
    pub sides: Vec<Side>,
    /// Peers that cannot do it, and why.
    pub absent: Vec<(Peer, &'static str)>,
    /// Why the bar is missed where it is.
    pub reason: Option<&'static str>,
    /// The elements that one run of the body goes through, where a time per element is asked for.
    pub elements: u64,
}

impl Row {
    /// A row on much data, measured against the fastest peer.
    pub fn bulk(name: &'static str) -> Self {
        Self { name, bar: Bar::BestPeer, sides: Vec::new(), absent: Vec::new(), reason: None, elements: 1 }
    }

    /// A row on one small call, measured against a number of nanoseconds.
    pub fn small(name: &'static str, nanoseconds: f64) -> Self {
        Self { bar: Bar::Nanoseconds(nanoseconds), ..Self::bulk(name) }
    }

    /// A row on single elements in a loop, measured against one peer.
    pub fn per_element(name: &'static str, elements: u64, peer: Peer) -> Self {
        Self { bar: Bar::Peer(peer), elements, ..Self::bulk(name) }
    }

    pub fn side<R>(mut self, peer: Peer, how: &str, body: impl FnMut() -> R + 'static) -> Self {
        self.sides.push(Side::new(peer, how, body));
        self
    }

    /// A side that is there only if the peer was built, see [`candle!`](crate::candle).
    pub fn maybe(mut self, side: Option<Side>) -> Self {
        self.sides.extend(side);
        self
    }

    pub fn numpy(mut self, setup: &str, statement: &str) -> Self {
        let work = Work::There { setup: setup.to_owned(), statement: statement.to_owned() };
        self.sides.push(Side { peer: Peer::NumPy, how: statement.to_owned(), work });
        self
    }

    /// Says why the bar is missed, where it is.
    pub fn because(mut self, reason: &'static str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Says why a peer has no side here.
    pub fn without(mut self, peer: Peer, why: &'static str) -> Self {
        self.absent.push((peer, why));
        self
    }
}

/// A side of candle's, or nothing when it was not built.
#[cfg(feature = "candle")]
#[macro_export]
macro_rules! candle {
    ($how:expr, $body:expr) => {
        Some($crate::row::Side::new($crate::row::Peer::Candle, $how, $body))
    };
}

/// A side of candle's, or nothing when it was not built.
#[cfg(not(feature = "candle"))]
#[macro_export]
macro_rules! candle {
    ($how:expr, $body:expr) => {
        None
    };
}
