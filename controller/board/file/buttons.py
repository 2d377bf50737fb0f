"""Reads the section [buttons]: which buttons there are, and their pins."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.board.file.claims import PICO, Claims
from controller.board.file.scanners import co_processor
from controller.board.file.sheet import BoardSheet
from controller.game.editions.mistakes import either
from hardware.ports import ButtonName
from hardware.presses import ButtonSettings

BUTTONS: Final[Mapping[str, ButtonName]] = {
    "confirm": "confirm",
    "take_back": "take-back",
    "carrot_draw": "carrot-draw",
    "carrot_pay": "carrot-pay",
}
BUTTON_KEYS: Final = (*BUTTONS, "port", "pull", "debounce_ms", "hold_s")
USUAL: Final = ButtonSettings(pins={})
LONGEST_BOUNCE_MS: Final = 500
SHORTEST_HOLD_S: Final = 0.5
LONGEST_HOLD_S: Final = 10


def read_buttons(sheet: BoardSheet, claims: Claims) -> ButtonSettings | None:
    """Read the buttons of a board; None if something about them is wrong."""
    sheet.allow(BUTTON_KEYS)
    if not any(key in sheet for key in BUTTONS):
        words = either([f"“{key}”" for key in BUTTONS])
        sheet.refuse("", f"no button is named: write {words}, or leave the section out.")
    port = co_processor(sheet, claims) if "port" in sheet else None
    own = claims.co_processors.get(port, Claims(PICO)) if "port" in sheet else claims
    pins = {
        name: own.one_pin(sheet, key, needed=False) for key, name in BUTTONS.items() if key in sheet
    }
    pull = sheet.choice("pull", ("up", "down"), "up")
    debounce_ms = sheet.number(
        "debounce_ms", 0, LONGEST_BOUNCE_MS, USUAL.debounce_s * 1000, ", in milliseconds"
    )
    hold_s = sheet.number("hold_s", SHORTEST_HOLD_S, LONGEST_HOLD_S, USUAL.hold_s, ", in seconds")
    there = {name: pin for name, pin in pins.items() if pin is not None}
    if pull is None or debounce_ms is None or hold_s is None or len(there) < len(pins):
        return None
    if port is None and "port" in sheet:
        return None
    return ButtonSettings(MappingProxyType(there), pull == "up", debounce_ms / 1000, hold_s, port)
