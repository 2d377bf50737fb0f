"""tests/support/interpreter.py: the real MicroPython in which the firmware is tested."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.interpreter import FirmwareFailed, Interpreter, micropython_path
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S

SHORT_S = 0.2
"""Long enough to see that something does not end."""

FILES = {
    "counter.py": "import _board\n\n\ndef count():\n    return _board.call('count')\n",
    "lib/broken.py": "def lift():\n    raise ValueError('no such reader')\n",
}


def echo(question: str) -> str:
    return f"<{question}>"


@pytest.fixture
def micropython() -> Iterator[Interpreter]:
    with Interpreter(FILES, echo) as running:
        yield running


def test_it_is_micropython_and_returns_what_it_printed(micropython: Interpreter) -> None:
    said = micropython.run("import sys\nprint(sys.implementation.name)\nprint('é', end='')")
    assert said == "micropython\né"


def test_it_imports_the_files_it_is_given(micropython: Interpreter) -> None:
    assert micropython.run("import counter, broken\nprint(counter.count())") == "<count>\n"


def test_names_stay_and_what_was_printed_does_not(micropython: Interpreter) -> None:
    assert micropython.run("squares = 64\nprint(squares)") == "64\n"
    assert micropython.run("print(squares + 1)") == "65\n"


@pytest.mark.parametrize(
    "question", sample(2, ["", "two\nlines", "\x01\x7f\xff“…”", "x" * 200_000])
)
def test_questions_and_answers_arrive_whole(micropython: Interpreter, question: str) -> None:
    said = micropython.run(f"import _board\nprint(_board.call({question!r}), end='')")
    assert said == f"<{question}>"


def test_questions_are_asked_one_after_the_other() -> None:
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        return str(len(asked))

    with Interpreter({}, answer) as micropython:
        said = micropython.run(
            "from _board import call\nprint([call(str(each)) for each in range(5)])"
        )
    assert said == "['1', '2', '3', '4', '5']\n"
    assert asked == ["0", "1", "2", "3", "4"]


def test_an_exception_is_raised_with_its_traceback(micropython: Interpreter) -> None:
    with pytest.raises(FirmwareFailed) as caught:
        micropython.run("print('before')\nimport broken\nbroken.lift()")
    assert str(caught.value) == (
        "Traceback (most recent call last):\n"
        '  File "<stdin>", line 3, in <module>\n'
        '  File "/lib/broken.py", line 2, in lift\n'
        "ValueError: no such reader\n"
    )
    assert micropython.printed == "before\n"
    assert micropython.run("print('after')") == "after\n"


def test_code_that_does_not_end_in_time_is_ended(micropython: Interpreter) -> None:
    micropython.run("pass")  # it has started
    with pytest.raises(TimeoutError, match=r"still runs after 1\.0 s: on and on"):
        micropython.run("print('on and on')\nwhile True:\n    pass", 1.0)
    with pytest.raises(RuntimeError, match="MicroPython has ended"):
        micropython.run("pass")


def test_an_endless_loop_ends_when_it_is_closed() -> None:
    with Interpreter({}, echo) as micropython:
        micropython.start("while True:\n    pass")
        with pytest.raises(TimeoutError):
            micropython.wait(SHORT_S)
        assert micropython.is_running
    with pytest.raises(FirmwareFailed, match="MicroPython itself ended, with status -9"):
        micropython.wait(PATIENCE_S)


def test_it_stands_still_until_it_is_answered() -> None:
    asked, may_answer = threading.Event(), threading.Event()

    def answer(_: str) -> str:
        asked.set()
        may_answer.wait(PATIENCE_S)
        return "at last"

    with Interpreter(FILES, answer) as micropython:
        micropython.start("import counter\nprint('asks')\nprint(counter.count())")
        assert asked.wait(PATIENCE_S)
        with pytest.raises(TimeoutError):
            micropython.wait(SHORT_S)
        with pytest.raises(RuntimeError, match="still runs other code"):
            micropython.start("pass")
        assert micropython.printed == "asks\n"
        may_answer.set()
        assert micropython.wait(PATIENCE_S) == "asks\nat last\n"


def test_closing_it_does_not_wait_for_an_answer() -> None:
    asked, may_answer = threading.Event(), threading.Event()

    def answer(_: str) -> str:
        asked.set()
        may_answer.wait(PATIENCE_S)
        return ""

    with Interpreter(FILES, answer) as micropython:
        micropython.start("import counter\ncounter.count()")
        assert asked.wait(PATIENCE_S)
    assert micropython.is_running
    may_answer.set()
    with pytest.raises(ValueError, match="closed file"):
        micropython.wait(PATIENCE_S)


@pytest.mark.parametrize("code", ["call('x')", "try:\n    call('x')\nexcept Exception:\n    pass"])
def test_what_an_answer_raises_ends_it(code: str) -> None:
    mishap = LookupError("no such pin")

    def answer(_: str) -> str:
        raise mishap

    with Interpreter({}, answer) as micropython:
        with pytest.raises(LookupError) as caught:
            micropython.run(f"from _board import call\n{code}")
        assert caught.value is mishap
        with pytest.raises(RuntimeError, match="MicroPython has ended"):
            micropython.run("pass")


def test_only_text_can_be_asked(micropython: Interpreter) -> None:
    with pytest.raises(TypeError, match="takes one str"):
        micropython.run("import _board\n_board.call(b'bytes')")


def test_its_standard_input_is_empty(micropython: Interpreter) -> None:
    assert micropython.run("import sys\nprint(repr(sys.stdin.read(1)))") == "''\n"
    assert micropython.run("print('still there')") == "still there\n"


@pytest.mark.parametrize("heap_bytes", sample(2, [64 * 1024, 200 * 1024]))
def test_its_heap_is_as_large_as_asked(heap_bytes: int) -> None:
    with Interpreter({}, echo, heap_bytes) as micropython:
        said = micropython.run("import micropython\nmicropython.mem_info()")
        total = int(said.partition("GC: total: ")[2].partition(",")[0])
        assert heap_bytes * 0.97 < total <= heap_bytes
        micropython.run(f"kept = bytearray({heap_bytes - 10_000})")
        assert heap_bytes - 10_000 < micropython.held_bytes < heap_bytes
        with pytest.raises(FirmwareFailed, match=r"^MemoryError: \d+ bytes are held, the heap has"):
            micropython.run("more = bytearray(10_000)")


def test_garbage_is_not_held(micropython: Interpreter) -> None:
    micropython.run("for _ in range(1000):\n    bytearray(1000)")
    assert micropython.held_bytes < 5_000


class TestMicropythonPath:
    """Where the tests get it from."""

    def test_is_the_one_that_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = tmp_path / "micropython.mjs"
        mine.touch()
        monkeypatch.setenv("HAREBOARD_MICROPYTHON", str(mine))
        assert micropython_path() == str(mine)

    def test_skips_with_what_to_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HAREBOARD_MICROPYTHON", "/no/such")
        monkeypatch.delenv("CI", raising=False)
        with pytest.raises(pytest.skip.Exception, match=r"name a micropython\.mjs that is"):
            micropython_path()

    def test_fails_where_nobody_would_read_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HAREBOARD_MICROPYTHON", "/no/such")
        monkeypatch.setenv("CI", "true")
        with pytest.raises(pytest.fail.Exception, match=r"name a micropython\.mjs that is"):
            micropython_path()
