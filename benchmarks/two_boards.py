"""Races of two boards: from a move played at one to the light at the other, and what they cost.

Two real programs in processes of their own, through Mosquitto on this machine, or the broker that
`hareboard simulate --boards 2` starts instead.
"""

import contextlib
import io
import random
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.figures import Figure, Figures, median_and_p99
from benchmarks.light import is_understood
from benchmarks.process import processor_s
from hardware.ports import RGB
from tests.support.end_to_end.program import Program, running
from tests.support.end_to_end.two_boards import COLOURS, begin_race, is_racing, reaches, stands
from tests.support.mqtt.broker import Listener
from tests.support.waiting import until
from tools.autoplayer import choose
from web.commands.two_boards import local_broker, prepare_boards

RACES: Final = 6
IDLE_S: Final = 120.0
SETTLE_S: Final = 30.0
"""What boards publish within seconds of a race's end is no part of an idle hour."""
PATIENCE_S: Final = 10.0
LONGEST_PAUSE_S: Final = 0.1
"""Hands come at any moment of a frame: pauses before them are random, up to this."""
DARK: Final = (0, 0, 0)


class Lights:
    """The lights of a simulated board as they change, with the moment at which they did.

    Args:
        program: the board's program.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._changed = threading.Condition()
        self._wanted: Callable[[str], bool] | None = None
        self._met_s = 0.0
        self._lights = ""
        threading.Thread(target=self._read, daemon=True).start()

    def of(self, square: int) -> RGB:
        """Return the light of a square as it is now."""
        with self._changed:
            return _light(self._lights, square)

    def expect(self, square: int, wanted: Callable[[RGB], bool]) -> Callable[[], float]:
        """Look out for a light; return what waits for it and returns the moment in seconds."""
        with self._changed:
            self._wanted = lambda lights: wanted(_light(lights, square))
            self._look(time.perf_counter())

        def met_s() -> float:
            with self._changed:
                assert self._changed.wait_for(lambda: self._wanted is None, PATIENCE_S), square
                return self._met_s

        return met_s

    def _read(self) -> None:
        with contextlib.suppress(OSError), self._program.stream("/api/simulator/live") as stream:
            for line in stream:
                now_s = time.perf_counter()
                if line.startswith(b"data: ") and (told := msgspec.json.decode(line[6:])):
                    with self._changed:
                        self._lights = told.get("lights", self._lights)
                        self._look(now_s)

    def _look(self, now_s: float) -> None:
        if self._wanted is not None and self._lights and self._wanted(self._lights):
            self._wanted, self._met_s = None, now_s
            self._changed.notify_all()


class Pair:
    """Two boards that race together; seat 0 sits at the first one, seat 1 at the other."""

    def __init__(self, boards: tuple[Program, Program], rng: random.Random) -> None:
        self._boards = boards
        self._rng = rng
        self._lights = [Lights(board) for board in boards]
        self.moves_s: list[float] = []
        """From a move by hand that is played to the light at the other board."""
        self.actions = 0

    def race(self) -> None:
        """Race to the end."""
        near, far = self._boards
        # Nothing stops a race whose runners are carried by a program: no lettuce is turned over.
        begin_race(near, far, lettuces=0)
        for seat, board in enumerate(self._boards):
            assert board.post("/api/join", seat=seat, screen=True).ok
        while is_racing(near):
            until(self._agree, "both boards agree, and all has been carried")
            if (seat := _seen(near)["to_act"]) is not None:
                self._act(seat)

    def _agree(self) -> bool:
        near, far = map(_seen, self._boards)
        if near["phase"] != "playing":
            return True
        return _position(near) == _position(far) and all(map(stands, self._boards))

    def _act(self, seat: int) -> None:
        board = self._boards[seat]
        view = board.get(f"/api/seats/{seat}")
        action = choose(view["me"], self._rng)
        self.actions += 1
        to = [each["square"] for each in view["me"]["destinations"] if each["action"] == action]
        if to and to[0] in range(1, 64):
            self._by_hand(seat, to[0])
        else:
            path = f"/api/seats/{seat}/play"
            answer = board.post(path, action=action, version=view["version"])
            assert answer.ok, answer
        until(lambda: _seen(board)["version"] != view["version"], "the action is played")

    def _by_hand(self, seat: int, square: int) -> None:
        here, there = self._lights[seat], self._lights[1 - seat]
        dark = there.of(square) == DARK
        time.sleep(self._rng.uniform(0, LONGEST_PAUSE_S))
        understood_s = here.expect(square, is_understood)
        lit_s = there.expect(square, lambda light: light != DARK)
        piece = COLOURS[seat]
        assert (
            self._boards[seat].post("/api/simulator/hand", do="put", piece=piece, square=square).ok
        )
        understood_s()
        played_s = here.expect(square, lambda light: not is_understood(light))()
        if dark:
            self.moves_s.append(lit_s() - played_s)


def measure() -> Figures:
    """Race by hand at both boards, count what the broker carries, then leave both alone."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with contextlib.redirect_stdout(io.StringIO()):
            port = stack.enter_context(local_broker(folder))
        files = prepare_boards(folder, port)
        one, other = (
            stack.enter_context(running(file.parent, "--board", f"sim://{file}")) for file in files
        )
        boards = one, other
        for board in boards:
            assert board.post("/api/host", pin=board.pin).ok
            until(partial(reaches, board), "the other board is there")
        listener = stack.enter_context(Listener(port))
        pair = Pair(boards, random.Random(64))
        before_s, heard = _took_s(boards), len(listener.heard)
        for _ in range(RACES):
            pair.race()
        yield from _costs("a race", listener, heard, _took_s(boards) - before_s, RACES)
        note = f"{len(pair.moves_s)} moves by hand of {pair.actions} actions in {RACES} races"
        yield from median_and_p99("a move played to the other board's light", pair.moves_s, note)
        time.sleep(SETTLE_S)
        before_s, heard = _took_s(boards), len(listener.heard)
        time.sleep(IDLE_S)
        hours = IDLE_S / 3600
        yield from _costs("an idle hour", listener, heard, _took_s(boards) - before_s, hours)


def _costs(what: str, listener: Listener, since: int, took_s: float, parts: float) -> Figures:
    heard = listener.heard[since:]
    note = "of " + (f"{parts:g} races" if parts >= 1 else f"{IDLE_S:g} s") + ", both boards"
    sizes = sum(len(topic) + len(payload) for topic, payload in heard)
    yield Figure(f"messages in {what}", f"{len(heard) / parts:.0f}", note)
    yield Figure(f"their topics and contents in {what}", f"{sizes / parts / 1000:.1f} kB", note)
    yield Figure(f"processor time in {what}", f"{took_s / parts:.1f} s", note)


def _took_s(boards: tuple[Program, Program]) -> float:
    return sum(map(processor_s, boards))


def _seen(board: Program) -> dict[str, Any]:
    return board.get("/api/watch")


def _position(view: dict[str, Any]) -> tuple[object, ...]:
    runners = [runner["square"] for seat in view["seats"] for runner in seat["runners"]]
    return view["to_act"], view["prompt"], *runners


def _light(lights: str, square: int) -> RGB:
    red, green, blue = bytes.fromhex(lights[6 * square - 6 : 6 * square])
    return red, green, blue
