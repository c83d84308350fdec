//! Random programs that give names tensors of other sizes, in every kind of control flow. Wherever one of them looks, the
//! sizes that the checker knows are those that the tensor has.

use std::fmt::Write;

use crate::splitmix::Rng;

/// What every program begins with. A function sees no sizes before it runs, so that `found` tells what there is.
pub const START: &str = "
fun found(x) { x.shape }
let mut a = [1, 2, 3]
let mut b = [4]
let mut t = ([1, 2], 0)
let mut s = 0
";

/// Compares all sizes that are known with those that are found.
pub const LOOK: &str = "if (a.shape != found(a) or b.shape != found(b) or t[0].shape != found(t[0])) \
                        { error(\"stale\") }";

/// The inputs of a session, one after the other.
pub fn inputs(seed: u64) -> Vec<String> {
    let mut writer =
        Writer { rng: Rng::new(seed), text: String::new(), names: 0, loops: 0, in_function: false };
    (0..3).map(|_| writer.input()).collect()
}

struct Writer {
    rng: Rng,
    text: String,
    /// How many names have been used up.
    names: usize,
    loops: usize,
    in_function: bool,
}

impl Writer {
    fn input(&mut self) -> String {
        self.text.clear();
        self.in_function = self.rng.below(3) == 0;
        if self.in_function {
            let name = self.name("g");
            self.line(&format!("fun {name}(mut a, mut b, mut t, mut s) {{"));
            self.statements(4, 3);
            self.line("}");
            self.line(&format!("{name}(a, b, t, s)"));
        } else {
            self.statements(4, 3);
        }
        self.line(LOOK);
        std::mem::take(&mut self.text)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string takes all");
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn statements(&mut self, most: usize, depth: usize) {
        for _ in 0..=self.rng.below(most) {
            self.statement(depth);
            if self.rng.below(2) == 0 {
                self.line(LOOK);
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.below(if depth == 0 { 4 } else { 12 }) {
            0..3 => self.rebinding(),
            3 => self.line("s += 1"),
            4 => self.leaving(),
            5 | 6 => self.branches(depth),
            7 => self.counting(depth),
            8 => self.waiting(depth),
            9 => self.logic(depth),
            10 => self.lambda(),
            _ => self.stepping(depth),
        }
    }

    fn rebinding(&mut self) {
        let value = self.tensor();
        let line = match self.rng.below(10) {
            0..3 => format!("a = {value}"),
            3 => format!("(a) = {value}"),
            4 | 5 => format!("b = {value}"),
            6 => "b = &a".to_owned(),
            7 => format!("t = ({value}, s)"),
            8 => format!("t <- ({value}, s)"),
            _ => format!("(t) <- ({value}, 1)"),
        };
        self.line(&line);
    }

    fn tensor(&mut self) -> String {
        let name = ["a", "b", "t[0]"][self.rng.below(3)];
        match self.rng.below(5) {
            0 => format!("tensor(({},), 0)", self.rng.below(4)),
            1 => format!("concat(({name}, [s]))"),
            2 => format!("{name}[::2]"),
            3 => "[1, 2]".to_owned(),
            _ => name.to_owned(),
        }
    }

    /// A condition, mostly one that nobody knows before.
    fn condition(&mut self) -> String {
        match self.rng.below(8) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => "len(a) > 2".to_owned(),
            k => format!("s % {} == {}", k - 1, self.rng.below(k - 1)),
        }
    }

    fn leaving(&mut self) {
        let way = match self.rng.below(4) {
            0 | 1 if self.loops > 0 => ["break", "continue"][self.rng.below(2)],
            2 if self.in_function => "return",
            3 => "error(\"stop\")",
            _ => return self.rebinding(),
        };
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.rebinding();
        self.line(way);
        self.line("}");
    }

    fn branches(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.statements(3, depth - 1);
        if self.rng.below(2) == 0 {
            self.line("} else {");
            self.statements(3, depth - 1);
        }
        self.line("}");
    }

    fn body(&mut self, depth: usize) {
        self.loops += 1;
        self.line(LOOK);
        self.statements(3, depth - 1);
        self.loops -= 1;
    }

    fn counting(&mut self, depth: usize) {
        let (name, end) = (self.name("k"), self.rng.below(4));
        self.line(&format!("for ({name} from 0 to {end}) {{"));
        self.body(depth);
        self.line("}");
    }

    fn stepping(&mut self, depth: usize) {
        let name = self.name("x");
        self.line(&format!("for ({name} in [3, 2]) {{"));
        self.body(depth);
        self.line("}");
    }

    /// A `while`, half of them with a condition that rebinds.
    fn waiting(&mut self, depth: usize) {
        let name = self.name("n");
        self.line(&format!("let mut {name} = 0"));
        if self.rng.below(2) == 0 {
            self.line(&format!("while {name} < 3 {{"));
            self.line(&format!("{name} += 1"));
        } else {
            self.line(&format!("while if ({name} < 3) {{"));
            self.line(&format!("{LOOK}\n{name} += 1"));
            self.rebinding();
            self.line("true\n} else { false } {");
        }
        self.body(depth);
        self.line("}");
    }

    /// `and`, `or` with a right side that rebinds.
    fn logic(&mut self, depth: usize) {
        let (name, left) = (self.name("q"), self.condition());
        let word = ["and", "or"][self.rng.below(2)];
        let inner = self.condition();
        self.line(&format!("let {name} = {left} {word} (if ({inner}) {{"));
        self.statements(2, depth - 1);
        // Both branches give it the same size, which is known behind them.
        self.line("a = [7, 7]\ntrue\n} else { a = [8, 8]; false })");
        self.line(&format!("{LOOK}\nif {name} {{ s += 1 }}"));
    }

    /// A lambda takes what is there when it is made, and keeps it.
    fn lambda(&mut self) {
        let name = self.name("g");
        self.line(&format!("let {name} = lambda() {{ {LOOK} }}"));
        self.rebinding();
        self.line(&format!("{name}()"));
    }
}
