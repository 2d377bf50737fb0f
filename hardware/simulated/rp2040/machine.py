"""The emulated RP2040: pins, SPI, state machine, watchdog, flash, USB.

The modules that the firmware imports (`modules`) say everything they want in lines of text, so
that they reach this in MicroPython in another process as well as in Python in this one.
"""

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

from hardware.clock import Clock
from hardware.errors import NotConnected
from hardware.ports import RGB
from hardware.simulated.pn532.pins import EmulatedPin
from hardware.simulated.rp2040.pio import Program, duties_of, waveform
from hardware.simulated.rp2040.wires import Wires

RING_BYTES: Final = 512
"""Size of the console's input buffer; when full, the host has to wait."""
AT_ONCE: Final = 64
WAIT_S: Final = 0.0005
"""Sleep of an idle device on real time; a real one never sleeps."""
TICKS: Final = 1 << 30
WATCHDOG_REASON: Final = 0x40058008
BITTEN: Final = 1
ORDERED: Final = 2
"""A register, and its bits: time ran out, the program triggered it. Source: datasheet, 4.7.6."""


class Reset(Exception):
    """The device restarts."""


class Crashed(Exception):
    """The firmware has asked for a feature that no RP2040 has."""


class Rp2040:
    """One board.

    Args:
        wires: the parts on its pins.
        clock: the world's time; the device has one of its own.
        unique: eight bytes of its own.
        drift: relative excess of its clock's speed over the world's.
        op_s: duration of each call on virtual time; None on real time.

    Attributes:
        flash: its files.
        resets: number of restarts by itself.
    """

    def __init__(
        self,
        wires: Wires,
        clock: Clock,
        unique: bytes = b"\xe6\x61\x18\x60\x4b\x72\x3a\x21",
        *,
        drift: float = 0.0,
        op_s: float | None = None,
    ) -> None:
        self.wires = wires
        self.flash: dict[str, bytes] = {}
        self.resets = 0
        self._clock = clock
        self._unique = unique
        self._drift = drift
        self._op_s = op_s
        self._born_s = clock.now_s()
        self._reason = 0
        self._dog_s: float | None = None
        self._fed_s = 0.0
        self._program: Program | None = None
        self._running = False
        self._shifting_s = 0.0
        self._lit: list[RGB] = []
        self._pulled: dict[int, float] = {}
        self._down: set[int] = set()
        self._inward: deque[int] = deque()
        self._news = threading.Condition()
        self._outward: Callable[[bytes], None] = lambda _: None
        self._stopped = False
        self._orders: dict[str, Callable[[list[str]], str]] = {
            name.removeprefix("_do_"): getattr(self, name)
            for name in dir(self)
            if name.startswith("_do_")
        }

    # The host's side of USB

    def plug(self, outward: Callable[[bytes], None]) -> None:
        """Deliver the device's output to a host from now on."""
        with self._news:
            self._inward.clear()
            self._outward = outward

    def take(self, data: bytes) -> int:
        """Take in bytes; return the number of them that fitted in."""
        with self._news:
            room = min(RING_BYTES - len(self._inward), len(data))
            self._inward.extend(data[:room])
            if room:
                self._news.notify()
            return room

    def take_all(self, data: bytes) -> bool:
        """Take in bytes, waiting for room; return False if the device loses its power first."""
        with self._news:
            while data and not self._stopped:
                room = RING_BYTES - len(self._inward)
                self._inward.extend(data[:room])
                data = data[room:]
                self._news.notify_all()
                if data:
                    self._news.wait()
        return not data

    def stop(self) -> None:
        """End a waiting `answer` with a Reset."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def pull(self, number: int, *, low: bool) -> None:
        """Close or open the contact at a pin."""
        self._pulled[number] = inf if low else -inf

    def press(self, number: int, seconds: float) -> None:
        """Close the contact at a pin for that time."""
        self._pulled[number] = self._clock.now_s() + seconds

    # The firmware's side

    def answer(self, text: str) -> str:
        """Carry out requests of the modules, several at once if asked; answer the last.

        Raises:
            Reset: the device restarts.
            Crashed: the request is unknown.
        """
        said = ""
        for line in text.split(";"):
            name, *words = line.split(" ")
            if self._op_s is not None:
                self._clock.sleep(self._op_s)
            self._watch()
            said = self._orders[name](words)
        return said

    def boot(self) -> None:
        """Start: pins are inputs, the state machine stands still, the watchdog is off."""
        for pin in self.wires.pins.values():
            pin.switch_to_input()
        self._dog_s = None
        self._program = None
        self._running = self._stopped = False
        self._shifting_s = 0.0

    def reset(self, reason: int = 0) -> None:
        """Restart the device, for a reason of the watchdog's; 0: its power came back."""
        self._reason = reason
        self.resets += 1
        self.boot()

    def _watch(self) -> None:
        if self._stopped:
            raise Reset
        if self._dog_s is not None and self._clock.now_s() > self._fed_s + self._dog_s:
            self.reset(BITTEN)
            raise Reset

    def _pin(self, number: str) -> EmulatedPin:
        if not 0 <= int(number) <= 28 or 23 <= int(number) <= 25:
            raise Crashed(f"an RP2040 board has no pin {number} to wire to")
        return self.wires.pins.setdefault(int(number), EmulatedPin(f"GP{number}"))

    def _do_us(self, _: list[str]) -> str:
        passed_s = (self._clock.now_s() - self._born_s) * (1 + self._drift)
        return str(int(passed_s * 1e6) % TICKS)

    def _do_sleep(self, words: list[str]) -> str:
        self._clock.sleep(int(words[0]) / 1e6)
        return ""

    def _do_out(self, words: list[str]) -> str:
        self._pin(words[0]).switch_to_output(value=words[1] == "1")
        return ""

    def _do_in(self, words: list[str]) -> str:
        pin = self._pin(words[0])
        self._down.discard(int(words[0]))
        if words[1] == "2":
            self._down.add(int(words[0]))
        if pin.direction is not None and str(pin.direction).endswith("OUTPUT"):
            pin.switch_to_input()
        return ""

    def _do_set(self, words: list[str]) -> str:
        self._pin(words[0]).value = words[1] == "1"
        return ""

    def _do_pins(self, words: list[str]) -> str:
        mask = int(words[0])
        for number in range(mask.bit_length()):
            if mask >> number & 1:
                self._pin(str(number)).value = words[1] == "1"
        return ""

    def _do_get(self, words: list[str]) -> str:
        return str(int(self._level(int(words[0]), self._pin(words[0]))))

    def _do_levels(self, _: list[str]) -> str:
        now_s, levels = self._clock.now_s(), 0
        closed = {number for number, until_s in self._pulled.items() if now_s < until_s}
        for number, pin in self.wires.pins.items():  # asked far more often than all else
            if number in closed if number in self._down else number not in closed and pin.value:
                levels |= 1 << number
        return str(levels)

    def _level(self, number: int, pin: EmulatedPin) -> bool:
        closed = self._clock.now_s() < self._pulled.get(number, -inf)
        if number in self._down:
            return closed
        return not closed and bool(pin.value)

    def _do_spi(self, words: list[str]) -> str:
        number, hz = int(words[0]), int(words[1])
        bus = self.wires.spi.get(number)
        if bus is not None:
            bus.try_lock()
            bus.configure(baudrate=hz)
        return ""

    def _do_unspi(self, _: list[str]) -> str:
        return ""

    def _do_x(self, words: list[str]) -> str:
        data = bytes.fromhex(words[1])
        bus = self.wires.spi.get(int(words[0]))
        if bus is not None:
            into = bytearray(len(data))
            bus.write_readinto(data, into)
            return into.hex()
        if self.wires.chain is not None:
            pin, clock = self.wires.chain
            for out in (pin, clock):
                if not str(out.direction).endswith("OUTPUT"):
                    out.switch_to_output(value=False)
            for byte in data:
                for bit in range(7, -1, -1):
                    pin.value = bool(byte >> bit & 1)
                    clock.value = True
                    clock.value = False
        return bytes(len(data)).hex()

    def _do_pio(self, words: list[str]) -> str:
        _, hz, pin, bits, right, wrap_to, wrap_at, text = words
        if right == "1":
            raise Crashed("lights take the highest bit first")
        self._program = Program.read(text, int(hz), int(bits), int(wrap_to), int(wrap_at))
        if int(pin) != self.wires.strip_pin:
            self._program = None
        return ""

    def _do_run(self, words: list[str]) -> str:
        self._running = words[1] == "1"
        return ""

    def _do_dma(self, words: list[str]) -> str:
        now_s = self._clock.now_s()
        if now_s < self._shifting_s:
            raise Crashed("DMA is started while it still runs")
        strip, program = self.wires.strip, self._program
        if strip is None or program is None or not self._running:
            return ""
        values = [int(word) for word in words[1:] if word]
        frame = duties_of(waveform(program, values))
        self._shifting_s = now_s + len(values) * program.bits * program.bit_cycles / program.hz
        colours = [
            (
                light[self.wires.order.index("R")],
                light[self.wires.order.index("G")],
                light[self.wires.order.index("B")],
            )
            for light in frame
        ]
        # Lights that are told nothing keep what they show.
        rest = self._lit[len(colours) :] or [(0, 0, 0)] * (strip.lights - len(colours))
        self._lit = (colours + rest)[: strip.lights]
        with suppress(NotConnected):  # the device cannot know if lights are connected
            strip.show(self._lit)
        return ""

    def _do_dog(self, words: list[str]) -> str:
        self._dog_s = int(words[0]) / 1000
        self._fed_s = self._clock.now_s()
        return ""

    def _do_feed(self, _: list[str]) -> str:
        self._fed_s = self._clock.now_s()
        return ""

    def _do_reset(self, _: list[str]) -> str:
        self.reset(ORDERED)
        raise Reset

    def _do_peek(self, words: list[str]) -> str:
        if int(words[0]) != WATCHDOG_REASON:
            raise Crashed(f"nothing is known of the register at {int(words[0]):#x}")
        return str(self._reason)

    def _do_id(self, _: list[str]) -> str:
        return self._unique.hex()

    def _do_usb(self, _: list[str]) -> str:
        with self._news:
            if not self._inward and self._op_s is None:
                self._news.wait(WAIT_S)
            count = min(AT_ONCE, len(self._inward))
            if count:
                self._news.notify_all()
            return bytes(self._inward.popleft() for _ in range(count)).hex()

    def _do_say(self, words: list[str]) -> str:
        self._outward(bytes.fromhex(words[0]))
        return ""

    def _do_list(self, _: list[str]) -> str:
        return " ".join(sorted(self.flash))

    def _do_read(self, words: list[str]) -> str:
        found = self.flash.get(words[0])
        return "" if found is None else "=" + found.hex()

    def _do_write(self, words: list[str]) -> str:
        self.flash[words[0]] = bytes.fromhex(words[1]) if len(words) > 1 else b""
        return ""

    def _do_remove(self, words: list[str]) -> str:
        del self.flash[words[0]]
        return ""

    def _do_rename(self, words: list[str]) -> str:
        self.flash[words[1]] = self.flash.pop(words[0])
        return ""
