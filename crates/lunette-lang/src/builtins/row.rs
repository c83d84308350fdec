//! A row of the table: everything there is to know about one function.

use std::fmt;

use lunette::index::Axes;
use lunette::{Dyn, DynTensor, Lazy};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::{Argument, Mistake};
use super::probe::Probe;
use super::sizes;
use crate::types::Type;
use crate::value::Value;

/// What a function does.
pub type Run = fn(&mut dyn Context, &Args<'_>) -> Result<Value, Failure>;

/// A function that shares memory with its first argument.
pub type View = fn(&Args<'_>) -> Result<DynTensor, Failure>;

/// Completes what the library says of a result's type with sizes, as far as they are known.
pub(super) type SizeRule = fn(&Probe<'_>, Type) -> Result<Type, Mistake>;

/// Says a type that no run on a miniature can tell.
pub(super) type TypeRule = fn(&Probe<'_>) -> Result<Type, Mistake>;

/// Says what a function argument is called with.
pub(super) type CallbackRule = fn(&Probe<'_>) -> Vec<Type>;

/// Says the value of a call before anything runs, where the arguments tell it.
pub type KnownRule = fn(&[Option<Argument>]) -> Option<Value>;

/// A built-in function: a row of the table.
pub struct Builtin {
    /// Its name, which is the library's.
    pub name: &'static str,
    /// Other names of the same function: `T` for `transpose`.
    pub aliases: &'static [&'static str],
    /// What it belongs to.
    pub family: Family,
    /// Its parameters; arguments are positional first, then named.
    pub params: &'static [Param],
    /// What it gives, in one or two sentences.
    pub doc: &'static str,
    /// Lines of the language. A line `expression // text` says what `print` makes of the expression.
    pub example: &'static str,
    /// How the function takes part in a chain of elementwise operations.
    pub fuse: Fuse,
    /// What loops over scalars compute in its place, without the way through values.
    pub native: Option<Native>,
    /// For functions that may stand in a place after `&`: the result as a view of the first argument.
    pub view: Option<View>,
    /// Whether a result may share memory with an argument.
    pub shares: bool,
    /// Whether `x.name` without parentheses is a call.
    pub describes: bool,
    /// What the value is, where types and constants say it. Such a function never fails and does nothing else.
    pub known: Option<KnownRule>,
    /// Whether what is known of unsuffixed numbers counts as one.
    pub keeps_weak: bool,
    /// Whether the views that it gives of writable memory are writable.
    pub keeps_writable: bool,
    /// Whether it tells how its arguments lie in memory: then copies that have been left out are made after all.
    pub asks_memory: bool,
    /// Whether it does something in the world, or with the session's random numbers; [`acts`](Self::acts) asks for all.
    pub(super) worldly: bool,
    /// Of a reduction: the function that does with two operands what this does with the elements of one.
    pub twin: Option<&'static str>,
    pub(super) run: Run,
    pub(super) rule: Rule,
    pub(super) sizes: SizeRule,
    pub(super) callback: Option<CallbackRule>,
    /// The size of the axis of a miniature along which the function works, where 1 is too small for it.
    pub(super) extent: usize,
}

/// Where the type of a result comes from.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// From a run on miniatures.
    Run,
    /// From a rule of its own.
    Own(TypeRule),
}

/// How a function takes part in a chain of elementwise operations that is computed in one pass.
#[derive(Clone, Copy)]
pub enum Fuse {
    /// It ends the chain.
    No,
    /// One operand.
    Unary(fn(Lazy<Dyn>) -> Lazy<Dyn>),
    /// Two operands that broadcast.
    Binary(fn(Lazy<Dyn>, Lazy<Dyn>) -> Lazy<Dyn>),
    /// A reduction over these axes, which are kept with size 1 where the flag says so.
    Reduction(fn(&Lazy<Dyn>, Axes, bool) -> lunette::Result<DynTensor>),
}

/// Functions that the code of scalar loops has in itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the function of its name")]
pub enum Native {
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Maximum,
    Minimum,
    Cast,
    Len,
    Shape,
}

/// What functions belong together in the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`title` says what each holds")]
pub enum Family {
    Language,
    Text,
    Files,
    Describe,
    Create,
    Elementwise,
    Compare,
    Bits,
    Reduce,
    Statistics,
    Shape,
    Join,
    Pick,
    Sort,
    Sets,
    Functions,
    Products,
    Matrices,
    Fourier,
    Random,
}

impl Family {
    /// Every family, in the order of the documentation.
    pub const ALL: [Self; 20] = [
        Self::Language,
        Self::Text,
        Self::Files,
        Self::Describe,
        Self::Create,
        Self::Elementwise,
        Self::Compare,
        Self::Bits,
        Self::Reduce,
        Self::Statistics,
        Self::Shape,
        Self::Join,
        Self::Pick,
        Self::Sort,
        Self::Sets,
        Self::Functions,
        Self::Products,
        Self::Matrices,
        Self::Fourier,
        Self::Random,
    ];

    /// The heading above its functions.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Language => "printing, checks, arguments",
            Self::Text => "text and numbers in it",
            Self::Files => "input and files",
            Self::Describe => "what a tensor tells about itself",
            Self::Create => "making tensors",
            Self::Elementwise => "element by element",
            Self::Compare => "comparisons and choices",
            Self::Bits => "bits and truth",
            Self::Reduce => "reductions and running totals",
            Self::Statistics => "statistics and series",
            Self::Shape => "other shapes",
            Self::Join => "joining and splitting",
            Self::Pick => "picking and placing entries",
            Self::Sort => "sorting and searching",
            Self::Sets => "sets and counts",
            Self::Functions => "functions of functions",
            Self::Products => "products",
            Self::Matrices => "matrices",
            Self::Fourier => "Fourier transforms",
            Self::Random => "random numbers",
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name, for named arguments.
    pub name: &'static str,
    /// What it takes.
    pub kind: ParamKind,
    /// What counts where no argument is given, as text for the documentation; none where an argument is needed.
    pub default: Option<&'static str>,
    /// Whether the type of the result depends on the argument's value, which must be a constant then.
    pub decides: bool,
    /// Whether only a list does so: the type is the same for every single integer.
    pub(super) list_decides: bool,
    /// What stands for a number that is no constant in a run on miniatures.
    pub(super) probe: i64,
    /// Whether it is a number of things, which is 0 or more.
    pub(super) counts: bool,
    /// Whether it stands for constants too, because they only make sense together with other arguments.
    pub(super) vague: bool,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A scalar or tensor that is promoted together with the other operands; unsuffixed numbers take their dtype.
    Operand,
    /// A scalar or tensor.
    Tensor,
    /// An integer or a tensor of integers that says where something is.
    Index,
    /// A tuple of tensors and scalars.
    Tensors,
    /// A scalar of any dtype.
    Scalar,
    /// An integer that counts something or moves it.
    Int,
    /// An integer or a tuple of integers.
    Ints,
    /// A real number.
    Float,
    /// A real number or a vector of them.
    Floats,
    /// `true` or `false`.
    Bool,
    /// One axis; negative ones count from the end.
    Axis,
    /// One axis or a tuple of axes.
    Axes,
    /// A shape: a size, or a tuple of sizes.
    Shape,
    /// A dtype; also written `name<f32>(…)`.
    DType,
    /// A string.
    Text,
    /// An index tuple: integers, ranges, integer and bool tensors, `NewAxis`, `Fill`.
    Items,
    /// A function.
    Fun,
    /// `&place` of something mutable, which the function writes.
    Place,
    /// Any value.
    Any,
    /// All further positional arguments, of any type, as one tuple; only the last parameter.
    Rest,
}

impl Param {
    /// Whether it takes axes.
    pub const fn is_axis(&self) -> bool {
        matches!(self.kind, ParamKind::Axis | ParamKind::Axes)
    }

    /// A parameter that needs an argument.
    pub(super) const fn new(name: &'static str, kind: ParamKind) -> Self {
        let decides = matches!(kind, ParamKind::DType);
        Self {
            name,
            kind,
            default: None,
            decides,
            list_decides: false,
            probe: 1,
            counts: false,
            vague: false,
        }
    }

    /// The same with a default.
    pub(super) const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same, deciding the type of the result.
    pub(super) const fn decides(self) -> Self {
        Self { decides: true, ..self }
    }

    /// The same, deciding the type of the result where it is a list; a single axis may be any.
    pub(super) const fn list_decides(self) -> Self {
        Self { decides: true, list_decides: true, ..self }
    }

    /// Whether an argument of this type must be a constant.
    pub(super) fn needs_constant(&self, ty: &Type) -> bool {
        let is_open = self.list_decides && matches!(ty, Type::Scalar(_));
        self.decides && self.kind.value_decides() && !is_open
    }

    /// The same, of which constants too are replaced in miniatures.
    pub(super) const fn vague(self) -> Self {
        Self { vague: true, ..self }
    }

    /// The same, of a number of things.
    pub(super) const fn count(self) -> Self {
        Self { counts: true, ..self }
    }

    /// The same with another number for miniatures.
    pub(super) const fn probe(self, probe: i64) -> Self {
        Self { probe, ..self }
    }
}

impl Builtin {
    /// A row with what every row has; the rest is said by the methods below.
    pub(super) const fn new(family: Family, name: &'static str, params: &'static [Param], run: Run) -> Self {
        Self {
            name,
            aliases: &[],
            family,
            params,
            doc: "",
            example: "",
            fuse: Fuse::No,
            native: None,
            view: None,
            shares: false,
            describes: false,
            known: None,
            keeps_weak: false,
            keeps_writable: false,
            asks_memory: false,
            worldly: false,
            twin: None,
            run,
            rule: Rule::Run,
            sizes: sizes::unknown,
            callback: None,
            extent: 1,
        }
    }

    pub(super) const fn doc(self, doc: &'static str, example: &'static str) -> Self {
        Self { doc, example, ..self }
    }

    pub(super) const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(super) const fn fused(self, fuse: Fuse) -> Self {
        Self { fuse, ..self }
    }

    /// The code of scalar loops has the function in itself.
    pub(super) const fn native(self, native: Native) -> Self {
        Self { native: Some(native), ..self }
    }

    /// The result may share memory with an argument.
    pub(super) const fn sharing(self) -> Self {
        Self { shares: true, ..self }
    }

    /// The function may stand in a place.
    pub(super) const fn viewed(self, view: View) -> Self {
        Self { view: Some(view), shares: true, ..self }
    }

    /// It tells how its arguments lie in memory.
    pub(super) const fn asking_memory(self) -> Self {
        Self { asks_memory: true, ..self }
    }

    pub(super) const fn describing(self) -> Self {
        Self { describes: true, ..self }
    }

    /// What the value is, where types and constants say it.
    pub(super) const fn known(self, rule: KnownRule) -> Self {
        Self { known: Some(rule), ..self }
    }

    /// What is known of unsuffixed numbers counts as one.
    pub(super) const fn keeping_weak(self) -> Self {
        Self { keeps_weak: true, ..self }
    }

    /// What it makes of writable memory is writable.
    pub(super) const fn writable(self) -> Self {
        Self { keeps_writable: true, ..self }
    }

    /// It does something in the world, or with the session's random numbers.
    pub(super) const fn worldly(self) -> Self {
        Self { worldly: true, ..self }
    }

    /// The function that does the same with two operands.
    pub(super) const fn twin(self, name: &'static str) -> Self {
        Self { twin: Some(name), ..self }
    }

    pub(super) const fn sized(self, sizes: SizeRule) -> Self {
        Self { sizes, ..self }
    }

    pub(super) const fn typed(self, rule: TypeRule) -> Self {
        Self { rule: Rule::Own(rule), ..self }
    }

    /// The types of the arguments that the function parameter is called with.
    pub(super) const fn calling(self, callback: CallbackRule) -> Self {
        Self { callback: Some(callback), ..self }
    }

    pub(super) const fn extent(self, extent: usize) -> Self {
        Self { extent, ..self }
    }

    /// Calls the function: one value for each parameter, `None` where the default counts.
    ///
    /// # Errors
    /// If the function fails; its error says why in the words of the library.
    pub fn call(&'static self, context: &mut dyn Context, args: &[Option<Value>]) -> Result<Value, Failure> {
        (self.run)(context, &Args::new(self, args))
    }

    /// Whether a call may do something beside giving a value: in the world, to a place, or by calling a function of the
    /// program. Only such a call can give no value at all; any other that gives `()` gives a tuple without fields.
    pub fn acts(&self) -> bool {
        let may_act = |kind| matches!(kind, ParamKind::Place | ParamKind::Fun);
        self.worldly || self.params.iter().any(|param| may_act(param.kind))
    }

    /// The number of the parameter of this name.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }

    /// The number of the parameter that a type argument (`cast<i32>(x)`) gives.
    pub fn type_param(&self) -> Option<usize> {
        self.params.iter().position(|param| param.kind == ParamKind::DType)
    }

    /// Whether the last parameter takes all further positional arguments, as one tuple.
    pub fn takes_rest(&self) -> bool {
        self.params.last().is_some_and(|param| param.kind == ParamKind::Rest)
    }
}

impl fmt::Debug for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Builtin({})", self.name)
    }
}
