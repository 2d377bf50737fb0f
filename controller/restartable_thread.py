"""A thread that the watchdog watches, and starts again once it has failed."""

import threading
from abc import ABC, abstractmethod


class RestartableThread(ABC):
    """A thread that is started, stopped, and started again after a failure.

    Args:
        name: name of the thread.
        stop_s: longest wait for its end, in seconds; one that hangs is left behind.

    Attributes:
        turns: number of rounds of its work so far: its sign of life.
        failure: exception that ended it early; None while it runs.
    """

    def __init__(self, name: str, stop_s: float) -> None:
        self._name = name
        self._stop_s = stop_s
        self._thread: threading.Thread | None = None
        self._running = False
        self.turns = 0
        self.failure: Exception | None = None

    def start(self) -> None:
        """Start the thread; also restarts it after a failure."""
        self.failure, self._running = None, True
        # Daemon: one that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and wait a moment for it to end."""
        self._running = False
        if self._thread is not None:
            self._wake()
            self._thread.join(self._stop_s)

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:  # noqa: BLE001 - the watchdog restarts it
            self.failure = error

    @abstractmethod
    def _work(self) -> None:
        """Work as long as `_running`; called in the thread."""
        ...

    @abstractmethod
    def _wake(self) -> None:
        """End a wait of the work at once."""
        ...
