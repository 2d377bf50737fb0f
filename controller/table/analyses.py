"""Analyses of past games, made one at a time in a process of their own.

Neither the table nor the pages wait for one: who asks too early asks again. The last few are
kept; others are made again.
"""

import logging
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from controller.game.journal.entries import KeptGame
from controller.game.journal.saved_game import replayed
from controller.json_data import BadJson, from_json
from controller.refusal import Refusal

if TYPE_CHECKING:
    import subprocess

    from controller.game.advice.analysis import Analysis

KEPT: Final = 8
LONGEST_S: Final = 600.0
"""Time after which an analysis is given up: a hundred times what a usual game takes on a PC."""
WORKER: Final = (sys.executable, "-P", "-m", "controller.game.advice.worker")
_LOG: Final = logging.getLogger(__name__)

_Key = tuple[int, int]
"""A game and its last entry."""


class Analyses:
    """Makes and keeps analyses. Any thread may use it.

    Args:
        worker: the command that reads a game and writes its analysis.
        longest_s: time after which it is given up, in seconds.

    Attributes:
        process: the worker at work, None without one.
    """

    def __init__(self, worker: Sequence[str] = WORKER, longest_s: float = LONGEST_S) -> None:
        self._worker = worker
        self._longest_s = longest_s
        self._lock = threading.Lock()
        self._made: OrderedDict[_Key, Analysis | None] = OrderedDict()
        self.process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def of(self, kept: KeptGame) -> "Analysis | None":
        """Return the analysis of a game; None if it is being made, or waits for another one.

        Raises:
            Refusal: `game-running` before the end of the game; `no-analysis` if it failed.
            RulesError: the game cannot be replayed, as `replayed` says.
            IndexError: it takes back an action that was not played.
        """
        key = (kept.number, kept.entries[-1].version)
        with self._lock:
            if key in self._made:
                analysis = self._made.pop(key)
                if analysis is None:  # told once: who asks again has it tried again
                    raise Refusal(
                        "no-analysis", "This game could not be analysed. The log says why."
                    )
                self._made[key] = analysis
                return analysis
            if self.process is not None or self._closed:
                return None
            _, game = replayed(kept.entries)
            if game.state.prompt != "over":
                raise Refusal(
                    "game-running",
                    "This game isn't over yet, and its analysis would reveal hands. "
                    "Finish it first.",
                )
            self._begin(key, msgspec.json.encode(kept))
        return None

    def close(self) -> None:
        """End the analysis that is being made; none begins afterwards."""
        with self._lock:
            self._closed = True
            if self.process is not None:
                self.process.kill()

    def _begin(self, key: _Key, game: bytes) -> None:
        """Start the worker. Its caller holds the lock."""
        import subprocess  # noqa: PLC0415 - few games are analysed

        try:
            self.process = subprocess.Popen(
                self._worker, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            _LOG.warning("Game %d cannot be analysed: %s.", key[0], error)
            self._keep(key, None)
            return
        arguments = (key, game, self.process)
        threading.Thread(target=self._wait, args=arguments, name="analysis", daemon=True).start()

    def _wait(self, key: _Key, game: bytes, process: "subprocess.Popen[bytes]") -> None:
        import subprocess  # noqa: PLC0415 - few games are analysed

        from controller.game.advice.analysis import (  # noqa: PLC0415 - few games are analysed
            Analysis,
        )

        with process:
            try:
                written, _ = process.communicate(game, self._longest_s)
                analysis = from_json(written, Analysis)
            except (subprocess.TimeoutExpired, BadJson) as error:
                process.kill()
                analysis = None
                if not self._closed:
                    _LOG.warning("Game %d could not be analysed: %s.", key[0], error)
        with self._lock:
            self.process = None
            if not self._closed:
                self._keep(key, analysis)

    def _keep(self, key: _Key, analysis: "Analysis | None") -> None:
        self._made[key] = analysis
        while len(self._made) > KEPT:
            self._made.popitem(last=False)
