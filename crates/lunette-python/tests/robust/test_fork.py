"""Forked processes: `multiprocessing` works after threads of the library have run."""

import os
import subprocess
import sys
import textwrap

import pytest

PROGRAM = textwrap.dedent("""
    import multiprocessing

    import lunette as xp


    def job(k):
        x = xp.full((1 << 20,), float(k))
        return float(xp.sum(x * 2.0)) + float(xp.linalg.inv(xp.eye(150) * 2.0)[3, 3])


    here = [job(k) for k in range(4)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = pool.map(job, range(4))
    assert here == there == [k * (1 << 21) + 0.5 for k in range(4)], (here, there)
    assert job(5) == 5 * (1 << 21) + 0.5
""")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_children_compute_as_their_parent_does():
    # A child that waits for threads of its parent would wait for ever.
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM], timeout=120, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
