"""The immutable picture of the workshop, from which lights and pages are drawn."""

import msgspec

from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.maintenance.calibration.findings import CalibrationFinding, Changes
from controller.maintenance.calibration.progress import News
from controller.maintenance.calibration.state import CalibrationState


class CalibrationSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to show, at one moment.

    Attributes:
        revision: grows with every snapshot.
        course: what is asked for, and what has been learned.
        good: readings that saw what is being read.
        of: readings so far, of those that are wanted.
        lights: the meaning of every light, called by its square in the board file.
        look: how the lights look.
        attention: readers to be read more often.
        blind: readers that do not answer.
        findings: everything that is wrong.
        changes: what saving will change in the board file.
        news: what became of what was learned before.
        not_kept: why progress cannot be kept on disk, in words; None if it can.
        lights_trouble: what is wrong with the lights, in words; None if they shine.
    """

    revision: int = 0
    course: CalibrationState
    good: int = 0
    of: int = 0
    lights: dict[int, Meaning]
    look: Look = Look()
    attention: frozenset[int]
    blind: frozenset[int] = frozenset()
    findings: tuple[CalibrationFinding, ...]
    changes: Changes
    news: News | None
    not_kept: str | None = None
    lights_trouble: str | None = None

    @property
    def version(self) -> int:
        """Of the question that is asked: answers carry it."""
        return self.course.version
