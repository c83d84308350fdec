//! One piece of work and how each library does it.

use std::hint::black_box;
use std::time::Duration;

use crate::limits::Limit;

/// Why a row that memory limits is no faster.
pub const MEMORY: &str = "bound by memory, as the limit shows";

/// The libraries that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Peer {
    Lunette,
    /// Lunette, told to give freed memory back to the system at once.
    Fresh,
    /// ndarray with the rank in the type.
    Ndarray,
    /// ndarray with the rank at run time.
    NdarrayDyn,
    Candle,
    Faer,
    NumPy,
    NumExpr,
    Jax,
    Torch,
    /// A loop over slices on all cores, written out by hand.
    Loop,
    /// Lunette called from Rust, where our side is called from Python.
    Rust,
}

impl Peer {
    pub const ALL: [Self; 12] = [
        Self::Lunette,
        Self::Fresh,
        Self::Ndarray,
        Self::NdarrayDyn,
        Self::Candle,
        Self::Faer,
        Self::NumPy,
        Self::NumExpr,
        Self::Jax,
        Self::Torch,
        Self::Loop,
        Self::Rust,
    ];

    /// The peers that live in the process of Python, and our own package there.
    pub const PYTHON: [Self; 5] = [Self::NumPy, Self::NumExpr, Self::Jax, Self::Torch, Self::Lunette];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Lunette => "lunette",
            Self::Fresh => "lunette, no reuse",
            Self::Ndarray => "ndarray",
            Self::NdarrayDyn => "ndarray dyn",
            Self::Candle => "candle",
            Self::Faer => "faer",
            Self::NumPy => "numpy",
            Self::NumExpr => "numexpr",
            Self::Jax => "jax",
            Self::Torch => "torch",
            Self::Loop => "loop",
            Self::Rust => "from rust",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|peer| peer.name() == name)
    }

    /// Whether it is another library.
    pub const fn is_other(self) -> bool {
        !matches!(self, Self::Lunette | Self::Fresh | Self::Loop | Self::Rust)
    }
}

/// What a row has to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bar {
    /// At most so many times the time of the fastest peer.
    BestPeer(f64),
    /// At most so many nanoseconds.
    Nanoseconds(f64),
    /// At most so many times the time of this peer.
    Peer(Peer, f64),
}

/// Work for Python: what to prepare, and the statement to repeat.
pub struct Statement {
    pub setup: String,
    pub statement: String,
    /// Whether the statement is an expression that JAX compiles as a whole.
    pub jit: bool,
}

/// How a side does its work.
pub enum Work {
    /// Runs the body so many times.
    Here(Box<dyn FnMut(u64)>),
    There(Statement),
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
        // A body over several lines is one line of the results.
        let how = how.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { peer, how, work: Work::Here(Box::new(run)) }
    }
}

/// One piece of work.
pub struct Row {
    pub name: String,
    pub bar: Bar,
    pub sides: Vec<Side>,
    /// Peers that cannot do it, and why.
    pub absent: Vec<(Peer, String)>,
    /// Why the bar is missed where it is.
    pub reason: Option<&'static str>,
    /// The elements that one run of the body goes through, where a time per element is asked for.
    pub elements: u64,
    /// The part of the machine that limits the work, and how much of it the work takes.
    pub limit: Option<Limit>,
    /// Whether the result is so large that where its memory comes from is seen in the time.
    pub fresh: bool,
    /// What the sides of Python prepare, unless they say it themselves.
    pub setup: String,
}

