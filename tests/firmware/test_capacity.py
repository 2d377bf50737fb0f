"""What one emulated RP2040 can carry: see also benchmarks/pico.toml.

The tests run where RP2040_UF2 and RP2040_BOOTROM name the official files.
"""

from itertools import count
from pathlib import Path
from typing import Final

import pytest

from hardware.clock import ManualClock
from hardware.ports import RGB, BoardEvent, Pressed
from hardware.presses import ButtonSettings
from hardware.scanner.board import ScannerBoard
from hardware.scanner.buttons import ScannerButtons
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import Report, Test, Tested
from hardware.scanner.strip import ScannerStrip
from hardware.scanner.words import MOST_LIGHTS
from hardware.sensing.settings import ArraySettings, LineSelect, ScannerPort
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.wires import Wires
from tests.support.firmware.emulated import EmulatedPico, firmware_on_flash

FREE_BYTES: Final = 60_000
STARTED_S: Final = 8.0
BUTTON: Final = 10
SHINING: Final[tuple[RGB, ...]] = ((9, 8, 7),) * MOST_LIGHTS


@pytest.mark.long
def test_one_with_lights_and_buttons_only(tmp_path: Path) -> None:
    clock = ManualClock(10.0)
    port = ScannerPort("lights", "/dev/lights", LineSelect({}))
    buttons = ButtonSettings({"confirm": f"GP{BUTTON}"})
    settings = ArraySettings({})
    events: list[BoardEvent] = []
    reports: list[Report] = []
    with EmulatedPico(Wires(), clock, tmp_path, firmware_on_flash()) as pico:
        pico.boot()
        told = wiring(port, settings, StripWire("GP22", MOST_LIGHTS, "GRB"), buttons)
        host = Coprocessor("lights", DirectLine(pico), told, clock, count(1).__next__)  # type: ignore[arg-type] # has what a line needs
        board = ScannerBoard(settings, {}, clock, others=[host])
        board.connect(events.append)
        pressed = ScannerButtons(buttons, host)
        pressed.start(events.append)

        def run(seconds: float) -> None:
            until_s = clock.now_s() + seconds
            while clock.now_s() < until_s:
                board.step()
                pico.turn()

        until_s = clock.now_s() + STARTED_S
        while host.state != "ready":
            assert clock.now_s() < until_s, host.trouble
            run(0.01)
        run(0.2)  # it is told to be dark
        pico.edges.clear()
        ScannerStrip(host).show(SHINING)
        run(0.2)
        assert len([each for each in pico.edges if each[:2] == (22, 1)]) == 24 * MOST_LIGHTS
        for low in (True, False):
            pico.pull(BUTTON, low=low)
            run(0.2)
        assert [each.button for each in events if isinstance(each, Pressed)] == ["confirm"]
        host.hear = reports.append
        host.say(Test())
        run(0.2)
    (tested,) = reports
    assert isinstance(tested, Tested)
    assert tested.free_bytes > FREE_BYTES
