"""The process that speaks: `python -m hardware.voice.helper SETTINGS`. Started by `process`."""

import signal
import sys
import time
from typing import IO

import msgspec

from hardware.errors import HardwareError
from hardware.voice import protocol
from hardware.voice.engines import SpeechEngine, find_engine
from hardware.voice.player import find_player, play
from hardware.voice.protocol import FromVoice, Prepare, Prepared, Ready, Said, Say
from hardware.voice.settings import VoiceSettings


def speak(settings: VoiceSettings, sentences: IO[bytes], answers: IO[bytes]) -> None:
    """Say sentences until there are no more.

    Args:
        settings: voice and sound card.
        sentences: lines with `Prepare` and `Say`.
        answers: takes lines with `Ready`, `Prepared` and `Said`.
    """

    def answer(message: FromVoice) -> None:
        answers.write(protocol.line(message))
        answers.flush()

    try:
        find_player()
        engine = find_engine(settings)
    except (HardwareError, OSError) as error:
        answer(Ready("", str(error)))
        return
    answer(Ready(engine.name))
    for line in sentences:
        match msgspec.json.decode(line, type=Prepare | Say):
            case Prepare(sentence):
                engine.prepare(sentence)
                answer(Prepared())
            case Say(sentence):
                answer(_say(engine, settings, sentence))


def _say(engine: SpeechEngine, settings: VoiceSettings, sentence: str) -> Said:
    begun_s = time.monotonic()
    first_ms: float | None = None

    def first() -> None:
        nonlocal first_ms
        first_ms = 1000 * (time.monotonic() - begun_s)

    try:
        play(engine.sound(sentence), settings.device, first)
    except (HardwareError, OSError) as error:
        return Said(first_ms, str(error))
    return Said(first_ms)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program ends it
    told = msgspec.json.decode(sys.argv[1], type=VoiceSettings)
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # what libraries print is no answer
    speak(told, sys.stdin.buffer, replies)
