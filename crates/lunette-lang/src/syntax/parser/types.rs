//! Types as they are written.

use lunette::DType;

use super::Parser;
use crate::suggest;
use crate::syntax::literal::{self, Number};
use crate::syntax::mistake::{Form, Wanted};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{TypeExpr, TypeKind};

/// What other languages call types, and the name that is meant.
const FOREIGN: &[(&str, &str)] = &[
    ("int", "i32"),
    ("integer", "i32"),
    ("long", "i64"),
    ("uint", "u32"),
    ("byte", "u8"),
    ("usize", "i64"),
    ("isize", "i64"),
    ("float", "f64"),
    ("double", "f64"),
    ("half", "f16"),
    ("complex", "complex128"),
    ("boolean", "bool"),
    ("str", "string"),
    ("String", "string"),
    ("Tensor", "tensor<f64, 2>"),
    ("array", "tensor<f64, 2>"),
    ("Array", "tensor<f64, 2>"),
    ("list", "tensor<f64, 1>"),
];

/// The name of the type that another language calls so.
pub(super) fn meant_by(name: &str) -> Option<&'static str> {
    let listed = FOREIGN.iter().find(|(foreign, _)| *foreign == name).map(|(_, meant)| *meant);
    let numpy = || DType::ALL.iter().find(|dtype| dtype.numpy_name() == name).map(|dtype| dtype.name());
    listed.or_else(numpy).or_else(|| nearest_width(name))
}

/// The name of the type that a name is close to: `tensr`, `flaot64`, `itn`.
pub(super) fn close_to(name: &str) -> Option<&'static str> {
    let ours = ["tensor", "string", "range"].into_iter().chain(DType::ALL.iter().map(|dtype| dtype.name()));
    let numpy = DType::ALL.iter().map(|dtype| dtype.numpy_name());
    let foreign = numpy.chain(FOREIGN.iter().map(|(foreign, _)| *foreign));
    suggest::closest(name, ours).or_else(|| meant_by(suggest::closest(name, foreign)?))
}

/// For `i33`, `f128`: the dtype with these letters whose width is nearest.
fn nearest_width(name: &str) -> Option<&'static str> {
    let parts = |name: &str| {
        let (letters, digits) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
        Some((letters.to_owned(), digits.parse::<u32>().ok()?))
    };
    let (letters, width) = parts(name)?;
    let same = DType::ALL.iter().filter_map(|dtype| Some((dtype.name(), parts(dtype.name())?)));
    let same = same.filter(|(_, (other, _))| *other == letters);
    same.min_by_key(|(_, (_, other))| other.abs_diff(width)).map(|(name, _)| name)
}

