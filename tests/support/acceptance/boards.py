"""Small boards for acceptances, and an acceptance of one of them in virtual time."""

from typing import Final

import msgspec

from controller.board import Board, parse_board
from controller.bootstrap.simulated.rehearsal import Rehearsal, rehearse
from controller.maintenance.acceptance.measuring.facts import Facts, facts_of
from controller.maintenance.acceptance.measuring.measure import measure
from controller.maintenance.acceptance.measuring.tasks import Log

SPI_TEXT: Final = """\
# Anna's board, upstairs.
name = "Anna's board"

[squares]
count = 4
columns = 2

[readers]
stride = 2              # neighbours are never on together

[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]
squares = "1-4"
reset_pin = "GPIO4"     # a transistor pulls RSTPDN

[lights]
driver = "ws281x"
squares = [1, 2, 3, 4]
budget_ma = 200

[buttons]
confirm = "GPIO17"

[tags]
red = { base = "04 A1 B2 C3 D4 E5 F6", crown = "04 5B 6E 8F 90 A1 B2" }
"""

I2C_TEXT: Final = SPI_TEXT.replace(
    """transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]
squares = "1-4"
reset_pin = "GPIO4"     # a transistor pulls RSTPDN
""",
    """transport = "i2c"
multiplexers = [0x70, 0x71]
squares = [[1, 2], [3, 4]]
""",
)

SCANNER_TEXT: Final = (
    SPI_TEXT.replace(
        """transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]
squares = "1-4"
reset_pin = "GPIO4"     # a transistor pulls RSTPDN
""",
        """transport = "scanner"
port = "/dev/ttyACM0"
squares = "1-4"
reset_pin = "GP20"
""",
    )
    .replace('driver = "ws281x"', 'driver = "scanner"')
    .replace('confirm = "GPIO17"', 'port = "/dev/ttyACM0"\nconfirm = "GP10"')
)

SOAK_S: Final = 5.0
ONE_SQUARE: Final = (1,)
"""Measured at every place, the others only in their middle: for speed."""


def spi_board() -> Board:
    """Four readers on an SPI bus, each with a select line of its own, and a reset line."""
    return parse_board(SPI_TEXT, "board.toml")


def board_without_lights() -> Board:
    """The same as `spi_board`, without lights."""
    return msgspec.structs.replace(spi_board(), lights=None)


def i2c_board() -> Board:
    """Four readers behind two multiplexers."""
    return parse_board(I2C_TEXT, "board.toml")


def scanner_board() -> Board:
    """Four readers, lights and a button on a co-processor."""
    return parse_board(SCANNER_TEXT, "board.toml")


def accepted(
    board: Board,
    rehearsal: Rehearsal | None = None,
    *,
    soak_s: float = SOAK_S,
    in_full: tuple[int, ...] | None = ONE_SQUARE,
) -> tuple[Facts, Log]:
    """Measure a board; return what the acceptance knows of it, and its measurements."""
    rehearsal = rehearsal or rehearse(board)
    facts = facts_of(board, rehearsal.site.bench.buses, in_full=False, soak_s=soak_s)
    if in_full is not None:
        facts = msgspec.structs.replace(facts, in_full=in_full)
    return facts, measure(facts, rehearsal.site, rehearsal.builder)
