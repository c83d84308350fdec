//! Random expressions.

use super::Writer;

const LITERALS: &[&str] = &[
    "1",
    "0xFf",
    "0b10u8",
    "1_000",
    "2.50",
    "1e5",
    "3f",
    "4L",
    "2.5j",
    "128i8",
    "true",
    "false",
    "\"t\\n\\u{41}\"",
    "\"// no comment\"",
    "f32",
    "bool",
    "NewAxis",
    "Fill",
];
const OPERATORS: &[&str] =
    &["+", "-", "*", "/", " div ", "%", "**", "@", "&", "|", "^", "<<", ">>", " and ", " or "];

impl Writer<'_> {
    /// The right of a `let`, or an argument.
    pub(super) fn value(&mut self, depth: usize) {
        if self.rng.chance(20) {
            self.put("&");
            self.place(depth);
        } else {
            self.expr(depth);
        }
    }

    pub(super) fn place(&mut self, depth: usize) {
        self.name();
        if self.rng.chance(50) {
            self.index(depth);
        }
    }

    pub(super) fn expr(&mut self, depth: usize) {
        if depth == 0 {
            return self.atom();
        }
        match self.rng.below(12) {
            0..3 => self.binary(depth),
            3 => {
                self.pick(&["-", "~", "- ", "--"]);
                self.gap();
                self.operand(depth - 1);
            }
            4 => self.bracketed("(not ", ")", |writer| writer.operand(depth - 1)),
            5 => self.bracketed("(", ")", |writer| writer.items(depth - 1, 3, true)),
            6 => self.bracketed("(", ")", |writer| writer.choice(depth - 1)),
            7 => {
                self.put("lambda");
                self.parameters(depth);
                self.block(depth - 1);
            }
            8 => {
                self.part(depth - 1);
                self.pick(&[":", "..", "..."]);
                self.part(depth - 1);
            }
            _ => self.operand(depth),
        }
    }

    fn binary(&mut self, depth: usize) {
        self.operand(depth - 1);
        for _ in 0..1 + self.rng.below(6) {
            self.inner_gap();
            self.pick(OPERATORS);
            self.gap();
            self.operand(depth - 1);
        }
    }

    fn operand(&mut self, depth: usize) {
        match self.rng.below(8) {
            0 if depth > 0 => self.bracketed("(", ")", |writer| {
                writer.gap();
                writer.expr(depth - 1);
                writer.gap();
            }),
            1 if depth > 0 => self.list(depth - 1),
            _ => self.atom(),
        }
        self.postfix(depth);
    }

    /// A part of a range, which is no range itself.
    fn part(&mut self, depth: usize) {
        self.atom();
        self.postfix(depth);
    }

    fn atom(&mut self) {
        if self.rng.chance(50) { self.name() } else { self.pick(LITERALS) }
    }

    fn list(&mut self, depth: usize) {
        let (open, close) = if self.rng.chance(70) { ("[", "]") } else { ("{", "}") };
        let numbers = self.rng.chance(40);
        self.bracketed(
            open,
            close,
            |writer| if numbers { writer.numbers() } else { writer.items(depth, 4, false) },
        );
    }

    fn numbers(&mut self) {
        for _ in 0..self.rng.below(60) {
            self.pick(&["1", "-2.5", "3000000", "4L"]);
            self.gap();
            self.put(",");
            self.gap();
        }
    }

    /// Items with commas after them; parts of ranges can be missing where `open`.
    fn items(&mut self, depth: usize, most: usize, open: bool) {
        for _ in 0..1 + self.rng.below(most) {
            self.gap();
            match self.rng.below(if open { 8 } else { 2 }) {
                2 => self.put("*"),
                3 => self.put(":"),
                4 => self.put("..."),
                5 => {
                    self.part(depth);
                    self.put("..");
                }
                6 => {
                    self.put("::");
                    self.part(depth);
                }
                _ => self.expr(depth),
            }
            self.gap();
            self.put(",");
        }
        self.gap();
    }

    fn index(&mut self, depth: usize) {
        let depth = depth.saturating_sub(1);
        match self.rng.below(8) {
            0 => self.bracketed(".[[", "]]", |writer| {
                writer.expr(depth);
                writer.put(" ; ");
                writer.gap();
                writer.expr(depth);
            }),
            1 => self.bracketed(".[", "]", |writer| writer.items(depth, 3, true)),
            _ => self.bracketed("[", "]", |writer| writer.items(depth, 3, true)),
        }
    }

    pub(super) fn postfix(&mut self, depth: usize) {
        if depth == 0 {
            return;
        }
        while self.rng.chance(30) {
            match self.rng.below(4) {
                0 => self.index(depth - 1),
                1 => {
                    self.gap();
                    self.put(".name");
                }
                2 => self.call(depth - 1),
                _ => {
                    self.gap();
                    self.pick(&[".method", ".cast<i32>", ".to<tensor<f32>>", ".f<(i32, f64),\nfun(i32)>"]);
                    self.call(depth - 1);
                }
            }
        }
    }

    fn call(&mut self, depth: usize) {
        self.bracketed("(", ")", |writer| {
            for _ in 0..writer.rng.below(4) {
                writer.gap();
                writer.value(depth);
                writer.gap();
                writer.put(",");
            }
            if writer.rng.chance(30) {
                writer.put("axis = ");
                writer.value(depth);
            }
            writer.gap();
        });
    }
}
