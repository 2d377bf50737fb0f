"""What systemd is told, and when."""

import threading

import pytest
from flask import Flask

import web.modes.systemd_status
from controller.bootstrap.watchdog import Vital, Watchdog
from hardware.clock import ManualClock
from web.modes.mode_switch import ModeSwitch, RunningMode
from web.modes.recovery import Recovery
from web.modes.systemd_status import SystemdStatus
from web.server.systemd import Systemd

WATCHDOG_S = 30.0


class Told(Systemd):
    """Writes down what it is told."""

    def __init__(self, watchdog_s: float | None = WATCHDOG_S) -> None:
        super().__init__({})
        self.watchdog_s = watchdog_s
        self.heard: list[dict[str, str | int]] = []

    def tell(self, **what: str | int) -> None:
        self.heard.append(what)


class Board:
    """A mode switch with one mode, whose readers scan when they are told to."""

    def __init__(self) -> None:
        self.scans = 0
        self.failure: Exception | None = None
        self.shut: Exception | None = None
        self.status = "Ann to move."
        self.switch = ModeSwitch({"play": self._open}, ManualClock())
        self.recovery = Recovery(self.switch, ManualClock())
        self.systemd = Told()
        self.systemd_status = SystemdStatus(self.switch, self.recovery, self.systemd)

    def _open(self) -> RunningMode:
        if self.shut is not None:
            raise self.shut
        watch = Watchdog([Vital("the readers", lambda: self.scans, lambda: self.failure)])
        return RunningMode(Flask("play"), lambda: None, lambda: None, watch, lambda: self.status)

    def heard(self) -> list[dict[str, str | int]]:
        """What systemd was told since it was last asked."""
        heard, self.systemd.heard = self.systemd.heard, []
        return heard


@pytest.fixture
def board() -> Board:
    board = Board()
    with board.systemd_status.opening():
        board.switch.enter("play")
    board.heard()
    board.systemd_status.ready()
    assert board.heard() == [{"READY": 1, "STATUS": "Ann to move."}]
    return board


def test_systemd_is_asked_to_wait_while_the_first_room_is_opened() -> None:
    board = Board()
    with board.systemd_status.opening():
        assert {"STATUS": "The board is being opened."} in board.systemd.heard
    assert {"EXTEND_TIMEOUT_USEC": 30_000_000} in board.systemd.heard


def test_why_the_first_room_could_not_be_opened_is_told() -> None:
    board = Board()
    board.shut = ConnectionError("There is no board.")
    with pytest.raises(ConnectionError), board.systemd_status.opening():
        board.switch.enter("play")
    assert board.heard()[-1] == {"STATUS": "There is no board."}


def test_the_status_is_told_when_it_changes(board: Board) -> None:
    board.systemd_status.look(1.0)
    board.status = "Ben to move."
    board.systemd_status.look(1.0)
    board.systemd_status.look(1.0)
    assert board.heard() == [{"STATUS": "Ben to move."}]


def test_the_watchdog_is_fed_at_half_of_its_time_while_scans_complete(board: Board) -> None:
    fed_s = []
    for second in range(1, 61):
        board.scans += 1
        board.systemd_status.look(1.0)
        fed_s += [second for told in board.heard() if told == {"WATCHDOG": 1}]
    assert fed_s == [15, 30, 45, 60]


def test_the_watchdog_is_fed_no_more_once_no_scan_completes(board: Board) -> None:
    board.scans += 1
    for _ in range(100):
        board.systemd_status.look(1.0)
    assert board.heard() == [{"WATCHDOG": 1}], "for the one scan that was completed"
    assert not board.recovery.gave_up, "where it hangs is to be told"


def test_scans_that_complete_again_feed_it_at_once(board: Board) -> None:
    for _ in range(20):
        board.systemd_status.look(1.0)
    board.scans += 1
    board.systemd_status.look(1.0)
    assert board.heard() == [{"WATCHDOG": 1}]


def test_a_dead_reader_thread_is_told_and_feeds_nothing(board: Board) -> None:
    board.failure = RuntimeError("a mistake")
    board.recovery.gave_up = True  # Nothing is opened anew any more.
    for _ in range(40):
        board.scans += 1
        board.recovery.look(1.0)
        board.systemd_status.look(1.0)
    assert board.heard() == [{"STATUS": "The readers died: RuntimeError('a mistake')."}]


def test_a_board_that_cannot_be_opened_says_so_feeds_nothing_and_is_started_anew() -> None:
    board = Board()
    board.shut = ConnectionError("There is no board.")
    with board.systemd_status.opening():
        board.switch.enter_when_possible("play")
    board.systemd_status.ready()
    why = "The board cannot be opened. There is no board. It is tried again."
    assert board.heard()[-1] == {"READY": 1, "STATUS": why}
    gave_up = []
    for _ in range(24):
        board.systemd_status.look(1.0)
        gave_up.append(board.recovery.gave_up)
    assert gave_up == [False] * 23 + [True], "it ends before the watchdog bites"
    assert board.heard() == []


def test_without_a_watchdog_nothing_is_fed(board: Board) -> None:
    board.systemd.watchdog_s = None
    for _ in range(40):
        board.scans += 1
        board.systemd_status.look(1.0)
    assert board.heard() == []


def test_a_stop_is_told(board: Board) -> None:
    board.systemd_status.stopping()
    assert board.heard() == [{"STOPPING": 1, "STATUS": "The board is being stopped."}]


def test_systemd_is_asked_to_wait_again_and_again_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web.modes.systemd_status, "ASK_EVERY_S", 0.001)
    monkeypatch.setattr(web.modes.systemd_status, "OPENED_WITHIN_S", 0.0035)
    board = Board()
    board.systemd_status._ask_to_wait(threading.Event())  # noqa: SLF001 - it is never opened
    assert board.heard() == [{"EXTEND_TIMEOUT_USEC": 30_000_000}] * 3
