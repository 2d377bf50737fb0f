"""A program that has a seat: asked for each action, and never waited for too long.

Whatever it does instead of answering, a plain move is played for it: a square at a time, as the
walker does. That is counted and told.
"""

import random
import threading
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from controller.game.opponents.programs.dialogue import (
    BadAnswer,
    IllegalAnswer,
    chosen,
    question,
)
from controller.game.opponents.programs.process import (
    ProgramEnded,
    ProgramFailure,
    ProgramFlooded,
    ProgramProcess,
)
from controller.game.opponents.sight import PlayedActions, Sight
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import Action

FaultKind = Literal["not-started", "ended", "late", "flooded", "garbage", "illegal"]

USUAL_TIME_S: Final = 1.0
START_S: Final = 5.0
"""Time to start, besides that of its first answer."""
MOST_FAULTS: Final = 5
"""After so many faults in a game it is asked no more."""


class ProgramFault(msgspec.Struct, frozen=True):
    """What a program did instead of answering."""

    kind: FaultKind
    message: str


class ProgramSilent(Exception):
    """The program gave no answer that counts; the message says what it did instead."""


class ProgramPlayer:
    """A program as an opponent; see `Character`. One thread asks it, any may close it.

    Args:
        command: the program and its arguments.
        time_s: time for an answer, in seconds.
        start_s: time to start besides, in seconds.

    Attributes:
        faults: what it did in this game instead of answering, oldest first.
        plain_moves: how many plain moves were played for it in this game.
    """

    def __init__(
        self,
        command: Sequence[str],
        time_s: float = USUAL_TIME_S,
        start_s: float = START_S,
    ) -> None:
        self._command = tuple(command)
        self._time_s = time_s
        self._start_s = start_s
        self._process: ProgramProcess | None = None
        self._asking = threading.Lock()
        self._closed = False
        self._plain = Temperament("near")
        self._played: PlayedActions = ()
        self.faults: list[ProgramFault] = []
        self.plain_moves = 0

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Ask the program, or play a plain move for it; see `Character`."""
        try:
            return self.ask(sight, actions)
        except ProgramSilent:
            self.plain_moves += 1
            return self._plain.choose(sight, actions, chance)

    def ask(self, sight: Sight, actions: Sequence[Action]) -> Action:
        """Ask the program.

        Raises:
            ProgramSilent: it did not answer, or is asked no more.
        """
        if not sight.goes_on_after(self._played):
            self.faults.clear()
            self.plain_moves = 0
        self._played = sight.played
        if len(self.faults) >= MOST_FAULTS:
            raise ProgramSilent(f"is asked no more after {MOST_FAULTS} faults in a game")
        try:
            return self._asked(sight, actions)
        except (ProgramFailure, BadAnswer, OSError) as error:
            fault = ProgramFault(_kind(error), str(error))
            self.faults.append(fault)
            raise ProgramSilent(f"did not answer: {fault.message}") from error

    def close(self) -> None:
        """End the program, also while it is asked."""
        self._closed = True
        if not self._asking.acquire(blocking=False):
            process = self._process
            if process is not None:
                process.signal_end()
            self._asking.acquire()
        try:
            if self._process is not None:
                self._process.close()
                self._process = None
        finally:
            self._asking.release()

    def _asked(self, sight: Sight, actions: Sequence[Action]) -> Action:
        limit_s = self._time_s
        with self._asking:
            if self._closed:
                raise ProgramEnded("it was closed")
            if self._process is None:
                self._process = ProgramProcess(self._command)
                limit_s += self._start_s
            try:
                line = self._process.ask(question(sight, actions, self._time_s), limit_s)
                return chosen(line, actions)
            except IllegalAnswer:
                raise
            except (ProgramFailure, BadAnswer, OSError):
                # After a wrong line nothing tells which question the next one would answer.
                self._process.kill()
                self._process = None
                raise


def _kind(error: Exception) -> FaultKind:
    match error:
        case IllegalAnswer():
            return "illegal"
        case BadAnswer():
            return "garbage"
        case ProgramEnded():
            return "ended"
        case ProgramFlooded():
            return "flooded"
        case ProgramFailure():
            return "late"
        case _:
            return "not-started"
