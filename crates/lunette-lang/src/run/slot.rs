//! Where variables are kept while a program runs.

use lunette::DType;

use crate::program::{Slot as Variable, Storage};
use crate::types::Type;

/// A place on one of the machine's stacks.
///
/// Globals lie at the bottom and are counted from there; locals are counted from the start of the call's frame. Both are
/// one kind of slot, so that code is not compiled twice: `mask` is all ones for a local and 0 for a global, and what
/// is left of the frame's start by it is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    at: usize,
    mask: usize,
}

impl Slot {
    pub(super) const fn local(at: usize) -> Self {
        Self { at, mask: usize::MAX }
    }

    pub(super) const fn global(at: usize) -> Self {
        Self { at, mask: 0 }
    }

    /// The place on the whole stack, for a frame that starts at `base`.
    #[inline(always)]
    pub(super) const fn from(self, base: usize) -> usize {
        self.at + (base & self.mask)
    }

    /// The place within the frame, or among the globals.
    pub(super) const fn at(self) -> usize {
        self.at
    }
}

/// Which object: one in a slot of its own, or one that the caller of this function has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectRef {
    /// The object lies in this slot.
    Own(Slot),
    /// A parameter: this register says where the object lies. Arguments that are variables stay where they are.
    Param(Slot),
}

/// Where a variable is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// A scalar in a register.
    Register(Slot, DType),
    /// Any value among the objects.
    Object { object: ObjectRef, own: Slot },
    /// A tensor of rank 0 among the objects, which is read and stored as a scalar.
    Boxed { object: ObjectRef, own: Slot },
}

impl Home {
    /// Where the object is found, if it is one.
    pub(super) fn object(self) -> Option<ObjectRef> {
        match self {
            Self::Register(..) => None,
            Self::Object { object, .. } | Self::Boxed { object, .. } => Some(object),
        }
    }
}

/// The homes of the variables of one body, and how much of both stacks they need.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) homes: Vec<Home>,
    pub(super) registers: usize,
    pub(super) objects: usize,
}

impl Frame {
    /// The frame of a body whose first `params` variables are given by the caller.
    pub(super) fn of(locals: &[Variable], params: usize) -> Self {
        let mut frame = Self::default();
        for (k, local) in locals.iter().enumerate() {
            let home = frame.home(local, k < params, Slot::local);
            frame.homes.push(home);
        }
        frame
    }

    /// Adds globals, which are never parameters.
    pub(super) fn add_globals(&mut self, globals: &[Variable]) {
        for global in globals {
            let home = self.home(global, false, Slot::global);
            self.homes.push(home);
        }
    }

    fn home(&mut self, variable: &Variable, is_param: bool, slot: fn(usize) -> Slot) -> Home {
        if let (Storage::Scalar, Type::Scalar(dtype)) = (variable.storage, &variable.ty)
            && *dtype != DType::Complex128
        {
            return Home::Register(slot(self.next_register()), *dtype);
        }
        let own = slot(self.objects);
        self.objects += 1;
        let object = match is_param {
            true => ObjectRef::Param(slot(self.next_register())),
            false => ObjectRef::Own(own),
        };
        match variable.storage {
            Storage::Boxed => Home::Boxed { object, own },
            _ => Home::Object { object, own },
        }
    }

    fn next_register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }
}
