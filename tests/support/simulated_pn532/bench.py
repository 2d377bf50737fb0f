"""A small board of emulated chips on virtual time, for the tests of this folder."""

import random
from collections.abc import Mapping

from hardware.clock import Clock, ManualClock
from hardware.ports import Uid
from hardware.simulated.pn532.chip import EmulatedChip, Wire
from hardware.simulated.pn532.faults import Faults, Odds
from hardware.simulated.pn532.radio import Bleeding, Radio
from hardware.simulated.world import Piece, World

RED, RED_CROWN, BLUE = Uid("04a1b2c3d4e5f6"), Uid("04112233445566"), Uid("01020304")
PITCH_MM = 50.0
ROW: Mapping[int, tuple[float, float]] = {n: (n * PITCH_MM, 0.0) for n in range(1, 9)}
"""Eight squares in a row."""

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
ERROR = bytes.fromhex("0000ff01ff7f8100")
CONFIGURE = "14 01 14 01"
ONE_TRY = "32 05 ff 01 00"


def frame(body: str | bytes, identifier: int = 0xD4) -> bytes:
    """The frame of a command, written down anew from the manual: not the chip's own code."""
    payload = bytes([identifier]) + (bytes.fromhex(body) if isinstance(body, str) else body)
    check = (256 - sum(payload) % 256) % 256
    length = len(payload)
    if length > 255:
        sizes = bytes([0xFF, 0xFF, length // 256, length % 256])
        sizes += bytes([(512 - length // 256 - length % 256) % 256])
    else:
        sizes = bytes([length, (256 - length) % 256])
    return b"\x00\x00\xff" + sizes + payload + bytes([check, 0])


def reply(body: str | bytes) -> bytes:
    """The frame in which a chip replies."""
    return frame(body, 0xD5)


class Bench:
    """A world, the radio above it and its chips."""

    def __init__(
        self,
        places: Mapping[int, tuple[float, float]] = ROW,
        *,
        clock: Clock | None = None,
        seed: int = 1,
        odds: Odds | None = None,
        bleeding: Bleeding | None = None,
    ) -> None:
        self.time = ManualClock(100.0)
        self.clock: Clock = self.time if clock is None else clock
        self.world = World(len(places), [Piece("red", RED, RED_CROWN), Piece("blue", BLUE, None)])
        rng = random.Random(seed)
        self.radio = Radio(self.world, places, self.clock, rng=rng, bleeding=bleeding)
        self.chips = {
            square: EmulatedChip(square, self.radio, self.clock, faults=Faults(lambda: rng, odds))
            for square in places
        }
        self.chip = self.chips[1]

    def wake(self, wire: Wire = "spi") -> None:
        """Wake all chips."""
        for chip in self.chips.values():
            chip.wake(wire)

    def ready_chip(self, square: int = 1) -> EmulatedChip:
        """A chip that has been woken and configured, and makes one try."""
        chip = self.chips[square]
        chip.wake("spi")
        assert self.ask(CONFIGURE, square) == reply("15")
        assert self.ask(ONE_TRY, square) == reply("33")
        return chip

    def ask(self, body: str | bytes, square: int = 1, within_s: float = 0.2) -> bytes:
        """Send a command, take its ACK, wait for the reply; empty if it does not come."""
        chip = self.chips[square]
        chip.write(frame(body), anew=True)
        assert self.wait(chip, 0.015) == ACK
        return self.wait(chip, within_s)

    def wait(self, chip: EmulatedChip, within_s: float) -> bytes:
        """Wait for a chip to have something to say, and take it; empty if it does not come."""
        steps = round(within_s / 0.0005)
        for _ in range(steps):
            self.time.advance(0.0005)
            if chip.ready():
                return chip.take()
        return b""
