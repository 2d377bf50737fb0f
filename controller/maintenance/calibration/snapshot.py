"""The immutable snapshot of the calibration, from which lights and pages are drawn."""

import msgspec

from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.maintenance.calibration.findings import CalibrationFinding, Changes
from controller.maintenance.calibration.progress import News
from controller.maintenance.calibration.state import CalibrationState


class CalibrationSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """State of the calibration to show, at one moment.

    Attributes:
        revision: grows with every snapshot.
        state: the current question, and the learned maps.
        good: readings so far that saw the tag being read.
        of: number of readings so far, at most those needed.
        lights: the meaning of every light, called by its square in the board file.
        look: the lights' settings.
        attention: readers to be read more often.
        blind: readers that do not answer.
        findings: all faults.
        changes: changes that saving makes in the board file.
        news: result of loading earlier progress.
        not_kept: error that prevents saving progress, in words; None if it is saved.
        lights_trouble: fault of the lights, in words; None if they shine.
    """

    revision: int = 0
    state: CalibrationState
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
        """Version of the current question: answers carry it."""
        return self.state.version
