//! Types as they are written.

use lunette::DType;

use super::Parser;
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
fn meant_by(name: &str) -> Option<&'static str> {
    let listed = FOREIGN.iter().find(|(foreign, _)| *foreign == name).map(|(_, meant)| *meant);
    let numpy = || DType::ALL.iter().find(|dtype| dtype.numpy_name() == name).map(|dtype| dtype.name());
    listed.or_else(numpy)
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
                self.report_expected(Wanted::Other("a type"));
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
            _ => {
                let mistake = Form::UnknownType { found: self.found(), meant: meant_by(name) };
                self.report(mistake.at(self.span()));
                TypeKind::Error
            }
        };
        self.bump();
        kind
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
        let word = self.span();
        self.bump();
        if !self.at(TokenKind::Less) {
            let found = self.found();
            self.report(Form::TensorType { found }.at(word));
            return TypeKind::Error;
        }
        self.bump();
        let TokenKind::DType(dtype) = self.kind() else {
            self.report(Form::TensorType { found: self.found() }.at(self.here()));
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

    /// Whether exactly `<`, types, `>` and `(` follow. Types of other languages are taken for types here, so that the
    /// mistake is about them.
    pub(super) fn type_arguments_follow(&self) -> bool {
        let mut scan = Scan { parser: self, at: self.position + 1, half: false, depth: 0 };
        let types = scan.types();
        types && scan.angle() && !scan.half && scan.kind() == TokenKind::LeftParen
    }
}

/// A look ahead over types that changes nothing.
struct Scan<'a, 'b> {
    parser: &'a Parser<'b>,
    at: usize,
    /// Whether the first half of a `>>` has been passed.
    half: bool,
    depth: u32,
}

impl Scan<'_, '_> {
    fn kind(&self) -> TokenKind {
        self.parser.tokens.get(self.at).map_or(TokenKind::End, |token| token.kind)
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let there = !self.half && self.kind() == kind;
        self.at += usize::from(there);
        there
    }

    /// Passes a `>`, also as half of a `>>`.
    fn angle(&mut self) -> bool {
        if self.kind() == TokenKind::ShiftRight {
            self.at += usize::from(self.half);
            self.half = !self.half;
            return true;
        }
        self.eat(TokenKind::Greater)
    }

    /// One type or more.
    fn types(&mut self) -> bool {
        loop {
            if !self.one() {
                return false;
            }
            if !self.eat(TokenKind::Comma) {
                return true;
            }
        }
    }

    fn one(&mut self) -> bool {
        self.depth += 1;
        let found = self.depth < 64 && self.one_within();
        self.depth -= 1;
        found
    }

    fn one_within(&mut self) -> bool {
        match self.kind() {
            TokenKind::DType(dtype) => self.eat(TokenKind::DType(dtype)),
            TokenKind::LeftParen => self.parens(),
            TokenKind::Fun => {
                self.at += 1;
                self.kind() == TokenKind::LeftParen && self.parens() && (!self.eat(TokenKind::Gives) || self.one())
            }
            TokenKind::Name => self.name(),
            _ => false,
        }
    }

    fn name(&mut self) -> bool {
        let token = self.parser.tokens.get(self.at).copied();
        let name = token.map_or("", |token| self.parser.text(token));
        self.at += 1;
        match name {
            "tensor" => self.tensor(),
            "string" | "range" => true,
            _ => meant_by(name).is_some(),
        }
    }

    fn tensor(&mut self) -> bool {
        if !self.eat(TokenKind::Less) {
            return false;
        }
        let TokenKind::DType(dtype) = self.kind() else { return false };
        self.eat(TokenKind::DType(dtype));
        if self.eat(TokenKind::Comma) {
            self.eat(TokenKind::Number);
        }
        self.angle()
    }

    /// `( types )`, the last comma included.
    fn parens(&mut self) -> bool {
        self.at += 1;
        while !self.eat(TokenKind::RightParen) {
            if !self.one() || (!self.eat(TokenKind::Comma) && self.kind() != TokenKind::RightParen) {
                return false;
            }
        }
        true
    }
}
