//! From the checked program to code that runs.
//!
//! Dtypes are matched here, once: the code of a scalar expression is compiled for the type of its value, and the common
//! operands (variables, constants, elements of tensors) become part of the code that uses them.

mod append;
mod builtin;
mod call;
mod chain;
mod condition;
mod effects;
mod index;
mod loops;
mod native;
mod place;
mod regions;
mod scalar;
mod statement;
mod store;
mod tensor;
mod value;

use super::arithmetic::Number;
use super::failure::Stop;
use super::function::{Function, with_stack};
use super::machine::Code;
use super::register::{Kept, with_dtype};
use super::slot::{Frame, Home};
use crate::program::{self, Block, Body, Expr, Variable};
use crate::source::Span;
use crate::types::Type;

/// What is known while one body is compiled.
pub(super) struct Compiler<'p> {
    /// Where the globals are.
    globals: &'p [Home],
    /// Where the variables of this body are.
    locals: &'p [Home],
    /// The frames of all functions, by their numbers.
    frames: &'p [Frame],
    /// What the function gives.
    result: Type,
    /// How many expressions there are around the one that is compiled.
    nesting: usize,
}

/// So many expressions inside of each other run without looking how much stack is left.
const UNWATCHED: usize = 64;

/// Everything that code refers to by number.
#[derive(Clone, Copy)]
pub(super) struct Layouts<'p> {
    pub(super) globals: &'p [Home],
    pub(super) frames: &'p [Frame],
}

impl<'p> Compiler<'p> {
    /// Compiles a function, whose frame is among the layouts.
    pub(super) fn function(function: &program::Function, layouts: Layouts<'p>) -> Function {
        let empty = Frame::default();
        let frame = layouts.frames.get(function.id.0 as usize).unwrap_or(&empty);
        let mut compiler = Compiler {
            globals: layouts.globals,
            locals: &frame.homes,
            frames: layouts.frames,
            result: function.result.clone(),
            nesting: 0,
        };
        let body = compiler.giving(&function.body.block, function.span);
        let params = frame.homes.iter().copied().take(function.captures + function.params).collect();
        Function {
            name: function.name.clone(),
            params,
            registers: frame.registers,
            objects: frame.objects,
            body,
            result: function.result.clone(),
        }
    }

    /// Compiles the statements of the outermost level, which leave their value as a function does.
    pub(super) fn main(body: &Body, frame: &Frame, result: &Type, layouts: Layouts<'p>) -> Code<()> {
        let mut compiler = Compiler {
            globals: layouts.globals,
            locals: &frame.homes,
            frames: layouts.frames,
            result: result.clone(),
            nesting: 0,
        };
        let span = body.block.statements.first().map(|statement| statement.span);
        let span = body.block.value.as_ref().map(|value| value.span).or(span);
        let Some(span) = span else { return Box::new(|_| Ok(())) };
        let Block { statements, value } = &body.block;
        let mut steps: Vec<(Code<()>, Span)> =
            statements.iter().map(|statement| (compiler.statement(statement), statement.span)).collect();
        if let Some(value) = value {
            steps.push((compiler.giving_value(Some(value), span), value.span));
        }
        // Inside of functions and loops there are calls and rounds that look; here statements stand one after the other.
        Box::new(move |machine| {
            for (step, span) in &steps {
                machine.poll(*span)?;
                step(machine)?;
            }
            Ok(())
        })
    }

    fn home(&self, variable: Variable) -> Option<Home> {
        match variable {
            Variable::Local(id) => self.locals.get(id.0 as usize).copied(),
            Variable::Global(id) => self.globals.get(id.0 as usize).copied(),
        }
    }

    /// The code of a block that leaves its value where a caller finds it.
    fn giving(&mut self, block: &Block, span: Span) -> Code<()> {
        if is_nothing(&self.result) {
            return self.block_effect(block);
        }
        let value = self.giving_value(block.value.as_deref(), span);
        self.after_statements(block, value)
    }

