"""The case of an examination: computer, board file, games, running table."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from controller.board import BadFile, Board, Problem, read_board
from controller.board.plan.needs import Needs, needs
from controller.json_data import BadJson, from_json
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.findings import ReaderReport
from controller.maintenance.doctor.network import NetworkProbe
from hardware.ports import ReaderHealth

Probe = Callable[[Board, float], tuple[ReaderHealth, ...]]
"""Opens the readers of a board for some seconds; raises HardwareError."""

LOCAL: Final = ("127.0.0.1", "localhost", "::1")
ANYWHERE: Final = ("0.0.0.0", "::", "")


@dataclass(frozen=True)
class RunningTable:
    """A running hareboard.

    Attributes:
        alive: True if all its needed threads run.
        readers: health of its readers; None if not reported.
        lights: fault of its lights; None if there is none.
        players: names to redact.
        inside: True if it is this process.
        board: title of its board; None if not reported.
    """

    alive: bool
    readers: tuple[ReaderReport, ...] | None = None
    lights: str | None = None
    players: frozenset[str] = frozenset()
    inside: bool = False
    board: str | None = None


@dataclass(frozen=True)
class Case:
    """Subject of an examination.

    Attributes:
        site: the computer.
        folder: folder of the games.
        host: host on which the pages are served, or would be.
        port: port on which the pages are served, or would be.
        file: the board file; None if none was given.
        board: the parsed board file; None if there is none, or it is invalid.
        mistakes: errors in the board file.
        wired: True if the board is a physical one wired to this computer, not simulated.
        table: the running hareboard; None if none runs.
        probe: opens the readers; None if it cannot.
        readers: health of every reader; None if not asked yet, or not reported.
        fault: error that prevented opening the readers; empty if opened, or not tried.
    """

    site: ExaminedComputer
    folder: Path
    host: str = "127.0.0.1"
    port: int = 8064
    file: Path | None = None
    board: Board | None = None
    mistakes: tuple[Problem, ...] = ()
    wired: bool = True
    table: RunningTable | None = None
    probe: Probe | None = None
    readers: tuple[ReaderReport, ...] | None = None
    fault: str = ""

    @property
    def elsewhere(self) -> str | None:
        """The board that the running hareboard plays on, if it is another one than this."""
        running = self.table.board if self.table is not None else None
        mine = self.board.name if self.board is not None else running
        return running if running != mine else None

    @property
    def needs(self) -> Needs | None:
        """Requirements of the board on this computer; None if no board is wired to it."""
        return needs(self.board) if self.board is not None and self.wired else None


def read_file(path: Path) -> tuple[Board | None, tuple[Problem, ...]]:
    """Read a board file; return the board, or its errors."""
    try:
        return read_board(path), ()
    except BadFile as error:
        return None, error.problems


_Answer = TypeVar("_Answer", bound=msgspec.Struct)


class _Health(msgspec.Struct):
    alive: bool


class _Readers(msgspec.Struct):
    readers: tuple[ReaderReport, ...]
    board: str | None = None


class _Seat(msgspec.Struct):
    name: str


class _View(msgspec.Struct):
    seats: tuple[_Seat, ...]
    lights_trouble: str | None = None


def find_table(network: NetworkProbe, host: str, port: int) -> RunningTable | None:
    """Return the hareboard that answers at an address; None if none answers."""
    base = f"http://{reachable(host)}:{port}"
    health = _asked(network, f"{base}/healthz", _Health)
    if health is None:
        return None
    readers = _asked(network, f"{base}/api/readers", _Readers)
    view = _asked(network, f"{base}/api/watch", _View)
    return RunningTable(
        alive=health.alive,
        readers=readers.readers if readers is not None else None,
        lights=view.lights_trouble if view is not None else None,
        board=readers.board if readers is not None else None,
        players=frozenset(seat.name for seat in view.seats) if view is not None else frozenset(),
    )


def reachable(host: str) -> str:
    """Return the host, as in a URL, by which this computer itself reaches a served host."""
    if host in ANYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _asked(network: NetworkProbe, url: str, kind: type[_Answer]) -> _Answer | None:
    answer = network.get(url)
    if answer is None:
        return None
    try:
        return from_json(answer[1], kind)
    except BadJson:
        return None
