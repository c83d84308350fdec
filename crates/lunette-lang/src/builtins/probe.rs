//! What is known of the arguments of a call, read as the rules for types and sizes want it.

use lunette::{DType, Scalar};

use super::args::{as_int, as_ints, too_large};
use super::infer::{Argument, Mistake};
use super::row::{Builtin, Param, ParamKind};
use crate::types::Type;
use crate::value::Value;

/// What is known of a size.
pub(super) type Size = Option<usize>;

/// A call that is being checked.
pub(super) struct Probe<'a> {
    row: &'static Builtin,
    args: &'a [Option<Argument>],
}

impl<'a> Probe<'a> {
    pub(super) fn new(row: &'static Builtin, args: &'a [Option<Argument>]) -> Self {
        Self { row, args }
    }

    pub(super) fn row(&self) -> &'static Builtin {
        self.row
    }

    /// Every parameter with its argument.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, &'static Param, Option<&'a Argument>)> + '_ {
        self.row.params.iter().enumerate().map(|(k, param)| (k, param, self.arg(k)))
    }

    pub(super) fn arg(&self, k: usize) -> Option<&'a Argument> {
        self.args.get(k).and_then(Option::as_ref)
    }

    pub(super) fn ty(&self, k: usize) -> Option<&'a Type> {
        self.arg(k).map(|arg| &arg.ty)
    }

    pub(super) fn dtype(&self, k: usize) -> Option<DType> {
        self.ty(k).and_then(Type::dtype)
    }

    pub(super) fn rank(&self, k: usize) -> Option<usize> {
        self.ty(k).and_then(Type::rank)
    }

    /// What is known of the sizes of a tensor argument.
    pub(super) fn sizes(&self, k: usize) -> Option<Vec<Size>> {
        self.ty(k).and_then(Type::sizes)
    }

    pub(super) fn constant(&self, k: usize) -> Option<&'a Value> {
        self.arg(k).and_then(|arg| arg.constant.as_ref())
    }

    /// An integer that is known.
    pub(super) fn int(&self, k: usize) -> Option<i64> {
        self.constant(k).and_then(as_int)
    }

    /// Integers that are known.
    pub(super) fn ints(&self, k: usize) -> Option<Vec<i64>> {
        self.constant(k).and_then(as_ints)
    }

    /// A flag that is known; `default` where no argument is given.
    pub(super) fn flag(&self, k: usize, default: bool) -> Option<bool> {
        match (self.arg(k), self.constant(k)) {
            (None, _) => Some(default),
            (_, Some(Value::Scalar(Scalar::Bool(flag)))) => Some(*flag),
            _ => None,
        }
    }

    /// The number of the parameter of this name, if an argument can stand there.
    pub(super) fn param(&self, name: &str) -> Option<usize> {
        self.row.param(name)
    }

    /// The number of the parameter that takes a function.
    pub(super) fn function_param(&self) -> Option<usize> {
        self.row.params.iter().position(|param| param.kind == ParamKind::Fun)
    }

    /// Whether a mistake in an argument has been reported already.
    pub(super) fn is_unknown(&self) -> bool {
        self.args.iter().flatten().any(|arg| is_unknown(&arg.ty))
    }

    /// Every argument is there that must be, is of a type that its parameter takes, and is a constant where it decides.
    pub(super) fn check(&self) -> Result<(), Mistake> {
        self.check_all(|_| true)
    }

    /// The same, of the arguments whose types are known. What a function gives is known when it is called.
    pub(super) fn check_known(&self) -> Result<(), Mistake> {
        self.check_all(|ty| !is_unknown(ty) && !matches!(ty, Type::Closure(_)))
    }

    fn check_all(&self, is_known: impl Fn(&Type) -> bool) -> Result<(), Mistake> {
        self.pairs().try_for_each(|(k, param, arg)| match arg {
            Some(arg) if !is_known(&arg.ty) => Ok(()),
            None if param.default.is_none() && param.kind != ParamKind::Rest => {
                Err(Mistake::Missing { param: k, words: self.words(param, "is missing") })
            }
            None => Ok(()),
            Some(arg) => self.check_one(k, param, arg),
        })
    }

    fn check_one(&self, k: usize, param: &'static Param, arg: &Argument) -> Result<(), Mistake> {
        if !param.kind.takes(&arg.ty) {
            let found = format!("needs {}, found {}", param.kind.wanted(), arg.ty);
            let cure = self.cure_for(param, &arg.ty);
            return Err(Mistake::Type { param: k, words: self.words(param, &found), cure });
        }
        if param.kind.takes_integers()
            && let Some(found) = arg.constant.as_ref().and_then(too_large)
        {
            let what = format!("needs integers up to {}, found {found}", i64::MAX);
            return Err(Mistake::value(k, self.words(param, &what)));
        }
        let negative = |numbers: Vec<i64>| numbers.into_iter().find(|&number| number < 0);
        if let Some(wanted) = counted(param)
            && let Some(found) = self.ints(k).and_then(negative)
        {
            return Err(Mistake::value(k, self.words(param, &format!("needs {wanted}, found {found}"))));
        }
        if arg.constant.is_none() && param.needs_constant(&arg.ty) {
            return Err(self.not_constant(k));
        }
        Ok(())
    }

    /// What to write where an argument of this type was meant for another parameter, or as a part of it.
    fn cure_for(&self, param: &Param, found: &Type) -> Option<String> {
        let name = self.row.name;
        match (param.kind, found) {
            (ParamKind::Shape, Type::Tensor(_)) if name == "tensor" => {
                Some("the values in brackets are a tensor already: `[1, 2]`".to_owned())
            }
            (ParamKind::Shape, Type::Tensor(_)) => {
                Some("a shape is a tuple, in parentheses: `(2, 3)`".to_owned())
            }
            // `zeros(2, 3)`
            (ParamKind::DType, Type::Scalar(dtype)) if dtype.is_integer() => {
                let shape = self.param("shape")?;
                self.row.params.get(shape + 1).filter(|next| next.name == param.name)?;
                Some(format!("a shape of several sizes is one tuple: `{name}((2, 3))`"))
            }
            (ParamKind::Tensors, ty) if ty.dtype().is_some() => {
                Some(format!("put them into one tuple: `{name}((a, b))`"))
            }
            (ParamKind::Operand | ParamKind::Tensor | ParamKind::Floats, Type::Tuple(_)) => Some(
                "a tensor is written in brackets: `[1, 2]`; `stack` makes one of a tuple of tensors"
                    .to_owned(),
            ),
            // `normal((2, 3))`
            (ParamKind::Float | ParamKind::Int, Type::Tuple(_)) => {
                self.param("shape")?;
                Some(format!("the shape is a later argument: give it by its name, `{}`", self.with_shape()))
            }
            (ParamKind::DType, Type::String) => Some("a dtype is written without quotes: `f32`".to_owned()),
            (kind, Type::Scalar(dtype)) if kind.takes_integers() && dtype.is_float() => {
                Some("it takes integers: write no point, or `cast<i32>(…)`".to_owned())
            }
            (kind, Type::String) if kind.takes_number() => {
                Some("the number that a text says is `number(text)`".to_owned())
            }
            _ => None,
        }
    }

    /// A call of the function with a shape, and with what has to be given before it.
    fn with_shape(&self) -> String {
        let before = self.row.params.iter().take_while(|param| param.name != "shape");
        let needed = before.filter(|param| param.default.is_none()).map(|param| format!("{}, ", param.name));
        format!("{}({}shape = (2, 3))", self.row.name, needed.collect::<String>())
    }

    /// The mistake of an argument that must be a constant.
    pub(super) fn not_constant(&self, k: usize) -> Mistake {
        let Some(param) = self.row.params.get(k) else {
            return Mistake::value(None, format!("{}: an argument is no constant", self.row.name));
        };
        let words = self.words(param, "decides the type of the result and must be a constant");
        let cure = format!(
            "write {} there, such as `{} = {}`",
            param.kind.wanted(),
            param.name,
            // There is no split into nothing.
            if param.name == "sections" { "2" } else { param.kind.sample() }
        );
        Mistake::NotConstant { param: k, words, cure }
    }

    fn words(&self, param: &Param, what: &str) -> String {
        format!("{}: `{}` {what}", self.row.name, param.name)
    }
}

