"""A hundred phones and spectators look on while a game is played: the real program.

The phones are in a process of their own (`benchmarks.onlookers`), so that they and the program
do not share an interpreter; they do share the processors of this machine.
"""

import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds, percentile
from benchmarks.onlookers import Onlooker, Seen, Wanted
from tests.support.end_to_end.program import Program, running
from tools.autoplayer import choose
from web.languages.language import LANGUAGES

PHONES: Final = 100
PLAYERS: Final = 6
WARM_UP: Final = 50
"""Actions played before anybody looks on: a game takes room, too."""
ACTIONS: Final = 100
IDLE_S: Final = 10.0
LONGEST_PAUSE_S: Final = 0.2
"""Between two actions. People take longer, and it would make no difference."""
CATCH_UP_S: Final = 2.0
LAST_PHONE_MS: Final = 150


class Cost(NamedTuple):
    """What the program has used so far."""

    cpu_s: float
    resident_kib: int
    at_s: float


def measure() -> Figures:
    """From an action to every phone, and what a hundred phones cost."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--players", str(PLAYERS)) as program,
    ):
        players = [Phone.joined(program, seat) for seat in range(PLAYERS)]
        rng = random.Random(1978)
        _play(program, players, rng, WARM_UP)
        alone = _idle(program)
        before = cost(program)
        with _looking_on(program, players) as phones:
            idle = _idle(program)
            began = cost(program)
            sent = _play(program, players, rng, ACTIONS)
            ended = cost(program)
            time.sleep(CATCH_UP_S)
            seen = _ended(phones)
    yield from _latencies(sent, seen)
    yield from _costs(alone, idle, before, began, ended, len(sent))


def _latencies(sent: dict[int, float], seen: Sequence[Seen]) -> Figures:
    """From an action sent to the phones that are shown it.

    Later than the snapshot by what it takes to carry the action out and to have it on disk: the
    true figures are a little better.
    """
    each: list[float] = []
    last: list[float] = []
    for version, sent_s in sent.items():
        # Whoever was shown a later version has been shown this one, too.
        shown = [
            min(at_s for other, at_s in phone.versions.items() if other >= version)
            for phone in seen
        ]
        each += [at_s - sent_s for at_s in shown]
        last.append(max(shown) - sent_s)
    note = f"{len(seen)} phones, {len(sent)} actions of {PLAYERS} players"
    yield Figure("action sent to each phone, median", milliseconds(percentile(each, 50)), note)
    yield Figure("action sent to each phone, p99", milliseconds(percentile(each, 99)))
    yield Figure("action sent to the last phone, median", milliseconds(percentile(last, 50)))
    yield Figure(
        "action sent to the last phone, p99",
        milliseconds(percentile(last, 99)),
        f"target: under {LAST_PHONE_MS} ms",
    )
    yield Figure("action sent to the last phone, slowest", milliseconds(max(last)))
    received = sum(phone.received for phone in seen) / len(seen) / 1024
    yield Figure(
        "sent to one phone",
        f"{received:.0f} kB",
        f"{min(phone.heartbeats for phone in seen)} heartbeats or more each",
    )


def _costs(
    alone: float,
    idle: float,
    before: Cost,
    began: Cost,
    ended: Cost,
    actions: int,
) -> Figures:
    yield Figure("processor, nobody looks on", f"{100 * alone:.1f} %", "of one core")
    yield Figure("processor, all look on, nobody plays", f"{100 * idle:.1f} %", "of one core")
    busy_ms = 1000 * (ended.cpu_s - began.cpu_s - idle * (ended.at_s - began.at_s)) / actions
    yield Figure("processor for an action, all told", f"{busy_ms:.1f} ms", "above idle")
    yield Figure(
        "resident memory, nobody looks on", f"{before.resident_kib / 1024:.1f} MiB", "VmRSS"
    )
    opened = (began.resident_kib - before.resident_kib) / PHONES
    played = (ended.resident_kib - before.resident_kib) / PHONES
    yield Figure("memory for a phone, at first", f"{opened:.0f} KiB", f"of {PHONES}")
    yield Figure(
        "memory for a phone, after the game", f"{played:.0f} KiB", f"{actions} actions later"
    )


@dataclass(frozen=True)
class Phone:
    """The phone of a player.

    Attributes:
        address: of the program.
        seat: which it has joined.
        cookie: what it proves itself with.
    """

    address: str
    seat: int
    cookie: str

    @classmethod
    def joined(cls, program: Program, seat: int) -> "Phone":
        """A new phone that takes a seat, by the code that the program has printed."""
        code = re.search(r"to join +(\w+)", program.output)
        assert code is not None, program.output
        stranger = cls(program.address, seat, "")
        headers, _ = stranger.ask("/api/join", seat=seat, code=code[1])
        return cls(program.address, seat, headers["Set-Cookie"].partition(";")[0])

    def ask(self, path: str, **body: Any) -> tuple[Message, Any]:
        """The headers of an answer, and the answer."""
        data = msgspec.json.encode(body) if body else None
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(self.address + path, data, headers)
        # Straight to the program: a proxy has no business here.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request) as answer:
            return answer.headers, msgspec.json.decode(answer.read())

    def play(self, rng: random.Random) -> tuple[int, float]:
        """Play something; returns the version after it, and when it was sent."""
        _, view = self.ask(f"/api/seats/{self.seat}")
        action = choose(view["me"], rng)
        sent_s = time.monotonic()
        path = f"/api/seats/{self.seat}/play"
        _, answer = self.ask(path, action=action, version=view["version"])
        return int(answer["version"]), sent_s


@contextlib.contextmanager
def _looking_on(program: Program, players: Sequence[Phone]) -> Iterator["subprocess.Popen[bytes]"]:
    """Phones on every seat, and spectators, in every language."""
    where = urlsplit(program.address)
    assert where.hostname is not None
    assert where.port is not None
    languages = list(LANGUAGES)
    onlookers = [
        Onlooker(f"/api/seats/{each.seat}/live", each.cookie, languages[each.seat % len(languages)])
        for each in players
    ]
    onlookers += [
        Onlooker("/api/watch/live", language=languages[number % len(languages)])
        for number in range(PHONES - len(players))
    ]
    phones = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.onlookers"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert phones.stdin is not None
        assert phones.stdout is not None
        wanted = Wanted(where.hostname, where.port, tuple(onlookers))
        phones.stdin.write(msgspec.json.encode(wanted) + b"\n")
        phones.stdin.flush()
        if not phones.stdout.readline():
            raise CannotMeasure("The phones were not let in: see above.")
        yield phones
    finally:
        phones.kill()
        phones.wait()


def _ended(phones: "subprocess.Popen[bytes]") -> list[Seen]:
    """What every phone has seen."""
    told, _ = phones.communicate()
    return msgspec.json.decode(told, type=list[Seen])


def _play(
    program: Program, players: Sequence[Phone], rng: random.Random, most: int
) -> dict[int, float]:
    """Play by phone; returns when the action was sent that led to each version."""
    sent: dict[int, float] = {}
    while len(sent) < most and (seat := program.get("/api/watch")["to_act"]) is not None:
        time.sleep(rng.uniform(0, LONGEST_PAUSE_S))
        version, sent_s = players[seat].play(rng)
        sent[version] = sent_s
    return sent


def _idle(program: Program) -> float:
    """What share of a core the program needs while nothing happens."""
    before = cost(program)
    time.sleep(IDLE_S)
    after = cost(program)
    return (after.cpu_s - before.cpu_s) / (after.at_s - before.at_s)


def cost(program: Program) -> Cost:
    """Return what the program has used so far."""
    folder = Path(f"/proc/{program.pid}")
    if not folder.exists():
        raise CannotMeasure("Memory and processor time are read from /proc, which only Linux has.")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", (folder / "status").read_text(), re.MULTILINE)
    assert found is not None
    # After the name of the command, which may hold anything: utime and stime are fields 14, 15.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Cost(ticks / os.sysconf("SC_CLK_TCK"), int(found[1]), time.monotonic())
