"""Compares Lunette's files with NumPy's: what one side writes, the other side reads.

Arrays of every dtype, byte order, memory order and shape are written by NumPy (`save`, all versions of the format, `savez`,
`savez_compressed`) and read or mapped by the client; tensors under all kinds of views are written by the client and read by
NumPy. Tables go both ways as text, through `savetxt` and `loadtxt`. Files are slow: one in twenty of the cases is tried.

    files.py --client PATH [--cases N] [--seed N] [--first N]
"""

import collections
import os
import random
import sys
import tempfile

import numpy as np

import compare
import tensors
from families.arguments import Arguments

SHARE = 20
BATCH = 500
SHOWN = 5


class Case:
    """A file that one side writes and the other reads."""

    def __init__(self, options, number, folder):
        self.draw = Arguments(random.Random(f"{options.seed}/{number}"))
        self.number = number
        verbs = ["load", "load", "load", "map", "save", "save", "save_deflated", "load_text", "save_text"]
        self.verb = self.draw.pick(*verbs)
        self.array = self.drawn()
        if self.verb.endswith("text"):
            self.array = self.table()
        is_text = self.verb.endswith("text")
        is_archive = self.verb == "save_deflated" or self.verb in ("load", "save") and self.draw.chance(0.3)
        self.name = "arr_0" if self.verb == "save" else "some name"
        self.name = self.name if is_archive else None
        ending = self.draw.pick("csv", "tsv", "txt") if is_text else "npz" if is_archive else "npy"
        self.path = os.path.join(folder, f"{number}.{ending}")
        self.line = {"file": self.verb, "path": self.path, "name": self.name, "tensor": None, "dtype": None}
        if self.verb == "load_text":
            self.line["dtype"] = tensors.NAMES[self.array.dtype]
        if self.verb.startswith("save"):
            self.line["tensor"] = self.draw.operand(self.array)
        else:
            self.write()

    def drawn(self):
        """An array with any bits."""
        dtype = np.dtype(tensors.DTYPES[self.draw.pick(*tensors.DTYPES)])
        shape = [self.draw.pick(0, 1, 2, 3, 3, 5) for _ in range(self.draw.pick(0, 1, 1, 2, 2, 3, 4))]
        count = int(np.prod(shape, dtype=int))
        data = self.draw.random.randbytes(count * dtype.itemsize)
        if dtype == np.bool_:
            data = bytes(byte & 1 for byte in data)
        return np.frombuffer(data, dtype).reshape(shape).copy()

    def table(self):
        """A matrix that is not empty, of numbers: text knows no payloads of NaN."""
        array = self.array.ravel()
        array = array if array.dtype != np.bool_ else array.astype(np.uint8)
        array = np.where(np.isnan(array), np.ones((), array.dtype), array)
        shape = self.draw.pick(1, 2, 3), self.draw.pick(1, 2, 4)
        return np.resize(array if array.size else np.ones(1, array.dtype), shape)

    def write_text(self):
        """The table, as NumPy writes it, with enough digits for every number."""
        sign = self.draw.pick(" ", ",", ";", "\t", ", ")
        fmt = "%d" if self.array.dtype.kind in "iu" else "%.20e"
        header = self.draw.pick("", "some words", "x y")
        newline = self.draw.pick("\n", "\r\n")
        np.savetxt(self.path, self.array, fmt, sign, newline, header, comments=self.draw.pick("# ", "#"))

    def write(self):
        """The file, as NumPy writes it."""
        array = self.array
        if self.verb == "load_text":
            self.write_text()
            return
        if self.verb == "load" and self.draw.chance(0.4):
            array = array.astype(array.dtype.newbyteorder(">"))
        if self.draw.chance(0.4):
            array = np.asfortranarray(array).reshape(array.shape, order="A")
        elif self.draw.chance(0.3) and array.ndim:
            array = np.repeat(array, 2, axis=0)[::2]
        if self.name:
            save = self.draw.pick(np.savez, np.savez_compressed)
            save(self.path, **{self.name: array, "another": np.arange(3)})
            return
        with open(self.path, "wb") as file:
            np.lib.format.write_array(file, array, version=self.draw.pick(None, (1, 0), (2, 0), (3, 0)))

    def judge(self, answer):
        """How the answer, or the file, differs from what it must be, if it does."""
        if "result" not in answer:
            return str(answer)
        found = tensors.decode(answer["result"])
        if self.verb.startswith("save") and not is_same(self.array, found):
            return f"the client built {found!r}"
        if self.verb == "save_text":
            sign = {"csv": ",", "tsv": "\t", "txt": " "}[self.path.rsplit(".", 1)[1]]
            found = np.loadtxt(self.path, self.array.dtype, delimiter=sign, ndmin=2)
        elif self.verb.startswith("save"):
            found = np.load(self.path)
            found = found[self.name] if self.name else found
        return None if is_same(self.array, found) else f"found {found.dtype} {found!r}"

    def __str__(self):
        return f"{self.verb} of {self.path}: {self.array.dtype} {list(self.array.shape)}"


def is_same(wanted, found):
    """Whether dtype, shape and all bits are the same."""
    return wanted.dtype == found.dtype and wanted.shape == found.shape and wanted.tobytes() == found.tobytes()


def main():
    options = compare.parser(__doc__).parse_args()
    count = max(options.cases // SHARE, 1)
    print(f"seed {options.seed}, cases {options.first} to {options.first + count - 1}, NumPy {np.__version__}")
    counts, failures = collections.Counter(), []
    numbers = range(options.first, options.first + count)
    for start in range(0, len(numbers), BATCH):
        with tempfile.TemporaryDirectory() as folder:
            batch = [Case(options, number, folder) for number in numbers[start : start + BATCH]]
            answers = compare.ask(options.client, [(case.number, case.line) for case in batch])
            for case, answer in zip(batch, answers):
                difference = case.judge(answer)
                counts.update(["cases", case.verb])
                if difference:
                    failures.append((case, difference))
    report(counts, failures, options)
    return 1 if failures else 0


def report(counts, failures, options):
    for kind, number in sorted(counts.items(), key=lambda row: (row[0] != "cases", row[0])):
        print(f"  {kind:<20} {number:>8}")
    for case, difference in failures[:SHOWN]:
        print(f"\ncase {case.number}: {case}\n{difference}")
        print(f"again: files.py --client {options.client} --seed {options.seed} --first {case.number} --cases 1")
    print(f"\n{len(failures)} of {counts['cases']} files differ")


if __name__ == "__main__":
    sys.exit(main())
