"""Whether everything that has to go on goes on: one place that notices what has died or hangs.

Whatever lives gives signs of life by counting; the watch looks at the counts once in a while and
adds up for how long they have not changed. It counts its own looks, not the hours: a clock that
jumps and a machine that was suspended kill nobody.
"""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

LOOK_S: Final = 1.0
"""How often to look; a look that comes later than twice that counts as twice that."""
SILENT_S: Final = 10.0
"""So long without a sign of life is too long: a slow card writes for seconds."""
REVIVED: Final = 3
"""So often in its life something is begun anew in its place."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Vital:
    """Something that has to go on.

    Attributes:
        name: what it is called, as in "the readers"; several words are no matter.
        signs: counts its signs of life.
        failure: what has ended it before its time; None while nothing has.
        needed: the service is not alive without it.
        revive: begins it anew once it has died; None if that is not for the watch to do.
        hangs: is told that it hangs, and that it goes on again.
    """

    name: str
    signs: Callable[[], int]
    failure: Callable[[], BaseException | None]
    needed: bool = True
    revive: Callable[[], None] | None = None
    hangs: Callable[[bool], None] | None = None


class _Seen:
    """What a watch knows of something."""

    def __init__(self, vital: Vital) -> None:
        self.vital = vital
        self.signs = vital.signs()
        self.asked = self.signs
        self.silent_s = 0.0
        self.hangs = False
        self.dead = False
        self.revived = 0


class Watch:
    """Watches over everything that has to go on. Safe to use from any thread.

    Args:
        vitals: what that is.
        silent_s: after how long without a sign of life something hangs.
    """

    def __init__(self, vitals: Sequence[Vital], silent_s: float = SILENT_S) -> None:
        self._silent_s = silent_s
        self._lock = threading.Lock()
        self._seen = [_Seen(each) for each in vitals]

    @property
    def trouble(self) -> str | None:
        """Why the service is not alive, in a sentence for its log; None while it is."""
        for each in self._seen:
            if each.vital.needed and (each.dead or each.hangs):
                return _told(each)
        return None

    @property
    def dead(self) -> bool:
        """Whether something has died that is needed, and is not begun anew in its place."""
        return any(each.dead for each in self._seen if each.vital.needed)

    def fresh(self) -> bool:
        """Whether all that is needed has given a sign of life since this was last so.

        The readers' sign is a completed scan: what systemd's watchdog is to be fed on. A sign
        counts until all the others have come: slow ones need not come in the same moment.
        """
        with self._lock:
            signs = [(each, each.vital.signs()) for each in self._seen if each.vital.needed]
            if self.dead or any(count == each.asked for each, count in signs):
                return False
            for each, count in signs:
                each.asked = count
            return True

    def look(self, passed_s: float) -> None:
        """See how everything is.

        Args:
            passed_s: since the last look; more than twice `LOOK_S` was slept through.
        """
        with self._lock:
            for each in self._seen:
                self._look_at(each, min(passed_s, 2 * LOOK_S))

    def _look_at(self, seen: _Seen, passed_s: float) -> None:
        vital = seen.vital
        failure = vital.failure()
        if failure is not None:
            if not seen.dead:
                seen.dead = True
                _LOG.error("%s", _told(seen), exc_info=failure)
            self._revive(seen)
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
                _LOG.warning("Of %s there are signs of life again.", vital.name)
            if vital.hangs is not None:
                vital.hangs(seen.hangs)

    def _revive(self, seen: _Seen) -> None:
        if seen.vital.revive is None or seen.revived >= REVIVED:
            return
        seen.revived += 1
        try:
            seen.vital.revive()
        except Exception:  # noqa: BLE001 - it stays dead, and everything else goes on
            _LOG.exception("There is no reviving %s.", seen.vital.name)
            seen.revived = REVIVED


def _told(seen: _Seen) -> str:
    name = seen.vital.name
    if seen.dead:
        return f"There is an end of {name}: {seen.vital.failure()!r}."
    return f"Of {name} there has been no sign of life for {math.floor(seen.silent_s)} s."
