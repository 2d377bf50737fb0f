"""What strangers on the network can do to the real program: raw requests, and a siege.

The besiegers are in a process of their own: `python -m benchmarks.siege PORT`.
"""

import contextlib
import random
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.companion_load import Phone, cost
from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds, percentile
from tests.support.end_to_end.program import Program, running
from tests.support.web.raw_requests import RawAnswers, raw_request, status_of

RAW_REQUESTS: Final = 100_000
SENDERS: Final = 8
WARM_UP: Final = 5_000
"""Raw requests after which memory is measured first."""
SLOW_SOCKETS: Final = 1_000
STREAMS: Final = 300
THEIRS: Final = "127.0.0.2"
"""The address of the besiegers; the phones have another."""
ACTIONS: Final = 300
ACTION_P99_MS: Final = 300
SETTLE_S: Final = 5.0
SEATS: Final = tuple(
    {"name": name, "colours": [colour]}
    for name, colour in (("Ann", "red"), ("Ben", "yellow"), ("Cem", "green"))
)
PLAYERS: Final = len(SEATS)


def measure_raw() -> Figures:
    """A hundred thousand raw requests."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--players", str(PLAYERS), "--metrics") as program,
    ):
        answers = _send_raw(program, WARM_UP, 0)
        before = cost(program)
        answers += _send_raw(program, RAW_REQUESTS - WARM_UP, 1)
        after = cost(program)
        assert program.get("/healthz")["alive"]
        logged = program.errors
    statuses = sum((each.statuses for each in answers), start=Counter[int]())
    wrong = [each for one in answers for each in one.wrong]
    for status, request in wrong[:20]:
        print(f"  {status}: {request[:300]!r}")
    yield Figure("raw requests", f"{statuses.total()}", "noise, mutations, odd values")
    for status, times in statuses.most_common():
        yield Figure(f"answered {status}" if status else "not answered", f"{times}")
    yield Figure("5xx except 503", f"{len(wrong)}", "target: 0")
    yield Figure("resident memory after 5,000", f"{before.resident_kib / 1024:.1f} MiB", "VmRSS")
    yield Figure("resident memory after all", f"{after.resident_kib / 1024:.1f} MiB")
    yield Figure("lines logged", f"{len(logged.splitlines())}", f"{len(logged)} bytes")


def _send_raw(program: Program, requests: int, seed: int) -> list[RawAnswers]:
    port = int(program.address.rpartition(":")[2])
    answers = [RawAnswers() for _ in range(SENDERS)]

    def send(number: int) -> None:
        rng = random.Random(f"{seed} {number}")
        for _ in range(requests // SENDERS):
            request = raw_request(rng)
            answers[number].add(request, status_of(port, request))

    threads = [threading.Thread(target=send, args=(number,)) for number in range(SENDERS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return answers


def measure_siege() -> Figures:
    """From an action sent to its answer, while one address does what it can."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--players", str(PLAYERS)) as program,
    ):
        phones = [Phone.joined(program, seat) for seat in range(PLAYERS)]
        rng = random.Random(1978)
        alone = _play(program, phones, rng)
        with _besieged(program):
            besieged = _play(program, phones, rng)
            during = cost(program)
        time.sleep(SETTLE_S)
        after = cost(program)
        logged = program.errors
    note = f"{SLOW_SOCKETS} slow sockets and {STREAMS} streams of one address"
    for name, seconds, more in (("alone", alone, ""), ("besieged", besieged, note)):
        yield Figure(f"action to answer, {name}, median", milliseconds(percentile(seconds, 50)))
        yield Figure(f"action to answer, {name}, p99", milliseconds(percentile(seconds, 99)), more)
    yield Figure("target of p99", f"{ACTION_P99_MS} ms")
    yield Figure("resident memory, besieged", f"{during.resident_kib / 1024:.1f} MiB", "VmRSS")
    yield Figure("resident memory, afterwards", f"{after.resident_kib / 1024:.1f} MiB")
    yield Figure("lines logged", f"{len(logged.splitlines())}")


def _play(program: Program, phones: list[Phone], rng: random.Random) -> list[float]:
    taken_s: list[float] = []
    while len(taken_s) < ACTIONS:
        seat = program.get("/api/watch")["to_act"]
        if seat is None:
            # Phones keep the seats of their players in the next game.
            assert program.post("/api/games", seats=SEATS).ok
            continue
        _, sent_s = phones[seat].play(rng)
        taken_s.append(time.monotonic() - sent_s)
    return taken_s


@contextlib.contextmanager
def _besieged(program: Program) -> Iterator[None]:
    port = program.address.rpartition(":")[2]
    besiegers = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.siege", port], stdout=subprocess.PIPE
    )
    assert besiegers.stdout is not None
    try:
        if not besiegers.stdout.readline():
            raise CannotMeasure("The besiegers cannot connect: see above.")
        yield
    finally:
        besiegers.kill()
        besiegers.wait()
        besiegers.stdout.close()


def besiege(port: int) -> None:
    """Hold slow sockets and streams open for ever; whatever is closed is opened again at once."""
    selector = selectors.DefaultSelector()
    head = b"GET /api/watch/live HTTP/1.1\r\nHost: board\r\n"

    def connect(rest: bytes) -> None:
        sent = socket.create_connection(("127.0.0.1", port), 10, (THEIRS, 0))
        sent.sendall(head + rest)
        sent.setblocking(False)
        selector.register(sent, selectors.EVENT_READ, rest)

    for _ in range(STREAMS):
        connect(b"\r\n")
    for _ in range(SLOW_SOCKETS):
        connect(b"X-Slow: a")
    print("besieged", flush=True)
    while True:
        for key, _ in selector.select(1.0):
            sent = key.fileobj
            assert isinstance(sent, socket.socket)
            try:
                if sent.recv(65536):
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            selector.unregister(sent)
            sent.close()
            connect(key.data)
        for key in tuple(selector.get_map().values()):
            if key.data != b"\r\n" and isinstance(key.fileobj, socket.socket):
                with contextlib.suppress(OSError):
                    key.fileobj.send(b"a")


if __name__ == "__main__":
    besiege(int(sys.argv[1]))
