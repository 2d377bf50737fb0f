"""The board file, and its tag register."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.board.file.buses import CLOCK_STRETCHING
from controller.board.file.lights import ANALOGUE_SOUND, FIXED_CLOCK, NOT_PI_5
from controller.board.no_file import no_such_file, other_files
from controller.board.plan.report import summary
from controller.game.pieces import COLOURS
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding

_ENDS: Final = ("base", "crown")
LOOKED_AT: Final = (
    *(CLOCK_STRETCHING, FIXED_CLOCK, NOT_PI_5),
    ANALOGUE_SOUND.partition("{")[0],
)
"""Advice of the board file that other checks give where it applies."""


def board_file(case: Case) -> Iterator[DoctorFinding]:
    """Check the board file for errors; pass on its advice."""
    if case.file is None and case.board is None:
        yield DoctorFinding(
            "board",
            "unknown",
            "No board file was named, so nothing that is wired was looked at.",
            "Whether readers, lights and buttons work is seen only with it.",
            "Name it: hareboard doctor my-board.toml. To begin one: hareboard board show.",
        )
        return
    if case.board is None and case.file is not None and not case.file.exists():
        yield DoctorFinding(
            "board",
            "bad",
            no_such_file(case.file),
            "Without the board file nothing that is wired is checked, and no board can be opened.",
            other_files(case.file),
        )
        return
    for mistake in case.mistakes:
        correct = "Correct the file." if mistake.line is None else "Change that line."
        yield DoctorFinding(
            "board",
            "bad",
            str(mistake),
            "hareboard opens no board whose file has a mistake.",
            f"{correct} hareboard board check {case.file} says when all is well.",
        )
    if case.board is None:
        return
    for sentence in case.board.advice:
        if not sentence.startswith(LOOKED_AT):
            yield DoctorFinding("board", "advice", sentence)
    yield DoctorFinding("board", "good", f"{summary(case.board)}.")


def tags(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the runners' tags are registered."""
    if case.board is None or not case.wired:
        return
    ends = {
        end: {tag.colour for tag in case.board.tags.values() if tag.end == end} for end in _ENDS
    }
    nameless = [colour for colour in COLOURS if colour not in ends["base"]]
    crownless = [colour for colour in COLOURS if colour in ends["base"] - ends["crown"]]
    if not ends["base"]:
        yield DoctorFinding(
            "tags",
            "advice",
            "The board file has no [tags]: no runner is known.",
            "A tag that nobody knows is a stranger, never a runner: nothing can be played by "
            "moving wood.",
            "Name the runners on the page /workshop.",
        )
        return
    if nameless:
        yield DoctorFinding(
            "tags",
            "advice",
            f"No tag is known of {_runners(nameless)}.",
            "Who plays with such a runner has to play by phone.",
            "Name it on the page /workshop, if it is to be played with.",
        )
    if crownless:
        yield DoctorFinding(
            "tags",
            "advice",
            f"No tag is known in the crown of {_runners(crownless)}.",
            "A runner without one cannot be seen lying face down: chewing a lettuce is confirmed "
            "by phone or button.",
            "If it has one, name it on the page /workshop. If not, there is nothing to do.",
        )
    if not (nameless or crownless):
        yield DoctorFinding("tags", "good", "All six runners are known, base and crown.")


def _runners(colours: Sequence[str]) -> str:
    if len(colours) == 1:
        return f"the {colours[0]} runner"
    return f"the {', '.join(colours[:-1])} and {colours[-1]} runners"
