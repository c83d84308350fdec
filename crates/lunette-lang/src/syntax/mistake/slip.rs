//! Well-known slips, most of them habits from other languages. The parser understands what was meant and goes on.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A slip.
#[derive(Clone, Debug, PartialEq)]
pub enum Slip {
    /// `if (a <-1)`
    StoreInExpression,
    /// `if (a = b)`
    AssignInExpression,
    /// `f(a += 1)`
    CompoundInExpression { sign: &'static str },
    /// `a < b < c`
    ChainedComparison { first: Span },
    /// `a && b`, `a || b`, `!a`
    LogicSign { sign: &'static str, word: &'static str },
    /// `1.` or `.5`
    HalfNumber { meant: String },
    /// `t.0`
    NumberAsMember { number: String },
    /// `+x`
    UnaryPlus,
    /// A line that begins with an operator.
    LeadingOperator { sign: &'static str },
    /// `x++`
    Increment { sign: &'static str },
    /// `1 + not x`
    NotAsOperand,
    /// `a <<= b`
    NoCompound { sign: &'static str },
    /// `x := 3`
    Walrus,
    /// `let x <- 3`, `let x == 3`
    LetSign { sign: &'static str },
    /// `let x`
    LetWithoutValue,
    /// `let (a, b) = t`
    LetPattern,
    /// `let &b = a`
    LetReference { mutable: bool },
    /// `let a, mut b = 1, 2`
    LetMut,
    /// `var x = 3`
    ForeignLet { word: String },
    /// `def f(x)`
    ForeignFunction { word: String },
    /// `import stats`
    ForeignImport { word: String },
    /// `elif`
    Elif { word: String },
    /// `else` on a line of its own.
    ElseOnNewLine,
    /// `else` without an `if` before it.
    ElseWithoutIf,
    /// `if x:`
    ColonBlock,
    /// `fun f(x) = x + 1`, `lambda x: x + 1`
    FunctionBody { lambda: bool },
    /// `fun f(x): f64 { … }`
    ResultColon,
    /// `fun(x) { … }` as a value.
    FunAsValue,
    /// `let x = { let y = 1; y }`
    BraceIsNoBlock,
    /// `{1, 2}` at the start of a statement.
    BlockIsNoList,
    /// `f(1; 2)`
    SemicolonInParens,
    /// `a, b = b, a`
    SeveralTargets,
    /// `return 1, 2`
    BareTuple,
    /// `for i from 0 to 3 { }`
    ForWithoutParens,
    /// `for (i = 0; i < 3; i += 1)`
    ForOfC,
    /// `for (i in 0 to 3)`
    ForInTo,
    /// `module stats`
    ModuleWithoutName { name: String },
    /// `place <- &value`
    StoreOfReference,
    /// `a//b`
    CommentAsDivision,
}

impl Slip {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        let (code, message, help) = self.words();
        let shown = match self {
            Self::CommentAsDivision => Diagnostic::warning(code, message, span, ""),
            _ => Diagnostic::error(code, message, span, ""),
        };
        match self {
            Self::ChainedComparison { first } => shown.label(*first, "the first comparison is here"),
            _ => shown,
        }
        .help(help)
    }

    /// Code, headline and cure; every slip has one.
    fn words(&self) -> (&'static str, String, String) {
        let text = |code, message: &str, help: &str| (code, message.to_owned(), help.to_owned());
        match self {
            Self::StoreInExpression => text(
                "E0141",
                "`<-` stores, and cannot stand inside an expression as `< -` can",
                "less than a negative number is written `a < -b`",
            ),
            Self::AssignInExpression => text(
                "E0142",
                "`=` cannot stand inside an expression as `==` can",
                "whether two values are equal is asked with `==`",
            ),
            Self::CompoundInExpression { sign } => (
                "E0142",
                format!("`{sign}` stores, and cannot stand inside an expression"),
                "put the store on a line of its own".to_owned(),
            ),
            Self::ChainedComparison { .. } => {
                text("E0143", "comparisons are joined with `and`, not chained", "write `a < b and b < c`")
            }
            Self::LogicSign { sign, word } => (
                "E0144",
                format!("there is no operator `{sign}`, the word is `{word}`"),
                format!("write `{word}`"),
            ),
            Self::HalfNumber { meant } => (
                "E0145",
                "a number has digits on both sides of its point".to_owned(),
                format!("write `{meant}`"),
            ),
            Self::NumberAsMember { number } => (
                "E0146",
                "a number is no member".to_owned(),
                format!("an element of a tuple or a tensor is written `[{number}]`"),
            ),
            Self::UnaryPlus => text("E0147", "there is no `+` before a value", "leave it out"),
            Self::LeadingOperator { sign } => (
                "E0177",
                format!("no statement begins with `{sign}`"),
                format!("a line goes on after an operator: put `{sign}` at the end of the line before"),
            ),
            Self::Increment { sign } => (
                "E0148",
                format!("there is no `{sign}{sign}`, only `{sign}= 1`"),
                format!("write `x {sign}= 1`"),
            ),
            Self::NotAsOperand => {
                text("E0149", "`not` binds less than this operator", "put `(not …)` in parentheses")
            }
            Self::NoCompound { sign } => {
                ("E0150", format!("there is no operator `{sign}=`"), format!("write `x <- x {sign} y`"))
            }
            Self::Walrus => text(
                "E0151",
                "there is no operator `:=`",
                "write `let x = …`, or `x = …` for a `let mut` name",
            ),
            Self::LetSign { sign } => (
                "E0152",
                format!("`let` gives a value with `=`, not with `{sign}`"),
                "write `let x = …`".to_owned(),
            ),
            Self::LetWithoutValue => text(
                "E0153",
                "this `let` has no `=` and no value",
                "write `let x = …`; a tensor to be filled is `zeros((2, 3))`",
            ),
            Self::LetPattern => {
                text("E0154", "the names of a `let` stand without parentheses", "write `let a, b = …`")
            }
            Self::LetReference { mutable } => {
                let help = if *mutable { "write `let mut b = &a`" } else { "write `let b = &a`" };
                text("E0155", "`&` stands before the value, not before the name", help)
            }
            Self::LetMut => text(
                "E0156",
                "`mut` stands once, after `let`, and covers all names",
                "write `let mut a, b = …`",
            ),
            Self::ForeignLet { word } => {
                let help = "a name is made with `let x = …`, and with `let mut x = …` if it changes";
                ("E0157", format!("`{word}` does not make a name, `let` does"), help.to_owned())
            }
            Self::ForeignFunction { word } => (
                "E0158",
                format!("`{word}` does not begin a function, `fun` does"),
                "a function is written `fun name(a, b) { … }`".to_owned(),
            ),
            Self::ForeignImport { word } => {
                let help = "a module is taken in with `module \"lib/stats\" as stats`";
                ("E0159", format!("`{word}` does not take in a module, `module` does"), help.to_owned())
            }
            Self::Elif { word } => {
                ("E0160", format!("there is no word `{word}`, only `else if`"), "write `else if`".to_owned())
            }
            Self::ElseOnNewLine => {
                text("E0161", "`else` stands on the line of the closing brace", "write `} else {`")
            }
            Self::ElseWithoutIf => {
                text("E0162", "this `else` follows no `if`", "write `if (c) { … } else { … }`")
            }
            Self::ColonBlock => {
                text("E0163", "`:` does not begin a block, `{` does", "a block is written in braces: `{ … }`")
            }
            Self::FunctionBody { lambda: false } => {
                text("E0164", "the body of a function is a block", "write `fun f(x) { x + 1 }`")
            }
            Self::FunctionBody { lambda: true } => {
                text("E0164", "a lambda has parentheses and a block", "write `lambda(x) { x + 1 }`")
            }
            Self::ResultColon => {
                text("E0165", "the type of a result stands after `->`", "write `fun f(x: f64) -> f64 { … }`")
            }
            Self::FunAsValue => {
                text("E0166", "a function without a name is a lambda", "write `lambda(x) { … }`")
            }
            Self::BraceIsNoBlock => text(
                "E0167",
                "this `{` begins a list of values, not a block",
                "a block stands after `if (…)`, `else`, `for (…)`, `while`, `fun f(…)` or `lambda(…)`",
            ),
            Self::BlockIsNoList => text(
                "E0168",
                "a `{` at the start of a statement begins a block, not a list of values",
                "a tensor is written `[1, 2]` or `tensor((2,), {1, 2})`",
            ),
            Self::SemicolonInParens => {
                text("E0169", "inside parentheses `,` separates, not `;`", "write `,`")
            }
            Self::SeveralTargets => text(
                "E0170",
                "one statement changes one name or place",
                "write a statement for each, or `let a, b = …` for new names",
            ),
            Self::BareTuple => text("E0171", "a tuple stands in parentheses", "write `(a, b)`"),
            Self::ForWithoutParens => text(
                "E0172",
                "what a `for` goes over stands in parentheses",
                "write `for (i from 0 to n) { … }`",
            ),
            Self::ForOfC => text(
                "E0173",
                "this `for` says neither `from` nor `in`",
                "write `for (i from 0 to n) { … }` or `for (x in tensor) { … }`",
            ),
            Self::ForInTo => {
                text("E0174", "numbers are counted with `from`, not with `in`", "write `for (i from 0 to n)`")
            }
            Self::ModuleWithoutName { name } => (
                "E0175",
                "a module is taken in under a name".to_owned(),
                format!("write `module … as {name}`"),
            ),
            Self::StoreOfReference => text(
                "E0176",
                "a store copies, and takes no `&`",
                "leave out the `&`, or make a reference with `let mut b = &a`",
            ),
            Self::CommentAsDivision => text(
                "W0101",
                "`//` starts a comment, so nothing is divided here",
                "division rounded down is written `a div b`; put a space before a comment",
            ),
        }
    }
}
