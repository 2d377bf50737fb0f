"""Serial ports, and the wires that a bus or port of the computer has by itself."""

import re
from typing import Final

from controller.board.file.claims import Claims
from controller.board.file.sheet import BoardSheet
from controller.board.file.wires import SERIAL_OF_PI, SERIAL_WIRES
from controller.game.editions.mistakes import shown

_PORT: Final = re.compile(r"/.+|[a-z0-9+]+://.+|COM\d+")


def read_port(sheet: BoardSheet, claims: Claims, like: str) -> str | None:
    """Claim and return the serial port of a section; None if it is missing or no port."""
    port = sheet.text("port")
    if port is None:
        return None
    if not _PORT.fullmatch(port):
        sheet.refuse(
            "port",
            f"{shown(port)} is no serial port: write its path, like “{like}”, or an address, "
            "like “socket://localhost:7000”.",
        )
        return None
    own_port(sheet, claims, "port", port)
    if port in SERIAL_OF_PI:
        for pin in SERIAL_WIRES:
            own_wire(sheet, claims, pin, port)
    return port


def own_port(sheet: BoardSheet, claims: Claims, key: str, port: str) -> None:
    """Claim a bus or port."""
    other = claims.claim("port", port, f"the bus in line {sheet.line()}")
    if other is not None:
        sheet.refuse(key, f"{port} is already used by {other}.")


def own_wire(sheet: BoardSheet, claims: Claims, pin: str, port: str) -> None:
    """Claim a fixed pin of a bus, which no key names."""
    other = claims.claim("pin", pin, f"{port} in line {sheet.line()}")
    if other is not None:
        sheet.refuse("transport", f"{pin} belongs to {port}, and is already used by {other}.")
