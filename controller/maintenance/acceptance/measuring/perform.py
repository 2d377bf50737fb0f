"""Does the tasks of an acceptance at an open board, with the person who stands beside it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final, Literal

from controller.maintenance.acceptance.judging.advised import usable_hz
from controller.maintenance.acceptance.judging.evidence import Evidence
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.questions import Ask, Builder, PressButton, Put
from controller.maintenance.acceptance.measuring.site import Site
from controller.maintenance.acceptance.measuring.soaking import Soaking
from controller.maintenance.acceptance.measuring.tasks import (
    CLOCKS_HZ,
    RETRIES,
    Again,
    Colour,
    ColourSeen,
    Cross,
    Crossed,
    Echoes,
    Edges,
    Examine,
    Examined,
    FindChip,
    FindMultiplexers,
    FoundChip,
    FoundMultiplexers,
    Hits,
    LightSeen,
    Loaded,
    LoadSupply,
    Log,
    Measurement,
    Press,
    PullReset,
    Rate,
    Rated,
    RunSeen,
    ShowColour,
    ShowLight,
    ShowRun,
    Soak,
    Sweep,
    Swept,
    Task,
    Walk,
    Walked,
    WasReset,
)
from hardware.bench_ports import ReaderBus, TagReading
from hardware.errors import HardwareError
from hardware.ports import RGB, ButtonName, Uid

ECHOES: Final = 6
MORE_ECHOES: Final = 24
"""Echoes at the slowest clock after a failure: tells noise from speed."""
MARKS: Final = 3
"""Most attempts to mark a chip whose line may lose frames."""
ECHOED: Final = bytes(range(0, 255, 7)) + b"\xff\x00\xaa\x55"
"""Every bit both ways, 41 bytes: less than a frame of the usual kind may have."""
LOOKS: Final = 4
LOOK_RETRIES: Final = 1
READINGS: Final = 25
SURE_READINGS: Final = 8
"""Readings with more retries, where fewer have found the runner every time."""
NEAR: Final = 2
"""Rows and columns from a runner within which every reader is asked whether it sees it."""
CROSS_READINGS: Final = 12
PRESSES: Final = 3
CHECKS: Final = 10
CHECK_S: Final = 0.1
RUN_S: Final = 0.3
WHOLE_RUN_S: Final = 8.0
"""Longest time for each light of a run, and for all of them."""
SETTLE_S: Final = 0.4

DARK: Final[RGB] = (0, 0, 0)
WHITE: Final[RGB] = (255, 255, 255)
COLOURS: Final[Mapping[Colour, RGB]] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
}
End = Literal["base", "crown", "other"]


class Performer:
    """Does one task after the other.

    Remembers the tag of the base, the readers that saw it last, and those that have seen it on
    their own squares.
    """

    def __init__(self, facts: Facts, site: Site, builder: Builder, log: Log = ()) -> None:
        self._facts = facts
        self._site = site
        self._builder = builder
        self._base: Uid | None = None
        self._there: frozenset[int] = frozenset()
        self._in_place = {each.square for each in Evidence(log).of(Walked) if each.in_place}
        self._soaking = Soaking(site.bench, facts.squares, site.clock)
        self._swept: Log = Evidence(log).of(Swept)
        for bus in facts.buses if self._swept else ():
            self._settle_clock(bus)

    def do(self, task: Task) -> Measurement:
        """Do one task."""
        bench = self._site.bench
        match task:
            case FindChip(square=square, again=again):
                return self._find(square, again)
            case FindMultiplexers(bus=bus):
                return FoundMultiplexers(bus=bus, addresses=bench.addresses(bus))
            case PullReset():
                deaf_s = bench.reset(task.bus, task.low_ms / 1000)
                deaf_ms = {square: _ms(each_s) for square, each_s in deaf_s.items()}
                return WasReset(
                    bus=task.bus, low_ms=task.low_ms, deaf_ms=deaf_ms, revives=task.revives
                )
            case Sweep():
                return self._sweep(task)
            case Examine(square=square):
                return Examined(square=square, result=bench.self_test(square))
            case ShowRun() | ShowLight() | ShowColour() | LoadSupply():
                return self._with_lights(task)
            case Press(button=button):
                return self._press(button)
            case Walk(square=square):
                return self._walk(square)
            case Rate():
                return self._rate(task)
            case Cross():
                return self._cross(task)
            case Soak(seconds=seconds):
                self._show({})
                if self._site.wires is not None:  # a soak is counted, and long
                    self._site.wires.end()
                return self._soaking.soak(seconds, self._builder.note_time)

    # Lines

    def _find(self, square: int, again: Again | None) -> FoundChip:
        bench, bus = self._site.bench, self._facts.bus_of(square)
        if again == "slowly":
            bench.set_clock(bus.name, CLOCKS_HZ[0])
        chip = bench.find(square)
        if bus.clock_hz is not None:
            bench.set_clock(bus.name, bus.clock_hz)
        return FoundChip(square=square, chip=chip, again=again)

    def _sweep(self, task: Sweep) -> Swept:
        bench, bus = self._site.bench, self._facts.bus_of(task.square)
        if task.clocks_hz:
            bench.set_clock(bus.name, task.clocks_hz[0])
        marked = any(bench.mark(task.square) for _ in range(MARKS))
        echoes: list[Echoes] = []
        for clock_hz in task.clocks_hz or (None,):
            if clock_hz is not None:
                bench.set_clock(bus.name, clock_hz)
            echoes.append(self._echo(task.square, clock_hz, ECHOES))
            if echoes[-1].failed:
                break
        again = None
        if echoes[-1].failed:
            if task.clocks_hz:
                bench.set_clock(bus.name, task.clocks_hz[0])
            again = self._echo(task.square, echoes[0].clock_hz, MORE_ECHOES)
        restarted = marked and bench.is_marked(task.square) is False
        swept = Swept(square=task.square, echoes=tuple(echoes), again=again, restarted=restarted)
        self._swept = (*self._swept, swept)
        self._settle_clock(bus)
        return swept

    def _settle_clock(self, bus: ReaderBus) -> None:
        """Use the clock at which the readers that have been swept make no errors."""
        if (clock_hz := usable_hz(bus, Evidence(self._swept))) is not None:
            self._site.bench.set_clock(bus.name, clock_hz)

    def _echo(self, square: int, clock_hz: int | None, times: int) -> Echoes:
        self._builder.note_work()
        answers = tuple(self._site.bench.echo(square, ECHOED) for _ in range(times))
        return Echoes(clock_hz, answers)

    # Lights, supply

    def _with_lights(self, task: ShowRun | ShowLight | ShowColour | LoadSupply) -> Measurement:
        builder = self._builder
        try:
            match task:
                case ShowRun():
                    return self._run()
                case ShowLight(square=square):
                    self._show({square: WHITE})
                    at = _number(builder.ask(Ask("lit", square), self._keep), square)
                    return LightSeen(square=square, at=at or None)
                case ShowColour(colour=colour):
                    self._show(dict.fromkeys(self._facts.lights, COLOURS[colour]))
                    answer = builder.ask(Ask("colour"), self._keep)
                    seen: Colour = next((each for each in COLOURS if each == answer), "other")
                    return ColourSeen(colour=colour, seen=seen)
                case LoadSupply(squares=squares):
                    return self._load(squares)
        finally:
            self._show({})

    def _run(self) -> RunSeen:
        builder = self._builder
        pause_s = min(RUN_S, WHOLE_RUN_S / len(self._facts.lights))
        for square in sorted(self._facts.lights):
            self._show({square: WHITE})
            self._site.clock.sleep(pause_s)
        in_order = builder.ask(Ask("order"), self._keep) != "no"
        self._show(dict.fromkeys(self._facts.lights, WHITE))
        dark = builder.ask(Ask("dark"), self._keep)
        squares = {int(each) for each in dark.replace(",", " ").split() if each.isdecimal()}
        return RunSeen(in_order=in_order, dark=tuple(sorted(squares & self._facts.lights.keys())))

    def _load(self, squares: tuple[int, ...]) -> Loaded:
        at_rest = self._sags()
        self._show(dict.fromkeys(self._facts.lights, WHITE))
        lights = self._sags() if self._facts.lights else at_rest
        everything = lights
        if squares:
            self._site.bench.set_fields(squares)
            everything = self._sags()
            self._site.bench.set_fields(())
        return Loaded(checks=CHECKS, at_rest=at_rest, lights=lights, all=everything)

    def _sags(self) -> int:
        found = 0
        for _ in range(CHECKS):
            self._builder.note_work()
            found += self._site.sags()
            self._keep()
            self._site.clock.sleep(CHECK_S)
        return found

    def _show(self, colours: Mapping[int, RGB]) -> None:
        """Show these colours; lights that fail stay dark, which the person says."""
        if self._site.lights is not None:
            squares = range(1, self._site.squares + 1)
            with suppress(HardwareError):
                self._site.lights.show([colours.get(square, DARK) for square in squares])

    def _keep(self) -> bool:
        if self._site.lights is not None:
            with suppress(HardwareError):
                self._site.lights.keep()
        return False

    # Buttons

    def _press(self, button: ButtonName) -> Edges:
        contacts, clock = self._site.contacts, self._site.clock
        if contacts is None:
            return Edges(button=button, closed_at_rest=False, edges=())
        edges: list[tuple[bool, float]] = []

        def changed(which: ButtonName, closed: bool, at_s: float) -> None:  # noqa: FBT001 - as called
            if which == button:
                edges.append((closed, at_s))

        try:
            at_rest = contacts.watch(changed).get(button, False)
            self._builder.ask(PressButton(button, PRESSES), self._keep)
            clock.sleep(SETTLE_S)
        finally:
            contacts.stop()
        first_s = edges[0][1] if edges else 0.0
        timed = tuple((closed, round(1000 * (at_s - first_s), 2)) for closed, at_s in edges)
        return Edges(button=button, closed_at_rest=at_rest, edges=timed)

    # Tags

    def _walk(self, square: int) -> Walked:
        self._show({square: WHITE})
        self._soaking.until_put(Put(square), self._ask_lit, self._there, self._has_come)
        self._site.clock.sleep(SETTLE_S)
        seen: Counter[int] = Counter()
        failed: Counter[int] = Counter()
        for reader in self._asked(square):
            readings = self._look(reader, 1)
            if reader == square or any(each.uids or each.answer.failure for each in readings):
                readings += self._look(reader, LOOKS - 1)
            seen[reader] += sum(bool(each.uids) for each in readings)
            failed[reader] += sum(each.answer.failure is not None for each in readings)
            if reader == square:
                self._know_base(readings)
        self._there = frozenset(+seen)
        if square in self._there:
            self._in_place.add(square)
        return Walked(square=square, seen=dict(+seen), failed=dict(+failed), looks=LOOKS)

    def _asked(self, square: int) -> Iterator[int]:
        """Return the square's reader, then all others that may see a runner there.

        A reader far away that saw the runner on its own square is where it belongs: it is asked
        only if the square's own reader sees nothing.
        """
        yield square
        there = self._sees(square)
        row, column = self._facts.places[square]
        for reader, (its_row, its_column) in sorted(self._facts.places.items()):
            near = max(abs(its_row - row), abs(its_column - column)) <= NEAR
            if reader != square and (near or not there or reader not in self._in_place):
                yield reader

    def _ask_lit(self, question: Put, ready: Callable[[], bool]) -> None:
        self._builder.ask(question, lambda: self._keep() or ready())

    def _has_come(self, square: int) -> bool:
        """Check whether the runner has been put down: its reader sees it now, or others do."""
        if square not in self._there and self._sees(square):
            return True
        now = frozenset(filter(self._sees, self._facts.squares))
        return bool(now) and now != self._there and all(map(self._sees, now))

    def _sees(self, square: int) -> bool:
        return any(each.uids for each in self._look(square, 1))

    def _know_base(self, readings: tuple[TagReading, ...]) -> None:
        """Take the first tag that is read of a standing runner for that of its base."""
        if self._base is None:
            self._base = next((uid for each in readings for uid in each.uids), None)

    def _look(self, square: int, times: int) -> tuple[TagReading, ...]:
        self._builder.note_work()
        return self._site.bench.read(square, times, LOOK_RETRIES)

    def _rate(self, task: Rate) -> Rated:
        if (task.spot, task.height_mm, task.way) != ("centre", 0, "upright"):
            self._show({task.square: WHITE})
            put = Put(task.square, task.spot, task.height_mm, task.way)
            self._soaking.until_put(put, self._ask_lit)
            self._site.clock.sleep(SETTLE_S)
            self._there = frozenset()
        elif task.square not in self._there:
            return Rated(square=task.square, spot=task.spot, height_mm=0, way=task.way, hits=())
        if self._base is None and task.way == "upright":  # resumed: no `Walk` has told it
            self._know_base(self._look(task.square, 1))
        hits: tuple[Hits, ...] = ()
        for retries in RETRIES:
            sure = any(each.readings in (each.base, each.crown) for each in hits)
            times = SURE_READINGS if sure else READINGS
            hits = (*hits, self._hits(task.square, retries, times))
        return Rated(
            square=task.square,
            spot=task.spot,
            height_mm=task.height_mm,
            way=task.way,
            hits=hits,
        )

    def _hits(self, square: int, retries: int, times: int) -> Hits:
        self._builder.note_work()
        readings = self._site.bench.read(square, times, retries)
        ends = [{self._end(uid) for uid in reading.uids} for reading in readings]
        return Hits(
            retries=retries,
            readings=len(readings),
            base=sum("base" in each for each in ends),
            crown=sum("crown" in each for each in ends),
            other=sum("other" in each for each in ends),
            answers=tuple(reading.answer for reading in readings),
        )

    def _end(self, uid: Uid) -> End:
        """Tell base and crown apart: as the board file has this runner, else by the first tag."""
        tags = self._site.tags
        if uid in tags:
            return tags[uid].end
        if tags and (self._base is None or self._base in tags):
            return "other"
        return "base" if uid == self._base else "crown"

    def _cross(self, task: Cross) -> Crossed:
        strays: Counter[int] = Counter()
        self._site.bench.set_fields((task.square,))
        for reader in task.readers:
            self._builder.note_work()
            readings = self._site.bench.read(reader, CROSS_READINGS, RETRIES[-1])
            strays[reader] += sum(bool(reading.uids) for reading in readings)
        self._site.bench.set_fields(())
        return Crossed(
            square=task.square,
            distance=task.distance,
            readings=CROSS_READINGS,
            strays=dict(+strays),
        )


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 1)


def _number(answer: str, usual: int) -> int:
    """Return the number that was answered; the usual one if it is none."""
    return int(answer) if answer.strip().isdecimal() else usual
