"""An emulated RP2040 on which the firmware's own files run in the real MicroPython."""

import threading
from pathlib import Path
from typing import Final

from hardware.simulated.rp2040.firmware import FIRMWARE, MODULES
from hardware.simulated.rp2040.machine import Reset, Rp2040
from tests.support.interpreter import Interpreter, as_bytecode

HEAP_BYTES: Final = 190 * 1024
"""What MicroPython leaves of an RP2040's memory."""
BOOT: Final = Path(__file__).with_name("boot.py")
TURNS: Final = 20
TURN: Final = """
try:
    app.turn()
except device.Waiting:
    machine.Timer.tick()
"""
RUN: Final = f"for _ in range({TURNS}):" + TURN.replace("\n", "\n    ")
START: Final = """
import boot
import device
import machine
from app import App
from usb import Usb
app = App(Usb())
"""


def device_files() -> dict[str, str]:
    """What is on the device, and what stands for its built-in modules."""
    paths = [*FIRMWARE.glob("*.py"), *MODULES.glob("*.py"), BOOT]
    return as_bytecode(
        {path.name: path.read_text("utf-8") for path in paths if path.stem != "__init__"}
    )


class InterpretedDevice:
    """The firmware in a MicroPython of its own, until it is closed; it starts anew after a reset.

    Args:
        device: what it runs on.

    Attributes:
        held_bytes: what it held at most between two turns.
        failure: why it has ended, if it was not to.
    """

    def __init__(self, device: Rp2040) -> None:
        self._device = device
        self._closing = False
        self.held_bytes = 0
        self.failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="micropython", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take its power away."""
        self._closing = True
        self._device.stop()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._closing:
                self._device.boot()
                with Interpreter(device_files(), self._device.answer, HEAP_BYTES) as interpreter:
                    try:
                        interpreter.run(START)
                        while not self._closing:
                            interpreter.run(RUN)
                            self.held_bytes = max(self.held_bytes, interpreter.held_bytes)
                    except Reset:
                        continue
        except BaseException as error:
            self.failure = error
            raise
