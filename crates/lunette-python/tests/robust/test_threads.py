"""Several threads at once, the interpreter free during work, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import lunette as xp
from support.compare import to_numpy


def together(*jobs):
    """Runs jobs on threads of their own; what one raises is raised here."""
    errors = []

    def guarded(job):
        try:
            job()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a thread waits forever"
    if errors:
        raise errors[0]


def test_threads_add_to_one_tensor():
    """Each addition in place is whole: none is lost, whoever comes between."""
    for size in (10, 100_000):
        x = xp.zeros(size)

        def add(x=x):
            for _ in range(50):
                x += 1

        together(add, add, add, add)
        assert to_numpy(x).min() == to_numpy(x).max() == 200


FROM_LITTLE = {
    "fft": lambda: xp.fft.fft(xp.ones(3) + 0j, n=1_000_003),
    "fftn": lambda: xp.fft.fftn(xp.ones((3, 3)), s=(1000, 1003)),
    "histogram": lambda: xp.histogram(xp.ones(3), 20_000_000),
    "bincount": lambda: xp.bincount(xp.asarray([30_000_000])),
    "pad": lambda: xp.pad(xp.ones(3), 20_000_000),
    "sum of a row and a column": lambda: xp.ones((4000, 1)) + xp.ones((1, 4000)),
    "choice": lambda: xp.random.Generator(1).choice(20_000_000),
    "index tensors": lambda: xp.ones((9, 9))[xp.zeros((4000, 1), dtype=xp.int64), xp.zeros(4000, dtype=xp.int64)],
}


@pytest.mark.parametrize("call", FROM_LITTLE.values(), ids=FROM_LITTLE)
def test_work_is_weighed_by_what_it_makes(call):
    """Others run while much is made of little."""
    ticks, stop = [time.perf_counter()], threading.Event()

    def tick():
        while not stop.is_set():
            time.sleep(0.001)
            ticks.append(time.perf_counter())

    ticking = threading.Thread(target=tick)
    ticking.start()
    start = time.perf_counter()
    call()
    took = time.perf_counter() - start
    stop.set()
    ticking.join()
    longest = max(after - before for before, after in zip(ticks, ticks[1:], strict=False))
    assert longest < max(0.7 * took, 0.1), f"frozen for {longest} s of {took} s"


def test_threads_read_and_write_views_of_one_tensor():
    x = xp.zeros((200, 300))
    stop = threading.Event()

    def write():
        for value in range(60):
            x[::2, :] = value
            x[1::2, :] = value
        stop.set()

    def read():
        while not stop.is_set():
            # One operation sees a row before or after a store; two of them may see one each.
            row = xp.asarray(x[0, :], copy=True)
            assert bool(xp.all(row == row[0]))
            (x.T @ x[:, :2])[0, 0]

    together(write, read, read)
    assert to_numpy(x).min() == 59


def test_threads_cross_over():
    """Two operations that need the same two buffers in opposite order do not wait for each other forever."""
    x, y = xp.zeros(50_000), xp.ones(50_000)

    def one():
        for _ in range(100):
            x[...] = y

    def other():
        for _ in range(100):
            y[...] = x

    together(one, other, one, other)


def test_threads_share_arrays_of_numpy():
    array = np.zeros(10_000)
    tensors = [xp.asarray(array) for _ in range(4)]

    def count(part):
        for _ in range(100):
            part += 1

    together(*[lambda part=tensors[at][at::4]: count(part) for at in range(4)])
    assert array.min() == array.max() == 100


def test_other_threads_go_on_during_long_work():
    x = xp.ones((1200, 1200))
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    clock.start()
    begin = time.perf_counter()
    for _ in range(3):
        xp.linalg.svdvals(x[:300, :300] + xp.eye(300))
        x @ x
    end = time.perf_counter()
    done.set()
    clock.join()
    inside = [tick for tick in ticks if begin < tick < end]
    assert len(inside) > (end - begin) / 0.05, f"{len(inside)} ticks in {end - begin:.2f} seconds"


LONG_WORK = {
    "matmul": "x = xp.ones((6000, 6000)); start(); x @ x",
    "svd": "x = xp.cos(xp.reshape(xp.arange(9e6), (3000, 3000))); start(); xp.linalg.svd(x)",
    "inv": "x = xp.cos(xp.reshape(xp.arange(36e6), (6000, 6000))); start(); xp.linalg.inv(x)",
    "stack": "x = xp.eye(120) + xp.ones((500, 120, 120)); start(); xp.linalg.svd(x)",
    "sort": "x = xp.flip(xp.arange(60_000_000.0)) * 7 % 1000003; start(); xp.sort(x)",
    "loop": "x = xp.ones(1_000_000); start()\nwhile True: x += xp.sin(x)",
    "elementwise": "x = xp.ones(100_000_000, dtype=xp.float32); start()\nfor _ in range(100): xp.exp(x)",
}


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as Unix does")
@pytest.mark.parametrize("work", LONG_WORK.values(), ids=list(LONG_WORK))
def test_ctrl_c_stops_long_work(work):
    program = textwrap.dedent("""
        import signal, sys, time
        import lunette as xp
        # A runner in the background has taught its children to ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        def start():
            print("go", flush=True)
        try:
            # Compiled before: of a text that is stopped Python remembers it, and ends the process by the signal.
            exec(compile(sys.argv[1], "work", "exec"))
            print("finished", flush=True)
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """)
    child = subprocess.Popen([sys.executable, "-c", program, work], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline().strip() == "go"
        time.sleep(0.2)
        begin = time.perf_counter()
        child.send_signal(signal.SIGINT)
        answer = child.stdout.readline().strip()
        waited = time.perf_counter() - begin
        # Nor does the process wait for what goes on behind the scenes.
        status = child.wait(10)
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    assert (answer, status) == ("stopped", 0)
    # Long before it would have ended, also where others are at work on the machine.
    assert waited < 3, f"it took {waited:.2f} seconds"
