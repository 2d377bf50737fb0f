"""How a co-processor selects its readers: each is reached, and its pins are let go of."""

from typing import Any, Final

import pytest

from hardware.scanner.connect import wiring
from hardware.scanner.coprocessor import PART, wiring_text
from hardware.scanner.messages import (
    Done,
    Wiring,
)
from hardware.scanner.words import WIRING
from tests.support.hardware.benches import SCANNERS, bench
from tests.support.scanner.whole import BLUE, RED, RawHost, WholeBoard

LINES: Final = {"lines": [2, 3, 4]}
DECODERS: Final = {"rows": [2, 3], "columns": [5, 6], "enable": 8, "addresses": [1, 4]}
REGISTERS: Final = {"data": 11, "clock": 10, "latch": 12, "registers": 2, "outputs": [1, 9]}
PINS: Final = {"lines": {2, 3, 4}, "decoders": {2, 3, 5, 6, 8}, "registers": {12}}
"""The pins that are outputs while readers are selected so; an SPI has its own by itself."""


@pytest.mark.parametrize("kind", SCANNERS)
def test_a_piece_is_seen_by_the_reader_below_it_and_by_no_other(kind: str) -> None:
    with bench(kind) as board:
        board.run(0.3)
        board.world.put("red", 6)
        board.world.put("blue", 12)
        assert sorted(board.run(0.5)) == [(6, RED, True), (12, BLUE, True)]


@pytest.mark.parametrize(
    ("name", "select"), [("lines", LINES), ("decoders", DECODERS), ("registers", REGISTERS)]
)
def test_a_device_that_is_wired_anew_lets_go_of_its_pins(name: str, select: Any) -> None:
    board = WholeBoard(1)

    def outputs() -> set[int]:
        pins = board.device.wires.pins
        return {number for number, pin in pins.items() if pin.direction == "OUTPUT"}

    wires = wiring(board.port, board.settings) | {"select": select, "apart": None}
    board.device.flash["wiring.json"] = wiring_text(wires)
    board.scanner.firmware.boot()
    host = RawHost(board)
    host.greet(99)
    assert outputs() == PINS[name]
    text = wiring_text(wires | {"select": None})
    for at in range(0, len(text), PART):
        host.say(Wiring(len(text), at, text[at : at + PART]))
    host.run(0.1)
    assert host.reports() == [Done(WIRING)]
    assert outputs() == set()
