"""What no memory holds is refused at once, in the library's words."""

import time

import pytest

import lunette as xp


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
