"""Functions to call at every change of something."""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator


class Watchers:
    """Functions that are called at every change of something. Safe to use from any thread.

    Attributes:
        calls: the number of changes so far.
    """

    def __init__(self) -> None:
        self._changed: Counter[Callable[[], None]] = Counter()
        self._lock = threading.Lock()
        self.calls = 0

    @contextlib.contextmanager
    def watching(self, changed: Callable[[], None]) -> Iterator[None]:
        """Call a function at every change within the context; once, however often it watches.

        Args:
            changed: called in the thread that makes the change: it must not wait.
        """
        with self._lock:
            self._changed[changed] += 1
        try:
            yield
        finally:
            with self._lock:
                self._changed[changed] -= 1
                self._changed += Counter()  # forgets those that no longer watch

    def call(self) -> None:
        """Report a change."""
        with self._lock:
            self.calls += 1
            watching = tuple(self._changed)
        for changed in watching:
            changed()
