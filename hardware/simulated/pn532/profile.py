"""Profiles of emulated chips: by the manual, and as builders report them.

Every number of a profile is a parameter; docs/hardware-notes.md has the source of each behaviour
and how sure it is.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hardware.simulated.pn532.timing import ChipTiming

Span = tuple[float, float]
"""Smallest and largest value of a number that is drawn at random."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What one chip does that its manual leaves open, or does not say.

    Attributes:
        ack_s: time from a command to its ACK, drawn at each; None for that of its timing.
        acks_s: times of which one is drawn for each command instead, if there are any.
        replies_s: times from the ACK to a reply that needs no tag, of which one is drawn.
        pace: factor of its durations.
        preamble: zeros before the FF of the start code; by the manual two.
        busy: status bytes while it has nothing to say, of which each poll draws one.
        asleep: its status byte while it sleeps.
        refuses: on I2C it acknowledges reading only while it has a frame to be read.
        gap_s: on I2C it refuses a transfer that follows another one sooner.
        select_s: on SPI it misses a command that begins sooner after it was selected.
        calm_s: on SPI and I2C a poll that follows a command sooner makes it forget the command.
        reset_s: shortest time for which its reset line has to be low.
        boot_s: time after a reset in which it hears nothing.
    """

    ack_s: Span | None = None
    preamble: int = 2
    busy: tuple[int, ...] = (0x00,)
    asleep: int = 0x00
    refuses: bool = False
    gap_s: float = 0.0
    select_s: float = 0.0
    calm_s: float = 0.0
    reset_s: float = 0.0
    boot_s: float = 0.0
    acks_s: tuple[float, ...] = ()
    replies_s: tuple[float, ...] = ()
    pace: float = 1.0

    def ack_after_s(self, usual_s: float, rng: random.Random) -> float:
        """Draw the time from a command to its ACK."""
        if self.acks_s:
            return rng.choice(self.acks_s)
        return usual_s if self.ack_s is None else rng.uniform(*self.ack_s)

    def reply_after_s(self, usual_s: float, rng: random.Random) -> float:
        """Draw the time from an ACK to a reply that needs no tag."""
        return rng.choice(self.replies_s) if self.replies_s else usual_s


@dataclass(frozen=True, slots=True)
class Profile:
    """What differs from chip to chip, and what chips share.

    Attributes:
        name: its name for people.
        ack_s, busy, asleep, refuses: as `Habits`.
        preambles, gaps_s, selects_s, calms_s, resets_s, boots_s: as `Habits`; each chip draws one.
        rises_s: times a field is on before a tag answers; each chip draws one.
        variation: factor of the other durations of a chip.
        upper: probability that one try reads the tag on the other end of a runner.
        wire_hz: fastest clock that one reader on a bus follows.
        loads: readers that halve it; 0 if the clock does not depend on them.
        buffered: readers behind one buffer, which is what a clock has to drive; 0 for no buffers.
        pin_s: time of one write to a pin.
        latency_s: time for which a serial adapter holds received bytes back.
        measured: chips that were measured; each emulated one is like one of them.
    """

    name: str
    ack_s: Span | None = None
    busy: tuple[int, ...] = (0x00,)
    asleep: int = 0x00
    refuses: bool = False
    preambles: tuple[int, ...] = (2,)
    gaps_s: tuple[float, ...] = (0.0,)
    selects_s: tuple[float, ...] = (0.0,)
    calms_s: tuple[float, ...] = (0.0,)
    resets_s: tuple[float, ...] = (0.0,)
    boots_s: tuple[float, ...] = (0.0,)
    rises_s: tuple[float, ...] = (ChipTiming().field_rise_s,)
    variation: Span = (1.0, 1.0)
    upper: float = 0.0
    wire_hz: float = 5_000_000
    loads: int = 0
    buffered: int = 8
    pin_s: float = 0.0
    latency_s: float = 0.0
    measured: tuple[Habits, ...] = ()

    def habits(self, rng: random.Random) -> Habits:
        """Draw the habits of a chip."""
        if self.measured:
            return rng.choice(self.measured)
        return Habits(
            ack_s=self.ack_s,
            preamble=rng.choice(self.preambles),
            busy=self.busy,
            asleep=self.asleep,
            refuses=self.refuses,
            gap_s=rng.choice(self.gaps_s),
            select_s=rng.choice(self.selects_s),
            calm_s=rng.choice(self.calms_s),
            reset_s=rng.choice(self.resets_s),
            boot_s=rng.choice(self.boots_s),
        )

    def timing(self, rng: random.Random, usual: ChipTiming) -> ChipTiming:
        """Draw the durations of a chip."""
        factor = rng.uniform(*self.variation)
        return replace(
            usual,
            field_rise_s=rng.choice(self.rises_s),
            try_s=usual.try_s * factor,
            command_s=usual.command_s * factor,
            short_uid_s=usual.short_uid_s * factor,
            long_uid_s=usual.long_uid_s * factor,
        )

    def fastest_hz(self, readers: int) -> float:
        """Return the fastest clock that a bus of so many readers follows."""
        if not self.loads:
            return self.wire_hz
        driven = min(readers, self.buffered) if self.buffered else readers
        return self.wire_hz / (1 + (driven - 1) / self.loads)


BY_THE_MANUAL: Final = Profile("by the manual")
AS_REPORTED: Final = Profile(
    "as reported",
    ack_s=(0.0003, 0.003),
    busy=(0x00, 0x08, 0xAA, 0xFF),
    asleep=0xFF,
    refuses=True,
    preambles=(1, 2, 2, 3),
    gaps_s=(0.0, 0.0002, 0.0005),
    selects_s=(0.0, 0.0, 0.0, 0.0015),
    calms_s=(0.0, 0.0, 0.0005, 0.0008),
    resets_s=(0.001, 0.02, 0.05),
    boots_s=(0.002, 0.01, 0.05),
    rises_s=(0.0, 0.0051, 0.0051, 0.012),
    variation=(0.85, 1.15),
    upper=0.3,
    wire_hz=3_500_000,
    loads=8,
    pin_s=20e-6,
    latency_s=0.016,
)
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {profile.name: profile for profile in (BY_THE_MANUAL, AS_REPORTED)}
)
