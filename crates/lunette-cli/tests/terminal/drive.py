"""Drives the prompt in a real terminal, as a person would: `drive.py path/to/lunette`."""

import os
import pty
import select
import signal
import struct
import fcntl
import sys
import tempfile
import termios
import time

from screen import HEIGHT, WIDTH, Screen

BINARY = os.path.abspath(sys.argv[1])
PATIENCE = 20.0


class Prompt:
    """A running prompt and the screen it writes to."""

    def __init__(self, history, **variables):
        self.screen = Screen()
        environment = {**os.environ, "TERM": "xterm-256color", "LUNETTE_HISTORY": history, **variables}
        environment.pop("NO_COLOR", None)
        environment.update(variables)
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.execve(BINARY, [BINARY], environment)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        self.status = None

    def type(self, text):
        os.write(self.master, text.encode(errors="surrogateescape"))

    def read(self, seconds):
        """Takes in what is written within some time; false at the end."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.screen.feed(data.decode(errors="replace"))
        for answer in self.screen.answers:
            os.write(self.master, answer.encode())
        self.screen.answers.clear()
        return bool(data)

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if condition(self.screen):
                return
            if not self.read(0.05):
                break
        if not condition(self.screen):
            self.fail(what)

    def see(self, text, times=1):
        self.wait(lambda screen: screen.text().count(text) >= times, f"`{text}` does not appear")

    def ready(self):
        """Waits for an empty prompt at the end of what is seen."""
        self.wait(lambda screen: screen.text().split("\n")[-1].strip() == ">", "there is no prompt")

    def enter(self, text, expected):
        """Types a line, and waits for what it gives and for the next prompt."""
        self.type(text + "\r")
        self.see(expected)
        self.ready()

    def press_until(self, keys, happened):
        """Presses keys until something happens; false if it never does.

        Keys that arrive while the terminal changes hands between the line editor and the program may get lost, so
        they are pressed again if nothing happens, as a person would.
        """
        now = time.monotonic()
        end, again = now + PATIENCE, now
        while (now := time.monotonic()) < end:
            if now >= again:
                self.type(keys)
                again = now + 2.0
            open_still = self.read(0.05)
            if happened():
                return True
            if not open_still:
                time.sleep(0.05)
        return False

    def ended(self):
        process, status = os.waitpid(self.process, os.WNOHANG)
        if process:
            self.status = os.waitstatus_to_exitcode(status)
        return bool(process)

    def leave(self, keys="\x04"):
        """Ends the prompt and gives its exit code."""
        if not self.press_until(keys, self.ended):
            os.kill(self.process, signal.SIGKILL)
            self.fail("it does not end")
        return self.status

    def fail(self, what):
        print(f"FAILED: {what}; the screen:\n{self.screen.text()}", file=sys.stderr)
        sys.exit(1)

    def check(self, holds, what):
        if not holds:
            self.fail(what)


def values_and_types(history):
    prompt = Prompt(history)
    prompt.ready()
    prompt.enter("let a = tensor((2,3), {1,2,3,4,5,6})", "a: tensor<i32, 2> (2,3)")
    prompt.enter("a * 2", "Tensor([[ 2,  4,  6],")
    prompt.enter(":type a[0]", "tensor<i32, 1>")
    prompt.check(prompt.leave() == 0, "Ctrl-D leaves with 0")


def colours(history):
    prompt = Prompt(history)
    prompt.ready()
    prompt.type("let x = 12 // note")
    prompt.see("// note")
    prompt.wait(lambda screen: any("35" in c for c in screen.colours_of("let")), "keywords have a colour")
    prompt.check(any("36" in c for c in prompt.screen.colours_of("12")), "numbers have a colour")
    prompt.type("\x03")
    prompt.ready()
    prompt.check(prompt.leave() == 0, "it leaves")
    plain = Prompt(history, NO_COLOR="1")
    plain.ready()
    plain.type("let x = 12")
    plain.see("let x = 12")
    plain.check(plain.screen.colours_of("let") == {""}, "NO_COLOR is respected")
    plain.type("\x03")
    plain.ready()
    plain.leave()


def completion(history):
    prompt = Prompt(history)
    prompt.ready()
    prompt.enter("let temperature = 3", "temperature: i32")
    prompt.type("temper\t")
    prompt.see("> temperature")
    prompt.type(" + 1\r")
    prompt.see("\n4")
    prompt.ready()
    prompt.type("argm\t")
    prompt.see("argmax")
    prompt.see("argmin")
    prompt.type("\x03")
    prompt.ready()
    prompt.type(":lay\t")
    prompt.see("> :layout")
    prompt.type("\x03")
    prompt.ready()
    prompt.leave()


def several_lines(history):
    prompt = Prompt(history)
    prompt.ready()
    prompt.type("fun twice(x) {\r")
    prompt.see("…")
    prompt.type("x * 2\r")
    prompt.type("}\r")
    prompt.ready()
    prompt.enter("twice(21)", "\n42")
    prompt.enter(":doc twice", "\nfun twice(x)\n")
    prompt.enter("exit(2)", "a prompt is left with `:quit`")
    prompt.leave()


def history_between_runs(history):
    first = Prompt(history)
    first.ready()
    first.enter("let once = 77", "once: i32")
    first.leave()
    second = Prompt(history)
    second.ready()
    second.type("\x1b[A")
    second.see("> let once = 77")
    second.type("\r")
    second.see("once: i32")
    second.ready()
    second.leave()


def interrupts(history):
    prompt = Prompt(history)
    prompt.ready()
    prompt.enter("let kept = 5", "kept: i32")
    prompt.type("let lost = 1")
    prompt.see("let lost = 1")
    prompt.type("\x03")
    prompt.ready()
    prompt.type("while true { }\r")
    prompt.see("while true { }")
    time.sleep(0.5)
    stopped = prompt.press_until("\x03", lambda: "stopped" in prompt.screen.text())
    prompt.check(stopped, "Ctrl-C stops a loop")
    prompt.ready()
    prompt.enter("kept + 1", "\n6")
    prompt.leave()


def waiting(history):
    """Ctrl-C is heard by a program that waits for a line, and what is typed next is the prompt's."""
    for program in ("read_line()", "read_text()"):
        prompt = Prompt(history)
        prompt.ready()
        prompt.enter("let kept = 5", "kept: i32")
        prompt.type(program + "\r")
        prompt.see(program)
        time.sleep(0.5)
        stopped = prompt.press_until("\x03", lambda: "stopped" in prompt.screen.text())
        prompt.check(stopped, "Ctrl-C stops the waiting")
        prompt.ready()
        prompt.enter("kept + 1", "\n6")
        prompt.leave()
    prompt = Prompt(history, TERM="dumb")
    prompt.see(">")
    prompt.type("let lost = 1")
    prompt.see("let lost = 1")
    prompt.type("\x03")
    prompt.see(">", 2)
    prompt.type("20 + 1\n")
    prompt.see("\n21")
    prompt.leave()


