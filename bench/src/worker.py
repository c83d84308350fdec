# The peers that live in Python. Takes requests on standard input and answers each by one line on standard output:
#
#   version PEER           its name and version, or `absent`
#   forget                 drops everything that was prepared
#   prepare PEER [jit]     followed by two lines, the setup (with tabs between its lines) and the statement;
#                          `ready`, or `failed` and why
#   run PEER N             the seconds that N repetitions took
#
# A setup makes NumPy arrays; each peer gets them as arrays of its own. `xp` is the peer's module of functions.
import importlib
import os
import sys
import timeit

import numpy

os.environ.setdefault("JAX_PLATFORMS", "cpu")

NAMES = {"numpy": "NumPy", "numexpr": "numexpr", "jax": "JAX", "torch": "PyTorch", "lunette": "Lunette for Python"}


def load(peer):
    try:
        module = importlib.import_module(peer)
    except ImportError:
        return None
    if peer == "jax":
        module.config.update("jax_enable_x64", True)
    return module


MODULES = {peer: load(peer) for peer in NAMES}


def uniform(shape, dtype, low, high):
    values = numpy.random.default_rng(1).random(shape, dtype)
    return values * (high - low) + low


def integers(shape, dtype, low, high):
    return numpy.random.default_rng(1).integers(low, high, shape, dtype)


def coin(shape):
    return numpy.random.default_rng(1).integers(0, 2, shape) == 1


def dominant(n, dtype):
    values = uniform((n, n), dtype, 0, 1)
    return (values + values.T) / 2 + n * numpy.eye(n, dtype=dtype)


def scope_of(peer, setup):
    scope = {"np": numpy, "uniform": uniform, "integers": integers, "coin": coin, "dominant": dominant}
    exec(setup, scope)
    module = MODULES[peer]
    own = lambda value: value
    if peer == "jax":
        import jax.numpy as jnp

        own = jnp.asarray
        scope |= {"jax": module, "jnp": jnp, "xp": jnp}
    elif peer == "torch":
        own = module.from_numpy
        scope |= {"torch": module, "xp": module}
    elif peer == "lunette":
        own = lambda value: module.asarray(value, copy=True)
        scope |= {"xp": module}
    else:
        scope |= {"ne": module, "xp": numpy}
    arrays = [name for name, value in scope.items() if isinstance(value, numpy.ndarray)]
    scope.update({name: own(scope[name]) for name in arrays})
    return scope, ", ".join(arrays)


def timer_of(peer, jit, setup, statement):
    scope, arrays = scope_of(peer, setup)
    if peer == "jax":
        # Its work goes on behind the caller's back: wait for the result.
        scope["wait"] = MODULES["jax"].block_until_ready
        if jit:
            scope["compiled"] = MODULES["jax"].jit(eval(f"lambda {arrays}: {statement}", scope))
            statement = f"compiled({arrays})"
        statement = f"wait({statement})"
    timer = timeit.Timer(statement, globals=scope)
    timer.timeit(1)
    return timer


def answer(request):
    match request.split():
        case ["version", peer]:
            module = MODULES[peer]
            return f"{NAMES[peer]} {module.__version__}" if module else "absent"
        case ["forget"]:
            timers.clear()
            return "ready"
        case ["prepare", peer, *jit]:
            setup = sys.stdin.readline().strip().replace("\t", "\n")
            statement = sys.stdin.readline().strip()
            try:
                timers[peer] = timer_of(peer, bool(jit), setup, statement)
            except Exception as error:
                return "failed " + " ".join(f"{type(error).__name__}: {error}".split())[:120]
            return "ready"
        case ["run", peer, times]:
            return timers[peer].timeit(int(times))


timers = {}
for request in sys.stdin:
    print(answer(request), flush=True)
