"""The firmware's main loop: take the host's orders, run phases, report (PROTOCOL.md)."""

import gc
import json
import time

import machine
import micropython
import settings
import words
from buttons import Buttons
from chips import Chips
from lights import Lights
from link import Link
from machine import Timer
from parts import Parts
from readers import Readers

_WATCHDOG_REASON = 0x40058008  # RP2040 datasheet, 4.7.6
_BITTEN = 1  # its time had run out; an order sets another bit
_MOST_WAKES = 4
_TICK_MS = 20
# What comes of a wiring that makes no sense.
_UNUSABLE = (AttributeError, IndexError, KeyError, MemoryError, TypeError, ValueError)


class App:
    """One device.

    Args:
        line: to the host, like `usb.Usb`.
    """

    def __init__(self, line):
        self._line = line
        self._link = Link(line)
        self._wiring = settings.read_wiring()
        self._parts = Parts()
        self._session = b""
        self._met = self._alive = False
        self._heard_us = time.ticks_us()
        self._dog = None
        # An ordered restart goes through the watchdog, too: `machine.reset_cause` cannot tell.
        self._cause = machine.mem32[_WATCHDOG_REASON] & _BITTEN
        self._id = machine.unique_id()
        # Phases and readers to be woken, oldest first.
        self._slots = [0] * words.SLOTS
        self._asks = [bytearray(words.MOST_READERS) for _ in range(words.SLOTS)]
        self._counts = bytearray(words.SLOTS)
        self._wakes, self._buses = bytearray(_MOST_WAKES), bytearray(_MOST_WAKES)
        self._queued = self._waking = 0
        self._untold = False
        self._progress_us = time.ticks_us()
        self._owes = False  # a phase that has begun has not been finished
        self._hear = self._heard  # made once: a bound method takes memory
        self._readers = self._lights = self._buttons = None
        self._ring = None  # what goes over the wires, if the host wants to know
        self._measured = False  # its clock may be another one than that of the wiring
        try:
            self._wire(self._wiring)
        except _UNUSABLE:
            self._wiring = b""
            self._wire(b"")
        self._timer = Timer(-1, mode=Timer.PERIODIC, period=_TICK_MS, callback=self._tick)

    def run(self):  # untested: it never ends; tests take single turns
        """Never ends."""
        while True:
            self.turn()

    @micropython.native
    def turn(self):
        """Do whatever there is to do now."""
        self._link.poll(self._hear)
        self._carry_on()

    def _tick(self, _):
        """Called by a timer, also while a frame that has begun is waited for."""
        if self._line.waits:
            self._carry_on()

    @micropython.native
    def _carry_on(self):
        now = time.ticks_us()
        if self._alive and time.ticks_diff(now, self._heard_us) > 1000 * words.SILENCE_MS:
            self._alive = False
            self._lights.darken()
            self._let_go()
        self._work(now)
        if self._ring is not None:
            self._ring.tell(self._link)
        self._lights.turn()
        if self._alive:
            self._buttons.turn()
            if time.ticks_diff(now, self._progress_us) < 1000 * words.SILENCE_MS:
                self._dog.feed()

    # Phases

    @micropython.native
    def _work(self, now):
        readers = self._readers
        if readers is None:
            self._progress_us = now
            return
        if readers.begun and readers.turn():
            self._progress_us = now
            if not self._untold:
                self._untold = True
                readers.finish()
                self._owes = readers.begun > 0
                self._drop()
        if not self._queued and not self._waking:
            if not self._owes:
                self._progress_us = now
        elif self._ring is None or (self._ring.has_room and not readers.begun):
            self._go_on(readers)
        # The next phase comes first: there is time while its chips are at work.
        if self._untold and (readers.begun or self._waking or not self._queued):
            self._untold = not readers.tell()

    @micropython.native
    def _go_on(self, readers):
        """Begin what comes next, if it may begin."""
        begun = readers.begun
        if begun:
            if begun < self._queued and not self._waking:
                readers.begin(self._slots[begun], self._asks[begun], self._counts[begun])
        elif readers.at_rest:
            if not self._waking:
                self._owes = True
                readers.begin(self._slots[0], self._asks[0], self._counts[0])
                readers.turn()
            elif self._link.spare > 0 and not self._untold:
                self._wake()

    @micropython.native
    def _drop(self):
        """The oldest phase has come to its end."""
        asks = self._asks[0]
        for i in range(1, words.SLOTS):
            self._slots[i - 1] = self._slots[i]
            self._asks[i - 1] = self._asks[i]
            self._counts[i - 1] = self._counts[i]
        self._asks[words.SLOTS - 1] = asks
        self._queued -= 1

    def _wake(self):
        reader = self._wakes[0]
        if self._buses[0]:
            self._buses[0] = 0
            self._readers.reset()
            return
        self._waking -= 1
        for i in range(self._waking):
            self._wakes[i], self._buses[i] = self._wakes[i + 1], self._buses[i + 1]
        code = self._readers.wake(reader)
        self._link.begin(words.WOKE)
        self._link.put8(reader)
        self._link.put8(code)
        self._link.send()

    def _let_go(self):
        self._queued = self._waking = 0
        self._untold = self._owes = False
        if self._readers is not None:
            self._readers.forget()

    # What the host says

    def _heard(self, kind):
        link = self._link
        if kind == words.HELLO:
            self._hello()
            return
        if not self._met:
            return
        self._heard_us = time.ticks_us()
        self._alive = True
        if kind == words.SCAN:
            self._scan()
        elif kind == words.LIGHTS:
            self._light()
        elif kind == words.KEEP:
            self._lights.keep()
        elif kind == words.PING:
            self._ping()
        elif kind == words.WAKE:
            self._queue_wake()
        elif kind == words.WIRING:
            self._take_wiring()
        elif kind == words.NAME:
            self._name()
        elif kind == words.TEST:
            self._test()
        elif kind == words.LISTEN:
            self._listen(link.u8(0))
            self._link.done(words.LISTEN)
        elif kind == words.RESTART:
            self._restart()
        elif words.ASK <= kind <= words.PULSE:
            self._measure(kind)
        elif kind != words.ACK:
            self._link.refuse(link.body[0], words.UNKNOWN, b"")

    def _hello(self):
        link, now = self._link, time.ticks_us()
        known = link.u8(0) == words.PROTOCOL
        session = bytes(link.body[4:8])
        if not self._met or not known or session != self._session:
            self._session = session
            link.forget()
            if self._ring is not None or self._measured:
                self._listen(0)
            self._let_go()
            # A host greets anew if a phase does not come to its end.
            self._owes = time.ticks_diff(now, self._progress_us) >= 1000 * words.SILENCE_MS
            self._lights.forget()
            self._buttons.forget()
            # A host of another version is told who this is, and nothing else.
            self._met = self._alive = known
            self._heard_us = now
            if known and self._dog is None:
                self._progress_us, self._owes = now, False
                self._dog = machine.WDT(timeout=words.WATCHDOG_MS)
        number, name = settings.read_name()
        # Without a number it is not kept, so it needs no room: but it may not spoil what is.
        link.begin_plain(words.WELCOME)
        link.put8(words.PROTOCOL)
        link.put_bytes(session)
        link.put_bytes(bytes((words.MAJOR, words.MINOR, words.PATCH, number)))
        link.put32(settings.crc(self._wiring))
        link.put8(self._cause)
        link.put8(0 if self._readers is None else self._readers.count)
        link.put_bytes(self._id)
        link.put_bytes(name.encode())
        link.send_plain()

    def _scan(self):
        link = self._link
        count = link.length - 5
        if self._readers is None:
            self._link.refuse(words.SCAN, words.NO_WIRING, b"")
            return
        if self._queued == words.SLOTS:
            self._link.refuse(words.SCAN, words.TOO_MANY, b"")
            return
        good = 0 <= count <= words.MOST_READERS
        for i in range(count):
            good = good and link.u8(2 + i) & 0x3F < self._readers.count
        if not good:
            self._link.refuse(words.SCAN, words.BAD_MESSAGE, b"")
            return
        slot = self._queued
        self._slots[slot] = link.u16(0)
        asks = self._asks[slot]
        for i in range(count):
            asks[i] = link.u8(2 + i)
        self._counts[slot] = count
        self._queued += 1

    def _queue_wake(self):
        link = self._link
        reader = link.u8(0)
        if self._readers is None or reader >= self._readers.count or self._waking == _MOST_WAKES:
            self._link.refuse(words.WAKE, words.BAD_MESSAGE, b"")
            return
        self._wakes[self._waking] = reader
        self._buses[self._waking] = link.u8(1)
        self._waking += 1

    def _light(self):
        link, lights = self._link, self._lights
        if not lights.count:
            self._link.refuse(words.LIGHTS, words.NO_STRIP, b"")
            return
        if not lights.paint(link.body, 4, link.length):
            self._link.refuse(words.LIGHTS, words.BAD_MESSAGE, b"")
            return
        if link.u8(0):
            lights.show()
        else:
            lights.hold()

    def _ping(self):
        link = self._link
        if link.spare <= 0:
            return  # the host hears of this device all the same
        link.begin(words.PONG)
        link.copy(0, 4)
        link.put32(time.ticks_us())
        link.put16(link.bad)
        link.send()

    def _name(self):
        link = self._link
        name = bytes(link.body[4 : link.length])[: words.LONGEST_NAME]
        try:
            settings.write_name(link.u8(0), name.decode())
        except (OSError, ValueError) as error:
            self._link.refuse(words.NAME, words.FLASH, str(error).encode())
            return
        self._link.done(words.NAME)

    def _test(self):
        link = self._link
        mask = bytearray(8)
        self._let_go()
        if self._readers is not None:
            self._readers.test(mask, self._dog.feed)
        self._progress_us = time.ticks_us()
        gc.collect()
        link.begin(words.TESTED)
        link.put8(0 if self._readers is None else self._readers.count)
        link.put_bytes(mask)
        link.put32(gc.mem_free())
        link.send()

    def _measure(self, kind):
        """Do what the host wants to measure, and nothing else meanwhile."""
        if self._readers is None:
            self._link.refuse(kind, words.NO_WIRING, b"")
            return
        from measure import measure  # noqa: PLC0415 - it takes room

        self._link.acknowledge()  # what follows takes long
        self._let_go()
        self._measured = True
        if not measure(kind, self._link, self._readers):
            self._link.refuse(kind, words.BAD_MESSAGE, b"")
        self._progress_us = time.ticks_us()

    def _listen(self, on):
        """Keep what goes over the wires from now on, or no more."""
        self._ring = None
        self._measured = False
        if self._readers is None:
            return
        self._let_go()
        self._readers.close()
        self._readers = None
        gc.collect()
        if on:
            from tap import Ring  # noqa: PLC0415 - it takes room

            self._ring = Ring()
        chips = self._ring.tap if on else Chips
        self._readers = Readers(json.loads(self._wiring), self._link, chips)

    def _restart(self):
        if self._link.u8(0):
            try:
                settings.stay()
            except OSError as error:
                self._link.refuse(words.RESTART, words.FLASH, str(error).encode())
                return
        self._lights.close()
        self._let_go()
        machine.reset()

    def _take_wiring(self):
        link = self._link
        try:
            text = self._parts.take(link.u16(0), link.u16(2), bytes(link.body[7 : link.length]))
        except ValueError as error:
            link.refuse(words.WIRING, *error.args)
            return
        if text is None:
            return
        link.acknowledge()  # what follows takes long
        try:
            self._wire(text)
        except _UNUSABLE as error:
            self._wire(self._wiring)
            link.refuse(words.WIRING, words.BAD_WIRING, str(error).encode())
            return
        self._wiring = text
        try:
            settings.write_wiring(text)
        except OSError as error:
            link.refuse(words.WIRING, words.FLASH, str(error).encode())
            return
        link.done(words.WIRING)

    def _wire(self, text):
        """Set everything up as the wiring says; without one there is nothing."""
        self._let_go()
        if self._readers is not None:
            self._readers.close()
        if self._lights is not None:
            self._lights.close()
        self._readers = None
        self._lights, self._buttons = Lights(None), Buttons(None, self._link)
        gc.collect()
        if text:
            wiring = json.loads(text)
            self._readers = Readers(wiring, self._link) if wiring["select"] else None
            self._lights = Lights(wiring["strip"])
            self._buttons = Buttons(wiring["buttons"], self._link)
        gc.collect()
