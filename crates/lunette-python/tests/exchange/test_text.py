"""Tables as text: as NumPy reads and writes them, and more kindly where NumPy gives up."""

import bz2
import io
import lzma
import random

import numpy as np
import pytest

import lunette as xp

TEXTS = {
    "plain": ("1 2\n3 4\n", {}),
    "commas": ("1,2\n3,4\n", {"delimiter": ","}),
    "crlf": ("1,2\r\n3,4\r\n", {"delimiter": ","}),
    "blank lines": ("\n1,2\n\n3,4\n\n", {"delimiter": ","}),
    "no end": ("1,2\n3,4", {"delimiter": ","}),
    "comments": ("# a\n1,2 # b\n3,4\n", {"delimiter": ","}),
    "other comments": ("% a\n1 2\n", {"comments": "%"}),
    "several comments": ("% a\n1 2 // b\n", {"comments": ("%", "//")}),
    "one column": ("1\n2\n3\n", {}),
    "one row": ("1 2 3\n", {}),
    "one number": ("7\n", {}),
    "nothing": ("", {}),
    "special": ("nan inf -inf\n+1e5 .5 5.\n", {}),
    "skipped": ("a\nb\n1 2\n", {"skiprows": 2}),
    "columns": ("a,1,2\nb,3,4\n", {"delimiter": ",", "usecols": (2, 1)}),
    "a column": ("1,2\n3,4\n", {"delimiter": ",", "usecols": 1}),
    "last column": ("1,2\n3,4\n", {"delimiter": ",", "usecols": -1}),
    "rows": ("1\n\n# x\n2\n3\n", {"max_rows": 2}),
    "integers": ("9007199254740993 -1\n", {"dtype": "int64"}),
    "unsigned": ("18446744073709551615\n", {"dtype": "uint64"}),
    "complex": ("(1+2j) 3\n1e-3-2e3j 4j\n", {"dtype": "complex128"}),
    "floats": ("0.1 3.4e38\n", {"dtype": "float32"}),
    "halves": ("0.1 65504\n", {"dtype": "float16"}),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("unpack", [False, True])
@pytest.mark.parametrize("ndmin", [0, 1, 2])
@pytest.mark.parametrize("name", TEXTS)
def test_reads_as_numpy_does(name, ndmin, unpack, tmp_path):
    text, options = TEXTS[name]
    expected = np.loadtxt(io.StringIO(text), ndmin=ndmin, unpack=unpack, **options)
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode())
    for source in (path, str(path), io.StringIO(text), io.BytesIO(text.encode()), text.splitlines()):
        found = xp.loadtxt(source, ndmin=ndmin, unpack=unpack, **options)
        assert (found.dtype.name, found.shape) == (expected.dtype.name, expected.shape)
        np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("dtype", ["int8", "uint64", "int64", "float16", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_written_is_read(dtype, seed, tmp_path):
    draw = np.random.default_rng(seed)
    count = draw.integers(1, 6, 2)
    bits = draw.bytes(int(count.prod()) * np.dtype(dtype).itemsize)
    array = np.frombuffer(bits, dtype).reshape(count)
    array = np.where(np.isfinite(array), array, np.ones((), dtype))
    path = tmp_path / "x.txt"
    xp.savetxt(path, xp.asarray(array))
    np.testing.assert_array_equal(np.loadtxt(path, dtype=dtype, ndmin=2), array)
    np.testing.assert_array_equal(np.asarray(xp.loadtxt(path, dtype=dtype, ndmin=2)), array)
    np.savetxt(path, array, delimiter=";")
    np.testing.assert_array_equal(np.asarray(xp.loadtxt(path, dtype=xp.complex128, ndmin=2)), array)


ONE_FORMAT = [
    {"fmt": "%.18e"},
    {"fmt": "%d"},
    {"fmt": "%10.5f", "delimiter": ","},
    {"fmt": "%g", "newline": "\r\n"},
    {"fmt": "%.3e", "header": "a b\nc", "footer": "end", "comments": "% "},
]
# Of complex numbers NumPy takes these for their parts, not for the columns.
FORMATS_OF_COLUMNS = [{"fmt": ["%d", "%.2f"], "delimiter": ";"}, {"fmt": "%d and %s"}]


@pytest.mark.parametrize("options", ONE_FORMAT + FORMATS_OF_COLUMNS, ids=str)
@pytest.mark.parametrize("dtype", ["float64", "int64"])
def test_formats_are_numpys(dtype, options):
    check_written(np.array([[1, -2.5], [1e3, 0.125]]).astype(dtype), options)


@pytest.mark.parametrize("options", ONE_FORMAT, ids=str)
def test_formats_of_complex_numbers_are_numpys(options):
    array = np.array([[1, -2.5], [1e3, 0.125]])
    check_written(array - 1j * array, options)


def check_written(array, options):
    expected, found = io.StringIO(), io.StringIO()
    np.savetxt(expected, array, **options)
    xp.savetxt(found, xp.asarray(array), **options)
    assert found.getvalue() == expected.getvalue()


def test_kinder_than_numpy():
    square = [[1.0, 2.0], [3.0, 4.0]]
    for text in ["a,b\n1,2\n3,4", "1;2\n3;4", '"1","2"\n"3","4"', "\ufeff1\t2\n3\t4", "1,2,\n3,4,\n"]:
        assert xp.loadtxt(io.StringIO(text)).tolist() == square
    for options in ({}, {"dtype": "bool"}):
        assert xp.loadtxt(["true,false"], **options).tolist() == [True, False]


def test_bools_are_read_as_they_are_written(tmp_path):
    for array in ([[True, False], [False, False]], [[False]], [[True], [True]]):
        array = np.array(array)
        path = tmp_path / "x.csv"
        xp.save(path, xp.asarray(array))
        assert (xp.load(path).dtype, xp.load(path).tolist()) == (xp.bool, array.tolist())
        xp.savetxt(path, xp.asarray(array))
        for read in (xp.loadtxt, xp.genfromtxt):
            assert read(path, ndmin=2).tolist() == array.tolist()


@pytest.mark.parametrize("fmt", [None, "%.3f"])
def test_gzip_is_read_and_written_as_by_numpy(fmt, tmp_path):
    array = np.arange(600.0).reshape(-1, 3) / 8
    path = tmp_path / "x.txt.gz"
    xp.savetxt(path, xp.asarray(array), fmt=fmt, header="a b c")
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    np.testing.assert_array_equal(np.loadtxt(path), array)
    np.savetxt(path, array)
    for source in (path, str(path), io.BytesIO(path.read_bytes())):
        np.testing.assert_array_equal(np.asarray(xp.loadtxt(source)), array)
    np.testing.assert_array_equal(np.asarray(xp.load(path)), array)
    xp.save(path, xp.asarray(array))
    np.testing.assert_array_equal(np.loadtxt(path), array)


def test_what_is_not_compressed_by_gzip_is_told(tmp_path):
    for ending, opened in (("bz2", bz2.open), ("xz", lzma.open)):
        path = tmp_path / f"x.{ending}"
        for fmt in (None, "%d"):
            with pytest.raises(ValueError, match="compressed by gzip, for names that end in `.gz`"):
                xp.savetxt(path, xp.ones(3), fmt=fmt)
            assert not path.exists()
        with opened(path, "wb") as file:
            file.write(b"1 2\n")
        with pytest.raises(ValueError, match="it is compressed by (bzip2|xz): unpack it"):
            xp.loadtxt(path)


def test_gaps_are_nan():
    text = "a,b\n1,\n,4\n"
    expected = np.genfromtxt(io.StringIO(text), delimiter=",", skip_header=1)
    np.testing.assert_array_equal(np.asarray(xp.genfromtxt(io.StringIO(text))), expected)


@pytest.mark.parametrize(
    "text, options, words",
    [
        ("1,2\n3,x\n", {}, "line 2, column 2: `x` is no number"),
        ("1,2\n3\n", {}, "line 2 has 1 column, and line 1 has 2 columns"),
        ("1.5\n", {"dtype": int}, "`1.5` is no integer"),
        ("1,,2\n", {}, "there is nothing"),
        ("1.5,false\n", {}, "line 1, column 2: `false` is a bool, and f64 is asked for"),
        ("true,false\n", {"dtype": float}, "line 1, column 1: `true` is a bool, and f64 is asked for"),
        ("0x10\n5\n", {}, "line 1, column 1: `0x10` is no number"),
        ("1\0\n", {}, "a byte that is 0"),
        ("1\n", {"delimiter": "ab"}, "one ASCII character"),
        ("1\n", {"ndmin": 3}, "`ndmin` is 0, 1 or 2"),
        ("1\n", {"usecols": 4}, "column 4, counted from 0"),
        ("1\n", {"skiprows": 0, "comments": ""}, "comment"),
    ],
)
def test_mistakes_are_told(text, options, words):
    with pytest.raises((ValueError, TypeError), match=words.replace("`", "`").replace(".", r"\.")):
        xp.loadtxt(io.StringIO(text), **options)


def test_wrong_arguments(tmp_path):
    with pytest.raises(TypeError, match="a path, an open file or the lines"):
        xp.loadtxt(5)
    with pytest.raises(FileNotFoundError):
        xp.loadtxt(tmp_path / "no.csv")
    with pytest.raises(ValueError, match="2 axes"):
        xp.savetxt(tmp_path / "x.csv", xp.zeros((1, 1, 1)))
    with pytest.raises(ValueError, match="formats"):
        xp.savetxt(tmp_path / "x.csv", xp.zeros((2, 2)), fmt=["%d"])
    with pytest.raises(ValueError, match="cannot be mapped"):
        xp.load(tmp_path / "x.csv", mmap=True)


def test_load_and_save_know_the_endings(tmp_path):
    x = xp.asarray([[0.1, 2.0], [3.0, 4.5]])
    for ending, sign in [("csv", ","), ("tsv", "\t"), ("txt", " ")]:
        path = tmp_path / f"x.{ending}"
        xp.save(path, x)
        assert path.read_text() == f"0.1{sign}2.0\n3.0{sign}4.5\n"
        assert xp.array_equal(xp.load(path), x)


def test_random_tables_as_numpy_reads_them():
    for seed in range(200):
        draw = random.Random(seed)
        rows, columns = draw.randint(1, 4), draw.randint(1, 4)
        sign = draw.choice([",", ";", "\t", "|"])
        blank = draw.choice(["", " "])
        numbers = [[repr(draw.choice([draw.random(), draw.randint(-5, 5), 1e300, float("inf")])) for _ in range(columns)]
                   for _ in range(rows)]  # fmt: skip
        end = draw.choice(["\n", "\r\n", "\r"])
        text = end.join((blank + sign + blank).join(row) for row in numbers) + draw.choice(["", end])
        expected = np.loadtxt(io.StringIO(text, newline=None), delimiter=sign, ndmin=2)
        found = xp.loadtxt(io.StringIO(text, newline=""), delimiter=sign, ndmin=2)
        np.testing.assert_array_equal(np.asarray(found), expected, err_msg=f"seed {seed}: {text!r}")