def mistakes(history):
    prompt = Prompt(history)
    prompt.ready()
    prompt.enter("let kept = 5", "kept: i32")
    prompt.type("kept + nothing_of_this_name\r")
    prompt.see("^^^^")
    prompt.ready()
    prompt.enter("kept + 2", "\n7")
    prompt.type("let x = 1, nothing_else\r")
    prompt.see("error")
    prompt.ready()
    prompt.enter(":vars", "kept: i32")
    prompt.leave()


def unfinished(history):
    """Ctrl-D is no end of a text that is not over: it is said, and the text stays."""
    prompt = Prompt(history)
    prompt.ready()
    prompt.enter("let kept = 20", "kept: i32")
    prompt.type("fun more(x) {\r")
    prompt.see("…")
    prompt.type("\x04")
    prompt.see("not finished")
    prompt.type("x + kept }\r")
    prompt.ready()
    prompt.enter("more(22)", "\n42")
    # In the middle of a line it deletes the character under the cursor.
    prompt.type("kept + 91")
    prompt.see("kept + 91")
    prompt.type("\x1b[D\x1b[D\x04")
    prompt.wait(lambda screen: screen.text().split("\n")[-1].strip() == "> kept + 1", "Ctrl-D deletes nothing")
    prompt.type("\r")
    prompt.see("\n21")
    prompt.ready()
    # A tuple without fields is a value.
    prompt.enter("()", "() : ()")
    prompt.check(prompt.leave() == 0, "Ctrl-D leaves")


def plain_terminal(history):
    prompt = Prompt(history, TERM="dumb")
    prompt.see(">")
    prompt.type("let a = 20 + 1\n")
    prompt.see("a: i32")
    prompt.type("a * 2\n")
    prompt.see("42")
    prompt.check(prompt.screen.colours_of("42") == {""}, "a dumb terminal gets no colours")
    # What stands behind a line that reads belongs to the program, what stands behind that to the prompt again.
    prompt.type("let said = read_line()\nspoken\nsaid + \"ly\"\n")
    prompt.see("spokenly")
    prompt.type("\"\udcff\"\n")
    prompt.see("this line is dropped")
    # What is typed before the next prompt stands is shown before it, so the value stands behind that prompt.
    prompt.type("a + 1\n")
    prompt.see("22 : i32")
    prompt.check(prompt.leave() == 0, "Ctrl-D leaves")


def quick_start(history):
    Prompt(history).leave(":quit\r")
    best = 1.0
    for _ in range(5):
        start = time.monotonic()
        prompt = Prompt(history)
        prompt.ready()
        best = min(best, time.monotonic() - start)
        prompt.leave()
    print(f"the prompt stands after {best * 1000:.1f} ms")


SCENES = [values_and_types, colours, completion, several_lines, history_between_runs, interrupts, waiting, mistakes,
          unfinished, plain_terminal, quick_start]


def main():
    wanted = sys.argv[2:]
    for scene in SCENES:
        if wanted and scene.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory() as directory:
            scene(os.path.join(directory, "history"))
            print(f"ok: {scene.__name__}")


main()
