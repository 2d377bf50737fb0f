"""The program `hareboard engine`: lines in, lines out, and how it ends."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from controller.game.engine import command
from tests.controller.game.engine.test_garbage import lines
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S

HAREBOARD: Final = Path(sys.executable).with_name("hareboard")
DOCS: Final = ROOT / "docs"


def told(text: bytes) -> list[bytes]:
    """What it says to some lines, and to nothing else."""
    done = subprocess.run(
        [HAREBOARD, "engine"], input=text, capture_output=True, timeout=PATIENCE_S, check=True
    )
    assert done.stderr == b""
    assert done.stdout.endswith(b"\n") == bool(text)
    return done.stdout.splitlines()


def talk(text: bytes) -> list[dict[str, Any]]:
    """The answers to some lines."""
    return [json.loads(line) for line in told(text)]


@pytest.mark.long
def test_thousands_of_lines_of_anything_get_an_answer_each() -> None:
    garbage = lines(3000, seed=3)
    answers = talk(b"\n".join(garbage) + b"\n")
    assert len(answers) == len(garbage)
    assert {answer["ok"] for answer in answers} == {True, False}


@pytest.mark.long
def test_answers_come_in_order_and_the_last_line_need_not_be_ended() -> None:
    answers = talk(b'{"cmd":"undo"}\r\n\n{"cmd":"set"}\n{"cmd":"new","edition":"x","seats":3}')
    codes = [answer["error"]["code"] for answer in answers]
    assert codes == ["no-game", "bad-json", "bad-request", "unknown-edition"]


@pytest.mark.long
def test_no_line_no_answer() -> None:
    assert talk(b"") == []


def test_each_answer_comes_at_once() -> None:
    with subprocess.Popen(
        [HAREBOARD, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number in range(2, 6):
            program.stdin.write(b'{"cmd":"new","edition":"parlett-2018","seats":%d}\n' % number)
            program.stdin.flush()
            assert len(json.loads(program.stdout.readline())["state"]["seats"]) == number
        program.stdin.close()
        assert program.wait(PATIENCE_S) == 0


@pytest.mark.long
def test_a_line_too_long_is_refused_and_the_next_is_answered() -> None:
    long = b'{"cmd":"' + b"x" * (3 * command.LONGEST_LINE) + b'"}'
    full = b'{"cmd":"undo"}'.ljust(command.LONGEST_LINE)
    answers = talk(b"\n".join((long, full, full + b" ", full, b"")))
    codes = [answer["error"]["code"] for answer in answers]
    assert codes == ["bad-json", "no-game", "bad-json", "no-game"]
    assert "longer than" in answers[0]["error"]["message"]


@pytest.mark.long
def test_it_ends_quietly_when_nobody_listens_any_more() -> None:
    with subprocess.Popen(
        [HAREBOARD, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        program.stdin.write(b'{"cmd":"editions"}\n')
        program.stdin.flush()
        assert program.wait(PATIENCE_S) == 0
        assert program.stderr.read() == b""


@pytest.mark.long
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_it_ends_quietly_without_input_or_output(closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" engine {closed}', HAREBOARD],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# What the documentation shows


def test_the_example_session_of_the_documentation_goes_as_it_says() -> None:
    """What stands behind an ellipsis is left out there."""
    text = (DOCS / "engine.md").read_text("utf-8")
    section = text.partition("## A session")[2].partition("\n## ")[0]
    session = re.findall(r"^([><]) (.+)$", section, re.MULTILINE)
    asked = [line for side, line in session if side == ">"]
    shown = [line for side, line in session if side == "<"]
    assert [side for side, _ in session] == [">", "<"] * len(asked)
    answers = told("".join(f"{line}\n" for line in asked).encode())
    for pattern, answer in zip(shown, answers, strict=True):
        assert re.fullmatch(re.escape(pattern).replace("…", ".*"), answer.decode())


def test_the_example_bot_plays_a_whole_game() -> None:
    done = subprocess.run(
        [sys.executable, DOCS / "example_bot.py"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
        env={"PATH": str(HAREBOARD.parent)},
    )
    assert done.stderr == ""
    assert re.fullmatch(r"\d+ actions, final order \[\d, \d, \d\]\n", done.stdout)


# In this process


def test_a_line_too_long_has_one_answer_and_the_next_one_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "LONGEST_LINE", 20)
    answers = io.BytesIO()
    command.serve(io.BytesIO(b"x" * 70 + b'\n{"cmd":"undo"}\n' + b"x" * 30), answers)
    codes = [json.loads(line)["error"]["code"] for line in answers.getvalue().splitlines()]
    assert codes == ["bad-json", "no-game", "bad-json"]


def test_without_input_it_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", answers)
    assert command.engine.callback is not None
    command.engine.callback()
    assert answers.buffer.tell() == 0


def test_when_nobody_listens_any_more_what_is_left_goes_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hearing, speaking = os.pipe()
    os.close(hearing)
    with (
        io.TextIOWrapper(io.BytesIO(b'{"cmd":"undo"}\n')) as requests,
        os.fdopen(speaking, "w") as answers,
    ):
        monkeypatch.setattr(sys, "stdin", requests)
        monkeypatch.setattr(sys, "stdout", answers)
        assert command.engine.callback is not None
        command.engine.callback()
        assert os.path.samestat(os.fstat(answers.fileno()), Path(os.devnull).stat())
