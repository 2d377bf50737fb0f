"""How long the lesson takes a table of three that has every step read aloud.

Reading aloud is measured: espeak-ng says every sentence that the board's loudspeaker would. What
hands need is a guess for each step (`HAND_S`).
"""

import shutil
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures
from hardware.voice.engines import Espeak
from hardware.voice.settings import VoiceSettings
from tests.support.table.learner import LESSON_S, do_step, lesson_of
from tests.support.table.tabletop import SCAN_S, Tabletop
from web.languages.language import LANGUAGES, speech
from web.views.onlookers import view

PLAYERS: Final = 3
SAMPLE_BYTES: Final = 2
HAND_S: Final = 15.0
"""A guess: to look for a square, to lift a runner and to set it down."""


def measure() -> Figures:
    """The lesson by the usual edition, in every language."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise CannotMeasure("espeak-ng is not there: sudo apt install espeak-ng")
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            steps, sentences = _lesson(Path(folder), language)
        engine = Espeak(program, VoiceSettings(language))
        spoken_s = sum(_spoken_s(sentence, engine) for sentence in sentences)
        yield Figure(
            f"the lesson for {PLAYERS}, {language}",
            f"{(spoken_s + HAND_S * steps) / 60:.1f} min",
            f"{spoken_s / 60:.1f} of them read aloud; {steps} steps, a guess: {HAND_S:.0f} s of "
            "hands for each",
        )


def _lesson(folder: Path, language: str) -> tuple[int, list[str]]:
    """Do every step; return their number, and what was said on the way."""
    top = Tabletop(folder, PLAYERS, lesson=True)
    said: dict[tuple[int, str], None] = {}

    def listen() -> None:
        spoken = view(top.snapshot, None, speech(language), (), "").spoken
        said.update(dict.fromkeys((each.number, each.sentence) for each in spoken))

    listen()
    steps = 0
    while not (lesson_of(top).is_last and lesson_of(top).done):
        if lesson_of(top).done:
            top.wait(LESSON_S + SCAN_S)  # the next step begins by itself
            listen()
        do_step(top)
        listen()
        steps += 1
    top.session.close()
    return steps, [sentence for _, sentence in said]


def _spoken_s(sentence: str, engine: Espeak) -> float:
    """How long a sentence takes."""
    sound = engine.sound(sentence)
    return sum(map(len, sound.chunks)) / SAMPLE_BYTES / sound.rate_hz
