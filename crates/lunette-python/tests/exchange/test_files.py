"""Files: what NumPy writes is read, what we write NumPy reads, and files that cannot be had say why."""

import errno
import os
from pathlib import Path
import threading

import numpy as np
import pytest

import lunette as xp

DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "complex64", "complex128",
]  # fmt: skip
SHAPES = [(), (0,), (5,), (2, 3), (2, 0, 3), (2, 3, 4)]


def sample(shape, dtype):
    """An array whose elements differ, as far as the dtype lets them."""
    return (np.arange(np.prod(shape, dtype=int)).reshape(shape) % 100).astype(dtype)


def same(found, array):
    """The very elements, in the same shape and dtype."""
    assert isinstance(found, xp.Tensor)
    assert (found.shape, found.dtype.name) == (array.shape, array.dtype.name)
    np.testing.assert_array_equal(np.asarray(found), array)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_npy_files_go_both_ways(dtype, shape, tmp_path):
    path, array = tmp_path / "x.npy", sample(shape, dtype)
    np.save(path, array)
    same(xp.load(path), array)
    xp.save(path, xp.asarray(array))
    again = np.load(path)
    assert again.dtype == array.dtype and again.shape == array.shape
    np.testing.assert_array_equal(again, array)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_layout_is_written_as_its_elements(dtype, tmp_path):
    path, array = tmp_path / "x.npy", sample((4, 6), dtype)
    x = xp.asarray(array, copy=True)
    views = [(x.T, array.T), (x[::2, ::-1], array[::2, ::-1]), (x[1:, 2:5], array[1:, 2:5])]
    views.append((xp.broadcast_to(x[:1], (3, 6)), np.broadcast_to(array[:1], (3, 6))))
    for view, expected in views:
        xp.save(path, view)
        np.testing.assert_array_equal(np.load(path), expected)


def test_column_major_stays_column_major(tmp_path):
    path, array = tmp_path / "x.npy", np.asfortranarray(sample((3, 4), "float32"))
    np.save(path, array)
    found = xp.load(path)
    same(found, array)
    assert found.flags.f_contiguous and not found.flags.c_contiguous
    xp.save(path, found)
    assert np.load(path).flags.f_contiguous


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if np.dtype(dtype).itemsize > 1])
def test_big_endian_files_are_read(dtype, tmp_path):
    path, array = tmp_path / "x.npy", sample((2, 3), dtype)
    np.save(path, array.astype(np.dtype(dtype).newbyteorder(">")))
    same(xp.load(path), array)
    with pytest.raises(ValueError, match="byte order"):
        xp.load(path, mmap=True)


@pytest.mark.parametrize("write", [np.savez, np.savez_compressed])
def test_archives_of_numpy_are_read(write, tmp_path):
    path = tmp_path / "x.npz"
    write(path, sample(3, "int8"), weights=sample((2, 3), "float16").T, empty=sample((0, 2), "bool"))
    found = xp.load(path)
    assert type(found) is dict and sorted(found) == ["arr_0", "empty", "weights"]
    with np.load(path) as archive:
        for name, tensor in found.items():
            same(tensor, archive[name])
            same(xp.load(path, name=name), archive[name])


@pytest.mark.parametrize("compressed", [False, True])
def test_archives_are_read_by_numpy(compressed, tmp_path):
    path = tmp_path / "x.npz"
    arrays = {"zeros": np.zeros(5000), "scalar": sample((), "complex64"), "columns": np.asfortranarray(sample((2, 3), "int64"))}
    xp.save(path, {name: xp.asarray(array) for name, array in arrays.items()}, compressed=compressed)
    assert (path.stat().st_size < 10_000) is compressed
    with np.load(path) as archive:
        assert archive.files == list(arrays)
        for name, array in arrays.items():
            np.testing.assert_array_equal(archive[name], array)
            assert archive[name].dtype == array.dtype


def test_a_tensor_without_a_name_is_called_as_numpy_calls_it(tmp_path):
    for name, options in (("x.npz", {}), ("y.npz", {"compressed": True}), ("x.safetensors", {})):
        xp.save(tmp_path / name, xp.asarray([1, 2]), **options)
        found = xp.load(tmp_path / name)
        assert list(found) == ["arr_0"] and found["arr_0"].tolist() == [1, 2]
        assert xp.load(tmp_path / name, name="arr_0").tolist() == [1, 2]


