"""A terminal without glass: what a program writes becomes rows of characters with colours."""

import re

WIDTH, HEIGHT = 100, 40

SEQUENCE = re.compile(r"\x1b(?:\[([?>=]?)([0-9;]*)([ -/]*)([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|([78=>c])|[()].)")


class Screen:
    """The part of a VT100 that line editors use."""

    def __init__(self):
        self.rows = [self.blank() for _ in range(HEIGHT)]
        self.row = self.column = 0
        self.saved = (0, 0)
        self.colour = ""
        self.answers = []
        self.rest = ""

    @staticmethod
    def blank():
        return [(" ", "")] * WIDTH

    def feed(self, text):
        """Takes output in; a sequence that is not whole yet waits for the rest."""
        text = self.rest + text
        self.rest = ""
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\x1b":
                found = SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at < 20:
                        self.rest = text[at:]
                        return
                    at += 1
                    continue
                self.sequence(found)
                at = found.end()
                continue
            self.put(character)
            at += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.down()
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            if self.column >= WIDTH:
                self.column = 0
                self.down()
            self.rows[self.row][self.column] = (character, self.colour)
            self.column += 1

    def down(self):
        if self.row + 1 < HEIGHT:
            self.row += 1
        else:
            self.scroll(1)

    def scroll(self, count):
        for _ in range(count):
            self.rows.pop(0)
            self.rows.append(self.blank())

    def sequence(self, found):
        private, numbers, _, final, short = found.groups()
        if short == "7":
            self.saved = (self.row, self.column)
        elif short == "8":
            self.row, self.column = self.saved
        if final is None or private:
            return
        values = [int(number) if number else 0 for number in numbers.split(";")] if numbers else []
        first = values[0] if values else 0
        count = max(1, first)
        if final == "m":
            self.colour = "" if numbers in ("", "0") else f"{self.colour};{numbers}".strip(";")
            if values and values[-1] == 0:
                self.colour = ""
        elif final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row = min(HEIGHT - 1, self.row + count)
        elif final == "C":
            self.column = min(WIDTH - 1, self.column + count)
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final == "E":
            self.row, self.column = min(HEIGHT - 1, self.row + count), 0
        elif final == "G":
            self.column = count - 1
        elif final in "Hf":
            self.row = min(HEIGHT, count) - 1
            self.column = max(1, values[1] if len(values) > 1 else 1) - 1
        elif final == "J":
            self.erase(first)
        elif final == "K":
            self.rows[self.row][self.column:] = self.blank()[self.column:]
        elif final == "S":
            self.scroll(count)
        elif final == "s":
            self.saved = (self.row, self.column)
        elif final == "u":
            self.row, self.column = self.saved
        elif final == "n" and first == 6:
            self.answers.append(f"\x1b[{self.row + 1};{self.column + 1}R")
        elif final == "c":
            self.answers.append("\x1b[?62;c")

    def erase(self, what):
        if what == 0:
            self.rows[self.row][self.column:] = self.blank()[self.column:]
            below = range(self.row + 1, HEIGHT)
        else:
            below = range(HEIGHT)
        for row in below:
            self.rows[row] = self.blank()

    def text(self):
        lines = ["".join(character for character, _ in row).rstrip() for row in self.rows]
        return "\n".join(lines).rstrip()

    def colours_of(self, piece):
        """The colours of the last place where a piece of text stands."""
        for row in reversed(self.rows):
            at = "".join(character for character, _ in row).rfind(piece)
            if at >= 0:
                return {colour for _, colour in row[at:at + len(piece)]}
        return set()