fn is_unknown(ty: &Type) -> bool {
    match ty {
        Type::Unknown | Type::Never => true,
        Type::Tuple(fields) => fields.iter().any(is_unknown),
        _ => false,
    }
}

impl ParamKind {
    /// Whether an argument of this type can stand there.
    pub(super) fn takes(self, ty: &Type) -> bool {
        let is_int = |ty: &Type| matches!(ty, Type::Scalar(dtype) if dtype.is_integer());
        let is_number =
            |ty: &Type| matches!(ty, Type::Scalar(dtype) if !dtype.is_complex() && *dtype != DType::Bool);
        match (self, ty) {
            (Self::Operand | Self::Tensor, ty) => ty.dtype().is_some(),
            (Self::Index, ty) => ty.dtype().is_some_and(|dtype| dtype.is_integer()),
            (Self::Tensors, Type::Tuple(fields)) => fields.iter().all(|field| field.dtype().is_some()),
            (Self::Scalar, ty) => matches!(ty, Type::Scalar(_)),
            (Self::Int | Self::Axis, ty) => is_int(ty),
            (Self::Ints | Self::Axes | Self::Shape, Type::Tuple(fields)) => fields.iter().all(is_int),
            (Self::Ints | Self::Axes | Self::Shape, ty) => is_int(ty),
            (Self::Float, ty) => is_number(ty),
            (Self::Floats, Type::Tensor(tensor)) => {
                tensor.rank == 1 && is_number(&Type::Scalar(tensor.dtype))
            }
            (Self::Floats, ty) => is_number(ty),
            (Self::Bool, ty) => matches!(ty, Type::Scalar(DType::Bool)),
            (Self::DType, ty) => matches!(ty, Type::DType),
            (Self::Text, ty) => matches!(ty, Type::String),
            (Self::Items, ty) => {
                is_item(ty) || matches!(ty, Type::Tuple(fields) if fields.iter().all(is_item))
            }
            (Self::Fun, ty) => matches!(ty, Type::Fun(_)),
            (Self::Place, ty) => ty.dtype().is_some(),
            (Self::Rest, ty) => matches!(ty, Type::Tuple(_)),
            (Self::Any, ty) => !matches!(ty, Type::Module(_)),
            (Self::Tensors, _) => false,
        }
    }

