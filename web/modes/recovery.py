"""Decides what happens when a thread dies: restart it, reopen the mode, or end the program.

A thread keeps the error that ended it, and the watchdog finds it dead. The mode switch opens and
closes modes, `systemd_status` reports, systemd starts a program again that has ended or hangs.
"""

import logging
from collections import deque
from typing import Final

from controller.bootstrap.watchdog import Watchdog
from hardware.clock import Clock
from web.modes.mode_switch import ModeSwitch, RunningMode

RESTARTED: Final = 3
"""Largest number of restarts of a thread that the mode can do without."""
REOPENED: Final = 3
REOPENED_WITHIN_S: Final = 600.0
"""Reopen a mode whose needed thread died at most REOPENED times within REOPENED_WITHIN_S."""
UNOPENED: Final = 0.8
"""After this share of the watchdog's time a board that cannot be opened ends the program: no
thread hangs, so a dump of the threads would tell nothing."""

_LOG: Final = logging.getLogger(__name__)


class Recovery:
    """Decides about the threads of the open mode. One thread uses it.

    Args:
        switch: the modes.
        clock: times the reopening of modes.

    Attributes:
        gave_up: True if the program is to end, and be started again.
    """

    def __init__(self, switch: ModeSwitch, clock: Clock) -> None:
        self._switch = switch
        self._clock = clock
        self._reopened_s: deque[float] = deque(maxlen=REOPENED)
        self.gave_up = False

    def look(self, passed_s: float) -> None:
        """Check the threads of the open mode; if none is open, try again to open one.

        Args:
            passed_s: time since the last look.
        """
        running = self._switch.running
        if running is None:
            self._switch.try_again()
        elif running.watch is not None:
            running.watch.look(passed_s)
            restart_threads(running.watch)
            if running.watch.dead and not self.gave_up:
                self._reopen(running)
            else:
                running.note()

    def check_opened(self, unfed: float) -> None:
        """Give up if no mode could be opened before the watchdog bites.

        Args:
            unfed: time since systemd's watchdog was fed, as a share of the watchdog's time.
        """
        if unfed >= UNOPENED and self._switch.mode is None:
            _LOG.error("The board could not be opened in time. The program exits, to be restarted.")
            self.gave_up = True

    def _reopen(self, running: RunningMode) -> None:
        if self._switch.running is not running:
            return  # closed, or another mode is open
        now_s = self._clock.now_s()
        full = len(self._reopened_s) == REOPENED
        if full and now_s < self._reopened_s[0] + REOPENED_WITHIN_S:
            _LOG.error("Restarting did not help. The program exits.")
            self.gave_up = True
            return
        self._reopened_s.append(now_s)
        self._switch.reopen(running)


def restart_threads(watch: Watchdog) -> None:
    """Restart dead threads that can be restarted alone; one that cannot is not tried again."""
    for thread in watch.threads:
        if thread.dead and thread.restarts < RESTARTED and not thread.restart():
            thread.restarts = RESTARTED
