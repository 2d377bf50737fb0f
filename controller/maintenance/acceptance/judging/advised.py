"""Derives settings from measurements, and writes them into the board file."""

from itertools import pairwise, permutations
from math import ceil
from typing import Any, Final

import msgspec
import tomlkit
from tomlkit.items import InlineTable

from controller.board import parse_board
from controller.board.file.writing import put
from controller.maintenance.acceptance.judging.evidence import Evidence, share
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.next_task import DISTANCES
from controller.maintenance.acceptance.measuring.tasks import (
    CLOCKS_HZ,
    RETRIES,
    ColourSeen,
    Crossed,
    Edges,
)
from hardware.bench_ports import ReaderBus

CLOCK_SHARE: Final = 0.7
"""Share of the fastest clock without errors that is used: wires are moved, and get warm."""
RESERVE: Final = 1.25
"""A bus must work at this multiple of its clock."""
ACK_FACTOR: Final = 1.5
IN_TIME: Final = 0.99
"""Share of acknowledgements that must come in time; what fails is tried again."""
LEAST_ACK_MS: Final = 15
"""Time that the chip's manual allows for an acknowledgement (UM0701-02, 6.2.1.4)."""
RESET_FACTOR: Final = 2
DEBOUNCE_FACTOR: Final = 1.5
LEAST_RETRIES: Final = 1
"""Without any, the first try after the field goes on decides (libnfc uses 2)."""
ENOUGH: Final = 0.95
"""Share of readings at which a place counts as read."""


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """Settings by measurement; None for those that were not measured, or need no change.

    Attributes:
        clocks_hz: by name of the bus.
        retries, stride, ack_ms, reset_ms, after_reset_ms, debounce_ms, order: as in `Facts`.
    """

    clocks_hz: dict[str, int] = {}
    retries: int | None = None
    stride: int | None = None
    ack_ms: int | None = None
    reset_ms: int | None = None
    after_reset_ms: int | None = None
    debounce_ms: int | None = None
    order: str | None = None

    @property
    def any(self) -> bool:
        """True if a setting is to be changed."""
        return self != Advised()


def advised(facts: Facts, evidence: Evidence) -> Advised:
    """Return the settings that the board file should have."""
    clocks = {bus.name: clock_for(bus, evidence) for bus in facts.buses}
    usual = {bus.name: bus.clock_hz for bus in facts.buses}
    after_ms = _after_reset_ms(facts, evidence)
    return Advised(
        clocks_hz={name: hz for name, hz in clocks.items() if hz and hz != usual[name]},
        retries=_if_new(retries_for(evidence), facts.retries),
        stride=_if_new(stride_for(facts, evidence), facts.stride),
        ack_ms=_if_new(ack_ms_for(facts, evidence), facts.ack_ms),
        reset_ms=_if_new(reset_ms_for(facts, evidence), facts.reset_ms),
        after_reset_ms=_if_new(after_ms, facts.after_reset_ms),
        debounce_ms=_if_new(debounce_ms_for(facts, evidence), facts.debounce_ms),
        order=order_for(facts, evidence),
    )


def _if_new(value: int | None, before: float) -> int | None:
    return None if value == before else value


def fastest_hz(square: int, evidence: Evidence) -> int | None:
    """Return the fastest clock without errors of a reader; None if not even the slowest is."""
    swept = evidence.swept(square)
    good = [each.clock_hz for each in swept.echoes if not each.failed] if swept else []
    return max((hz for hz in good if hz), default=None)


def is_marginal(square: int, bus: ReaderBus, evidence: Evidence) -> bool:
    """Check whether a reader makes errors at the clock of its bus, or not far above it.

    One that makes them at every clock is noisy: no clock helps it.
    """
    if bus.clock_hz is None or evidence.swept(square) is None or evidence.is_noisy(square):
        return False
    fastest = fastest_hz(square, evidence)
    return fastest is None or fastest < min(RESERVE * bus.clock_hz, CLOCKS_HZ[-1])


def usable_hz(bus: ReaderBus, evidence: Evidence) -> int | None:
    """Return the clock of a bus for further measurements: its own, unless that makes errors."""
    if any(is_marginal(square, bus, evidence) for square in bus.squares):
        return clock_for(bus, evidence) or CLOCKS_HZ[0]
    return bus.clock_hz


def clock_for(bus: ReaderBus, evidence: Evidence) -> int | None:
    """Return the clock for a bus, by its slowest reader that is no worse than slow."""
    found = [fastest_hz(each, evidence) for each in bus.squares if not evidence.is_noisy(each)]
    most = min((hz for hz in found if hz), default=None)
    if bus.clock_hz is None or most is None:
        return None
    return max((hz for hz in CLOCKS_HZ if hz <= CLOCK_SHARE * most), default=CLOCKS_HZ[0])


def retries_for(evidence: Evidence) -> int | None:
    """Return the fewest retries that read a standing runner in the middle of its square."""
    middle = [
        each.hits
        for square in evidence.answering
        for each in evidence.rated(square)
        if each.spot == "centre" and each.height_mm == 0 and each.way == "upright"
    ]
    read = [hits for hits in middle if share(hits[-1]) >= ENOUGH]
    if not read:
        return None
    enough = [
        retries for retries in RETRIES if all(share(hits[retries]) >= ENOUGH for hits in read)
    ]
    return max(min(enough, default=RETRIES[-1]), LEAST_RETRIES)


