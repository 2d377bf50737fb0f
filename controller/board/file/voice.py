"""Reads [voice]: the loudspeaker of a board, and what it says."""

from typing import Annotated, Final, Literal

import msgspec

from controller.board.file.pins import Claims
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import shown
from controller.toml.shapes import as_text

I2S_PINS: Final = ("GPIO18", "GPIO19", "GPIO20", "GPIO21")
"""Bit clock, word clock, data in and data out: the driver takes all four, also for an amplifier.

Source: BCM2711 ARM peripherals, 5.3 (alternative functions, PCM).
"""

VoiceDetail = Literal["turn", "moves", "all"]
"""How much is said (docs/speech.md), the least first."""


def _folder(value: object) -> str:
    if as_text(value).startswith("/"):
        return as_text(value)
    raise ValueError(f"{shown(value)} is no path of a folder that begins with “/”.")


class BoardVoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The loudspeaker of a board.

    Attributes:
        language: code of the language that it speaks.
        detail: how much it says, until the host chooses.
        volume: loudness of the voice, to 1.
        device: the sound card as ALSA calls it; None for the usual one of the computer.
        voices: folder with voices of piper; None for none.
        i2s: True if an amplifier is wired to the pins, and takes them.
    """

    language: Literal["en", "de", "fr", "it", "es", "ca", "pt"] = "en"
    detail: VoiceDetail = "moves"
    volume: Annotated[float, Limits(0.01, 1)] = 1.0
    device: str | None = None
    voices: Annotated[str, _folder] | None = None
    i2s: bool = False


def read_voice(table: TomlSection, claims: Claims) -> BoardVoice | None:
    """Read the loudspeaker of a board; None if something about it is wrong.

    Args:
        table: its section.
        claims: pins that are used already; those of an amplifier are claimed.
    """
    voice = table.read(BoardVoice, by_default=True)
    if voice is not None and voice.i2s:
        for pin in I2S_PINS:
            other = claims.claim("pin", pin, f"the amplifier in line {table.line()}")
            if other is not None:
                table.refuse(
                    "i2s",
                    f"the amplifier needs {pin}, which is already used by {other}. Move that, or "
                    "take a sound card on USB.",
                )
    return voice
