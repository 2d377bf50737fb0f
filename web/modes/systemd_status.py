"""Reports state and watchdog pings to systemd."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from web.modes.mode_switch import ModeSwitch
from web.modes.recovery import Recovery
from web.server.systemd import Systemd

OPENED_WITHIN_S: Final = 600.0
"""Longest time to open a mode: repairing a large journal on a slow card takes minutes."""
DELAY_S: Final = 30.0
"""Length of one request to systemd for more time."""
ASK_EVERY_S: Final = 10.0


class SystemdStatus:
    """Reports the state of the open mode to systemd.

    The watchdog is fed only on signs of life: the actor has taken a turn and the readers
    have completed a scan since it was fed last.

    Args:
        switch: the modes.
        recovery: told how long the watchdog was not fed.
        systemd: receives the notifications.

    Attributes:
        recovery: as given.
    """

    def __init__(self, switch: ModeSwitch, recovery: Recovery, systemd: Systemd) -> None:
        self._switch = switch
        self.recovery = recovery
        self._systemd = systemd
        self._status = ""
        self._hungry_s = 0.0

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Ask systemd to wait while the first mode is opened within the context.

        Raises:
            Exception: the error of opening it; systemd is told.
        """
        opened = threading.Event()
        self._tell_status("The board is being opened.")
        asking = threading.Thread(target=self._ask_to_wait, args=(opened,), daemon=True)
        asking.start()
        try:
            yield
        except Exception as error:
            self._tell_status(str(error))
            raise
        finally:
            opened.set()
            asking.join()

    def ready(self) -> None:
        """Report READY: pages are answered, and opening the first mode was tried."""
        self._status = self._switch.status()
        self._systemd.tell(READY=1, STATUS=self._status)

    def look(self, passed_s: float) -> None:
        """Report changes of the status, and feed the watchdog.

        Args:
            passed_s: time since the last look; at most half of the watchdog's time.
        """
        self._tell_status(self._switch.status())
        if self._systemd.watchdog_s is None:
            return
        self._hungry_s += passed_s
        if self._hungry_s >= self._systemd.watchdog_s / 2 and self._switch.fresh():
            self._hungry_s = 0.0
            self._systemd.tell(WATCHDOG=1)
        else:
            self.recovery.check_opened(self._hungry_s / self._systemd.watchdog_s)

    def stopping(self) -> None:
        """Report that the program stops. Safe in a signal handler."""
        self._systemd.tell(STOPPING=1, STATUS="The board is being stopped.")

    def _tell_status(self, status: str) -> None:
        if status != self._status:
            self._status = status
            self._systemd.tell(STATUS=status)

    def _ask_to_wait(self, opened: threading.Event) -> None:
        for _ in range(int(OPENED_WITHIN_S / ASK_EVERY_S)):
            self._systemd.tell(EXTEND_TIMEOUT_USEC=int(DELAY_S * 1_000_000))
            if opened.wait(ASK_EVERY_S):
                return
