"""The thread that has sentences said: it looks at every new snapshot, and waits for the voice."""

import logging
import math
from collections.abc import Callable, Sequence
from typing import Final

from controller.board.file.voice import VoiceDetail
from controller.restartable_thread import RestartableThread
from controller.table.actor import GameActor
from controller.table.snapshot import Snapshot
from hardware.errors import HardwareError
from hardware.ports import Voice
from web.views.shapes.view import SpokenSentence
from web.voice.narrator import Narrator

LOOK_S: Final = 1.0
"""Longest time between two looks at the table."""
HUSH_S: Final = 0.2
"""Longest time until the voice is silent after it was switched off."""
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
"""Pause before a voice that failed is tried again: the first one, and the longest."""
STOP_S: Final = 1.0
FAILED: Final = (
    "It has stopped because of a bug in the program; the game goes on without it. Restart the "
    "program, and report what its log says."
)

_LOG: Final = logging.getLogger(__name__)


class VoiceThread(RestartableThread):
    """The thread that says what is new.

    The game never waits for it: it reads snapshots, and a voice that hangs or dies is ended. When
    the voice is back, it says how things stand, and nothing that it has said or begun to say.

    Args:
        actor: the game.
        spoken: returns the public sentences of a snapshot.
        voice: the loudspeaker.
        detail: how much is said; None to be silent.
    """

    def __init__(
        self,
        actor: GameActor,
        spoken: Callable[[Snapshot], Sequence[SpokenSentence]],
        voice: Voice,
        detail: VoiceDetail | None,
    ) -> None:
        super().__init__("voice", STOP_S)
        self._actor = actor
        self._spoken = spoken
        self._voice = voice
        self._detail = detail
        self._trouble: str | None = None

    @property
    def detail(self) -> VoiceDetail | None:
        """How much is said; None if it is silent."""
        return self._detail

    @property
    def trouble(self) -> str | None:
        """Why nothing is heard, in English; None while the voice works."""
        return self._trouble if self.failure is None else FAILED

    def choose(self, detail: VoiceDetail | None) -> None:
        """Say more or less from now on, or with None nothing."""
        self._detail = detail
        self._actor.nudge()

    def _wake(self) -> None:
        self._actor.nudge()

    @property
    def _goes_on(self) -> bool:
        return self._running and self._actor.alive

    def _work(self) -> None:
        try:
            while self._goes_on:
                self.turns += 1
                detail = self._detail
                if detail is None:
                    self._wait(lambda: self._detail is not None, LOOK_S)
                else:
                    self._narrate(detail)
        finally:
            self._voice.close()

    def _narrate(self, detail: VoiceDetail) -> None:
        """Say what is new, until another level is chosen or the thread ends."""
        narrator = Narrator(detail)
        narrator.fall_silent()  # until the voice is loaded
        seen: Snapshot | None = None
        again_s, pause_s = -math.inf, FIRST_PAUSE_S
        while self._goes_on and self._detail == detail:
            self.turns += 1
            now_s = self._actor.clock.now_s()
            if self._actor.snapshot is not seen:
                before, seen = seen, self._actor.snapshot
                saw = narrator.saw_other_names if _is_renamed(before, seen) else narrator.saw
                saw(self._spoken(seen), now_s)
            coming = narrator.coming()
            try:
                can_speak = now_s >= again_s and (coming is None or self._voice.ready(0))
                if can_speak and (sentence := narrator.next(now_s)) is not None:
                    self._say(sentence, detail)
                    self._note(None)
                    pause_s = FIRST_PAUSE_S
                elif can_speak or now_s < again_s:
                    if can_speak and coming is not None:
                        self._voice.prepare(coming)
                    rest_s = max(again_s, narrator.due_s()) - now_s
                    self._wait(self._has_newer(seen, detail), min(max(rest_s, 0.0), LOOK_S))
                else:
                    self._voice.ready(HUSH_S)
            except HardwareError as error:
                self._note(str(error))
                again_s = self._actor.clock.now_s() + pause_s
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                narrator.fall_silent()
        self._voice.close()

    def _say(self, sentence: str, detail: VoiceDetail) -> None:
        """Say a sentence to its end, unless it is switched off meanwhile."""
        self._voice.begin(sentence)
        while not self._voice.finished(HUSH_S):
            self.turns += 1
            if not self._goes_on or self._detail != detail:
                return

    def _has_newer(self, seen: Snapshot | None, detail: VoiceDetail) -> Callable[[], bool]:
        return lambda: self._actor.snapshot is not seen or self._detail != detail

    def _wait(self, met: Callable[[], bool], longest_s: float) -> None:
        self._actor.wait_until(lambda: not self._running or met(), longest_s)

    def _note(self, trouble: str | None) -> None:
        """Note whether the voice works, and log it when that changes."""
        if trouble == self._trouble:
            return
        if trouble is None:
            _LOG.info("The loudspeaker speaks again.")
        else:
            _LOG.warning("The loudspeaker is silent: %s", trouble)
        self._trouble = trouble


def _is_renamed(before: Snapshot | None, after: Snapshot) -> bool:
    """Check whether a person was deleted: the same version of a game has other names."""
    if before is None or before.version != after.version:
        return False
    names = [[each.name for each in one.seating.players] for one in (before, after)]
    return names[0] != names[1]
