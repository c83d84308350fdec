//! Random programs that the grammar allows, written without care for spaces and with comments anywhere.

use crate::rng::Rng;

mod expression;

/// A program of a few statements.
pub fn program(rng: &mut Rng) -> String {
    let mut writer = Writer { rng, out: String::new(), lines: true };
    for _ in 0..1 + writer.rng.below(5) {
        writer.statement(3);
        writer.end();
    }
    writer.out
}

const NAMES: &[&str] =
    &["a", "b", "long_name_of_something", "x", "from", "to", "step", "in", "as", "range", "é"];
const TYPES: &[&str] = &[
    "f64",
    "string",
    "range",
    "tensor<f32,2>",
    "tensor< i64 >",
    "(i32,(f32,))",
    "fun(i32)->f64",
    "()",
    "(i8)",
];
const STORES: &[&str] = &["<-", "+=", "-=", "*=", "/=", "%=", "**=", " div=", "&=", "|=", "^="];

/// What has been written of a program.
struct Writer<'r> {
    rng: &'r mut Rng,
    out: String,
    /// Whether a line end would end the statement.
    lines: bool,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn pick(&mut self, list: &[&str]) {
        let text = self.rng.pick(list);
        self.out.push_str(text);
    }

    /// Space where a line end is allowed: sometimes with comments.
    fn gap(&mut self) {
        match self.rng.below(24) {
            0 => self.put(" // note\n"),
            1 => self.put("\n  // own line\n"),
            2 => self.put("\n"),
            3 => self.put(" // one\n// two\n\n"),
            4..8 => self.put(" "),
            _ => {}
        }
    }

    /// Space where a line end is allowed inside brackets only.
    fn inner_gap(&mut self) {
        if !self.lines {
            self.gap();
        }
    }

    /// The end of a statement.
    fn end(&mut self) {
        self.pick(&["\n", "\n", "\n", ";", " // after\n", "\n\n\n", "; // both\n", "\n// between\n"]);
    }

    fn name(&mut self) {
        self.pick(NAMES);
    }

    /// Writes between brackets, where lines do not count.
    fn bracketed(&mut self, open: &str, close: &str, write: impl FnOnce(&mut Self)) {
        self.put(open);
        let lines = std::mem::replace(&mut self.lines, false);
        write(self);
        self.lines = lines;
        self.put(close);
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.below(if depth == 0 { 6 } else { 14 }) {
            0 => self.binding(depth),
            1 => {
                self.place(depth);
                self.pick(STORES);
                self.gap();
                self.expr(depth);
            }
            2 => {
                self.name();
                self.put(" = ");
                self.value(depth);
            }
            3 => {
                self.put("return ");
                if self.rng.chance(70) {
                    self.expr(depth);
                }
            }
            4 => self.pick(&["break", "continue", "module lib.stats as s", "module \"a\" as b"]),
            6 => {
                self.put("fun ");
                self.name();
                self.parameters(depth);
                self.block(depth - 1);
            }
            7 => self.loop_over(depth - 1),
            8 => self.counted_loop(depth - 1),
            9 => {
                self.put("while ");
                self.condition(depth - 1);
                self.block(depth - 1);
            }
            10 => self.block(depth - 1),
            11 => self.choice(depth - 1),
            _ => {
                // A brace would begin a block, and an `if` would end the statement.
                self.bracketed("f(", ")", |writer| writer.expr(depth));
                self.postfix(depth);
            }
        }
    }

    fn loop_over(&mut self, depth: usize) {
        self.bracketed("for (", ")", |writer| {
            writer.gap();
            writer.name();
            writer.put(" in ");
            writer.expr(depth);
            writer.gap();
        });
        self.block(depth);
    }

    fn counted_loop(&mut self, depth: usize) {
        self.bracketed("for(", ") ", |writer| {
            writer.name();
            writer.put(" from ");
            writer.expr(depth);
            writer.put(" to ");
            writer.gap();
            writer.expr(depth);
            if writer.rng.chance(50) {
                writer.put(" step ");
                writer.expr(depth);
            }
        });
        self.block(depth);
    }

    fn binding(&mut self, depth: usize) {
        self.put("let ");
        self.gap();
        if self.rng.chance(40) {
            self.put("mut ");
        }
        let count = 1 + self.rng.below(3);
        for k in 0..count {
            if k > 0 {
                self.put(" , ");
                self.gap();
            }
            self.name();
            if self.rng.chance(30) {
                self.put(" : ");
                self.gap();
                self.pick(TYPES);
            }
        }
        for k in 0..count {
            self.put(if k == 0 { "=" } else { "," });
            self.gap();
            self.value(depth);
        }
    }

    fn parameters(&mut self, depth: usize) {
        self.bracketed("(", ")", |writer| {
            for _ in 0..writer.rng.below(3) {
                writer.gap();
                writer.pick(&["", "mut ", "mut &", "&"]);
                writer.name();
                if writer.rng.chance(30) {
                    writer.put(":");
                    writer.pick(TYPES);
                }
                if writer.rng.chance(20) {
                    writer.put("=");
                    writer.expr(depth.min(1));
                }
                writer.gap();
                writer.put(",");
            }
            writer.gap();
        });
        if self.rng.chance(30) {
            self.put("->");
            self.pick(TYPES);
        }
    }

    fn block(&mut self, depth: usize) {
        self.put("{");
        let lines = std::mem::replace(&mut self.lines, true);
        self.gap();
        let count = self.rng.below(3);
        for k in 0..count {
            self.statement(depth);
            if k + 1 < count || self.rng.chance(50) {
                self.end();
            }
        }
        self.gap();
        self.lines = lines;
        self.put("}");
    }

    fn condition(&mut self, depth: usize) {
        if self.rng.chance(50) {
            self.bracketed("(", ")", |writer| writer.expr(depth));
        } else {
            self.name();
            self.put("<3");
        }
    }

    fn choice(&mut self, depth: usize) {
        self.put("if ");
        self.condition(depth);
        self.put(" ");
        self.block(depth);
        if self.rng.chance(60) {
            self.inner_gap();
            self.put(" else ");
            if self.rng.chance(30) { self.choice(depth.saturating_sub(1)) } else { self.block(depth) }
        }
    }
}
