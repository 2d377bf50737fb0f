"""What the driver of a board of PN532 readers has to be told; a board file has it all."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """Where a square lies, in squares: row and column, from 0."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things take, and how long to wait for them.

    Source: PN532 user manual UM0701-02 for `ack_s`; the others are planning values, to be
    changed in the board file.

    Attributes:
        ack_s: a command that is not acknowledged within this time has failed (6.2.1.4).
        field_rise_s: a field has to be on for so long before the first try (ISO/IEC 14443-3).
        try_s: one try to find a tag on an empty square.
        activation_s: reading a tag with a UID of 7 bytes.
        slack_s: how much later than expected an answer may come before it counts as missing.
        guard_s: pause with all fields off between two phases.
        poll_s: pause between two looks at readers that are not ready yet.
    """

    ack_s: float = 0.015
    field_rise_s: float = 0.0051
    try_s: float = 0.0056
    activation_s: float = 0.0045
    slack_s: float = 0.030
    guard_s: float = 0.001
    poll_s: float = 0.0005


@dataclass(frozen=True, slots=True)
class ArraySettings:
    """How the readers are read.

    Attributes:
        places: every square that has a reader, and where it lies.
        stride: two fields are on together only if they are so many rows or columns apart.
        max_fields: most fields on at a time, whatever the geometry would allow.
        retries: how many more times a reader looks for a tag before it says there is none
            (MxRtyPassiveActivation).
        attention: of how many phases all but one are for squares attended to.
        idle_after_s: a board on which nothing has happened for so long slows down.
        idle_pause_s: its pause between two phases then.
        timing: see there.
    """

    places: Mapping[int, Place]
    stride: int = 3
    max_fields: int = 9
    retries: int = 1
    attention: int = 3
    idle_after_s: float = 60.0
    idle_pause_s: float = 0.1
    timing: Timing = field(default_factory=Timing)