impl Row {
    /// A row on much data, measured against the fastest peer.
    pub fn bulk(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            bar: Bar::BestPeer(1.0),
            sides: Vec::new(),
            absent: Vec::new(),
            reason: None,
            elements: 1,
            limit: None,
            fresh: false,
            setup: String::new(),
        }
    }

    /// A row on one small call, measured against a number of nanoseconds.
    pub fn small(name: &'static str, nanoseconds: f64) -> Self {
        Self::bulk(name).bar(Bar::Nanoseconds(nanoseconds))
    }

    /// A row on single elements in a loop, measured against one peer.
    pub fn per_element(name: &'static str, elements: u64, peer: Peer) -> Self {
        Self { elements, ..Self::bulk(name).bar(Bar::Peer(peer, 1.0)) }
    }

    pub fn bar(self, bar: Bar) -> Self {
        Self { bar, ..self }
    }

    /// Says that the memory of the result is a part of the time.
    pub fn fresh(self) -> Self {
        Self { fresh: true, ..self }
    }

    /// Says what limits the work.
    pub fn limit(self, limit: Limit) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Says what the sides of Python that follow prepare.
    pub fn setup(self, setup: impl Into<String>) -> Self {
        Self { setup: setup.into(), ..self }
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

    pub fn numpy(self, setup: &str, statement: &str) -> Self {
        self.setup(setup).statement(Peer::NumPy, statement)
    }

    /// The same expression for NumPy, JAX and PyTorch; `xp` is the module of each.
    pub fn python(self, expression: &str) -> Self {
        self.statement(Peer::NumPy, &expression.replace("xp.", "np."))
            .statement(Peer::Jax, &expression.replace("xp.", "jnp."))
            .statement(Peer::Torch, &expression.replace("xp.", "torch."))
    }

    /// What numexpr evaluates.
    pub fn numexpr(self, expression: &str) -> Self {
        self.statement(Peer::NumExpr, &format!("ne.evaluate('{expression}')"))
    }

    /// A statement for one of the peers in Python, in place of the one it has; JAX compiles it.
    pub fn statement(self, peer: Peer, statement: &str) -> Self {
        let jit = peer == Peer::Jax;
        let how = if jit { format!("jax.jit(lambda: {statement})") } else { statement.to_owned() };
        self.there(peer, how, statement, jit)
    }

    /// A statement for JAX that is run as it stands, one operation after the other.
    pub fn jax_eager(self, statement: &str) -> Self {
        self.there(Peer::Jax, statement.to_owned(), statement, false)
    }

    fn there(mut self, peer: Peer, how: String, statement: &str, jit: bool) -> Self {
        let statement = Statement { setup: self.setup.clone(), statement: statement.to_owned(), jit };
        self.sides.retain(|side| side.peer != peer);
        self.sides.push(Side { peer, how, work: Work::There(statement) });
        self
    }

    /// Says why the bar is missed, where it is; [`MEMORY`] counts only if the limit does show it.
    pub fn because(mut self, reason: &'static str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// How long the machine is left alone after a side of Python: its threads look for more work for a while, and whoever
    /// comes next would not have the machine for itself. Those of OpenBLAS do so for 2^26 ticks of a clock that differs
    /// between machines; a tenth of a second was seen.
    pub fn rest(&self) -> Duration {
        let uses_blas = self.sides.iter().any(|side| {
            side.peer == Peer::NumPy
                && ["@", "dot", "linalg", "einsum"].iter().any(|it| side.how.contains(it))
        });
        Duration::from_millis(if uses_blas { 130 } else { 2 })
    }

    /// Says why a peer has no side here; a side that it had goes.
    pub fn without(mut self, peer: Peer, why: impl Into<String>) -> Self {
        self.sides.retain(|side| side.peer != peer);
        self.absent.push((peer, why.into()));
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

/// A side of faer's, or nothing when it was not built.
#[cfg(feature = "faer")]
#[macro_export]
macro_rules! faer {
    ($how:expr, $body:expr) => {
        Some($crate::row::Side::new($crate::row::Peer::Faer, $how, $body))
    };
}

/// A side of faer's, or nothing when it was not built.
#[cfg(not(feature = "faer"))]
#[macro_export]
macro_rules! faer {
    ($how:expr, $body:expr) => {
        None
    };
}
