//! What a scalar can be stored to.

use super::failure::Stop;
use super::index::Bracket;
use super::machine::Machine;
use super::operand::ElementAt;
use super::register::Kept;
use super::slot::{Home, ObjectRef, Slot};
use crate::value::Value;

/// A place of one scalar: a variable, or an element of a tensor.
pub(super) trait Target<T>: Send + Sync + 'static {
    /// What is evaluated before the right side of a store.
    type Index: Copy;

    fn index(&self, machine: &mut Machine<'_>) -> Result<Self::Index, Stop>;

    fn read(&self, machine: &mut Machine<'_>, index: Self::Index) -> Result<T, Stop>;

    fn write(&self, machine: &mut Machine<'_>, index: Self::Index, value: T) -> Result<(), Stop>;
}

/// A variable in a register.
pub(super) struct RegisterTarget(pub(super) Slot);

/// A variable that somebody refers to: a tensor of rank 0.
pub(super) struct BoxTarget {
    pub(super) object: ObjectRef,
    pub(super) bracket: Bracket,
}

/// A variable that is too wide for a register.
pub(super) struct WideTarget {
    pub(super) home: Home,
    pub(super) object: ObjectRef,
    pub(super) bracket: Bracket,
}

impl<T: Kept> Target<T> for RegisterTarget {
    type Index = ();

    #[inline(always)]
    fn index(&self, _: &mut Machine<'_>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn read(&self, machine: &mut Machine<'_>, (): ()) -> Result<T, Stop> {
        Ok(T::of_register(machine.bits(self.0)))
    }

    #[inline(always)]
    fn write(&self, machine: &mut Machine<'_>, (): (), value: T) -> Result<(), Stop> {
        machine.set_bits(self.0, value.in_register());
        Ok(())
    }
}

impl<T: Kept, const N: usize> Target<T> for ElementAt<N> {
    type Index = (usize, [i64; N]);

    #[inline(always)]
    fn index(&self, machine: &mut Machine<'_>) -> Result<Self::Index, Stop> {
        self.evaluate_index(machine)
    }

    #[inline(always)]
    fn read(&self, machine: &mut Machine<'_>, index: Self::Index) -> Result<T, Stop> {
        self.get_at(machine, index)
    }

    #[inline(always)]
    fn write(&self, machine: &mut Machine<'_>, index: Self::Index, value: T) -> Result<(), Stop> {
        self.set(machine, index, value)
    }
}

impl<T: Kept> Target<T> for BoxTarget {
    type Index = usize;

    fn index(&self, machine: &mut Machine<'_>) -> Result<usize, Stop> {
        Ok(machine.place(self.object))
    }

    fn read(&self, machine: &mut Machine<'_>, at: usize) -> Result<T, Stop> {
        match machine.objects.element::<T, 0>(at, []) {
            Some(value) => Ok(value),
            None => machine.element_slowly::<T, 0>(at, [], &self.bracket),
        }
    }

    fn write(&self, machine: &mut Machine<'_>, at: usize, value: T) -> Result<(), Stop> {
        match machine.objects.set_element::<T, 0>(at, [], value) {
            true => Ok(()),
            false => machine.set_element_slowly::<T, 0>(at, [], value, &self.bracket),
        }
    }
}

impl<T: Kept> Target<T> for WideTarget {
    type Index = ();

    fn index(&self, _: &mut Machine<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn read(&self, machine: &mut Machine<'_>, (): ()) -> Result<T, Stop> {
        let value = machine.object(self.object, self.bracket.span)?;
        T::of_value(&value).ok_or_else(|| machine.internal("a variable has another dtype", self.bracket.span))
    }

    fn write(&self, machine: &mut Machine<'_>, (): (), value: T) -> Result<(), Stop> {
        machine.bind_object(self.home, Value::Scalar(value.into()));
        Ok(())
    }
}
