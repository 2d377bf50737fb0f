"""Lines that a board file needs in config.txt.

    python -m controller.maintenance.doctor.config_txt FILE

The checks of the doctor look for the same lines; append them to that file. Where the model of the
Raspberry Pi is not known (in a chroot, or an image that is being made), they fit every model.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.board import BadFile, read_board
from controller.board.file.lights import PWM_PINS
from controller.board.file.pins import I2C_WIRES, SERIAL_OF_PI
from controller.board.plan.needs import Needs, needs
from controller.maintenance.doctor.boot_config import I2C_HZ
from controller.maintenance.doctor.checks.interfaces import (
    CHIP_SELECTS,
    I2C_0,
    I2C_SPEEDS,
    NO_HARDWARE_I2C,
    NO_SELECTS,
    software_i2c,
)
from controller.maintenance.doctor.checks.lights import CORE_HZ
from controller.maintenance.doctor.computer import ExaminedComputer

ANY: Final = 0
"""Generation of a Raspberry Pi that is not known."""
SECTIONS: Final = {"pi0": 1, "pi1": 1, "pi2": 2, "pi3": 3, "pi4": 4}
"""Sections of config.txt with the generation whose lines they get; a Pi 5 needs none.

Source: Raspberry Pi documentation, "Conditional filters"."""
UART: Final = {ANY: ("enable_uart=1", "dtparam=uart0=on"), 5: ("dtparam=uart0=on",)}
"""What enables the serial port on GPIO14 and 15, where that is not `enable_uart` alone: on a
Raspberry Pi 5 this is for the connector UART. Source: raspi-config, `do_serial_hw`."""
ARM: Final = ("aarch64", "arm")


def wanted(board: Needs, pi: int | None) -> Iterator[str]:
    """List the lines that a board needs.

    Args:
        board: its requirements on the computer.
        pi: the generation of the Raspberry Pi; `ANY` if it is not known, None if the computer is
            none.
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
        if bus.number in I2C_SPEEDS and bus.clock_hz != I2C_HZ:
            yield f"dtparam={I2C_SPEEDS[bus.number]}={bus.clock_hz}"
        if bus.number == 0:
            yield I2C_0
        elif bus.number not in I2C_SPEEDS:
            if {bus.sda_pin, bus.scl_pin} & {*I2C_WIRES[1]}:
                yield NO_HARDWARE_I2C
            yield software_i2c(bus)
    if any(port in SERIAL_OF_PI for port in board.ports):
        yield from UART.get(pi, ("enable_uart=1",))
    if board.strip_pin in PWM_PINS:
        yield "dtparam=audio=off"
    if board.strip_spi is None:
        return
    if pi != ANY:
        yield from CORE_HZ.get(pi, ())
        return
    for section, generation in SECTIONS.items():
        yield f"[{section}]"
        yield from CORE_HZ[generation]
    yield "[all]"


def generation_of(computer: ExaminedComputer) -> int | None:
    """Return the generation of the Raspberry Pi, or `ANY` where an ARM computer has no model."""
    if computer.model is None and computer.machine.startswith(ARM):
        return ANY
    return computer.pi


def main() -> None:
    """Print the lines for this computer."""
    try:
        board = needs(read_board(Path(sys.argv[1])))
    except BadFile as error:
        sys.exit(str(error))
    for line in wanted(board, generation_of(ExaminedComputer())):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
