"""Compares Lunette with NumPy on random index expressions.

Each case goes to the client, a small Rust program, as one line of JSON, and comes back as one line: a tensor, or the
kind of error. `reference` works out what must come back. Values, shapes, dtypes and who errors have to agree, and a
refused store must have changed nothing.

    compare.py --client PATH [--cases N] [--seed N] [--first N]

A case depends on the seed and its number alone: `--first 123 --cases 1` repeats case 123.
"""

import argparse
import collections
import json
import random
import subprocess
import sys

import numpy as np

import generate
import reference
import tensors

BATCH = 10_000
SHOWN = 10


def main():
    options = arguments()
    print(f"seed {options.seed}, cases {options.first} to {options.first + options.cases - 1}, NumPy {np.__version__}")
    counts, failures = collections.Counter(), []
    numbers = range(options.first, options.first + options.cases)
    for start in range(0, len(numbers), BATCH):
        batch = [(number, make(options.seed, number)) for number in numbers[start : start + BATCH]]
        for (number, case), answer in zip(batch, ask(options.client, batch)):
            rule, difference = judge(case, answer)
            count(counts, case, rule)
            if difference:
                failures.append((number, case, difference))
    report(counts, failures, options)
    return 1 if failures else 0


def arguments():
    return parser(__doc__).parse_args()


def parser(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", required=True, help="the program lunette-oracle")
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    return parser


def make(seed, number):
    return generate.Generator(random.Random(f"{seed}/{number}")).case()


def ask(client, batch):
    """The client's answers to the cases, in order."""
    lines = "".join(json.dumps(case) + "\n" for _, case in batch)
    done = subprocess.run([client], input=lines, capture_output=True, text=True, check=False)
    answers = done.stdout.splitlines()
    if done.returncode != 0 or len(answers) != len(batch):
        number = batch[min(len(answers), len(batch) - 1)][0]
        sys.exit(f"the client stopped at case {number} with status {done.returncode}:\n{done.stderr}")
    return [json.loads(answer) for answer in answers]


def judge(case, answer):
    """The rule that decided the case, and how the answer differs from what it asks for, if it does."""
    if "panic" in answer:
        return "numpy", f"panicked: {answer['panic']}"
    try:
        return after_store(case, answer) if "value" in case else after_read(case, answer)
    except reference.Refused as refused:
        rule = str(refused)
    if "error" not in answer:
        return rule, f"accepted, but {rule} refuses it: {answer}"
    # A refused store must have changed nothing.
    found = differs("the base", tensors.decode(case["base"]), answer["base"])
    return rule, found and f"refused, but {found}"


def after_read(case, answer):
    wanted = reference.load(case)
    if case["verb"] == "view" and not reference.is_view(case["items"]):
        return "numpy", None if "error" in answer else "an index tensor gave a view"
    rule = "R9" if any(map(reference.is_collapsed, case["items"])) else "numpy"
    if "error" in answer:
        return rule, f"refused ({answer['message']}), but NumPy gives {wanted!r}"
    return rule, differs("the result", wanted, answer["result"])


def after_store(case, answer):
    access = reference.store(case)
    if "error" in answer:
        return access.rule, f"refused ({answer['message']}), but must give {access.view!r}"
    if access.view.size and access.shares() != answer["shares"]:
        return access.rule, f"the view shares memory with its base: {answer['shares']}, in NumPy: {access.shares()}"
    found = differs("the view", access.view, answer["result"])
    return access.rule, found or differs("the base", access.base, answer["base"])


def differs(what, wanted, found):
    found = tensors.decode(found)
    return None if tensors.same(wanted, found) else f"{what} is\n{found!r}\nand must be\n{wanted!r}"


def count(counts, case, rule):
    """Adds a case to the table of kinds."""
    items = case["items"]
    steps = json.dumps(case["views"]) + json.dumps(items)
    kinds = ["cases", case["verb"], f"decided by {rule}"]
    kinds += ["zero size"] * (0 in case["base"]["shape"])
    kinds += ["rank 4 and above"] * (len(case["base"]["shape"]) >= 4)
    kinds += ["negative step"] * (", -" in steps and "slice" in steps or '"step": -' in steps or "flip" in steps)
    kinds += ["index tensor"] * any(reference.is_tensor(item) and not reference.is_mask(item) for item in items)
    kinds += ["mask"] * any(map(reference.is_mask, items))
    kinds += ["new axis"] * ("newaxis" in items) + ["fill"] * ("fill" in items)
    value = case.get("value", {})
    kinds += ["overlapping store"] * ("shared" in value)
    kinds += ["two dtypes"] * ("tensor" in value and value["tensor"]["dtype"] != case["base"]["dtype"])
    counts.update(kinds)


def report(counts, failures, options):
    for kind, number in sorted(counts.items(), key=lambda row: (row[0] != "cases", row[0])):
        print(f"  {kind:<20} {number:>8}")
    for number, case, difference in failures[:SHOWN]:
        print(f"\ncase {number}: {json.dumps(case)}\n{difference}")
        print(f"again: compare.py --client {options.client} --seed {options.seed} --first {number} --cases 1")
    print(f"\n{len(failures)} of {counts['cases']} cases differ")


if __name__ == "__main__":
    sys.exit(main())
