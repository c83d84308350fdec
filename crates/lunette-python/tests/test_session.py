"""Programs of the language, run from Python."""

import gc
import io
import signal
import sys
import threading
import time

import numpy as np
import pytest

import lunette as xp


@pytest.fixture
def session():
    return xp.Session()


def test_tensors_are_shared_with_programs(session):
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert session.run("let y = x * 2\nx[0, 0] <- 50", x=x) is None
    assert float(x[0, 0]) == 50
    assert session["y"].tolist() == [[2, 4], [6, 8]]
    x[1, 1] = -1
    assert session.run("x[1, 1]") == -1
    assert np.shares_memory(np.asarray(session["x"]), np.asarray(x))
    view = xp.zeros((4, 4))
    session["v"] = view[::2, 1]
    session.run("v[:] <- 7")
    assert view.tolist()[0] == [0, 7, 0, 0] and view.tolist()[1] == [0, 0, 0, 0]
    one = xp.asarray(5)
    session.run("n += 1L", n=one)
    assert int(one) == 6
    array = np.zeros(3)
    session.run("a[1] <- 3", a=array)
    assert array.tolist() == [0, 3, 0]


def test_what_is_immutable_comes_out_read_only(session):
    session.run("let c = [1, 2, 3]\nlet mut m = [1, 2, 3]")
    with pytest.raises(ValueError):
        session["c"][0] = 9
    session["m"][0] = 9
    assert session.run("m[0]") == 9
    result = session.run("m")
    result[0] = 77
    assert session.run("m[0]") == 9
    result = session.run("c")
    result[0] = 77
    assert session.run("c[0]") == 1


def test_read_only_tensors_cannot_be_stored_to(session):
    fixed = xp.broadcast_to(xp.asarray([1.0]), (3,))
    with pytest.raises(xp.LunetteError):
        session.run("f[0] <- 2.0", f=fixed)
    assert session.run("sum(f)") == 3


@pytest.mark.parametrize(
    "value", [True, 5, -(2**40), 2**63, 2.5, 1j, "text", "", (), (1, "a", (2.5, False)), xp.float32]
)
def test_values_go_in_and_come_back(session, value):
    session["v"] = value
    found = session["v"]
    assert found == value and type(found) is type(value)
    if value != ():
        assert session.run("v") == value


def test_tuples_hold_copies_of_tensors(session):
    x = xp.asarray([1, 2])
    session["t"] = (x, 5)
    x[0] = 100
    tensor, number = session["t"]
    assert tensor.tolist() == [1, 2] and number == 5


def test_ranges_and_dtypes_come_out(session):
    session.run("let r = 1:5:2\nlet d = f32")
    assert session["r"] == slice(1, 5, 2)
    assert session["d"] is xp.float32


def test_names(session):
    assert session.names() == [] and len(session) == 0 and "a" not in session
    session["b"] = 1
    session.run("let a = 2\nfun f(x) { x }")
    assert session.names() == ["a", "b"] and "a" in session and "f" not in session and list(session) == ["a", "b"]
    with pytest.raises(KeyError):
        session["nobody"]
    for wrong in ["1x", "let", "a b", ""]:
        with pytest.raises(ValueError, match="no name"):
            session[wrong] = 1
    for wrong in [None, object(), lambda: 1, {1: 2}]:
        with pytest.raises(TypeError):
            session["w"] = wrong
    session.reset()
    assert session.names() == []


def test_printing_goes_to_python(session, monkeypatch):
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    session.run('print("a", [1, 2])\nprint(1.5)')
    assert output.getvalue() == "a tensor((2,), {1,2})\n1.5\n"

    class Broken:
        def write(self, text):
            raise OSError("nobody listens")

    monkeypatch.setattr(sys, "stdout", Broken())
    with pytest.raises(OSError, match="nobody listens"):
        session.run("while (true) { print(1) }")


