"""The buffer protocol both ways, pickling, copies by others."""

import array
import hashlib
import io
import mmap
import pickle

import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal, to_numpy
from support.random_arrays import pair


def test_buffers_become_tensors():
    memory = bytearray(b"\x01\x02\x03")
    x = xp.asarray(memory)
    check_equal(x, np.asarray([1, 2, 3], "uint8"))
    x[0] = 9
    assert memory[0] == 9
    check_equal(xp.asarray(b"\x01\x02"), np.asarray([1, 2], "uint8"))
    for code, name in (("b", "int8"), ("i", "int32"), ("q", "int64"), ("f", "float32"), ("d", "float64")):
        check_equal(xp.asarray(array.array(code, [1, 2, 3])), np.asarray([1, 2, 3], name))
    with pytest.raises(ValueError):
        xp.asarray(b"ab")[0] = 1


def test_tensors_are_buffers():
    x = xp.reshape(xp.arange(6, dtype=xp.int32), (2, 3))
    view = memoryview(x)
    assert (view.shape, view.format, view.itemsize, view.readonly) == ((2, 3), "i", 4, False)
    assert view.tolist() == [[0, 1, 2], [3, 4, 5]]
    turned = memoryview(x[:, ::-1])
    assert turned.strides == (12, -4) and turned.tolist() == [[2, 1, 0], [5, 4, 3]]
    wide = memoryview(xp.broadcast_to(x[:1], (2, 3)))
    assert wide.readonly
    assert bytes(xp.asarray([1, 2], dtype=xp.uint8)) == b"\x01\x02"
    assert io.BytesIO(memoryview(xp.arange(2, dtype=xp.uint8))).read() == b"\x00\x01"


def test_bytes_without_a_shape_are_one_row():
    array_ = np.arange(6.0).reshape(2, 3)
    assert hashlib.sha1(xp.asarray(array_.copy())).digest() == hashlib.sha1(array_).digest()
    assert hashlib.sha1(xp.asarray(3.0)).digest() == hashlib.sha1(np.asarray(3.0)).digest()


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_buffers_of_every_dtype(dtype):
    x = xp.ones(3, dtype=dtypes.of(dtype))
    assert np.asarray(memoryview(x)).dtype.name == dtype
    check_equal(xp.asarray(memoryview(x)), np.ones(3, dtype))


def test_closed_buffers_stay_closed():
    memory = bytearray(8)
    x = xp.asarray(memory)
    with pytest.raises(BufferError):
        memory.append(1)
    del x
    memory.append(1)
    view = memoryview(b"1234")
    view.release()
    with pytest.raises(ValueError):
        xp.asarray(view)


def test_mapped_files(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(np.arange(10, dtype="float64").tobytes())
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
        x = xp.asarray(memoryview(mapped).cast("d"))
        assert float(xp.sum(x)) == 45
        x[0] = 100
        del x
    assert np.frombuffer(path.read_bytes())[0] == 100


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("style", ["whole", "stepped", "turned", "transposed"])
def test_pickles(protocol, style):
    for dtype in dtypes.EVERY:
        array_, x = pair(np.random.default_rng(2), (3, 4), dtype, style)
        back = pickle.loads(pickle.dumps(x, protocol))
        check_equal(back, array_)
        back[0, 0] = True
    for shape in ((), (0,), (2, 0, 3)):
        check_equal(pickle.loads(pickle.dumps(xp.ones(shape), protocol)), np.ones(shape))


def test_pickles_out_of_band():
    x = xp.arange(1000)
    buffers = []
    stream = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(stream) < 500 and len(buffers) == 1
    same = pickle.loads(stream, buffers=buffers)
    assert same.dtype == x.dtype and to_numpy(same).tolist() == list(range(1000))
    assert to_numpy(same).__array_interface__["data"][0] == to_numpy(x).__array_interface__["data"][0]


def test_dtypes_pickle_as_themselves():
    for name in dtypes.EVERY:
        assert pickle.loads(pickle.dumps(dtypes.of(name))) is dtypes.of(name)


def test_other_processes_get_tensors():
    """As `multiprocessing` sends them: by a fresh interpreter that imports the package by itself."""
    import subprocess
    import sys

    code = "import pickle, sys; x = pickle.load(sys.stdin.buffer); print(type(x).__name__, x.shape, float(x[1, 1]))"
    sent = pickle.dumps(xp.eye(2))
    run = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert run.stdout.decode().strip() == "Tensor (2, 2) 1.0"