def stride_for(facts: Facts, evidence: Evidence) -> int | None:
    """Return the least distance of two fields from which none was seen to disturb another.

    It is no less than now unless all squares were measured.
    """
    crossed = evidence.of(Crossed)
    if not crossed:
        return None
    disturbed = max((each.distance for each in crossed if each.strays), default=0)
    measured = max(each.distance for each in crossed)
    if disturbed == measured:
        return max(facts.stride, disturbed + 1)
    # Fields on diagonal neighbours are no farther apart: never less than two.
    stride = min(max(disturbed + 1, 2), max(facts.stride, *DISTANCES))
    everywhere = {each.square for each in crossed} == set(facts.squares)
    return stride if everywhere else max(stride, facts.stride)


def slowest_ack_ms(square: int, facts: Facts, evidence: Evidence) -> float:
    """Return the time in which a reader acknowledged 99 % of its commands; 0 if none.

    The rest may be the computer's fault, which now and then does something else meanwhile. What
    an adapter may hold back is left out: a game waits for that besides.
    """
    times = sorted(each.ack_ms for each in evidence.answers(square) if each.ack_ms is not None)
    if not times:
        return 0.0
    return max(0.0, times[ceil(IN_TIME * len(times)) - 1] - facts.bus_of(square).latency_ms)


def ack_ms_for(facts: Facts, evidence: Evidence) -> int | None:
    """Return the time to allow for an acknowledgement."""
    slowest_ms = max((slowest_ack_ms(each, facts, evidence) for each in facts.squares), default=0.0)
    return max(LEAST_ACK_MS, ceil(ACK_FACTOR * slowest_ms)) if slowest_ms else None


def shortest_reset_ms(square: int, bus: str, evidence: Evidence) -> int | None:
    """Return the shortest pulse from which on a chip always restarted; None if never."""
    needs: int | None = None
    for reset in reversed(evidence.resets(bus)):
        if reset.deaf_ms.get(square) is None:
            break
        needs = reset.low_ms
    return needs


def reset_ms_for(facts: Facts, evidence: Evidence) -> int | None:
    """Return the length of a reset: twice what the slowest chip needs; never shorter than now."""
    needs = [
        shortest
        for bus in facts.buses
        for square in set(bus.squares) & evidence.answering
        if not evidence.is_noisy(square)
        and (shortest := shortest_reset_ms(square, bus.name, evidence)) is not None
    ]
    if not needs or RESET_FACTOR * max(needs) <= facts.reset_ms:
        return None
    return RESET_FACTOR * max(needs)


def _after_reset_ms(facts: Facts, evidence: Evidence) -> int | None:
    deaf = [
        deaf_ms
        for bus in facts.buses
        for reset in evidence.resets(bus.name)
        for square, deaf_ms in reset.deaf_ms.items()
        if deaf_ms is not None and not evidence.is_noisy(square)
    ]
    slowest_ms = ceil(RESET_FACTOR * max(deaf, default=0.0))
    return slowest_ms if slowest_ms > facts.after_reset_ms else None


def bounce_ms(edges: Edges) -> float:
    """Return the longest time between two changes that are no press of a finger."""
    times = [at_ms for _, at_ms in edges.edges]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    return max((gap for gap in gaps if gap < SHORTEST_PRESS_MS), default=0.0)


SHORTEST_PRESS_MS: Final = 80.0
"""Shortest press of a finger: a contact that changes sooner bounces."""


def debounce_ms_for(facts: Facts, evidence: Evidence) -> int | None:
    """Return the time to allow for bouncing; None if the present one is enough."""
    longest_ms = max((bounce_ms(each) for each in evidence.of(Edges)), default=0.0)
    if longest_ms <= facts.debounce_ms:
        return None
    return ceil(DEBOUNCE_FACTOR * longest_ms)


def order_for(facts: Facts, evidence: Evidence) -> str | None:
    """Return the true order of colours on the wire; None if the present one is right or unclear."""
    seen = {each.colour: each.seen for each in evidence.of(ColourSeen)}
    if all(colour == saw for colour, saw in seen.items()):
        return None
    letters = {"red": "R", "green": "G", "blue": "B", "other": "?"}
    said = {letters[colour]: letters[saw] for colour, saw in seen.items()}
    # The byte in the place of a colour lights up as the one that was seen.
    true = "".join(said.get(letter, "?") for letter in facts.order)
    return true if true in {"".join(each) for each in permutations("RGB")} else None


def with_settings(text: str, settings: Advised) -> str:
    """Return the text of a board file with these settings; its comments stay.

    Raises:
        BadFile: the text is no board file.
    """
    board = parse_board(text, "the board file")
    document: Any = tomlkit.parse(text)
    readers = document["readers"]
    for key in ("retries", "stride"):
        _put(readers, key, getattr(settings, key))
    times = {key: getattr(settings, key) for key in ("ack_ms", "reset_ms", "after_reset_ms")}
    if any(value is not None for value in times.values()):
        if "timing" not in readers:
            inline = isinstance(readers, InlineTable)
            readers["timing"] = tomlkit.inline_table() if inline else tomlkit.table()
        for key, value in times.items():
            _put(readers["timing"], key, value)
    tables = [each for each in readers["bus"] if each.get("square") != "-"]
    for table, bus in zip(tables, board.buses, strict=True):
        _put(table, "clock_hz", settings.clocks_hz.get(bus.name))
    if settings.order is not None:
        put(document["lights"], "colour_order", f'"{settings.order}"')
    if settings.debounce_ms is not None:
        put(document["buttons"], "debounce_ms", str(settings.debounce_ms))
    return tomlkit.dumps(document)


def _put(table: Any, key: str, value: int | None) -> None:
    if value is not None:
        put(table, key, str(value))
