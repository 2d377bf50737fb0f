"""Lines between the program and the process that speaks: JSON, one value a line.

The process is given its settings as an argument. It writes `Ready` once it can speak, then takes
one line at a time: `Prepare`, which it answers by `Prepared`, or `Say`, by `Said` when the sound
has ended. What goes wrong is in `trouble`: then nothing more is heard of that sentence, and the
next one may work.
"""

import msgspec


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The process can speak.

    Attributes:
        engine: what speaks, in words; empty if nothing can.
        trouble: why nothing can, and what to do; None if something can.
    """

    engine: str
    trouble: str | None = None


class Say(msgspec.Struct, frozen=True, tag="say"):
    """A sentence to say."""

    sentence: str


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """A sentence that is likely to be said next."""

    sentence: str


class Prepared(msgspec.Struct, frozen=True, tag="prepared"):
    """A sentence has been prepared, as far as that is of use."""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """The end of a sentence.

    Attributes:
        first_ms: from taking the sentence to its first sound in the player, in milliseconds; None
            if there was none.
        trouble: why it was not said, or not to its end, and what to do.
    """

    first_ms: float | None
    trouble: str | None = None


FromVoice = Ready | Prepared | Said
ToVoice = Prepare | Say


def line(message: FromVoice | ToVoice) -> bytes:
    """Return a message as a line."""
    return msgspec.json.encode(message) + b"\n"
