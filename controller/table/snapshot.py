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
    """Everything there is to show, at one moment.

    Attributes:
        revision: grows with every snapshot of this run of the program.
        version: the game as it stood: the journal's last entry.
        phase: whether there is a game, and whether it is over.
        setup: who plays what; that of the last game once it has been abandoned.
        seating: the players and their runners.
        state: the position, None without a game.
        plies: the newest actions, oldest first.
        played: how many actions have been played in all.
        finding: what the referee says of the wood.
        lights: the meaning of every lit square.
        look: how people want the lights to look.
        lights_trouble: what is wrong with the lights and what to do, in words, or None.
        take_back: the seat that may take back, or None.
        trouble: why the game cannot go on, in words, or None.
        readers: the readers that are not healthy, by square.
        attention: squares where something may happen now.
        paused: the game waits until somebody lets it go on; the wood means nothing meanwhile.
        can_mend: something stands wrong, and the game could take it over as the wood shows it.
        tap: a square is lit for somebody to hold a runner there, or one has been held there.
        sign: a number is being drawn by the lights.
        rescued: what became of a damaged journal, until somebody has seen it.
        begun_at: the date and time the game was begun, UTC, ISO 8601; None without one, or if
            the journal does not tell.
        turn_since_s: since when whoever is to act is to act, on the table's clock; of a game that
            was gone on with, since then. None if nobody is.
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
        """Squares that nobody reads: what happens there is said by phone."""
        return frozenset(square for square, state in self.readers.items() if state in BLIND)

    @property
    def absent(self) -> frozenset[int]:
        """The blind squares that are not meant to have a reader."""
        return frozenset(square for square, state in self.readers.items() if state == "absent")


def phase_of(game: Game | None) -> Phase:
    """Whether there is a game, and whether it is over."""
    if game is None:
        return "setup"
    return "over" if game.state.prompt == "over" else "playing"
