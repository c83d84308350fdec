"""Sums of products as Einstein wrote them."""

import numpy as np

from families.arguments import ALL, NONE
from families.products import summed
from families.row import Row

LETTERS = "abcdef"


def writing(draw):
    """Draws operands and their subscripts: letters may repeat, and be left out of the result or not be summed.

    None is without elements: NumPy's `einsum` writes outside of its memory there.
    """
    sizes = {letter: draw.random.randint(1, 4) for letter in LETTERS}
    batch = [draw.random.randint(1, 3) for _ in range(draw.random.randint(1, 2))] if draw.chance(0.25) else None
    words, shapes = [], []
    for _ in range(draw.random.randint(1, 3)):
        word = "".join(draw.pick(*LETTERS[: draw.pick(3, 6)]) for _ in range(draw.random.randint(0, 3)))
        dotted = batch is not None and draw.chance(0.8)
        at = draw.random.randint(0, len(word))
        front = draw.broadcast(batch) if dotted else []
        shapes.append([sizes[letter] for letter in word[:at]] + front + [sizes[letter] for letter in word[at:]])
        words.append(word[:at] + "..." + word[at:] if dotted else word)
    dtype = draw.dtype(ALL)
    dtypes = [dtype if draw.chance(0.8) else draw.dtype(ALL) for _ in words]
    if shapes[0] and draw.chance(0.03):
        shapes[0][0] += 1
    operands = [draw.values(shape, dtype, NONE) for shape, dtype in zip(shapes, dtypes)]
    return operands, {"subscripts": ",".join(words) + result(draw, words)}


def result(draw, words):
    """The part from the arrow on; none for the letters that stand once."""
    if draw.chance(0.3):
        return ""
    used = sorted({letter for word in words for letter in word if letter != "."})
    named = draw.random.sample(used, draw.random.randint(0, len(used)))
    if draw.chance(0.02):
        named.append(draw.pick("z", *named))
    dots = "..." if any("." in word for word in words) else ""
    return "->" + dots + "".join(named)


def einsum(*operands, subscripts):
    return np.einsum(subscripts, *operands, optimize=False)


def terms(*operands, subscripts):
    """All products that any element may be the sum of: those of all letters, and one for each operand."""
    words = subscripts.split("->")[0].split(",")
    sizes = {}
    for word, operand in zip(words, operands):
        front, _, back = word.partition("...")
        sizes |= dict(zip(front, operand.shape)) | dict(zip(reversed(back), reversed(operand.shape)))
    return int(np.prod(list(sizes.values()), dtype=int)) + len(operands)


ROWS = {"einsum": Row(writing, summed(einsum, terms))}