impl Parser<'_> {
    /// A type; always one, if not a right one.
    pub(super) fn type_expr(&mut self) -> TypeExpr {
        let start = self.span();
        let kind = self.deeper(Self::type_kind).unwrap_or(TypeKind::Error);
        TypeExpr { kind, span: self.since(start) }
    }

    fn type_kind(&mut self) -> TypeKind {
        match self.kind() {
            TokenKind::DType(dtype) => {
                self.bump();
                TypeKind::Scalar(dtype)
            }
            TokenKind::LeftParen => self.tuple_type(),
            TokenKind::Fun => self.fun_type(),
            TokenKind::Name => self.named_type(),
            _ => {
                self.report_expected(Wanted::Other("a type", "let x: tensor<f64, 2> = …"));
                TypeKind::Error
            }
        }
    }

    fn named_type(&mut self) -> TypeKind {
        let name = self.text(self.token(0));
        if name == "tensor" {
            return self.tensor_type();
        }
        let kind = match name {
            "string" => TypeKind::String,
            "range" => TypeKind::Range,
            _ => return self.unknown_type(),
        };
        self.bump();
        kind
    }

    /// A word that is no type, together with what stands behind it as behind `tensor`.
    fn unknown_type(&mut self) -> TypeKind {
        let name = self.text(self.token(0));
        let (meant, similar) = (meant_by(name), close_to(name));
        self.report(Form::UnknownType { found: self.found(), meant, similar }.at(self.span()));
        self.bump();
        let has_types = matches!(self.next_kind(), TokenKind::DType(_) | TokenKind::Name);
        if self.at(TokenKind::Less) && has_types {
            self.bump();
            self.leave_angles();
        }
        TypeKind::Error
    }

    /// `(i32, f32)`; `(i32)` is `i32`.
    fn tuple_type(&mut self) -> TypeKind {
        let mut list = self.list(false, Self::type_expr);
        match list.items.pop() {
            Some(only) if list.items.is_empty() && !list.trailing => only.kind,
            last => {
                list.items.extend(last);
                TypeKind::Tuple(list.items)
            }
        }
    }

    /// `fun(i32) -> i32`.
    fn fun_type(&mut self) -> TypeKind {
        self.bump();
        if !self.at(TokenKind::LeftParen) {
            self.report_expected(Wanted::Text("("));
            return TypeKind::Error;
        }
        let params = self.list(false, Self::type_expr).items;
        let result = if self.eat(TokenKind::Gives) { Some(Box::new(self.type_expr())) } else { None };
        TypeKind::Fun { params, result }
    }

    /// `tensor<f32, 2>`, `tensor<f32>`.
    fn tensor_type(&mut self) -> TypeKind {
        self.bump();
        if !self.at(TokenKind::Less) {
            self.report(Form::TensorType { found: self.found() }.at(self.previous().after()));
            return TypeKind::Error;
        }
        self.bump();
        let TokenKind::DType(dtype) = self.kind() else {
            let name = Some(self.text(self.token(0))).filter(|_| self.at(TokenKind::Name));
            let (meant, similar) = (name.and_then(meant_by), name.and_then(close_to));
            let found = self.found();
            self.report(match meant.or(similar) {
                Some(_) => Form::UnknownType { found, meant, similar }.at(self.span()),
                None => Form::TensorType { found }.at(self.here()),
            });
            self.leave_angles();
            return TypeKind::Error;
        };
        self.bump();
        let rank = if self.eat(TokenKind::Comma) { self.rank() } else { Ok(None) };
        let closed = rank.is_ok() && self.close_angle();
        match rank {
            Ok(rank) if closed => TypeKind::Tensor { dtype, rank },
            _ => {
                self.leave_angles();
                TypeKind::Error
            }
        }
    }

    /// The rank; the comma before it may be the last.
    fn rank(&mut self) -> Result<Option<usize>, ()> {
        if self.at(TokenKind::Greater) {
            return Ok(None);
        }
        let number = literal::number(self.text(self.token(0)));
        match number {
            Ok(Number::Int { magnitude, suffix: None }) if self.at(TokenKind::Number) => {
                self.bump();
                Ok(Some(usize::try_from(magnitude).unwrap_or(usize::MAX)))
            }
            _ => {
                self.report(Form::Rank { found: self.found() }.at(self.here()));
                Err(())
            }
        }
    }

    /// Takes a `>`, also as the first half of `>>` and `>=`.
    fn close_angle(&mut self) -> bool {
        let rest = match self.kind() {
            TokenKind::ShiftRight => TokenKind::Greater,
            TokenKind::GreaterEqual => TokenKind::Assign,
            _ => return self.expect(TokenKind::Greater),
        };
        if let Some(token) = self.tokens.get_mut(self.position) {
            token.kind = rest;
            token.start += 1;
            token.starts_line = false;
        }
        true
    }

    /// Goes past the `>` of a type that is not understood, if one follows soon.
    fn leave_angles(&mut self) {
        let follows = |parser: &Self, ahead: usize| parser.token(ahead).kind == TokenKind::Greater;
        if let Some(ahead) = (0..4).find(|&ahead| follows(self, ahead)) {
            self.position += ahead + 1;
        }
    }

    /// `<i64, f32>` before the `(` of a call.
    pub(super) fn type_arguments(&mut self) -> Vec<TypeExpr> {
        self.bump();
        let mut types = vec![self.type_expr()];
        while self.eat(TokenKind::Comma) {
            types.push(self.type_expr());
        }
        self.close_angle();
        types
    }
}
