//! Operands of scalar code: the common ones are part of the code that uses them, without a call.

use std::sync::Arc;

use super::failure::Stop;
use super::index::Bracket;
use super::machine::{Code, Machine};
use super::register::Kept;
use super::slot::{ObjectRef, Slot};

/// A scalar that code asks for.
pub(super) trait Get<T>: Send + Sync + 'static {
    fn get(&self, machine: &mut Machine<'_>) -> Result<T, Stop>;
}

/// An operand, told apart where code is compiled.
pub(super) enum Operand<T> {
    Constant(Constant<T>),
    Variable(InRegister),
    Element(ElementAt<1>),
    Element2(ElementAt<2>),
    Code(Code<T>),
}

/// A value that is known.
pub(super) struct Constant<T>(pub(super) T);

/// A variable in a register.
#[derive(Clone, Copy)]
pub(super) struct InRegister(pub(super) Slot);

/// One element of a tensor that is a variable, by one index for each of its `N` axes.
pub(super) struct ElementAt<const N: usize> {
    pub(super) tensor: ObjectRef,
    pub(super) entries: [Entry; N],
    pub(super) bracket: Arc<Bracket>,
}

/// One index, an `i64`.
pub(super) enum Entry {
    /// A variable of any integer type but `u64`, and a constant that is added to it: registers hold them all as the `i64`
    /// of the same value. `narrow` where the sum is an `i32`.
    Variable {
        slot: Slot,
        by: i64,
        narrow: bool,
    },
    Constant(i64),
    Code(Code<i64>),
}

impl<T: Kept> Get<T> for Constant<T> {
    #[inline(always)]
    fn get(&self, _: &mut Machine<'_>) -> Result<T, Stop> {
        Ok(self.0)
    }
}

impl<T: Kept> Get<T> for InRegister {
    #[inline(always)]
    fn get(&self, machine: &mut Machine<'_>) -> Result<T, Stop> {
        Ok(T::of_register(machine.bits(self.0)))
    }
}

impl<T: 'static> Get<T> for Code<T> {
    #[inline(always)]
    fn get(&self, machine: &mut Machine<'_>) -> Result<T, Stop> {
        self(machine)
    }
}

/// For code that is not worth a copy for each kind of operand.
impl<T: Kept> Get<T> for Operand<T> {
    #[inline(always)]
    fn get(&self, machine: &mut Machine<'_>) -> Result<T, Stop> {
        match self {
            Self::Constant(operand) => operand.get(machine),
            Self::Variable(operand) => operand.get(machine),
            Self::Element(operand) => operand.get(machine),
            Self::Element2(operand) => operand.get(machine),
            Self::Code(code) => code(machine),
        }
    }
}

impl<T: Kept, const N: usize> Get<T> for ElementAt<N> {
    #[inline(always)]
    fn get(&self, machine: &mut Machine<'_>) -> Result<T, Stop> {
        let place = self.evaluate_index(machine)?;
        self.get_at(machine, place)
    }
}

impl<const N: usize> ElementAt<N> {
    /// Where the tensor lies, and the index.
    #[inline(always)]
    pub(super) fn evaluate_index(&self, machine: &mut Machine<'_>) -> Result<(usize, [i64; N]), Stop> {
        let at = machine.place(self.tensor);
        let mut index = [0; N];
        for (index, entry) in index.iter_mut().zip(&self.entries) {
            *index = entry.get(machine)?;
        }
        Ok((at, index))
    }

    /// The element at an index that has been evaluated.
    #[inline(always)]
    pub(super) fn get_at<T: Kept>(
        &self,
        machine: &mut Machine<'_>,
        (at, index): (usize, [i64; N]),
    ) -> Result<T, Stop> {
        match machine.objects.element(at, index) {
            Some(value) => Ok(value),
            None => machine.element_slowly(at, index, &self.bracket),
        }
    }

    /// Writes the element at an index that has been evaluated.
    #[inline(always)]
    pub(super) fn set<T: Kept>(
        &self,
        machine: &mut Machine<'_>,
        (at, index): (usize, [i64; N]),
        value: T,
    ) -> Result<(), Stop> {
        match machine.objects.set_element(at, index, value) {
            true => Ok(()),
            false => machine.set_element_slowly(at, index, value, &self.bracket),
        }
    }
}

impl Entry {
    /// A variable and nothing beside it.
    pub(super) fn variable(slot: Slot) -> Self {
        Self::Variable { slot, by: 0, narrow: false }
    }

    // So few kinds that a branch tells them apart, which is guessed better than a jump through a table.
    #[inline(always)]
    pub(super) fn get(&self, machine: &mut Machine<'_>) -> Result<i64, Stop> {
        match self {
            Self::Variable { slot, by, narrow } => {
                let sum = (machine.bits(*slot) as i64).wrapping_add(*by);
                Ok(if *narrow { i64::from(sum as i32) } else { sum })
            }
            Self::Constant(index) => Ok(*index),
            Self::Code(code) => code(machine),
        }
    }
}

impl<T: Kept> Operand<T> {
    pub(super) fn into_code(self) -> Code<T> {
        match self {
            Self::Constant(operand) => Box::new(move |machine| operand.get(machine)),
            Self::Variable(operand) => Box::new(move |machine| operand.get(machine)),
            Self::Element(operand) => Box::new(move |machine| operand.get(machine)),
            Self::Element2(operand) => Box::new(move |machine| operand.get(machine)),
            Self::Code(code) => code,
        }
    }
}