    /// Whether arguments are integers that count something, or name axes.
    fn takes_integers(self) -> bool {
        matches!(self, Self::Int | Self::Ints | Self::Axis | Self::Axes | Self::Shape)
    }

    /// Whether an argument can be one number with a fraction.
    fn takes_number(self) -> bool {
        matches!(self, Self::Operand | Self::Tensor | Self::Scalar | Self::Float | Self::Floats)
    }

    /// Whether the value of an argument can decide a type; of a shape only its length does, which its type says.
    pub(super) fn value_decides(self) -> bool {
        !matches!(self, Self::Shape | Self::Ints | Self::Tensors | Self::Operand | Self::Tensor)
    }

    /// What the parameter wants, in words.
    pub fn wanted(self) -> &'static str {
        match self {
            Self::Operand | Self::Tensor => "a tensor or a scalar",
            Self::Index => "an integer or a tensor of integers",
            Self::Tensors => "a tuple of tensors",
            Self::Scalar => "a scalar",
            Self::Int => "an integer",
            Self::Ints => "an integer or a tuple of integers",
            Self::Float => "a real number",
            Self::Floats => "a real number or a vector of them",
            Self::Bool => "`true` or `false`",
            Self::Axis => "an axis",
            Self::Axes => "an axis or a tuple of axes",
            Self::Shape => "a size or a tuple of sizes",
            Self::DType => "a dtype",
            Self::Text => "a string",
            Self::Items => "an index",
            Self::Fun => "a function",
            Self::Place => "`&` and the name of something mutable",
            Self::Any | Self::Rest => "a value",
        }
    }

    /// An argument as it could be written.
    fn sample(self) -> &'static str {
        match self {
            Self::Bool => "true",
            Self::DType => "f64",
            Self::Axes => "(0, 1)",
            Self::Text => "\"…\"",
            _ => "0",
        }
    }
}

/// Whether a value of this type can stand in an index.
fn is_item(ty: &Type) -> bool {
    let is_index = |dtype: DType| dtype.is_integer() || dtype == DType::Bool;
    match ty {
        Type::Range | Type::NewAxis | Type::Fill => true,
        ty => ty.dtype().is_some_and(is_index),
    }
}

/// What a parameter needs that counts something.
fn counted(param: &Param) -> Option<&'static str> {
    match param.kind {
        ParamKind::Shape => Some("sizes of 0 or more"),
        _ => param.counts.then_some("0 or more"),
    }
}