    /// The code of an expression that leaves its value where a caller finds it.
    fn giving_value(&mut self, value: Option<&Expr>, span: Span) -> Code<()> {
        match (value, self.result.clone()) {
            (Some(value), Type::Scalar(dtype)) => with_dtype!(dtype, T => {
                let code = self.scalar::<T>(value);
                Box::new(move |machine| {
                    code(machine)?.give(machine);
                    Ok(())
                })
            }),
            (Some(value), ty) if is_nothing(&ty) => self.effect(value),
            (Some(value), _) => {
                let code = self.value(value);
                Box::new(move |machine| {
                    machine.given = Some(code(machine)?);
                    Ok(())
                })
            }
            // Only a block whose end is never reached has none.
            (None, _) => internal("a block has no value", span),
        }
    }

    /// The code of a block for what it does.
    fn block_effect(&mut self, block: &Block) -> Code<()> {
        let mut steps: Vec<Code<()>> =
            block.statements.iter().map(|statement| self.statement(statement)).collect();
        if let Some(value) = &block.value {
            steps.push(self.effect(value));
        }
        sequence(steps)
    }

    /// The code of a block with a scalar as its value.
    fn scalar_block<T: Number>(&mut self, block: &Block, span: Span) -> Code<T> {
        let value = match &block.value {
            Some(value) => self.scalar::<T>(value),
            None => internal("a block has no value", span),
        };
        self.after_statements(block, value)
    }

    /// The code of a block with any value.
    fn value_block(&mut self, block: &Block, span: Span) -> Code<crate::value::Value> {
        let value = match &block.value {
            Some(value) => self.value(value),
            None => internal("a block has no value", span),
        };
        self.after_statements(block, value)
    }

    fn after_statements<R: 'static>(&mut self, block: &Block, value: Code<R>) -> Code<R> {
        if block.statements.is_empty() {
            return value;
        }
        let steps = sequence(block.statements.iter().map(|statement| self.statement(statement)).collect());
        Box::new(move |machine| {
            steps(machine)?;
            value(machine)
        })
    }

    /// The code of an expression for what it does.
    fn effect(&mut self, expr: &Expr) -> Code<()> {
        let (code, far) = self.deeper(|compiler| compiler.effect_code(expr));
        if far { with_more_stack(code) } else { code }
    }

    /// Compiles one expression inside of another; says too whether its code has to look how much stack is left.
    fn deeper<R>(&mut self, compile: impl FnOnce(&mut Self) -> R) -> (R, bool) {
        self.nesting += 1;
        let far = self.nesting.is_multiple_of(UNWATCHED);
        let compiled = with_stack(|| compile(self));
        self.nesting -= 1;
        (compiled, far)
    }
}

/// Code that runs with enough stack, however deep it lies in other code.
fn with_more_stack<R: 'static>(code: Code<R>) -> Code<R> {
    Box::new(move |machine| with_stack(|| code(machine)))
}

/// Whether values of the type say nothing: then they are not made.
fn is_nothing(ty: &Type) -> bool {
    match ty {
        Type::Tuple(fields) => fields.is_empty(),
        Type::Never => true,
        _ => false,
    }
}

/// Code of statements, one after the other.
fn sequence(mut steps: Vec<Code<()>>) -> Code<()> {
    match steps.len() {
        0 => Box::new(|_| Ok(())),
        1 => steps.swap_remove(0),
        2 => {
            let (Some(second), Some(first)) = (steps.pop(), steps.pop()) else { return Box::new(|_| Ok(())) };
            Box::new(move |machine| {
                first(machine)?;
                second(machine)
            })
        }
        _ => {
            let steps: Box<[Code<()>]> = steps.into();
            Box::new(move |machine| {
                for step in &steps {
                    step(machine)?;
                }
                Ok(())
            })
        }
    }
}

/// Code for what the checker should have refused.
fn internal<R: 'static>(what: &'static str, span: Span) -> Code<R> {
    Box::new(move |machine| Err::<R, Stop>(machine.internal(what, span)))
}
