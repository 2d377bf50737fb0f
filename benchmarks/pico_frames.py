"""What it takes to put frames together and to take them apart, in the real MicroPython."""

import json
from pathlib import Path
from typing import Final

from hardware.clock import ManualClock
from hardware.scanner.frames import Frame, framed
from hardware.scanner.words import LIGHTS, LONGEST
from hardware.simulated.rp2040.wires import Wires
from tests.support.firmware.emulated import EmulatedPico, firmware_on_flash

BYTES: Final = (25, LONGEST)
"""Lengths of bodies: of a report of four squares, and the longest."""
OVERHEAD: Final = 7
DONE_S: Final = 10.0
TURNS: Final = 20
ON_DEVICE: Final = """
import machine
machine.freq({hz})
import micropython
micropython.kbd_intr(-1)
import gc, json, time
from link import Link
from usb import Usb
usb = Usb()
link = Link(usb)
link.forget()
link.acknowledge = lambda: None
heard = []
took = {{}}
def take():
    before = len(heard)
    while len(heard) == before:
        link.poll(heard.append)
def send():
    link.send()
for size in {sizes}:
    for turn in range(1 + {turns}):
        if turn < 2:
            took["in %d" % size] = took["out %d" % size] = 0
        print("NEXT")
        for _ in usb._ready(-1):
            pass
        time.sleep_ms(2)
        gc.collect()
        link._expected = 1
        link._count = 0
        link.begin(0x84)
        link.put_bytes(bytes(range(size - 7)))
        usb._write = len
        for name, do in (("in", take), ("out", send)):
            name = "%s %d" % (name, size)
            began = time.ticks_us()
            do()
            took[name] = max(took[name], time.ticks_diff(time.ticks_us(), began))
print("TOOK" + json.dumps(took) + "END")
"""


def frames_us(hz: int, folder: Path) -> dict[str, float]:
    """The longest of 20 times for each length of a body and each way; USB itself is not in it."""
    script = ON_DEVICE.format(hz=hz, sizes=BYTES, turns=TURNS)
    files = firmware_on_flash() | {"main.py": script.encode()}
    clock = ManualClock(10.0)
    said = b""

    def hear(data: bytes) -> None:
        nonlocal said
        said += data

    with EmulatedPico(Wires(), clock, folder, files) as pico:
        pico.plug(hear)
        until_s = clock.now_s() + DONE_S
        asked = 0
        while b"END" not in said:
            assert clock.now_s() < until_s, said
            if said.count(b"NEXT") > asked:
                size = BYTES[asked // (1 + TURNS)]
                pico.take(framed(Frame(LIGHTS, 1, 0, bytes(range(size - OVERHEAD)))))
                asked += 1
            pico.turn()
    took: dict[str, int] = json.loads(said.split(b"TOOK")[1].split(b"END")[0])
    return {
        f"a frame of {size} bytes {way}": took[f"{way} {size}"]
        for size in BYTES
        for way in ("in", "out")
    }
