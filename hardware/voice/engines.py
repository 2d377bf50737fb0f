"""Turns sentences into sound: piper if it has a voice for the language, else espeak-ng.

Sound is 16-bit little-endian samples of one channel.
"""

# ruff: noqa: PLC0415 - piper is an extra, and imported only where it speaks

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Final, Protocol

from hardware.errors import NotConnected
from hardware.voice.settings import VoiceSettings

CHUNK_BYTES: Final = 4096
WAV_HEADER_BYTES: Final = 44
RATE_AT: Final = 24
"""Offset of the samples per second in the header. Source: Microsoft, RIFF WAVE."""
LOUDEST: Final = 100
"""Amplitude of espeak-ng for a volume of 1: its usual one, above which it squeezes loud parts."""
NO_ENGINE: Final = (
    "No voice is installed. Install espeak-ng: sudo apt install espeak-ng. Or install piper, which "
    "sounds better: docs/speech.md, “From the board”."
)


class Sound:
    """A sentence as sound, while it is being made.

    Args:
        rate_hz: samples per second.
        chunks: the samples, as soon as they are there.
    """

    def __init__(self, rate_hz: int, chunks: Iterator[bytes]) -> None:
        self.rate_hz = rate_hz
        self.chunks = chunks


class SpeechEngine(Protocol):
    """What makes sound of sentences."""

    @property
    def name(self) -> str:
        """What it is, in words."""
        ...

    def prepare(self, sentence: str) -> None:
        """Begin with a sentence that is likely to be said next, if that takes long."""
        ...

    def sound(self, sentence: str) -> Sound:
        """Begin to make the sound of a sentence.

        Raises:
            NotConnected: it cannot; with cause and remedy. Its chunks raise it too.
        """
        ...


class Espeak:
    """espeak-ng, started for each sentence: that takes it some milliseconds.

    Args:
        program: its path.
        settings: language and volume.
    """

    def __init__(self, program: str, settings: VoiceSettings) -> None:
        self.name = "espeak-ng"
        amplitude = max(1, round(settings.volume * LOUDEST))
        self._command = [program, "-v", settings.language, "-a", str(amplitude)]

    def prepare(self, sentence: str) -> None:
        """Do nothing: it is quick."""

    def sound(self, sentence: str) -> Sound:
        """Begin to make the sound of a sentence. Raises as `SpeechEngine.sound`."""
        process = subprocess.Popen(
            # -b 1: the text is UTF-8. It is not an argument, where a dash would be an option.
            [*self._command, "-b", "1", "--stdin", "--stdout"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # It asks PulseAudio for a device it never uses, which leaves a temporary folder.
            env=os.environ | {"PULSE_SERVER": "none"},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(sentence.encode())
            process.stdin.close()
        except BrokenPipeError:  # it has ended: its reason is read below
            pass
        header = process.stdout.read(WAV_HEADER_BYTES)
        if len(header) < WAV_HEADER_BYTES:
            raise _ended(process)
        (rate_hz,) = struct.unpack_from("<I", header, RATE_AT)
        return Sound(rate_hz, _read(process, process.stdout))


class Piper:
    """piper, with its voice loaded once: that takes seconds, and a sentence fractions of one.

    Args:
        model: the voice, an `.onnx` file with its `.onnx.json` beside it.
        settings: volume.

    Raises:
        NotConnected: the voice cannot be used.
    """

    def __init__(self, model: Path, settings: VoiceSettings) -> None:
        import piper

        self.name = f"piper ({model.stem})"
        self._how = piper.SynthesisConfig(volume=settings.volume)
        self._prepared: tuple[str, Sound] | None = None
        try:
            self._voice: Any = piper.PiperVoice.load(model)
        except Exception as error:  # whatever its libraries raise of a bad file
            raise NotConnected(
                f"The voice {model} cannot be used ({error}). Is {model.name}.json beside it? "
                "Download both again."
            ) from error

    def prepare(self, sentence: str) -> None:
        """Make the first part of its sound: of a log line, what was done."""
        if self._prepared is None or self._prepared[0] != sentence:
            sound = self.sound(sentence)
            first = list(islice(sound.chunks, 1))
            self._prepared = sentence, Sound(sound.rate_hz, chain(first, sound.chunks))

    def sound(self, sentence: str) -> Sound:
        """Begin to make the sound of a sentence."""
        prepared, self._prepared = self._prepared, None
        if prepared is not None and prepared[0] == sentence:
            return prepared[1]
        rate_hz: int = self._voice.config.sample_rate
        made = self._voice.synthesize(sentence, syn_config=self._how)
        return Sound(rate_hz, (each.audio_int16_bytes for each in made))


def piper_installed() -> bool:
    """Return True if the extra `voice` is installed."""
    return find_spec("piper") is not None


def piper_voice(settings: VoiceSettings) -> Path | None:
    """Return the voice of piper for the language: the first by name; None without one.

    Voices are named after language and country, such as `de_DE-thorsten-medium.onnx`.
    """
    if settings.voices is None:
        return None
    found = sorted(Path(settings.voices).glob(f"{settings.language}[_-]*.onnx"))
    return found[0] if found else None


def find_engine(settings: VoiceSettings) -> SpeechEngine:
    """Return what speaks: piper if it is there with a voice for the language, else espeak-ng.

    Raises:
        NotConnected: neither is there, or the voice of piper cannot be used.
    """
    model = piper_voice(settings)
    if model is not None and piper_installed():
        return Piper(model, settings)
    program = shutil.which("espeak-ng")
    if program is None:
        raise NotConnected(NO_ENGINE)
    return Espeak(program, settings)


def _read(process: "subprocess.Popen[bytes]", stdout: IO[bytes]) -> Iterator[bytes]:
    """Yield the sound of espeak-ng to its end."""
    with process:
        while chunk := stdout.read1(CHUNK_BYTES):  # type: ignore[attr-defined]  # a pipe has it
            yield chunk
        if process.wait() != 0:
            raise _ended(process)


def _ended(process: "subprocess.Popen[bytes]") -> NotConnected:
    """Return the error of espeak-ng that has ended without a sound."""
    _, said = process.communicate()
    reason = said.decode("utf-8", "replace").strip() or f"exit status {process.returncode}"
    return NotConnected(
        f"espeak-ng cannot speak ({reason}). Install it anew: "
        "sudo apt install --reinstall espeak-ng espeak-ng-data."
    )
