"""Timing of an emulated chip."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class ChipTiming:
    """Durations of an emulated chip, in seconds.

    Source: ISO/IEC 14443-3 for `field_rise_s`; builders' reports, computed values and guesses
    for the others.

    Attributes:
        ack_s: from the end of a command to its ACK.
        command_s: from there to the reply of a command that needs no tag.
        field_rise_s: time a field has to be on before the first try.
        try_s: one try that finds nothing, or that looks for a second tag and finds none.
        short_uid_s: selecting a tag with a UID of 4 bytes.
        long_uid_s: selecting a tag with a longer UID.
        exchange_s: one command to a tag, and its answer.
        asleep_s: from the reply to PowerDown until the chip is asleep.
        gap_s: a frame that pauses for longer than this will not be finished.
    """

    ack_s: float = 0.0005
    command_s: float = 0.001
    field_rise_s: float = 0.0051
    try_s: float = 0.0056
    short_uid_s: float = 0.0025
    long_uid_s: float = 0.0045
    exchange_s: float = 0.003
    asleep_s: float = 0.001
    gap_s: float = 0.05

    def at_pace(self, factor: float) -> Self:
        """Return the durations of a chip that takes so many times as long to list tags."""
        if factor == 1.0:
            return self
        return replace(
            self,
            field_rise_s=self.field_rise_s * factor,
            try_s=self.try_s * factor,
            short_uid_s=self.short_uid_s * factor,
            long_uid_s=self.long_uid_s * factor,
        )
