"""What hangs or dies leads to a start, and the game goes on where it was."""

import queue
import random
import signal
import socket
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Final

import pytest

from tests.appliance.manager import Manager, handing_over
from tests.appliance.units import GAME, values
from tests.end_to_end.test_sigkill import Company
from tests.support.end_to_end.ledger import Ledger, read_journal
from tests.support.end_to_end.program import Program
from tests.support.end_to_end.wood import Wood
from tests.support.lights.pretending import Helper
from tests.support.waiting import PATIENCE_S, until
from web.commands.serving import FAILED
from web.modes.recovery import REOPENED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has systemd")

MORTAL: Final = """
import ctypes, signal, sys, threading
from web.commands.main import main

def die(_number, _frame):
    for each in threading.enumerate():
        if each.name == "game":
            error = ctypes.py_object(MemoryError)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(each.ident), error)

signal.signal(signal.SIGUSR1, die)
sys.argv = sys.argv[1:]
main()
"""
"""The program, into whose game thread an error may be thrown from outside."""


class Simulated:
    """The service on a simulated board, and what those who play there hold against it.

    Args:
        folder: where everything is kept.
        by: a command that is added before `hareboard`.
    """

    def __init__(self, folder: Path, *by: str) -> None:
        self._data = folder / "data"
        self._rng = random.Random(64)
        self._ledger = Ledger()
        words = ("simulate", "--data", self._data, "--no-open")
        self.manager = Manager(folder, *words, by=by)
        self.manager.hears("READY", "1")
        self.program.wait_until_ready()

    @property
    def program(self) -> Program:
        return self.manager.program

    def close(self) -> None:
        self.program.send(signal.SIGTERM)
        self.manager.hears("STOPPING", "1")
        assert self.program.wait() == 0
        self._ledger.check(read_journal(self._data))
        self.manager.close()

    def kill_the_owner(self, times: int) -> None:
        """Throw an error into it that nobody expects, for the so manieth time."""
        self.program.send(signal.SIGUSR1)
        told = "The game's thread died: MemoryError()."
        until(lambda: self.program.errors.count(told) == times, "the owner dies")
        if times <= REOPENED:
            self.program.wait_until_ready()

    def play(self, times: int = 3) -> None:
        """By phone and by hand; the first time a game is begun."""
        if self._ledger.confirmed:
            self.program.take_seats()
        company = Company(self.program, self._ledger, self._rng)
        for _ in range(times):
            company.do_something()


class Wired(Wood):
    """The service on a board of wood, with the helper of its lights, both as their units are."""

    def __init__(self, folder: Path) -> None:
        with ExitStack() as stack:
            self._at = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            self._at.bind(str(folder / "socket"))
            self._at.listen()
            super().__init__(folder)
            stack.callback(self.manager.close)
            stack.pop_all()

    def close(self) -> None:
        super().close()
        self.manager.close()
        self._at.close()

    def _helper(self, folder: Path) -> Helper:
        return Helper(folder, "--keep", by=handing_over(self._at), handed=[self._at.fileno()])

    def _started(self) -> Program:
        (command,) = values(GAME, "ExecStart")
        here = {"/etc/hareboard/board.toml": self.file, "/var/lib/hareboard": self.data}
        words = [here.get(word, word) for word in command.split()[1:]]
        self.manager = Manager(self.file.parent, *words)
        self.manager.hears("READY", "1")
        self.manager.program.wait_until_ready()
        self.manager.program.take_seats()
        return self.manager.program


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Wired]:
    with closing(Wired(tmp_path)) as wired:
        yield wired


@pytest.mark.long
def test_the_service_tells_how_it_is(wired: Wired) -> None:
    manager = wired.manager
    if ("STATUS", "No game yet.") not in manager.told:
        manager.hears("STATUS", "No game yet.")  # the lights come a moment later
    wired.begin()
    manager.hears("STATUS", "Ann to move.")
    wired.moves("Ann", 2)
    manager.hears("STATUS", "Ben to move.")
    for _ in range(3):
        manager.hears("WATCHDOG", "1")
    wired.program.send(signal.SIGTERM)
    manager.hears("STOPPING", "1")
    assert wired.program.wait() == 0
    assert wired.helper.is_dark()


@pytest.mark.long
def test_a_scan_that_hangs_starves_the_watchdog_and_the_game_goes_on_after_its_bite(
    tmp_path: Path,
) -> None:
    with closing(Simulated(tmp_path)) as service:
        manager = service.manager
        service.play()
        for _ in range(3):
            manager.hears("WATCHDOG", "1")
        assert service.program.post("/api/simulator/fault", square=1, fault="hangs", on=True).ok
        manager.is_starved()
        where = manager.bites()
        assert "Fatal Python error: Aborted" in where
        assert "in hold_up" in where, "the log has where the scan was"
        with asking(service.program.address) as answers:
            manager.starts_again()
            assert answers.get(timeout=PATIENCE_S) == HTTPStatus.OK
        manager.hears("WATCHDOG", "1")
        service.play()


@pytest.mark.long
def test_a_dead_owner_has_the_game_opened_anew(tmp_path: Path) -> None:
    with closing(Simulated(tmp_path, sys.executable, "-c", MORTAL)) as service:
        manager = service.manager
        service.play()
        service.kill_the_owner(1)
        manager.hears("WATCHDOG", "1")
        service.play()
        assert manager.told.count(("READY", "1")) == 1


@pytest.mark.long
def test_an_owner_that_dies_again_and_again_ends_the_service_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    with closing(Simulated(tmp_path, sys.executable, "-c", MORTAL)) as service:
        manager = service.manager
        service.play()
        for death in range(1, REOPENED + 2):
            service.kill_the_owner(death)
        manager.hears("STOPPING", "1")
        assert service.program.wait() == FAILED
        manager.starts_again()
        manager.hears("WATCHDOG", "1")
        service.play()


@pytest.mark.long
def test_a_helper_of_the_lights_that_is_killed_is_started_again_and_they_are_back(
    wired: Wired,
) -> None:
    wired.begin()
    until(wired.is_lit, "the board is lit")
    wired.helper.end(signal.SIGKILL)
    until(wired.lights_are_out, "the phones are told")
    wired.helper.until_dark()
    wired.moves("Ann", 2)
    wired.helper.start_again()
    until(wired.is_lit, "the lights are back")
    wired.moves("Ben", 4)
    wired.manager.hears("WATCHDOG", "1")


@contextmanager
def asking(address: str) -> Iterator["queue.Queue[int]"]:
    """Somebody asks for a page while the service is not there; what becomes of it."""
    answers: queue.Queue[int] = queue.Queue()

    def ask() -> None:
        with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE_S) as answer:
            answers.put(answer.status)

    asker = threading.Thread(target=ask)
    asker.start()
    try:
        yield answers
    finally:
        asker.join()
