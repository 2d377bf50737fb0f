"""Addresses of boards: their kinds, and the files they name."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from controller.board import Board, read_board
from controller.board.examples import FOLDER as EXAMPLES
from controller.board.examples import example_names, example_path
from controller.board.no_file import no_such_file, other_files
from hardware.errors import HardwareError
from hardware.lights.settings import ScannerDriver
from hardware.sensing.settings import ScannerPort

SIMULATED: Final = "sim://"
"""Emulated chips behind the real driver, sixty-four on one SPI bus."""

USUAL_BOARD: Final = "spi-decoder-64"
SCANNER_BOARD: Final = "pico-64"
"""The board of `sim://scanner` and of `scanner://PORT`: one co-processor for everything."""

PROFILED: Final = "?profile="
"""Precedes the profile in the address of a simulated board."""

KINDS: Final = (
    "sim:// (emulated chips), sim://scanner (the same behind an emulated co-processor), "
    "sim://direct (no chips at all), sim://FILE (a board file, its chips emulated), "
    "sim://FILE?profile=PROFILE (the same with chips as-reported or as in a file of “hareboard "
    "trace profile”), pn532://FILE (a board file: readers at this computer or its "
    "co-processors), scanner://PORT (one co-processor for all, at a serial port), trace://FILE "
    "(what another board said)"
)


class BadAddress(HardwareError, ValueError):
    """An invalid address of a board."""


@dataclass(frozen=True, slots=True)
class RealAddress:
    """Address of a board with hardware.

    Attributes:
        file: its board file.
        port: serial port of its one co-processor; None for the ports of the file.
    """

    file: Path
    port: str | None = None

    def board(self) -> Board:
        """Read the board file.

        Raises:
            BadFile: the file cannot be used.
        """
        board = read_board(self.file)
        return board if self.port is None else moved(board, self.port)


@dataclass(frozen=True, slots=True)
class SimulatedAddress:
    """Address of a board without hardware; with neither file nor trace its readers have no chips.

    Attributes:
        file: board file of its emulated chips.
        trace: file of the readings that it replays.
        profile: how its chips behave: a name, or a file; None for the manual.
    """

    file: Path | None = None
    trace: Path | None = None
    profile: str | None = None

    def board(self) -> Board | None:
        """Read the board file; None if there is none.

        Raises:
            BadFile: the file cannot be used.
        """
        return None if self.file is None else read_board(self.file)


def parse_address(text: str) -> RealAddress | SimulatedAddress:
    """Parse the address of a board; a board file may be an example by its name.

    Raises:
        BadAddress: the address is invalid.
    """
    match text.partition("://"):
        case "sim", "://", "direct":
            return SimulatedAddress()
        case "sim", "://", rest:
            name, _, profile = rest.partition(PROFILED)
            return SimulatedAddress(
                file=_file(SCANNER_BOARD if name == "scanner" else name or USUAL_BOARD),
                profile=profile or None,
            )
        case "trace", _, rest if rest:
            return SimulatedAddress(trace=Path(rest))
        case "pn532", _, rest if rest:
            return RealAddress(_file(rest))
        case "scanner", _, rest if rest:
            return RealAddress(_file(SCANNER_BOARD), port=rest)
    if Path(text).suffix == ".toml" and "://" not in text:
        raise BadAddress(
            f"Put pn532:// before a board file, or sim:// to emulate it: sim://{text}."
        )
    raise BadAddress(f"“{text}” is no board. A board is {KINDS}.")


def parse_simulated(text: str) -> SimulatedAddress:
    """Parse the address of a simulated board.

    Raises:
        BadAddress: the address is invalid, or that of a real board; or its file is missing.
    """
    scheme = text.partition("://")[0]
    address = parse_address(text) if scheme in ("sim", "trace") else None
    if not isinstance(address, SimulatedAddress):
        raise BadAddress(f"“{text}” is not simulated. Simulated are sim:// and trace:// boards.")
    if address.file is not None and not address.file.exists():
        raise BadAddress(f"{no_such_file(address.file)} {other_files(address.file)}")
    return address


def files_of(text: str) -> tuple[Path, ...]:
    """Return the files named by the address of a board, without examples.

    Raises:
        BadAddress: the address is invalid.
    """
    address = parse_address(text)
    named = [address.file]
    if isinstance(address, SimulatedAddress):
        profile = None if address.profile is None else Path(address.profile)
        named += [address.trace, profile if profile is not None and profile.is_file() else None]
    return tuple(each for each in named if each is not None and each.parent != EXAMPLES)


def _file(name: str) -> Path:
    return example_path(name) if name in example_names() else Path(name)


def scanner_ports(board: Board) -> tuple[ScannerPort, ...]:
    """Return the co-processors of a board; it has only these, or none."""
    return tuple(bus for bus in board.buses if isinstance(bus, ScannerPort))


def moved(board: Board, port: str) -> Board:
    """Return the board with its one co-processor, lights and buttons at another port."""
    (bus,) = scanner_ports(board)
    lights, buttons = board.lights, board.buttons
    assert lights is not None
    assert isinstance(lights.driver, ScannerDriver)
    assert buttons is not None
    return msgspec.structs.replace(
        board,
        buses=(replace(bus, port=port),),
        lights=replace(lights, driver=replace(lights.driver, port=port)),
        buttons=replace(buttons, port=port),
    )
