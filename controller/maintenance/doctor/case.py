"""The case of an examination: computer, board file, games, running table."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from controller.board import BadBoard, Board, read_board
from controller.board.plan.needs import Needs, needs
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.findings import ReaderReport
from controller.maintenance.doctor.network import NetworkProbe
from hardware.ports import ReaderHealth

Probe = Callable[[Board, float], tuple[ReaderHealth, ...]]
"""Opens the readers of a board for so many seconds; raises HardwareError."""

LOCAL: Final = ("127.0.0.1", "localhost", "::1")
ANYWHERE: Final = ("0.0.0.0", "::", "")


@dataclass(frozen=True)
class RunningTable:
    """A hareboard that is running.

    Attributes:
        alive: whether its game goes on.
        readers: how its readers are; None if it does not tell.
        lights: what is wrong with its lights; None if nothing is.
        players: the names that are not to get out.
        inside: whether this very process is it.
        board: what its board is called; None if it does not tell.
    """

    alive: bool
    readers: tuple[ReaderReport, ...] | None = None
    lights: str | None = None
    players: frozenset[str] = frozenset()
    inside: bool = False
    board: str | None = None


@dataclass(frozen=True)
class Case:
    """What is examined.

    Attributes:
        site: the computer.
        folder: where the games are kept.
        host: where the pages are served, or would be.
        port: likewise.
        file: the board file; None if none was named.
        board: what it says; None if there is none, or it is wrong.
        mistakes: what is wrong with it.
        wired: whether the board is one of wood, wired to this computer, not simulated.
        table: the hareboard that is running; None if none is.
        probe: opens the readers, if none is.
        readers: how every reader is; None as long as nobody has asked, or nobody tells.
        fault: why the readers could not be opened; empty if they could, or nobody tried.
    """

    site: ExaminedComputer
    folder: Path
    host: str = "127.0.0.1"
    port: int = 8064
    file: Path | None = None
    board: Board | None = None
    mistakes: tuple[str, ...] = ()
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
        """What the board asks of this computer; None if there is none wired to it."""
        return needs(self.board) if self.board is not None and self.wired else None


def read_file(path: Path) -> tuple[Board | None, tuple[str, ...]]:
    """What a board file says, or what is wrong with it."""
    try:
        return read_board(path), ()
    except BadBoard as error:
        return None, tuple(map(str, error.problems))


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
    """The hareboard that answers at an address; None if there is none."""
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
    """By what this computer itself reaches what is served at a host, as it stands in a URL."""
    if host in ANYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _asked(network: NetworkProbe, url: str, kind: type[_Answer]) -> _Answer | None:
    answer = network.get(url)
    if answer is None:
        return None
    try:
        return msgspec.json.decode(answer[1], type=kind)
    except (msgspec.DecodeError, UnicodeError):
        return None
