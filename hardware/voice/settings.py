"""What a loudspeaker says in which voice, and where."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """Voice and sound card of a loudspeaker.

    Attributes:
        language: code of the language, such as "de".
        volume: loudness of the voice, above 0 to 1.
        device: the sound card as ALSA calls it; None for the usual one of this computer.
        voices: folder with voices of piper; None for none, so that espeak-ng speaks.
    """

    language: str
    volume: float = 1.0
    device: str | None = None
    voices: str | None = None
