"""What measurements of a sound board that are changed in one way are called."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest

from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import (
    Edges,
    Examined,
    FoundChip,
    Hits,
    LightSeen,
    Log,
    Measurement,
    Rated,
    SoakCount,
    Soaked,
    Swept,
    Walked,
)
from tests.support.acceptance.boards import accepted, spi_board

Change = Callable[[Any], dict[str, Any]]


@cache
def sound() -> tuple[Facts, Log]:
    """A sound board, measured once."""
    return accepted(spi_board())


def changed(kind: type[Measurement], square: int | None, change: Change) -> Log:
    """The log of the sound board, with other values in the measurements of a square."""

    def like(each: Measurement) -> Measurement:
        if not isinstance(each, kind) or square not in (None, getattr(each, "square", None)):
            return each
        return msgspec.structs.replace(each, **change(each))

    return tuple(map(like, sound()[1]))


def half_failed(hits: Hits) -> Hits:
    answers = tuple(
        replace(each, failure="no-reply") if at % 2 else each
        for at, each in enumerate(hits.answers)
    )
    return msgspec.structs.replace(hits, answers=answers)


def hits_of(change: Callable[[Hits], Hits]) -> Change:
    return lambda rated: {"hits": tuple(map(change, rated.hits))}


def upside_down_without_crown(rated: Rated) -> dict[str, Any]:
    if rated.way != "upside down":
        return {}
    return {"hits": tuple(msgspec.structs.replace(each, crown=0) for each in rated.hits)}


def counted(count: SoakCount) -> Change:
    return lambda soaked: {"counts": {**soaked.counts, 2: count}}


def seen_by_the_next(walked: Walked) -> dict[str, Any]:
    following = {1: 1, 2: 3, 3: 4, 4: 2}
    return {"seen": {following[square]: count for square, count in walked.seen.items()}}


@pytest.mark.parametrize(
    ("kind", "square", "change", "named"),
    [
        (
            FoundChip,
            2,
            lambda found: {"chip": replace(found.chip, version="PN531 4.2")},
            [("no-pn532", (2,))],
        ),
        (
            Examined,
            2,
            lambda examined: {"result": replace(examined.result, ram=False)},
            [("self-test", (2,))],
        ),
        (Swept, 2, lambda _: {"restarted": True}, [("restarts", (2,))]),
        (Rated, 1, hits_of(half_failed), [("unsteady", (1,))]),
        (
            Walked,
            None,
            seen_by_the_next,
            [("reader-moved", (2,)), ("reader-moved", (3,)), ("reader-moved", (4,))],
        ),
        (Rated, 1, upside_down_without_crown, [("no-crown", (1,))]),
        (Soaked, None, counted(SoakCount(good=9_000, failed=50)), [("drops-out", (2,))]),
        (Soaked, None, counted(SoakCount(good=9_000, resets=1)), [("drops-out", (2,))]),
        (Soaked, None, counted(SoakCount(good=9_000, missed=4_000)), [("flickers", (2,))]),
        (Edges, None, lambda _: {"edges": ()}, [("no-press", ())]),
    ],
)
def test_a_finding_is_named_and_told(
    kind: type[Measurement], square: int | None, change: Change, named: list[Any]
) -> None:
    found = judge(sound()[0], changed(kind, square, change)).findings
    assert [(each.fault, each.squares) for each in found] == named
    assert all(str(each.found()) and str(each.remedy()) for each in found)


def test_lights_that_go_round_are_each_named_where_they_are() -> None:
    facts, log = sound()
    seen = tuple(LightSeen(square=light, at=at) for light, at in ((1, 1), (2, 3), (3, 4), (4, 2)))
    found = judge(facts, (*log, *seen)).findings
    assert {(each.fault, each.squares) for each in found} == {
        ("light-moved", (2,)),
        ("light-moved", (3,)),
        ("light-moved", (4,)),
    }


def test_where_no_square_reads_well_no_retries_are_advised() -> None:
    nothing = hits_of(lambda hits: msgspec.structs.replace(hits, base=0, crown=0))
    verdict = judge(sound()[0], changed(Rated, None, nothing))
    assert verdict.advised.retries is None
