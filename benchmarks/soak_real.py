"""The real program, played on for a while by phones and hands that come and go over loopback."""

import contextlib
import http.client
import json
import random
import re
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.soak_growth import Sample, of_journal, of_process
from controller.bootstrap import JOURNAL_FILE
from controller.game.pieces import COLOURS
from tests.support.end_to_end.program import Program, running
from tools.autoplayer import choose

PLAYERS: Final = 4
ONLOOKERS: Final = 60
"""Streams that are open at once, more or less."""
SOMEBODY_S: Final = 0.2
"""So often somebody comes or goes."""
THINKS_S: Final = (0.2, 2.0)
BY_HAND: Final = 0.4
PATIENCE_S: Final = 3.0
COMES_AND_GOES: Final = 0.1
TIMEOUT_S: Final = 20.0


@dataclass(frozen=True)
class Phone:
    """A phone on the network.

    Attributes:
        address: host and port of the program.
        number: what tells it from others.
        cookie: what it proves itself with; empty for a stranger.
    """

    address: tuple[str, int]
    number: int
    cookie: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """What it sends with every request; its address is not that of the board's machine."""
        told = {"X-Forwarded-For": f"192.0.2.{self.number % 250 + 1}"}
        return {**told, "Cookie": self.cookie} if self.cookie else told

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, str, Any]:
        """The status, the cookie and the JSON that a request is answered with."""
        connection = http.client.HTTPConnection(*self.address, timeout=TIMEOUT_S)
        with contextlib.closing(connection):
            data = None if body is None else json.dumps(body)
            headers = {**self.headers, "Content-Type": "application/json"}
            connection.request("GET" if body is None else "POST", path, data, headers)
            answer = connection.getresponse()
            cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            return answer.status, cookie, json.loads(answer.read())

    def joined(self, seat: int, code: str) -> "Phone":
        """The same phone once it has taken a seat."""
        status, cookie, answer = self.ask("/api/join", {"seat": seat, "code": code})
        assert status == http.HTTPStatus.OK, answer
        return Phone(self.address, self.number, cookie)


class Crowd(threading.Thread):
    """Phones that look on: some read, some never do, and all go away without a word.

    Args:
        address: of the program.
        seed: what they decide by.
        cookie: of a browser at the board, whose streams they open.

    Attributes:
        opened: how many streams have been opened.
        refused: how many of these were refused.
    """

    def __init__(self, address: tuple[str, int], seed: int, cookie: str) -> None:
        super().__init__(name="crowd", daemon=True)
        self._cookie = cookie
        self.opened = self.refused = 0
        self._address = address
        self._rng = random.Random(seed)
        self._ends = threading.Event()
        self._open: list[socket.socket] = []
        self._selector = selectors.DefaultSelector()
        self.paths = ["/api/watch/live", "/api/simulator/live"]

    def run(self) -> None:
        """Come and go until `end`."""
        due_s = 0.0
        while not self._ends.is_set():
            if time.monotonic() >= due_s:
                due_s = time.monotonic() + SOMEBODY_S
                if self._rng.random() * 2 * ONLOOKERS > len(self._open):
                    self._come()
                else:
                    self._go(self._rng.choice(self._open))
            for key, _ in self._selector.select(SOMEBODY_S / 10):
                self._read(key.fileobj)
        for each in tuple(self._open):
            self._go(each)

    def end(self) -> None:
        """All go home."""
        self._ends.set()
        self.join(TIMEOUT_S)

    def _come(self) -> None:
        connection = socket.create_connection(self._address, TIMEOUT_S)
        path, language = self._rng.choice(self.paths), self._rng.choice(("en", "de", "nl"))
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {self._address[0]}:{self._address[1]}\r\n"
            f"Accept-Language: {language}\r\nCookie: {self._cookie}\r\n\r\n".encode()
        )
        self.opened += 1
        self._open.append(connection)
        if self._rng.random() < 0.8:
            self._selector.register(connection, selectors.EVENT_READ)

    def _read(self, connection: Any) -> None:
        try:
            data = connection.recv(1 << 16)
        except OSError:
            data = b""
        self.refused += data.startswith(b"HTTP/1.1 503")
        if not data:
            self._go(connection)

    def _go(self, connection: socket.socket) -> None:
        self._open.remove(connection)
        with contextlib.suppress(KeyError):
            self._selector.unregister(connection)
        connection.close()


