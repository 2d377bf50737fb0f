"""Status of an installed board, in one piece for people and programs."""

from typing import Literal

import msgspec

from controller.maintenance.doctor.checks.supply import Voltage
from controller.table.snapshot import Phase


class GameNow(msgspec.Struct, frozen=True):
    """The game on the table.

    Attributes:
        phase: whether there is one, and whether it is over.
        players: who plays, in seating order.
        to_act: whose turn it is; None if it is nobody's.
        turn_s: for how long it has been theirs, or since the program was started.
        begun_at: when the game was begun, UTC, ISO 8601.
        actions: how many have been played.
        paused: it waits until somebody lets it go on.
        trouble: why it cannot go on, in words.
    """

    phase: Phase
    players: tuple[str, ...]
    to_act: str | None
    turn_s: float | None
    begun_at: str | None
    actions: int
    paused: bool
    trouble: str | None


class ReadersStatus(msgspec.Struct, frozen=True):
    """The readers.

    Attributes:
        there: how many squares are meant to have one.
        answering: how many of them answer.
        out: the squares whose reader does not.
    """

    there: int
    answering: int
    out: tuple[int, ...]


class LightsNow(msgspec.Struct, frozen=True):
    """The lights.

    Attributes:
        there: whether the board has any.
        trouble: what is wrong with them and what to do, in words.
        draw_ma: what they take, as far as the board file knows one light.
    """

    there: bool
    trouble: str | None
    draw_ma: float | None


class Running(msgspec.Struct, frozen=True):
    """What a hareboard that runs says of itself: `GET /api/status`.

    Attributes:
        version: its version.
        up_s: for how long it has run.
        address: where phones open its pages.
        board: what its board is called; None if it has no file.
        room: who has the board.
        alive: whether everything goes on.
        trouble: what does not, in words for a log.
        game: the game; None while the board is in the workshop.
        readers: the readers.
        lights: the lights.
    """

    version: str
    up_s: float
    address: str
    board: str | None
    room: Literal["play", "workshop"]
    alive: bool
    trouble: str | None
    game: GameNow | None
    readers: ReadersStatus
    lights: LightsNow

    @property
    def playing(self) -> bool:
        """Whether people are in the middle of a game, and have not paused it."""
        return self.game is not None and self.game.phase == "playing" and not self.game.paused


class ServiceState(msgspec.Struct, frozen=True):
    """A service, as systemd sees it.

    Attributes:
        unit: what it is called.
        state: `active`, `activating`, `failed`, `inactive` and so on.
        since: since when, UTC, ISO 8601; None if it never was anything else.
        restarts: how often systemd has started it again by itself.
    """

    unit: str
    state: str
    since: str | None
    restarts: int


class ComputerNow(msgspec.Struct, frozen=True):
    """The computer.

    Attributes:
        temperature_c: of the processor, in degrees Celsius.
        voltage: of its supply.
        folder: where the games are kept.
        free_bytes: the room left there.
    """

    temperature_c: float | None
    voltage: Voltage | None
    folder: str
    free_bytes: int | None


class BoardStatus(msgspec.Struct, frozen=True):
    """How everything is.

    Attributes:
        made_at: the date and time, UTC, ISO 8601.
        version: of the `hareboard` that was asked; empty if it is not installed as a package.
        service: the service; None where there is no systemd, or it does not know the service.
        running: what the hareboard that runs says; None if none answers.
        asked: where it was looked for.
        computer: the computer.
    """

    made_at: str
    version: str
    service: ServiceState | None
    running: Running | None
    asked: tuple[str, ...]
    computer: ComputerNow

    @property
    def well(self) -> bool:
        """Whether a hareboard runs, and everything in it goes on."""
        return self.running is not None and self.running.alive
