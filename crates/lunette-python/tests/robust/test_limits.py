"""Where memory ends there is a MemoryError in the library's words, and never the end of the process.

Every call runs in a child of its own, which gets little more memory than it has already.
"""

import io
import os
import resource
import signal
import sys
import time

import numpy as np
import pytest

import lunette as xp

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")

MIB = 1 << 20

# What a child answers with.
DONE, REFUSED, WORDLESS, OTHER = range(4)


def mapped():
    """The bytes of addresses that this process has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def allow(headroom):
    """Lets this process have so many bytes more than it has."""
    resource.setrlimit(resource.RLIMIT_AS, (mapped() + headroom, resource.RLIM_INFINITY))


def take_what_is_free():
    """Takes for good what earlier calls have left behind for later ones."""
    # What a thread has of its own the loader makes when it is first looked at, and ends the process if it cannot.
    xp.sum(SQUARE + 1j * SQUARE.T)
    # What the interpreter needs to go on.
    spare = bytearray(MIB)
    allow(0)
    taken = []
    for size in (64 * MIB, 4 * MIB, MIB, 1 << 18, 1 << 16):
        try:
            while True:
                taken.append(xp.empty(size, dtype=xp.uint8))
        except MemoryError:
            pass
    del spare
    return taken


def answer(call, headroom):
    """What a call comes to in a child with so many bytes more than it has."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    # Nothing of the tests may run twice, whatever happens.
    code = OTHER
    try:
        signal.alarm(60)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        taken = take_what_is_free()
        allow(headroom)
        call()
        code = DONE
        del taken
    except MemoryError as error:
        code = REFUSED if "memory" in str(error) or "elements" in str(error) else WORDLESS
    finally:
        os._exit(code)


def check(call, headrooms):
    """Each answer is a result or a refusal; the least room is too little, and the most is enough."""
    answers = {headroom: answer(call, headroom * MIB) for headroom in headrooms}
    assert set(answers.values()) <= {DONE, REFUSED}, answers
    assert answers[headrooms[0]] == REFUSED and answers[headrooms[-1]] == DONE, answers


LONG = xp.arange(2_000_000.0)
PRIME = xp.arange(600_011.0)
SQUARE = xp.asarray(np.random.default_rng(1).standard_normal((400, 400)))

CALLS = {
    "tolist": lambda: LONG.tolist(),
    "tolist of complex numbers": lambda: xp.astype(LONG, xp.complex128).tolist(),
    "tolist of integers": lambda: xp.astype(LONG, xp.int64).tolist(),
    "tolist of rows": lambda: xp.reshape(LONG, (-1, 2)).tolist(),
    "fft": lambda: xp.fft.fft(xp.astype(PRIME, xp.complex128)),
    "rfft": lambda: xp.fft.rfft(PRIME),
    "rfft of an even length": lambda: xp.fft.rfft(PRIME, n=2 * 300_007),
    "irfft": lambda: xp.fft.irfft(PRIME),
    "fft of many reals": lambda: xp.fft.fft(xp.reshape(LONG, (2, -1)), n=999_983),
    "matmul": lambda: SQUARE @ SQUARE,
    "delete by a slice": lambda: xp.delete(LONG, slice(None, None, 2)),
    "savetxt": lambda: xp.savetxt(io.StringIO(), LONG),
    "savetxt with a format": lambda: xp.savetxt(io.StringIO(), LONG, fmt="%.3f"),
    "median": lambda: xp.median(LONG),
    "sort": lambda: xp.sort(LONG),
    "unique": lambda: xp.unique(LONG),
}


@pytest.mark.parametrize("name", CALLS)
def test_memory_that_ends_is_an_error(name):
    check(CALLS[name], [1, 3, 6, 12, 24, 48, 2000])


def test_lists_that_no_memory_holds_are_refused_at_once():
    for shape in [(2**62, 0), (2**40, 0), (2**31, 2**31, 0)]:
        began = time.monotonic()
        with pytest.raises(MemoryError, match="tolist: the system has no [0-9]+ bytes of memory"):
            xp.zeros(shape).tolist()
        assert time.monotonic() - began < 1
    with pytest.raises(MemoryError):
        xp.broadcast_to(xp.ones(1), (2**50,)).tolist()
    assert xp.zeros((3, 0)).tolist() == [[], [], []]
    assert xp.zeros((0, 3)).tolist() == []


def test_without_a_thread_to_give_work_is_done_all_the_same():
    long = xp.zeros(1 << 25, dtype=xp.int8)
    expected = int(xp.sum(long))

    def call():
        # The stack of a thread has no room, what the sum needs has.
        assert int(xp.sum(long)) == expected

    assert answer(call, MIB) == DONE