class Evening:
    """People who play one game after another on the real program.

    Args:
        program: what they play on.
        seed: what they decide by.
    """

    def __init__(self, program: Program, seed: int) -> None:
        self.games = self.actions = self.by_hand = self.phones_come = 0
        self._program = program
        self._rng = random.Random(seed)
        where = urlsplit(program.address)
        assert where.hostname is not None
        assert where.port is not None
        self.address = where.hostname, where.port
        code = re.search(r"to join +(\w+)", program.output)
        assert code is not None, program.output
        self._code = code[1]
        self._phones = [self._new_phone(seat) for seat in range(PLAYERS)]

    def take_turn(self) -> None:
        """Think, and play an action; or begin the next game."""
        time.sleep(self._rng.uniform(*THINKS_S))
        view = self._program.get("/api/watch")
        seat = view["to_act"]
        if view["phase"] != "playing":
            self._begin_anew()
        elif seat is not None:
            self._tidy(view)
            self._play(seat)

    def _begin_anew(self) -> None:
        self.games += 1
        for path in ("/api/games", "/api/track"):
            self._program.get(path)
        names = [f"{number}-{self.games}" for number in range(PLAYERS)]
        seats = [{"name": name, "colours": [COLOURS[seat]]} for seat, name in enumerate(names)]
        answer = self._program.post("/api/games", seats=seats)
        assert answer.ok, answer
        self._phones = [self._new_phone(seat) for seat in range(PLAYERS)]

    def _play(self, seat: int) -> None:
        if self._rng.random() < COMES_AND_GOES:
            assert self._program.post(f"/api/seats/{seat}/leave").ok
            self._phones[seat] = self._new_phone(seat)
        status, _, view = self._phones[seat].ask(f"/api/seats/{seat}")
        assert status == http.HTTPStatus.OK, view
        if not view["me"]["my_turn"]:
            return
        action = choose(view["me"], self._rng)
        if action[0] in "fb" and self._rng.random() < BY_HAND and self._by_hand(action, view):
            self.by_hand += 1
            return
        path, wanted = f"/api/seats/{seat}/play", {"action": action, "version": view["version"]}
        status, _, answer = self._phones[seat].ask(path, wanted)
        # What went on by itself meanwhile is no fault.
        assert status in (http.HTTPStatus.OK, http.HTTPStatus.CONFLICT), answer
        self.actions += 1

    def _by_hand(self, action: str, view: dict[str, Any]) -> bool:
        """Put the runner where it goes; whether the board has understood."""
        (to,) = (each["square"] for each in view["me"]["destinations"] if each["action"] == action)
        seat = view["me"]["seat"]
        self._hand("put", view["seats"][seat]["runners"][0]["colour"], to)
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            time.sleep(0.1)
            if self._program.get("/api/watch")["version"] != view["version"]:
                self.actions += 1
                return True
        return False

    def _tidy(self, view: dict[str, Any]) -> None:
        """Put the wood where the game has it."""
        stands = {
            each["piece"]: (each["square"], each["face_down"])
            for each in self._program.get("/api/simulator")["pieces"]
        }
        for seat in view["seats"]:
            for runner in seat["runners"]:
                square, down = stands[runner["colour"]]
                on_board = runner["place"] not in ("START", "HOME") and runner["square"]
                if not on_board:
                    if square is not None:
                        self._hand("knock", runner["colour"])
                    continue
                if square != runner["square"]:
                    self._hand("put", runner["colour"], runner["square"])
                if down != runner["face_down"]:
                    self._hand("turn", runner["colour"])

    def _hand(self, do: str, piece: str, square: int | None = None) -> None:
        assert self._program.post("/api/simulator/hand", do=do, piece=piece, square=square).ok

    def _new_phone(self, seat: int) -> Phone:
        self.phones_come += 1
        return Phone(self.address, self.phones_come).joined(seat, self._code)


@contextlib.contextmanager
def evening(folder: Path, seed: int = 60) -> Iterator[tuple[Program, Evening, Crowd]]:
    """The real program with emulated chips, people who play, and a crowd that looks on."""
    with running(folder, "--players", str(PLAYERS)) as program:
        people = Evening(program, seed)
        crowd = Crowd(people.address, seed, program.cookie)
        crowd.start()
        try:
            yield program, people, crowd
        finally:
            crowd.end()


def play(
    folder: Path, program: Program, people: Evening, seconds: float, every_s: float
) -> Iterator[Sample]:
    """Play for so long, with a sample of the program every so often."""
    began_s = time.monotonic()
    due_s = 0.0
    while (passed_s := time.monotonic() - began_s) < seconds:
        if passed_s >= due_s:
            due_s = passed_s + every_s
            yield _sample(folder, program, people, passed_s)
        people.take_turn()
    yield _sample(folder, program, people, time.monotonic() - began_s)


def _sample(folder: Path, program: Program, people: Evening, at_s: float) -> Sample:
    memory, threads, handles = of_process(program.pid)
    journal = of_journal(folder / JOURNAL_FILE)
    return Sample(at_s, people.games, people.actions, None, memory, threads, handles, *journal)
