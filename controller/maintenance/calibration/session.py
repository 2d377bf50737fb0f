"""A calibration session: its state, the tags on the board, and its progress on disk."""

import logging
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.board import Board
from controller.board.file.writing import rewritten, save_board
from controller.light.look import Look
from controller.maintenance.board_file import read_again, refusing_unsaved
from controller.maintenance.calibration.answering import OUT_OF_PLACE, STALE, answered
from controller.maintenance.calibration.answers import Answer, Save
from controller.maintenance.calibration.findings import changes, findings
from controller.maintenance.calibration.learned import (
    READINGS,
    Learned,
    Plan,
    true_lights,
    true_readers,
)
from controller.maintenance.calibration.observations import observed
from controller.maintenance.calibration.progress import CalibrationProgress, digest
from controller.maintenance.calibration.snapshot import CalibrationSnapshot
from controller.maintenance.calibration.state import CalibrationState
from controller.maintenance.calibration.tag_presence import Presence
from controller.refusal import Refusal
from hardware.clock import Clock
from hardware.ports import BoardEvent, LightsChanged, Reading

_LOG: Final = logging.getLogger(__name__)


def plan_of(board: Board) -> Plan:
    """Return the squares, readers, lights and tags of a board file."""
    return Plan(
        squares=tuple(sorted(board.squares)),
        readers=frozenset(board.settings.places),
        lights=frozenset(board.lights.squares) if board.lights is not None else frozenset(),
        tags=board.tags,
    )


class CalibrationSession:
    """Runs a calibration; not thread-safe. Resumes progress saved for the same board file.

    Args:
        board: the parsed board file.
        path: the board file.
        memory: storage of the progress.
        clock: the board's time.
        look: the lights' settings.
    """

    def __init__(
        self, board: Board, path: Path, memory: Path, clock: Clock, look: Look | None = None
    ) -> None:
        self._board = board
        self._path = path
        self._clock = clock
        self._digest = digest(board)
        self._memory = CalibrationProgress(memory, self._digest)
        plan = plan_of(board)
        learned, news = self._memory.recall(plan)
        self._kept = learned
        self._not_kept: str | None = None
        self._saved: tuple[str, str] | None = None
        """The board file before and after it was saved last."""
        self._lights_trouble: str | None = None
        self._presence = Presence()
        self._state = CalibrationState(plan=plan, learned=learned).look_first(clock.now_s())
        self._snapshot = CalibrationSnapshot(news=news, look=look or Look(), **_drawn(self._state))

    @property
    def snapshot(self) -> CalibrationSnapshot:
        """The newest snapshot; the same object as long as nothing changes."""
        return self._snapshot

    def sense(self, event: BoardEvent | Reading) -> None:
        """Apply an event or reading of the board."""
        if isinstance(event, Reading):
            self._presence.hear(event)
        elif isinstance(event, LightsChanged):
            self._lights_trouble = event.trouble
        else:
            self._presence.take(event)

    def carry_out(self, answer: Answer) -> int:
        """Apply an answer of the builder; return the new version.

        Raises:
            Refusal: the answer cannot be applied; with the reason.
        """
        if isinstance(answer, Save):
            self._save(answer)
        else:
            self._become(answered(self._state, answer, self._clock.now_s()))
        self.tick()
        return self._state.version

    def tick(self) -> float | None:
        """Advance the calibration; return the time of the next tick."""
        now_s = self._clock.now_s()
        while (state := observed(self._state, self._presence, now_s)) is not self._state:
            self._become(state)
        self._keep()
        self._draw()
        return self._state.until_s

    def close(self) -> None:
        """Do nothing: progress is saved at once."""

    def _become(self, state: CalibrationState) -> None:
        before, self._state = self._state, state
        if state.asked != before.asked:
            self._presence.note_what_lies()
        if state.counted != before.counted:
            self._presence.count_anew()

    def _keep(self) -> None:
        learned = self._state.learned
        if learned is self._kept or self._state.stage == "saved":
            return
        self._kept = learned
        self._snapshot = msgspec.structs.replace(self._snapshot, news=None)
        try:
            self._memory.keep(learned)
        except OSError as error:
            _LOG.warning("The calibration could not be saved: %s.", error)
            self._not_kept = error.strerror or str(error)
        else:
            self._not_kept = None

    def _save(self, answer: Save) -> None:
        """Write the board file, and delete the saved progress.

        Raises:
            Refusal: `stale`, `out-of-place`, or `file-not-saved` with the error.
        """
        state = self._state
        if answer.version != state.version:
            raise Refusal("stale", STALE)
        if state.stage != "sum":
            raise Refusal("out-of-place", OUT_OF_PLACE)
        if changes(state.learned, state.plan).any or self._saved is not None:
            self._write(state.learned, state.plan)
        try:
            self._memory.forget()
        except OSError as error:
            _LOG.warning("The saved calibration could not be deleted: %s.", error)
        self._become(state.change(stage="saved"))

    def _write(self, learned: Learned, plan: Plan) -> None:
        with refusing_unsaved(self._path):
            before = self._path.read_text("utf-8")
            if self._saved is not None and before == self._saved[1]:
                before = self._saved[0]  # whose readers and lights the answers name
            elif digest(read_again(self._path)) != self._digest:
                raise Refusal(
                    "file-not-saved",
                    "Somebody has changed the wiring in {file} since the workshop was opened, so "
                    "nothing was written. Change it back and save again; or leave the workshop "
                    "and come back: then it starts again with the file as it is.",
                    file=self._path.name,
                )
            text = rewritten(
                before,
                true_readers(learned, plan),
                self._lights(learned, plan),
                changes(learned, plan).tags,
            )
            save_board(self._path, text)
            self._saved = before, text

    def _lights(self, learned: Learned, plan: Plan) -> dict[int, tuple[int, ...]] | None:
        """Return each square's lights as strip positions; None if they are right."""
        if self._board.lights is None or not changes(learned, plan).lights:
            return None
        lights: dict[int, tuple[int, ...]] = {}
        for light, place in sorted(true_lights(learned, plan).items()):
            lights[place] = (*lights.get(place, ()), *self._board.lights.squares[light])
        return lights

    def _draw(self) -> None:
        """Create a new snapshot, if anything has changed."""
        state, presence, before = self._state, self._presence, self._snapshot
        good = of = 0
        if state.stage == "reading" and state.reader is not None and state.uid is not None:
            of = min(presence.looks(state.reader), READINGS)
            good = min(presence.reads[state.uid, state.reader], of)
        picture = msgspec.structs.replace(
            before,
            good=good,
            of=of,
            blind=presence.blind,
            not_kept=self._not_kept,
            lights_trouble=self._lights_trouble,
        )
        if state is not before.state:
            picture = msgspec.structs.replace(picture, **_drawn(state))
        if picture != before:
            self._snapshot = msgspec.structs.replace(picture, revision=before.revision + 1)


def _drawn(state: CalibrationState) -> dict[str, Any]:
    """Return the snapshot fields that come from a state."""
    return {
        "state": state,
        "lights": state.lights(),
        "attention": state.attention(),
        "findings": findings(state.learned, state.plan),
        "changes": changes(state.learned, state.plan),
    }
