"""WS2812 lights: DMA hands a frame to a state machine of the PIO, which shifts it out."""
# ruff: noqa: F821 - the words of a PIO program, and the types of viper code

import time

import micropython
import words
from machine import Pin
from rp2 import DMA, PIO, StateMachine, asm_pio

_BIT_CYCLES = 10
_BIT_HZ = 800_000
_LIGHT_US = 30
_PAUSE_US = 700  # what is still in the queue goes out, and then the lights need 300 (datasheet)
_MACHINE = 0
_WHEN_IT_HAS_ROOM = 0  # DREQ_PIO0_TX0: RP2040 datasheet, 2.5.3.1
_WORD = 4  # of a light: three colours, the first one on the wire in its highest byte


@asm_pio(sideset_init=PIO.OUT_LOW, out_shiftdir=PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """One bit in ten cycles: high for 3 (a zero) or 7 (a one). Source: WS2812B datasheet."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()


class Lights:
    """A strip that goes dark when nobody speaks of it. Only `close` waits.

    Args:
        strip: the wiring's; None for no lights at all.
    """

    def __init__(self, strip):
        self.count = 0 if strip is None else strip["lights"]
        order = "GRB" if strip is None else strip["order"]
        self._places = bytes(_WORD - 1 - order.index(colour) for colour in "RGB")
        self._told = bytearray(_WORD * self.count)
        self._shown = bytearray(_WORD * self.count)  # DMA reads it while it is sent
        self._lasts_us = _LIGHT_US * self.count + _PAUSE_US
        self._shining = False
        self._due = False
        self._heard_us = self._sent_us = time.ticks_us()
        self._machine = self._dma = None
        if strip is not None:
            pin = Pin(strip["pin"], Pin.OUT, value=0)
            self._machine = StateMachine(
                _MACHINE, ws2812, freq=_BIT_CYCLES * _BIT_HZ, sideset_base=pin
            )
            self._machine.active(1)
            self._dma = DMA()
            control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=_WHEN_IT_HAS_ROOM)
            self._dma.config(write=self._machine, ctrl=control)
            self._due = True

    @micropython.viper
    def paint(self, runs, at: int, end: int) -> bool:
        """Take new duties, not shown yet, from the runs of a `LIGHTS` message (PROTOCOL.md).

        Returns:
            False if they go beyond the strip, or beyond their end.
        """
        come, told, places = ptr8(runs), ptr8(self._told), ptr8(self._places)
        lights = int(self.count)
        red, green, blue = int(places[0]), int(places[1]), int(places[2])
        while at + 3 <= end:
            light = int(come[at]) | int(come[at + 1]) << 8
            last = light + int(come[at + 2])
            at += 3
            if last > lights or at + 3 * (last - light) > end:
                return False
            while light < last:
                word = 4 * light
                told[word + red] = come[at]
                told[word + green] = come[at + 1]
                told[word + blue] = come[at + 2]
                light += 1
                at += 3
        return True

    def hold(self):
        """Send no frame that waits: what has been painted is a part of the next one."""
        if self._shining:
            self._due = False

    def show(self):
        """Show what has been painted."""
        self._heard_us = time.ticks_us()
        self._shining = self._due = True

    def keep(self):
        """What is shown still holds; what has gone dark shines again."""
        if self._shining:
            self._heard_us = time.ticks_us()
        elif self._machine is not None:
            self.show()

    @micropython.native
    def turn(self):
        """Send what is due; go dark if nobody has spoken of the lights for too long."""
        if not self._shining and not self._due:
            return
        now = time.ticks_us()
        if self._shining and time.ticks_diff(now, self._heard_us) > 1000 * words.SILENCE_MS:
            self.darken()
        # What was long ago looks as if it were to come.
        if self._due and not 0 <= time.ticks_diff(now, self._sent_us) < self._lasts_us:
            self._send(now)

    def darken(self):
        """Go dark; what has been painted is kept."""
        self._shining = False
        self._due = self._machine is not None

    def _send(self, now):
        self._copy(1 if self._shining else 0)
        self._dma.config(read=self._shown, count=self.count, trigger=True)
        self._sent_us = now
        self._due = False

    @micropython.viper
    def _copy(self, shining: int):
        told, shown = ptr8(self._told), ptr8(self._shown)
        end = 4 * int(self.count)
        at = 0
        while at < end:
            shown[at] = told[at] if shining else 0
            at += 1

    def forget(self):
        """Go dark for a host that is new."""
        for at in range(len(self._told)):
            self._told[at] = 0
        self.darken()

    def close(self):
        """Go dark and let go of the pin."""
        self.darken()
        while self._due:
            self.turn()
        if self._machine is not None:
            time.sleep_us(self._lasts_us)
            self._dma.close()
            self._machine.active(0)
