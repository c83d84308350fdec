"""Tables as text with NumPy's arguments: loadtxt, genfromtxt and savetxt."""

import os as _os

from . import _lunette as _native


def loadtxt(
    fname, dtype=None, *, comments="#", delimiter=None, skiprows=None, usecols=None, unpack=False, ndmin=0, max_rows=None
):
    """The numbers of a text: a path, an open file, or its lines. Axes of size 1 are left out, but for `ndmin` of them.

    Without a `delimiter` it is found among `,`, `;`, tabs and spaces; without `skiprows` a first line is skipped in which
    nothing is a number or a bool or begins like a number. Integers are read exactly. Without a `dtype` a table is one of bools if
    its first row has nothing but `true` and `false`, and else one of float64. `comments` is a sign, several, or None. What
    gzip has compressed is unpacked.

    >>> xp.loadtxt(["x,y", "1,2.5", "3,4.5  # the last"])
    Tensor([[1.0, 2.5],
            [3.0, 4.5]])
    >>> xp.loadtxt(["9007199254740993 1", "3 2"], dtype="int64", usecols=0)
    Tensor([9007199254740993,                3])
    """
    options = _options(dtype, comments, delimiter, usecols, max_rows)
    found = _native._read_text(_source("loadtxt", fname), options | {"skip": skiprows, "is_gap_nan": False})
    return _shaped("loadtxt", found, ndmin, unpack)


def genfromtxt(
    fname, dtype=None, *, comments="#", delimiter=None, skip_header=None, usecols=None, unpack=False, ndmin=0, max_rows=None
):
    """As `loadtxt`, but a field with nothing in it is NaN.

    >>> xp.genfromtxt(["1,,3", "4,5,"])
    Tensor([[1.0, nan, 3.0],
            [4.0, 5.0, nan]])
    """
    options = _options(dtype, comments, delimiter, usecols, max_rows)
    found = _native._read_text(_source("genfromtxt", fname), options | {"skip": skip_header, "is_gap_nan": True})
    return _shaped("genfromtxt", found, ndmin, unpack)


def savetxt(fname, X, fmt=None, delimiter=" ", newline="\n", header="", footer="", comments="# "):
    """Writes a tensor of at most two axes as text, one row a line, into a path or an open file.

    A path that ends in `.gz` gets a compressed file. Without a `fmt` numbers have as few digits as read back to them. Else it is one of Python's formats for every number,
    as `"%.3f"`, a list of one for each column, or the format of a whole row. `header` and `footer` follow `comments`.

    >>> import io
    >>> text = io.StringIO()
    >>> xp.savetxt(text, xp.asarray([[0.1, 2.0], [3.0, 4.5]]), delimiter=",", header="x,y")
    >>> print(text.getvalue(), end="")
    # x,y
    0.1,2.0
    3.0,4.5
    """
    x = _native.asarray(X)
    words = {"header": header, "footer": footer}
    words = {name: comments + text.replace("\n", newline + comments) if text else None for name, text in words.items()}
    options = words | {"delimiter": delimiter, "newline": newline}
    is_path = isinstance(fname, (str, _os.PathLike))
    if is_path and fmt is None:
        return _native._save_text(fname, x, options)
    try:
        text = _native._text_of(x, options).decode() if fmt is None else _formatted(x, fmt, options)
        if is_path:
            return _native._save_made(fname, text)
        try:
            fname.write(text)
        except TypeError:
            fname.write(text.encode())
    except MemoryError as error:
        # The interpreter's own has no words.
        raise error if error.args else MemoryError("savetxt: the system has no memory to give for the text") from None
    return None


def _options(dtype, comments, delimiter, usecols, max_rows):
    """What both readers are told alike."""
    comments = [] if comments is None else [comments] if isinstance(comments, str) else list(comments)
    columns = [usecols] if hasattr(usecols, "__index__") else usecols
    return {
        "dtype": dtype,
        "comments": comments,
        "delimiter": delimiter,
        "columns": None if columns is None else list(columns),
        "max_rows": max_rows,
    }


def _source(name, fname):
    """A path as it is, and everything else as bytes."""
    if isinstance(fname, (str, _os.PathLike)):
        return _os.fspath(fname)
    if hasattr(fname, "read"):
        text = fname.read()
        return text.encode() if isinstance(text, str) else bytes(text)
    try:
        lines = [line.encode() if isinstance(line, str) else bytes(line) for line in fname]
    except TypeError:
        found = type(fname).__name__
        raise TypeError(f"{name}: a path, an open file or the lines of a text are needed, found {found}") from None
    return b"\n".join(line.rstrip(b"\r\n") for line in lines)


def _shaped(name, table, ndmin, unpack):
    """The table with as few axes as it needs, and columns first where each is to have a name."""
    if ndmin not in (0, 1, 2):
        raise ValueError(f"{name}: `ndmin` is 0, 1 or 2, found {ndmin}")
    if table.shape == (0, 0):
        table = _native.zeros((0, 1), dtype=table.dtype)
    if ndmin < 2:
        axes = tuple(axis for axis, size in enumerate(table.shape) if size == 1)
        table = _native.squeeze(table, axis=axes)
    if table.ndim < ndmin:
        table = _native.reshape(table, (1,))
    return table.T if unpack and table.ndim == 2 else table


def _formatted(x, fmt, options):
    """The text in formats of Python's."""
    if x.ndim > 2:
        raise ValueError(f"savetxt: a tensor of at most two axes is needed, found {x.ndim}")
    rows = _native.reshape(x, x.shape if x.ndim == 2 else (x.size, 1))
    whole = _row_format(fmt, rows.shape[1], options["delimiter"], "complex" in x.dtype.name)
    lines = [options["header"], *(_line(whole, row) for row in rows.tolist()), options["footer"]]
    return "".join(line + options["newline"] for line in lines if line is not None)


def _row_format(fmt, columns, delimiter, is_complex):
    """The format of a whole row."""
    parts = 2 if is_complex else 1
    if not isinstance(fmt, str):
        if len(fmt) != columns:
            raise ValueError(f"savetxt: {columns} formats are needed, one for each column, found {len(fmt)}")
        return delimiter.join(fmt)
    found = fmt.replace("%%", "").count("%")
    if found == 1:
        return delimiter.join([f" ({fmt}+{fmt}j)" if is_complex else fmt] * columns)
    if found != columns * parts:
        raise ValueError(f"savetxt: `fmt` has {found} formats, and a row has {columns * parts} numbers")
    return fmt


def _line(whole, row):
    """A row in its format; complex numbers are two."""
    if row and isinstance(row[0], complex):
        numbers = tuple(part for number in row for part in (number.real, number.imag))
        return (whole % numbers).replace("+-", "-")
    return whole % tuple(row)


__all__ = [name for name in dir() if not name.startswith("_")]

# Help and pickles find them where users do.
for _name in __all__:
    globals()[_name].__module__ = "lunette"
