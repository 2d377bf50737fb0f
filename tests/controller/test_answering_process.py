"""A process that answers questions: started when asked, told when it dies, never left behind."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from controller.answering_process import AnsweringProcess
from tests.support.waiting import until

UPPER = "from controller.answering_process import answer_questions; answer_questions(str.upper)"
NEVER = "import time; time.sleep(3600)"


@pytest.fixture(name="process")
def _process() -> Iterator[AnsweringProcess]:
    process = AnsweringProcess("-c", UPPER)
    yield process
    process.close()


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_is_started_once_when_it_is_first_asked(process: AnsweringProcess) -> None:
    assert process.pid is None
    assert process.ask("hare") == "HARE"
    first = process.pid
    assert process.ask("tortoise") == "TORTOISE"
    assert process.pid == first


def test_one_that_has_died_is_started_again(process: AnsweringProcess) -> None:
    process.ask("hare")
    died = process.pid
    assert died is not None
    os.kill(died, signal.SIGKILL)
    os.waitid(os.P_PID, died, os.WEXITED | os.WNOWAIT)
    assert process.ask("hare") == "HARE"
    assert process.pid not in (died, None)


@pytest.mark.parametrize("script", ["pass", "print('hello')", "raise SystemExit('ill')"])
def test_one_that_says_nothing_of_use_is_ended(script: str) -> None:
    process = AnsweringProcess("-c", script)
    with pytest.raises(EOFError, match="has died"):
        process.ask("hare")
    assert process.pid is None


def test_where_none_can_be_started_the_reason_is_told(
    process: AnsweringProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/there/is/no/python")
    with pytest.raises(FileNotFoundError, match="/there/is/no/python"):
        process.ask("hare")
    assert process.pid is None


def test_closed_while_it_thinks_it_ends_and_answers_nobody() -> None:
    process, told = AnsweringProcess("-c", NEVER), []

    def ask() -> None:
        with pytest.raises(EOFError, match="has died") as raised:
            process.ask("hare")
        told.append(raised.value)

    asking = threading.Thread(target=ask)
    asking.start()
    until(lambda: process.pid is not None, "the process")
    pid = process.pid
    assert pid is not None
    process.close()
    asking.join()
    assert len(told) == 1
    assert not is_there(pid)
    with pytest.raises(EOFError, match="closed"):
        process.ask("hare")
