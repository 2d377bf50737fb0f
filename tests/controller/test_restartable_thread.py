"""A thread that is started again after a failure."""

import threading

from controller.restartable_thread import RestartableThread
from tests.support.waiting import PATIENCE_S, until


class Worker(RestartableThread):
    """Fails when it is told to, and works again after that."""

    def __init__(self) -> None:
        super().__init__("worker", PATIENCE_S)
        self.due = threading.Event()
        self.fails = False

    def _work(self) -> None:
        while self._running:
            self.turns += 1
            self.due.wait()
            if self.fails:
                self.due.clear()
                self.fails = False
                raise ValueError("as told")

    def _wake(self) -> None:
        self.due.set()


def names() -> list[str]:
    return [each.name for each in threading.enumerate()]


def test_its_failure_is_kept_until_it_is_started_again_and_its_turns_go_on() -> None:
    worker = Worker()
    worker.fails = True
    worker.start()
    worker.due.set()
    until(lambda: worker.failure is not None, "it fails")
    assert str(worker.failure) == "as told"
    turns = worker.turns
    worker.start()
    assert worker.failure is None
    until(lambda: worker.turns > turns, "it works again")
    worker.stop()
    assert worker.failure is None
    assert "worker" not in names()


def test_one_that_was_never_started_may_be_stopped() -> None:
    worker = Worker()
    worker.stop()
    assert not worker.due.is_set()
