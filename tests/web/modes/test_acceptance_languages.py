"""The acceptance speaks every language, whatever it asks and finds."""

import re
import string
from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec

from controller.board import parse_board
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.maintenance.acceptance.judging.advised import Advised
from controller.maintenance.acceptance.judging.findings import WORDS, AcceptanceFinding, Fault
from controller.maintenance.acceptance.judging.judge import AcceptanceVerdict, Grade
from controller.maintenance.acceptance.measuring.facts import Facts, facts_of
from controller.maintenance.acceptance.measuring.guidance import part_of, parts_of
from controller.maintenance.acceptance.measuring.questions import Ask, PressButton, Put, Question
from controller.maintenance.acceptance.measuring.tasks import (
    HEIGHTS_MM,
    SPOTS,
    Cross,
    Examine,
    FindChip,
    FindMultiplexers,
    LoadSupply,
    Press,
    PullReset,
    Rate,
    ShowColour,
    ShowLight,
    ShowRun,
    Soak,
    Sweep,
    Task,
    Walk,
    Way,
)
from controller.maintenance.acceptance.run import AcceptanceSnapshot
from controller.maintenance.calibration.progress import News
from tests.support.acceptance.boards import SPI_TEXT, spi_board
from tests.support.web.abroad import abroad
from tests.support.web.views import as_sent
from web.languages.language import in_english
from web.modes.acceptance.view import acceptance_view

FILE: Final = "board.toml"
TASKS: Final[tuple[Task, ...]] = (
    FindMultiplexers(bus="spi-1"),
    FindChip(square=1),
    PullReset(bus="spi-1", low_ms=200, revives=True),
    Sweep(square=1, clocks_hz=()),
    Examine(square=1),
    PullReset(bus="spi-1", low_ms=1),
    ShowRun(),
    ShowLight(square=1),
    ShowColour(colour="red"),
    LoadSupply(squares=()),
    Press(button="confirm"),
    Walk(square=1),
    Rate(square=1, spot="centre", height_mm=0),
    Cross(square=1, distance=1, readers=(2,)),
    Rate(square=1, spot="far left", height_mm=0),
    Soak(seconds=60),
    Soak(seconds=600),
)
NAMED: Final = {
    name
    for words in WORDS.values()
    for said in words
    for _, name, _, _ in string.Formatter().parse(said.template)
    if name
}
FACTS: Final = dict.fromkeys(NAMED, "7")
"""Whatever a finding may name, without a letter."""


def board_facts() -> Facts:
    board = spi_board()
    return facts_of(board, rehearse(board).site.bench.buses, in_full=False)


def questions() -> Iterator[Question]:
    """Everything that is asked."""
    ways: tuple[Way, ...] = get_args(Way)
    for way in ways:
        yield from (Put(2, spot, height, way) for spot in SPOTS for height in HEIGHTS_MM)
    yield PressButton("confirm", 3)
    yield Ask("order")
    yield Ask("dark")
    yield Ask("lit", 3)
    yield Ask("colour")


def verdicts() -> Iterator[AcceptanceVerdict]:
    """Everything that is found."""
    grades: dict[int, Grade] = {1: "good", 2: "fair", 3: "bad", 4: "good"}
    faults: tuple[Fault, ...] = get_args(Fault)
    findings = [
        AcceptanceFinding(fault=fault, squares=squares, facts={**FACTS, "place": spot})
        for fault in faults
        for squares, spot in zip(((2,), (2, 3)), SPOTS[1:], strict=False)
    ]
    findings += [
        AcceptanceFinding(fault="place", squares=(1,), facts={**FACTS, "place": spot})
        for spot in SPOTS[1:]
    ]
    findings.append(AcceptanceFinding(fault="supply-at-rest"))
    advised = Advised(clocks_hz={"spi-1": 2_000_000}, retries=2, order="GRB")
    for found in ((), findings[:1], findings):
        yield AcceptanceVerdict(findings=tuple(found), grades=grades, advised=advised)
    well: dict[int, Grade] = dict.fromkeys(grades, "good")
    yield AcceptanceVerdict(findings=(), grades=well, advised=Advised())


def snapshots() -> Iterator[AcceptanceSnapshot]:
    """An acceptance in every state that can be told."""
    blank = AcceptanceSnapshot(walked=2, seconds=130.0)
    yield blank
    for task in TASKS:
        yield msgspec.structs.replace(blank, task=task, soaked_s=10.0)
    for question in questions():
        yield msgspec.structs.replace(blank, task=TASKS[0], question=question)
    for verdict in verdicts():
        yield msgspec.structs.replace(blank, verdict=verdict)
        yield msgspec.structs.replace(blank, verdict=verdict, written=True)
    for news in get_args(News):
        yield msgspec.structs.replace(blank, news=news)
    yield msgspec.structs.replace(blank, trouble="77")


CODES: Final = frozenset({"stage", "state", "answer", "pick", "grade"})
"""What is for programs in a view."""


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


def test_nothing_in_the_acceptance_is_said_in_english_abroad() -> None:
    facts = board_facts()
    settings = ("clock_hz", "spi-1", "MHz", "retries", "colour_order", "GRB", "RGB")
    quotes = (FILE, "confirm", *settings)
    quoted = re.compile("|".join(map(re.escape, quotes)))
    said = {
        text
        for snapshot in snapshots()
        for text in said_in(as_sent(acceptance_view)(snapshot, facts, FILE, abroad()))
    }
    assert len(said) > 100
    assert not {text for text in said if re.search("[A-Za-z]", quoted.sub("", text))}


def test_each_sentence_names_all_that_it_needs() -> None:
    for snapshot in snapshots():
        view = acceptance_view(snapshot, board_facts(), FILE, in_english())
        assert view.headline
        assert not any("{" in text for text in said_in(msgspec.to_builtins(view)))


def test_a_dark_light_can_be_told_of_a_square_without_a_reader() -> None:
    text = SPI_TEXT.replace("columns = 2", "columns = 2\nwithout_reader = [2]")
    text = text.replace('squares = "1-4"', 'squares = [1, "-", 3, 4]')
    board = parse_board(text, "board.toml")
    facts = facts_of(board, rehearse(board).site.bench.buses, in_full=False)
    asked = AcceptanceSnapshot(question=Ask("dark"))
    view = acceptance_view(asked, facts, FILE, in_english())
    assert {each.square: (each.row, each.column) for each in view.squares} == {
        square: (place.row, place.column) for square, place in board.squares.items()
    }
    (unread,) = (each for each in view.squares if each.square == 2)
    assert unread.label == "There is no reader under square 2."


def test_each_part_is_a_step_of_its_board() -> None:
    facts = board_facts()
    assert {part_of(task) for task in TASKS} == set(parts_of(facts))
    bare = msgspec.structs.replace(facts, lights={}, buttons=(), buses=())
    assert set(parts_of(facts)) - set(parts_of(bare)) == {"lights", "buttons", "resets"}