def test_mistakes_are_exceptions(session):
    assert issubclass(xp.LunetteError, ValueError)
    with pytest.raises(xp.LunetteError) as caught:
        session.run("let a = 1\nlet b = a + nobody")
    assert str(caught.value).startswith("<session>:2:13: error[E0201]: nothing is called `nobody` here\n")
    (fact,) = caught.value.diagnostics
    assert (fact["code"], fact["line"], fact["column"], fact["severity"]) == ("E0201", 2, 13, "error")
    assert fact["message"] == "nothing is called `nobody` here" and isinstance(fact["help"], list)
    assert "a" not in session, "a text with mistakes changes nothing"
    with pytest.raises(xp.LunetteError) as caught:
        session.run("let mut n = 7\nlet x = [1, 2, 3]\nx[n]")
    assert len(caught.value.diagnostics) == 1 and caught.value.diagnostics[0]["line"] == 3
    assert session["n"] == 7, "what ran before stays"
    with pytest.raises(xp.LunetteError):
        session.run("let = 5")
    with pytest.raises(TypeError):
        session.run(5)
    session.run("fun f(x) { x }\nlet g = f\nlet h = (1, lambda(v) { v })")
    for name in "gh":
        with pytest.raises(TypeError, match="function"):
            session[name]


def test_ctrl_c_stops_a_program(session):
    main = threading.main_thread().ident

    def press():
        time.sleep(0.3)
        signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        session.run("let mut n = 0L\nwhile (true) { n += 1L }")
    assert time.monotonic() - start < 5
    thread.join()
    assert session["n"] > 0


def test_other_threads_run_meanwhile(session):
    ticks = []

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=tick)
    thread.start()
    session.run("let mut n = 0L\nwhile (n < 20000000L) { n += 1L }")
    done.set()
    thread.join()
    assert len(ticks) > 3


def test_one_program_at_a_time(session):
    started = threading.Event()

    class Telling(io.StringIO):
        def write(self, text):
            started.set()
            return super().write(text)

    output, sys.stdout = sys.stdout, Telling()
    try:
        thread = threading.Thread(
            target=lambda: session.run("print(1)\nlet mut n = 0L\nwhile (n < 3000000L) { n += 1L }"))
        thread.start()
        assert started.wait(5)
        with pytest.raises(RuntimeError, match="running"):
            session.run("1")
        thread.join()
    finally:
        sys.stdout = output
    assert session["n"] == 3000000


def test_modules_are_files(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shapes.lun").write_text("fun twice(x) { x * 2 }\n")
    session.run('module "shapes" as shapes')
    assert session.run("shapes.twice(21)") == 42
    with pytest.raises(xp.LunetteError):
        session.run('module "nowhere" as nowhere')


def test_tensors_live_as_long_as_the_session(session):
    array = np.zeros(1000)
    before = sys.getrefcount(array)
    session["x"] = xp.asarray(array)
    gc.collect()
    assert sys.getrefcount(array) > before
    session.reset()
    gc.collect()
    assert sys.getrefcount(array) == before


def test_names_stay():
    session = xp.Session()
    session["a"] = 1
    with pytest.raises(TypeError, match="`a` can be given another value"):
        del session["a"]
    assert session["a"] == 1


def test_programs_read_and_write_tensor_files(session, tmp_path):
    path, archive = tmp_path / "x.npy", tmp_path / "x.npz"
    session.run(f'save("{path}", x)', x=xp.asarray([[1.5, 2.5]]))
    assert np.load(path).tolist() == [[1.5, 2.5]]
    assert session.run(f'load<f64>("{path}", rank = 2)').tolist() == [[1.5, 2.5]]
    xp.save(archive, {"a": xp.asarray([1, 2]), "b": xp.asarray([3, 4])})
    assert session.run(f'load<i64>("{archive}", rank = 1, name = "b")').tolist() == [3, 4]
    with pytest.raises(xp.LunetteError, match="no.npy"):
        session.run(f'load<f64>("{tmp_path / "no.npy"}", rank = 1)')


def test_programs_read_texts_from_files_but_no_standard_input(session, tmp_path):
    path = tmp_path / "data.txt"
    path.write_text("1\n2.5\n", encoding="utf-8")
    assert session.run(f'sum(numbers(read_text("{path}")))') == 3.5
    with pytest.raises(xp.LunetteError, match="no.txt"):
        session.run(f'read_text("{tmp_path / "no.txt"}")')
    with pytest.raises(xp.LunetteError, match="standard input"):
        session.run("read_text()")


def test_exit_ends_the_program_not_python(session):
    with pytest.raises(xp.LunetteError):
        session.run("let a = 1\nexit(0)")
    assert session["a"] == 1
