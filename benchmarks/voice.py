"""From a move that is known to the first sound of its sentence: real espeak-ng and aplay.

With a folder of piper's voices in HAREBOARD_VOICES, piper speaks the languages they are for.
"""

import os
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures, median_and_p99, milliseconds
from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.game.pieces import Player
from controller.game.rules import legal
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from controller.table.snapshot import Snapshot
from hardware.clock import Clock, MonotonicClock
from hardware.voice.process import VoiceProcess
from hardware.voice.settings import VoiceSettings
from web.languages.language import LANGUAGES, speech
from web.views.onlookers import view
from web.views.shapes.view import SpokenSentence
from web.voice.thread import VoiceThread

MOVES: Final = 10
"""Moves in each language."""
PATIENCE_S: Final = 60.0
LOOK_S: Final = 0.001


class TimedVoice(VoiceProcess):
    """A loudspeaker that notes when each sentence was given to it, and when it was first heard.

    Its sound card is ALSA's own null: it takes sound as fast as it comes, and is silent.
    """

    def __init__(self, language: str, clock: Clock) -> None:
        voices = os.environ.get("HAREBOARD_VOICES")
        super().__init__(VoiceSettings(language, device="null", voices=voices), clock)
        self.begun_s = 0.0
        self.speaks = False
        self.heard: list[tuple[float, float]] = []

    def begin(self, sentence: str) -> None:
        """Begin to say a sentence."""
        self.speaks, self.begun_s = True, time.perf_counter()
        super().begin(sentence)

    def finished(self, within_s: float) -> bool:
        """Return True once it has been said."""
        if not super().finished(within_s):
            return False
        assert self.first_ms is not None
        self.speaks = False
        self.heard.append((self.begun_s, self.begun_s + self.first_ms / 1000))
        return True


def measure() -> Figures:
    """Measure with the pause in which what is over already is left out, and without it."""
    for program, package in (("espeak-ng", "espeak-ng"), ("aplay", "alsa-utils")):
        if shutil.which(program) is None:
            raise CannotMeasure(f"{program} is missing: sudo apt install {package}")
    spoken: dict[str, list[tuple[float, float]]] = {}
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            table = simulated_table(
                Path(folder), chance=random.Random(2018), address=parse_simulated("sim://direct")
            )
            table.start()
            try:
                engine, moves = _moves(table, language)
            finally:
                table.stop()
        spoken.setdefault(engine, []).extend(
            (heard_s - known_s, heard_s - begun_s) for known_s, begun_s, heard_s in moves
        )
    for engine, times_s in spoken.items():
        from_move = [since_move_s for since_move_s, _ in times_s]
        note = f"{engine}, {len(from_move)} moves"
        yield from median_and_p99("move known to first sound", from_move, note)
        yield Figure("the longest", milliseconds(max(from_move)), note)
        chosen_s = statistics.median(since_chosen_s for _, since_chosen_s in times_s)
        yield Figure("sentence chosen to first sound, median", milliseconds(chosen_s), note)


def _moves(table: SimulatedTable, language: str) -> tuple[str, list[tuple[float, float, float]]]:
    """Play moves; return what spoke, and when each was known, given to it, and first heard."""
    actor, say = table.actor, speech(language)

    def spoken(snapshot: Snapshot) -> Sequence[SpokenSentence]:
        return view(snapshot, None, say, (), "").spoken

    voice = TimedVoice(language, actor.clock)
    thread = VoiceThread(actor, spoken, voice, "moves")
    chance, found = random.Random(7), []
    seats = (Player("Ann", ("red",)), Player("Ben", ("blue",)))
    actor.submit(Begin(Setup(seats, options={"runners": 1})))
    thread.start()
    try:
        _quiet(voice, 0)
        for _ in range(MOVES):
            snapshot = actor.snapshot
            state = snapshot.state
            assert state is not None
            if state.to_act is None or not (actions := legal(state)):
                break
            before = len(voice.heard)
            actor.submit(Play(state.to_act, str(chance.choice(actions)), snapshot.version))
            known_s = time.perf_counter()
            _quiet(voice, before)
            found.append((known_s, *voice.heard[before]))
    finally:
        thread.stop()
    return voice.engine, found


def _quiet(voice: TimedVoice, before: int) -> None:
    """Wait until more has been said than before, and nothing more comes.

    Raises:
        CannotMeasure: nothing is said.
    """
    clock = MonotonicClock()
    until_s, count, since_s = clock.now_s() + PATIENCE_S, before, clock.now_s()
    while clock.now_s() < until_s:
        time.sleep(LOOK_S)
        if voice.speaks or len(voice.heard) != count:
            count, since_s = len(voice.heard), clock.now_s()
        if count > before and clock.now_s() > since_s + 0.5:
            return
    raise CannotMeasure("Nothing was said of a move. Does espeak-ng speak?")
