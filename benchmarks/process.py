"""Start-up time, memory and idle cost of the program as a process."""

import contextlib
import http.client
import os
import random
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds
from tests.support.end_to_end.program import Program, seated, simulation
from tools.autoplayer import choose
from web.languages.language import LANGUAGES

STARTS: Final = 7
PLAYERS: Final = 4
SETTLE_S: Final = 10.0
"""Time until a board on which nothing happens is idle, and more."""
IDLE_S: Final = 60.0
STREAMS: Final = 100


def measure() -> Figures:
    """Start-up time, and resident memory before and after a whole game."""
    with tempfile.TemporaryDirectory() as folder:
        starts = [_start(Path(folder)) for _ in range(STARTS)]
    yield Figure(
        "process started to first page answered",
        milliseconds(statistics.median(starts)),
        f"/board, median of {STARTS}, slowest {milliseconds(max(starts))}",
    )
    yield from _starting()
    yield _idle("no game")
    yield _idle(f"a game of {PLAYERS}, nobody moves", "--players", str(PLAYERS))
    with (
        tempfile.TemporaryDirectory() as folder,
        seated(Path(folder), "--players", str(PLAYERS)) as program,
    ):
        before = _resident_mib(program)
        _stream(program)
        streamed = _resident_mib(program)
        actions = _play_a_game(program, random.Random(2018))
        after = _resident_mib(program)
    yield Figure("resident memory at the start", f"{before:.1f} MiB", "VmRSS")
    yield Figure(
        f"after {STREAMS} streams have come and gone",
        f"{streamed:.1f} MiB",
        f"VmRSS; in {len(LANGUAGES)} languages",
    )
    yield Figure(
        "resident memory after a whole game",
        f"{after:.1f} MiB",
        f"VmRSS; {PLAYERS} players, {actions} actions by phone",
    )


def _start(folder: Path) -> float:
    started_s = time.perf_counter()
    program = simulation(folder)
    try:
        program.wait_until_ready()
        with program.stream("/board") as page:
            assert b"</html>" in page.read()
        return time.perf_counter() - started_s
    finally:
        program.close()


def _starting() -> Figures:
    """Processor time and memory of a start: they depend less on what else the machine does."""
    with tempfile.TemporaryDirectory() as folder:
        program = simulation(Path(folder))
        try:
            program.wait_until_ready()
            with program.stream("/board") as page:
                assert b"</html>" in page.read()
            took_s, memory = processor_s(program), _resident_mib(program)
        finally:
            program.close()
    yield Figure("processor time until the first page", milliseconds(took_s), "one start")
    yield Figure("resident memory then", f"{memory:.1f} MiB", "VmRSS")


def _idle(name: str, *options: str) -> Figure:
    """Measure what the program takes while nobody is connected, emulated chips included."""
    with tempfile.TemporaryDirectory() as folder:
        program = simulation(Path(folder), *options)
        try:
            program.wait_until_ready()
            time.sleep(SETTLE_S)
            before_s, began_s = processor_s(program), time.perf_counter()
            time.sleep(IDLE_S)
            share = (processor_s(program) - before_s) / (time.perf_counter() - began_s)
        finally:
            program.close()
    note = f"nobody connected, emulated chips included, {IDLE_S:.0f} s; {share:.1%} of a core"
    return Figure(f"processor time a minute, {name}", f"{share * 60:.2f} s", note)


def processor_s(program: Program) -> float:
    """Return the processor time a program has taken, in seconds. Source: proc(5).

    Raises:
        CannotMeasure: there is no /proc.
    """
    stat = Path(f"/proc/{program.pid}/stat")
    if not stat.exists():
        raise CannotMeasure("Processor time is read from /proc, which only Linux has.")
    # The name of the command, in brackets, may have spaces in it.
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stream(program: Program) -> None:
    """Open streams in every language, read the first view of each, and close them."""
    languages = list(LANGUAGES)
    with contextlib.ExitStack() as streams:
        for number in range(STREAMS):
            line = http.client.HTTPConnection(program.address.removeprefix("http://"))
            streams.callback(line.close)
            wanted = {"Accept-Language": languages[number % len(languages)]}
            line.request("GET", "/api/watch/live", headers=wanted)
            assert line.getresponse().readline() == b"event: view\n"
    time.sleep(SETTLE_S)


def _play_a_game(program: Program, rng: random.Random) -> int:
    """Play to the end by phone; returns how many actions it took."""
    played = 0
    while (seat := program.get("/api/watch")["to_act"]) is not None:
        view = program.get(f"/api/seats/{seat}")
        action = choose(view["me"], rng)
        path = f"/api/seats/{seat}/play"
        answer = program.post(path, action=action, version=view["version"])
        assert answer.ok, answer
        played += 1
    return played


def _resident_mib(program: Program) -> float:
    status = Path(f"/proc/{program.pid}/status")
    if not status.exists():
        raise CannotMeasure("Resident memory is read from /proc, which only Linux has.")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1024
