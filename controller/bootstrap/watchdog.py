"""Detects dead and hung threads; `web.modes.recovery` decides what follows.

Each thread counts its turns. The watchdog looks at the counts once a second and adds up the
time that one has not changed. It counts its own looks, not hours, so that a clock that jumps or a
suspended machine is not taken for a hung thread.
"""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

LOOK_S: Final = 1.0
"""Time between two looks; a later look counts as at most twice that."""
SILENT_S: Final = 10.0
"""Time without a count after which a thread hangs; a slow card writes for seconds."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Vital:
    """A thread, or several, that must keep running.

    Attributes:
        name: as in "the readers".
        signs: its counter.
        failure: the error that ended it; None while it runs.
        needed: True if the service is not alive without it.
        restart: restarts it once it has died; None if it cannot be restarted alone.
        hangs: called when it hangs, and when it runs again.
    """

    name: str
    signs: Callable[[], int]
    failure: Callable[[], BaseException | None]
    needed: bool = True
    restart: Callable[[], None] | None = None
    hangs: Callable[[bool], None] | None = None


class WatchedThread:
    """A thread as the watchdog saw it last.

    Attributes:
        vital: the thread.
        dead: True if it has died, and did not run again at the last look.
        restarts: number of its restarts so far.
    """

    def __init__(self, vital: Vital) -> None:
        self.vital = vital
        self.signs = vital.signs()
        self.asked = self.signs
        self.silent_s = 0.0
        self.hangs = False
        self.dead = False
        self.restarts = 0

    def restart(self) -> bool:
        """Restart the thread; if that fails, log the error and return False."""
        if self.vital.restart is None:
            return False
        self.restarts += 1
        try:
            self.vital.restart()
        except Exception:  # noqa: BLE001 - it stays dead, everything else runs on
            _LOG.exception("%s: could not be restarted.", _named(self.vital.name))
            return False
        return True


class Watchdog:
    """Watches threads. Safe to use from any thread.

    Args:
        vitals: the threads.
        silent_s: a thread whose counter stands still for this time hangs.

    Attributes:
        threads: what it saw of each thread.
    """

    def __init__(self, vitals: Sequence[Vital], silent_s: float = SILENT_S) -> None:
        self._silent_s = silent_s
        self._lock = threading.Lock()
        self.threads = tuple(WatchedThread(each) for each in vitals)

    @property
    def trouble(self) -> str | None:
        """Needed thread that is dead or hangs, in a sentence; None if all run."""
        for each in self.threads:
            if each.vital.needed and (each.dead or each.hangs):
                return _told(each)
        return None

    @property
    def dead(self) -> bool:
        """True if a needed thread has died."""
        return any(each.dead for each in self.threads if each.vital.needed)

    def fresh(self) -> bool:
        """Check whether every needed thread has counted since this was last true.

        systemd's watchdog is fed on it. The readers count completed scans. A count holds until
        all the others have come, so that slow threads need not count in the same moment.
        """
        with self._lock:
            signs = [(each, each.vital.signs()) for each in self.threads if each.vital.needed]
            if self.dead or any(count == each.asked for each, count in signs):
                return False
            for each, count in signs:
                each.asked = count
            return True

    def look(self, passed_s: float) -> None:
        """Look at every thread.

        Args:
            passed_s: time since the last look; more than twice `LOOK_S` means the machine slept.
        """
        with self._lock:
            for each in self.threads:
                self._look_at(each, min(passed_s, 2 * LOOK_S))

    def _look_at(self, seen: WatchedThread, passed_s: float) -> None:
        vital = seen.vital
        failure = vital.failure()
        if failure is not None:
            if not seen.dead:
                seen.dead = True
                _LOG.error("%s", _told(seen), exc_info=failure)
            return
        seen.dead = False
        signs = vital.signs()
        seen.silent_s = seen.silent_s + passed_s if signs == seen.signs else 0.0
        seen.signs = signs
        if (seen.silent_s > self._silent_s) != seen.hangs:
            seen.hangs = not seen.hangs
            if seen.hangs:
                _LOG.error("%s", _told(seen))
            else:
                _LOG.warning("%s: running again.", _named(vital.name))
            if vital.hangs is not None:
                vital.hangs(seen.hangs)


def _told(seen: WatchedThread) -> str:
    name = seen.vital.name
    if seen.dead:
        return f"{_named(name)} died: {seen.vital.failure()!r}."
    return f"{_named(name)} hung: no sign of life for {math.floor(seen.silent_s)} s."


def _named(name: str) -> str:
    """Capitalise a name for the start of a sentence."""
    return name[:1].upper() + name[1:]
