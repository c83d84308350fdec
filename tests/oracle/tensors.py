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
# bf16 is the upper half of an f32: both sides hold such numbers, and NumPy computes with them as f32.
BF16 = "bf16"
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
    if value["dtype"] == BF16:
        upper = np.frombuffer(bytes.fromhex(value["data"]), dtype=np.uint16)
        flat = (upper.astype(np.uint32) << 16).view(np.float32)
        return np.array(flat.reshape(value["shape"]), order=value.get("order", "C"))
    flat = np.frombuffer(bytes.fromhex(value["data"]), dtype=DTYPES[value["dtype"]])
    return np.array(flat.reshape(value["shape"]), order=value.get("order", "C"))


def encode_bf16(array, order="C"):
    """Numbers of f32 that bf16 holds, as a tensor of bf16."""
    upper = (np.ascontiguousarray(array, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return {"dtype": BF16, "shape": list(array.shape), "order": order, "data": upper.tobytes().hex()}


def to_bf16(array):
    """The nearest numbers that bf16 holds, halves to the even one."""
    array = np.asarray(array, np.float32)
    bits = array.view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(array), np.float32(np.nan), rounded.reshape(array.shape))


def same(left, right):
    """Whether two arrays agree in dtype, shape and every element, NaN included."""
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
