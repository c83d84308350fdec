"""How the tests run: as many random cases as LUNETTE_EXAMPLES says, from LUNETTE_SEED on, and a last line that
`cargo xtask test` counts."""

import os
import signal
import tempfile

# What is kept between runs would be left behind in the source tree. Hypothesis asks for its folder when it is imported.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(tempfile.gettempdir(), "lunette-hypothesis"))
os.environ.setdefault("MYPY_CACHE_DIR", os.devnull)

import hypothesis
import pytest

# A runner in the background has taught its children to ignore Ctrl-C, which some tests press.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A failure prints the blob that repeats it.
hypothesis.settings.register_profile(
    "lunette",
    max_examples=int(os.environ.get("LUNETTE_EXAMPLES", "25")),
    deadline=None,
    derandomize=False,
    print_blob=True,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large],
)
hypothesis.settings.load_profile("lunette")


def pytest_configure(config):
    # Hypothesis takes its seed from here: a change is not refused for what it did not do, so the cases are the same ones
    # unless others are asked for.
    if config.getoption("--hypothesis-seed", None) is None:
        config.option.hypothesis_seed = os.environ.get("LUNETTE_SEED", "1")


def pytest_report_header(config):
    examples = hypothesis.settings().max_examples
    return f"random cases: {examples} for each property, --hypothesis-seed={config.getoption('--hypothesis-seed')}"


def pytest_terminal_summary(terminalreporter):
    passed = len(terminalreporter.stats.get("passed", []))
    failed = sum(len(terminalreporter.stats.get(outcome, [])) for outcome in ("failed", "error"))
    state = "ok" if failed == 0 else "FAILED"
    terminalreporter.write_line(f"test result: {state}. {passed} passed; {failed} failed")


@pytest.fixture(scope="session")
def strict():
    """The standard's own reference implementation."""
    import array_api_strict

    array_api_strict.set_array_api_strict_flags(api_version="2025.12")
    return array_api_strict
