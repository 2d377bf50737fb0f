"""The board file, and its tag register."""

from collections.abc import Iterator
from typing import Final

from controller.board import Board
from controller.board.file.buses import CLOCK_STRETCHING
from controller.board.file.lights import ANALOGUE_SOUND, FIXED_CLOCK, NOT_PI_5, SPI_1_HAS_GAPS
from controller.board.no_file import no_such_file, other_files
from controller.board.plan.report import LightsDriver, driver_of, largest, phases_of
from controller.game.pieces import COLOURS
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import (
    DoctorFinding,
    Sentence,
    sentence,
)

WORKSHOP: Final = "/workshop"
_ENDS: Final = ("base", "crown")
LOOKED_AT: Final = (
    *(CLOCK_STRETCHING, NOT_PI_5, SPI_1_HAS_GAPS),
    *(each.partition("{")[0] for each in (ANALOGUE_SOUND, FIXED_CLOCK)),
)
"""Advice of the board file that other checks give where it applies."""


def board_file(case: Case) -> Iterator[DoctorFinding]:
    """Check the board file for errors; pass on its advice."""
    if case.file is None and case.board is None:
        yield DoctorFinding(
            "board",
            "unknown",
            sentence("No board file was named, so nothing that is wired was checked."),
            sentence("Only the board file tells which readers, lights and buttons to check."),
            sentence(
                "Name it: {command}. To begin one: {begin}.",
                command="hareboard doctor my-board.toml",
                begin="hareboard board show",
            ),
        )
        return
    if case.board is None and case.file is not None and not case.file.exists():
        yield DoctorFinding(
            "board",
            "bad",
            no_such_file(case.file),
            sentence(
                "Without the board file nothing that is wired is checked, and no board can be "
                "opened."
            ),
            other_files(case.file),
        )
        return
    for mistake in case.mistakes:
        correct = (
            sentence("Correct the file.") if mistake.line is None else sentence("Change that line.")
        )
        command = f"hareboard board check {case.file}"
        yield DoctorFinding(
            "board",
            "bad",
            str(mistake),
            sentence("hareboard can't open a board whose file has a mistake."),
            correct + sentence("Then check it: {command}.", command=command),
        )
    if case.board is None:
        return
    for advice in case.board.advice:
        if not advice.startswith(LOOKED_AT):
            yield DoctorFinding("board", "advice", advice)
    yield DoctorFinding("board", "good", _summary(case.board))


def tags(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the runners' tags are registered."""
    if case.board is None or not case.wired:
        return
    ends = {
        end: {tag.colour for tag in case.board.tags.values() if tag.end == end} for end in _ENDS
    }
    nameless = tuple(colour for colour in COLOURS if colour not in ends["base"])
    crownless = tuple(colour for colour in COLOURS if colour in ends["base"] - ends["crown"])
    if not ends["base"]:
        yield DoctorFinding(
            "tags",
            "advice",
            sentence("The board file has no {section}: no runner is known.", section="[tags]"),
            sentence(
                "An unknown tag never counts as a runner: nobody can play by moving the runners "
                "on the board."
            ),
            sentence("Name the runners on the page {page}.", page=WORKSHOP),
        )
        return
    if nameless:
        yield DoctorFinding(
            "tags",
            "advice",
            sentence("The tag of the {colour} runner is not known.", colour=nameless[0])
            if len(nameless) == 1
            else sentence("The tags of these runners are not known: {colours}.", colours=nameless),
            sentence("Anyone who plays with such a runner has to play by phone."),
            sentence("If you play with it, name it on the page {page}.", page=WORKSHOP),
        )
    if crownless:
        yield DoctorFinding(
            "tags",
            "advice",
            sentence(
                "The tag in the crown of the {colour} runner is not known.", colour=crownless[0]
            )
            if len(crownless) == 1
            else sentence(
                "The tags in the crowns of these runners are not known: {colours}.",
                colours=crownless,
            ),
            sentence(
                "The board can't see such a runner lying face down: chewing a lettuce is confirmed "
                "by phone or button."
            ),
            sentence(
                "If it has a tag there, name it on the page {page}. If not, there is nothing to "
                "do.",
                page=WORKSHOP,
            ),
        )
    if not (nameless or crownless):
        yield DoctorFinding("tags", "good", sentence("All six runners are known, base and crown."))


def _summary(board: Board) -> Sentence:
    """Summarise a board without mistakes."""
    squares, readers = len(board.squares), len(board.settings.places)
    phases = phases_of(board)
    said = sentence(
        "The board file has no mistakes. Squares: {squares}. Readers: {readers} (buses: {buses}). "
        "Phases of reading: {phases}, with at most {fields} fields on at once.",
        squares=squares,
        readers=readers,
        buses=", ".join(bus.name for bus in board.buses),
        phases=len(phases),
        fields=largest(phases),
    )
    if squares > readers:
        said += sentence("Squares without a reader: {squares}.", squares=squares - readers)
    if board.lights is not None:
        said += _lights(board.lights.count, *driver_of(board, board.lights))
    if board.buttons is not None:
        said += sentence("Buttons: {buttons}.", buttons=len(board.buttons.pins))
    return said


def _lights(count: int, kind: LightsDriver, name: str) -> Sentence:
    """Say how many lights there are, and what drives them."""
    facts = {"lights": count, "name": name}
    match kind:
        case "helper":
            return sentence("Lights: {lights}, driven by the helper.", **facts)
        case "co-processor":
            return sentence("Lights: {lights}, driven by the co-processor “{name}”.", **facts)
        case "spi":
            return sentence("Lights: {lights}, driven by SPI bus {name}.", **facts)
