"""The immutable picture of everything, from which lights and phones are drawn."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from controller.game.history import Game, Ply
from controller.game.journal.damage import Rescued
from controller.game.pieces import Seating
from controller.game.rules import State
from controller.game.setup import Setup
from controller.light.digits import DrawnDigits
from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.table.referee import RefereeFinding
from controller.table.tap import Tap
from hardware.ports import BLIND, ReaderState

RECENT_PLIES: Final = 40

Phase = Literal["setup", "playing", "over"]


class Snapshot(msgspec.Struct, frozen=True):
    """Everything shown by lights and phones, at one moment.

    Attributes:
        revision: grows with every snapshot of this run of the program.
        version: the game as it stood: the journal's last entry.
        phase: no game, under way, or over.
        setup: set-up of the game; that of the last game once it has been abandoned.
        seating: the players and their runners.
        state: the position; None without a game.
        plies: the newest actions, oldest first.
        played: number of actions played in all.
        finding: the referee's finding.
        lights: the meaning of every lit square.
        look: the preferred look of the lights.
        lights_trouble: fault of the lights and its remedy, in words, or None.
        take_back: the seat that may take back, or None.
        trouble: reason why the game cannot continue, in words, or None.
        readers: the readers that are not healthy, by square.
        attention: squares where a tag may come or go now.
        paused: True if the game waits to be resumed; the board is ignored meanwhile.
        can_mend: True if there are mismatches and the game could take over the placement.
        tap: the tap in progress, waiting for a runner or already with one.
        sign: True while the lights draw a number.
        rescued: report on a damaged journal, until it is acknowledged.
        begun_at: the date and time the game was begun, UTC, ISO 8601; None without one, or if
            the journal does not record it.
        turn_since_s: start of the turn, on the table's clock; of a resumed game, its resumption.
            None if no seat is to act.
    """

    revision: int
    version: int
    phase: Phase
    setup: Setup | None
    seating: Seating
    state: State | None
    plies: tuple[Ply, ...]
    played: int
    finding: RefereeFinding
    lights: dict[int, Meaning]
    look: Look
    lights_trouble: str | None
    take_back: int | None
    trouble: str | None
    readers: Mapping[int, ReaderState]
    attention: frozenset[int]
    paused: bool = False
    can_mend: bool = False
    tap: Tap | None = None
    sign: DrawnDigits | None = None
    rescued: Rescued | None = None
    begun_at: str | None = None
    turn_since_s: float | None = None

    @property
    def blind(self) -> frozenset[int]:
        """Squares without a working reader: moves there are entered by phone."""
        return frozenset(square for square, state in self.readers.items() if state in BLIND)

    @property
    def absent(self) -> frozenset[int]:
        """Blind squares that are not meant to have a reader."""
        return frozenset(square for square, state in self.readers.items() if state == "absent")


def phase_of(game: Game | None) -> Phase:
    """Return the phase of a game: none, under way, or over."""
    if game is None:
        return "setup"
    return "over" if game.state.prompt == "over" else "playing"