@pytest.mark.parametrize("mmap", [False, True])
def test_safetensors_go_round(mmap, tmp_path):
    path = tmp_path / "x.safetensors"
    arrays = {dtype: sample((2, 3), dtype) for dtype in DTYPES if dtype != "complex128"}
    xp.save(path, {name: xp.asarray(array) for name, array in arrays.items()} | {"half": xp.ones(3, dtype=xp.bfloat16)})
    found = xp.load(path, mmap=mmap)
    assert found.pop("half").dtype == xp.bfloat16 and set(found) == set(arrays)
    for name, array in arrays.items():
        same(found[name], array)
        same(xp.load(path, name=name, mmap=mmap), array)
        assert found[name].flags.writeable is not mmap


def test_mapped_files_are_read_only_memory_of_the_file(tmp_path):
    path, array = tmp_path / "x.npy", np.asfortranarray(sample((30, 40), "float64"))
    np.save(path, array)
    mapped = xp.load(path, mmap=True)
    same(mapped, array)
    assert mapped.flags.f_contiguous and not mapped.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        mapped[0, 0] = 5
    xp.save(path, xp.zeros(2))  # replaced, not written: the old file lives on behind the tensor
    same(mapped[3:, ::2] + 1, array[3:, ::2] + 1)
    assert xp.load(path).tolist() == [0, 0]


def test_files_that_cannot_be_mapped_say_so(tmp_path):
    xp.save(tmp_path / "x.npz", {"x": xp.ones(2)})
    with pytest.raises(ValueError, match="archive"):
        xp.load(tmp_path / "x.npz", mmap=True)
    (tmp_path / "empty.npy").write_bytes(b"")
    for mmap in (False, True):
        with pytest.raises(ValueError, match="empty.npy"):
            xp.load(tmp_path / "empty.npy", mmap=mmap)


def test_loaded_tensors_are_their_own(tmp_path):
    xp.save(tmp_path / "x.npy", xp.ones(3))
    found = xp.load(tmp_path / "x.npy")
    found[0] = 5
    assert found.base is None and found.flags.owndata and found.flags.writeable
    assert xp.load(tmp_path / "x.npy").tolist() == [1, 1, 1]


def test_paths_are_strings_or_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path in ("é x.npy", Path("y.npy"), os.path.join(tmp_path, "z.npy")):
        assert xp.save(path, xp.asarray([1.5])) is None
        assert xp.load(path).tolist() == [1.5]
    for path in (5, None, ["x.npy"]):
        with pytest.raises(TypeError):
            xp.load(path)
        with pytest.raises(TypeError):
            xp.save(path, xp.ones(1))


def refused(call, kind, number, path):
    """An error of the system, with what Python's own say."""
    with pytest.raises(OSError) as caught:
        call()
    error = caught.value
    assert type(error) is kind
    assert error.errno == number and error.filename == str(path) and error.strerror and "os error" not in error.strerror


@pytest.mark.parametrize("ending", ["npy", "npz", "safetensors"])
def test_files_that_cannot_be_had(ending, tmp_path):
    missing, folder = tmp_path / f"missing.{ending}", tmp_path / f"folder.{ending}"
    inside = tmp_path / "no" / f"x.{ending}"
    folder.mkdir()
    x = xp.ones(2)
    refused(lambda: xp.load(missing), FileNotFoundError, errno.ENOENT, missing)
    refused(lambda: xp.load(missing, name="x") if ending != "npy" else xp.load(missing), FileNotFoundError, errno.ENOENT, missing)
    refused(lambda: xp.save(inside, x), FileNotFoundError, errno.ENOENT, inside)
    refused(lambda: xp.load(folder), IsADirectoryError, errno.EISDIR, folder)
    refused(lambda: xp.save(folder, x), IsADirectoryError, errno.EISDIR, folder)
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    refused(lambda: xp.load(plain / f"x.{ending}"), NotADirectoryError, errno.ENOTDIR, plain / f"x.{ending}")
    protected = tmp_path / f"protected.{ending}"
    xp.save(protected, x)
    protected.chmod(0o444)
    refused(lambda: xp.save(protected, x), PermissionError, errno.EACCES, protected)
    if os.geteuid() != 0:
        protected.chmod(0)
        refused(lambda: xp.load(protected), PermissionError, errno.EACCES, protected)


