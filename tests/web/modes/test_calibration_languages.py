"""The workshop speaks every language, also where it refuses."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

from controller.board import read_board
from controller.board.plan.needs import outlets
from controller.game.pieces import COLOURS, Tag
from controller.maintenance.calibration.answers import (
    Dark,
    GoSquare,
    Lit,
    NoCrown,
    Save,
    Skip,
)
from controller.maintenance.calibration.findings import CalibrationFinding, Changes, Fault
from controller.maintenance.calibration.learned import Learned, RunnerFound, SquareFound
from controller.maintenance.calibration.progress import News
from controller.maintenance.calibration.snapshot import CalibrationSnapshot
from controller.maintenance.calibration.state import CalibrationState, Note, Stage
from controller.refusal import Refusal
from hardware.lights.client import SILENT
from tests.support.calibration.desk import BLUE, RED, Desk
from tests.support.calibration.states import PLAN, state
from tests.support.web.abroad import abroad
from tests.support.web.views import as_sent
from web.languages.language import in_english
from web.modes.calibration.view import view
from web.views.refusals import refusal

ENGLISH: Final = in_english()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def spoken_of(desk: Desk) -> Iterator[CalibrationSnapshot]:
    """A snapshot of everything that can be said in the workshop."""
    shown = desk.visit.snapshot
    plans = (PLAN, shown.state.plan)
    squares = {
        1: SquareFound(reader=1, others=(2,), good=20, of=20),
        2: SquareFound(),
        3: SquareFound(reader=3, good=1, of=20),
        4: SquareFound(reader=4, good=20, of=20),
    }
    learned = (
        Learned(),
        Learned(squares=squares, lights={1: None, 3: 1, 4: 4}, runners={"red": RunnerFound(RED)}),
    )
    states = [
        CalibrationState(plan=plan, learned=known, stage=stage, square=square, reader=2)
        for plan, known, stage, square in product(plans, learned, get_args(Stage), (1, 2, 3, 4))
        if stage not in ("runner", "crown")
    ]
    states += [
        state(stage=stage, square=square, colour=colour)
        for stage, square, colour in product(("runner", "crown"), (1, 2), COLOURS)
    ]
    states += [
        state(stage="runner", square=1, colour="red", note=noted, taken=Tag("blue", end))
        for noted, end in product(get_args(Note), get_args(Tag.__annotations__["end"]))
    ]
    for each in states:
        yield msgspec.structs.replace(shown, state=each)
    findings = [
        CalibrationFinding(fault=fault, squares=squares, wired=(4, 2), good=9, of=20, colour="pink")
        for fault, squares in product(get_args(Fault), ((3, 1), (1, 2, 3)))
    ]
    findings.append(CalibrationFinding(fault="left-out", squares=(4,)))
    both = {RED: Tag("red", "base"), BLUE: Tag("blue", "base")}
    for tags, news in product((both, {RED: both[RED]}), get_args(News)):
        yield msgspec.structs.replace(
            shown,
            state=state(stage="sum"),
            findings=tuple(findings),
            changes=Changes(readers={1: 2, 3: None}, lights={4: 1}, tags=tags),
            news=news,
            lights_trouble=SILENT,
        )


CODES: Final = frozenset({"stage", "colour", "state", "answer", "pick", "go", "check"})
"""What is for programs in a view of the workshop."""


def said_in(values: Any, key: str = "") -> Iterator[str]:
    """Every text of a view that is said to people."""
    if isinstance(values, dict):
        for name, value in values.items():
            if name not in CODES:
                yield from said_in(value, name)
    elif isinstance(values, list):
        for value in values:
            yield from said_in(value, key)
    elif isinstance(values, str):
        yield values


def test_nothing_in_the_workshop_is_said_in_english_abroad(desk: Desk) -> None:
    board = read_board(desk.path)
    quotes = sorted({"board.toml", *map(str, outlets(board).values())}, key=len, reverse=True)
    quoted = re.compile("|".join([*map(re.escape, quotes), r"\b(und|oder)\b"]))
    said = {
        text
        for snapshot in spoken_of(desk)
        for text in said_in(as_sent(view)(snapshot, board, "board.toml", abroad()))
    }
    assert len(said) > 150
    assert not {text for text in said if re.search("[A-Za-z]", quoted.sub("", text))}


def test_what_is_refused_in_the_workshop_is_said_abroad(desk: Desk) -> None:
    desk.until("square", 1)
    version = desk.visit.snapshot.version
    for answer in (Dark(version - 1), Save(version), NoCrown(version), Lit(version, 99)):
        with pytest.raises(Refusal) as caught:
            desk.visit.carry_out(answer)
        assert refusal(caught.value, abroad()).message.startswith("⟦")
        assert refusal(caught.value, ENGLISH).message == caught.value.message


def test_why_the_board_file_is_not_saved_is_told(desk: Desk) -> None:
    for square in range(1, 5):
        desk.check(square)
    desk.until("runner")
    for _ in range(6):
        desk.say(Skip)
    desk.say(lambda version: GoSquare(version, 1))
    desk.say(lambda version: Lit(version, 2))
    desk.sweep(20)
    desk.check(1)
    desk.until("sum")
    desk.path.write_text("name = 5", "utf-8")
    with pytest.raises(Refusal) as caught:
        desk.say(Save)
    assert refusal(caught.value, ENGLISH).message == caught.value.message
    assert refusal(caught.value, abroad()).message.startswith("⟦board.toml")
