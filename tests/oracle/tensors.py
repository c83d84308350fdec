"""Tensors as both sides of the comparison write them: dtype, shape, and the elements' bytes in row-major order."""

import numpy as np

# NumPy has no bf16; every other dtype of Lunette has its twin.
DTYPES = {
    "bool": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "complex64": np.complex64,
    "complex128": np.complex128,
}
NAMES = {np.dtype(twin): name for name, twin in DTYPES.items()}
INTEGERS = [name for name in DTYPES if name[0] in "iu"]


def encode(array, order="C"):
    """The tensor as a JSON value; `order` is the memory order the other side gives it."""
    return {
        "dtype": NAMES[array.dtype],
        "shape": list(array.shape),
        "order": order,
        "data": np.ascontiguousarray(array).tobytes().hex(),
    }


def decode(value):
    """The array that a JSON value describes, in memory of its own."""
    flat = np.frombuffer(bytes.fromhex(value["data"]), dtype=DTYPES[value["dtype"]])
    return np.array(flat.reshape(value["shape"]), order=value.get("order", "C"))


def same(left, right):
    """Whether two arrays agree in dtype, shape and every element, NaN included."""
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