def test_mapping_what_is_not_there(tmp_path):
    path = tmp_path / "x.npy"
    refused(lambda: xp.load(path, mmap=True), FileNotFoundError, errno.ENOENT, path)
    path.mkdir()
    refused(lambda: xp.load(path, mmap=True), IsADirectoryError, errno.EISDIR, path)


BROKEN = {
    "nothing": b"",
    "text": b"not what it says",
    "short": b"\x93NUMPY\x01\x00v\x00{'descr': '<f8'",
}


@pytest.mark.parametrize("ending", ["npy", "npz", "safetensors"])
@pytest.mark.parametrize("content", BROKEN)
def test_broken_files_are_value_errors_that_name_the_file(content, ending, tmp_path):
    path = tmp_path / f"broken.{ending}"
    path.write_bytes(BROKEN[content])
    with pytest.raises(ValueError, match=f"load: .*broken.{ending}"):
        xp.load(path)


def test_a_file_cut_short_says_how_much_is_missing(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.zeros(100))
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(ValueError, match="792 of the 800 bytes"):
        xp.load(path)


def test_what_formats_lack_is_refused(tmp_path):
    x, path = xp.ones(2), tmp_path / "x.npy"
    np.save(path, np.asarray(["text"]))
    with pytest.raises(ValueError, match="<U4"):
        xp.load(path)
    xp.save(path, x)
    cases = [
        (ValueError, "no name", lambda: xp.load(path, name="x")),
        (ValueError, "no name", lambda: xp.load(path, name="x", mmap=True)),
        (ValueError, "no name", lambda: xp.save(path, {"x": x})),
        *[(ValueError, "no name", lambda end=end: xp.save(tmp_path / f"x.{end}", {"x": x})) for end in ("csv", "tsv", "txt")],
        (ValueError, "compressed", lambda: xp.save(path, x, compressed=True)),
        (ValueError, "compressed", lambda: xp.save(tmp_path / "x.csv", x, compressed=True)),
        (ValueError, "ends in", lambda: xp.save(tmp_path / "x.xls", x)),
        (ValueError, "ends in", lambda: xp.load(tmp_path / "x")),
        (ValueError, "x.*npy|NUL|nul", lambda: xp.load("x\0.npy")),
        (TypeError, "dtype bfloat16", lambda: xp.save(path, xp.ones(2, dtype=xp.bfloat16))),
        (TypeError, "complex128", lambda: xp.save(tmp_path / "z.safetensors", xp.ones(2, dtype=xp.complex128))),
        (TypeError, "found list", lambda: xp.save(path, [1, 2])),
        (TypeError, "found list", lambda: xp.save(tmp_path / "x.npz", {"x": [1, 2]})),
        (TypeError, "found int", lambda: xp.save(tmp_path / "x.npz", {1: x})),
    ]
    for kind, words, call in cases:
        with pytest.raises(kind, match=words):
            call()
    assert xp.load(path).tolist() == [1, 1], "a failure leaves the file as it was"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["x.npy"]


@pytest.mark.parametrize("mmap", [False, True])
def test_a_name_that_is_not_there(mmap, tmp_path):
    path = tmp_path / "x.safetensors"
    xp.save(path, {"weights": xp.ones(2)})
    with pytest.raises(ValueError, match="holds no tensor `bias`: it has `weights`"):
        xp.load(path, name="bias", mmap=mmap)


def test_threads_save_and_load_at_once(tmp_path):
    failures = []

    def turn(number):
        try:
            path = tmp_path / f"{number}.npy"
            for round_ in range(20):
                xp.save(path, xp.full(10_000, number + round_))
                assert xp.load(path)[-1] == number + round_
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=turn, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
