"""Lines that a board file needs in config.txt.

    python -m controller.maintenance.doctor.config_txt FILE

The checks of the doctor look for the same lines; append them to that file.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from controller.board import BadFile, read_board
from controller.board.file.lights import PWM_PINS
from controller.board.file.pins import SERIAL_OF_PI
from controller.board.plan.needs import Needs, needs
from controller.maintenance.doctor.boot_config import I2C_HZ
from controller.maintenance.doctor.checks.interfaces import CHIP_SELECTS, NO_SELECTS
from controller.maintenance.doctor.checks.lights import CORE_HZ
from controller.maintenance.doctor.computer import ExaminedComputer


def wanted(board: Needs, pi: int | None) -> Iterator[str]:
    """List the lines that a board needs.

    Args:
        board: its requirements on the computer.
        pi: the generation of the Raspberry Pi; None if it is none, and has no such file.
    """
    if pi is None:
        return
    if 0 in board.spi:
        yield "dtparam=spi=on"
        if board.pins & CHIP_SELECTS:
            yield f"dtoverlay={NO_SELECTS}"
    if 1 in board.spi:
        yield "dtoverlay=spi1-1cs"
    for bus in board.i2c:
        if bus.number == 1:
            yield "dtparam=i2c_arm=on"
            if bus.clock_hz != I2C_HZ:
                yield f"dtparam=i2c_arm_baudrate={bus.clock_hz}"
    if any(port in SERIAL_OF_PI for port in board.ports):
        yield "enable_uart=1"
    if board.strip_pin in PWM_PINS:
        yield "dtparam=audio=off"
    if board.strip_spi is not None:
        yield from CORE_HZ.get(pi, ())


def main() -> None:
    """Print the lines for this computer."""
    try:
        board = needs(read_board(Path(sys.argv[1])))
    except BadFile as error:
        sys.exit(str(error))
    for line in wanted(board, ExaminedComputer().pi):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
