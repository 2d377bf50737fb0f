"""Status of an installed board, in one piece for people and programs."""

from typing import Literal

import msgspec

from controller.maintenance.doctor.findings import Voltage
from controller.table.state import Phase


class GameNow(msgspec.Struct, frozen=True):
    """The game on the table.

    Attributes:
        phase: whether there is a game, and whether it is over.
        players: players, in seating order.
        to_act: player to act; None if there is none.
        turn_s: seconds since the turn began, or since the program was started.
        begun_at: start of the game, UTC, ISO 8601.
        actions: number of actions played.
        paused: True if the game is paused until a player resumes it.
        trouble: cause of a stopped game, in words.
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
        there: number of squares that should have a reader.
        answering: number of readers that answer.
        out: squares whose reader does not answer.
    """

    there: int
    answering: int
    out: tuple[int, ...]


class LightsNow(msgspec.Struct, frozen=True):
    """The lights.

    Attributes:
        there: True if the board has lights.
        trouble: fault of the lights and its remedy, in words.
        draw_ma: current draw in mA, as far as the board file has that of one light.
    """

    there: bool
    trouble: str | None
    draw_ma: float | None


class Running(msgspec.Struct, frozen=True):
    """Status from a running hareboard: `GET /api/status`.

    Attributes:
        version: its version.
        up_s: seconds since its start.
        address: URL of its pages for phones.
        board: title of its board; None if it has no file.
        mode: mode that has the board.
        alive: True if all its needed threads run.
        trouble: needed thread that is dead or hangs, in words for a log.
        game: the game; None in the workshop.
        readers: the readers.
        lights: the lights.
    """

    version: str
    up_s: float
    address: str
    board: str | None
    mode: Literal["play", "workshop", "acceptance"]
    alive: bool
    trouble: str | None
    game: GameNow | None
    readers: ReadersStatus
    lights: LightsNow

    @property
    def playing(self) -> bool:
        """True if a game is under way and not paused."""
        return self.game is not None and self.game.phase == "playing" and not self.game.paused


class ServiceState(msgspec.Struct, frozen=True):
    """A service in systemd.

    Attributes:
        unit: name of the unit.
        state: `active`, `activating`, `failed`, `inactive` and so on.
        since: time of the last change, UTC, ISO 8601; None if there was no change.
        restarts: number of automatic restarts by systemd.
    """

    unit: str
    state: str
    since: str | None
    restarts: int


class ComputerNow(msgspec.Struct, frozen=True):
    """The computer.

    Attributes:
        temperature_c: temperature of the processor, in degrees Celsius.
        voltage: state of the supply voltage.
        folder: folder of the games.
        free_bytes: free space in that folder.
    """

    temperature_c: float | None
    voltage: Voltage | None
    folder: str
    free_bytes: int | None


class BoardStatus(msgspec.Struct, frozen=True):
    """Status of service, program and computer.

    Attributes:
        made_at: the date and time, UTC, ISO 8601.
        version: version of the called `hareboard`; empty if it is not installed as a package.
        service: the service; None where there is no systemd, or it does not know the service.
        running: status from the running hareboard; None if none answers.
        asked: URLs that were tried.
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
        """True if a hareboard runs, with all its needed threads."""
        return self.running is not None and self.running.alive
