"""Faults that show with a runner on a square."""

import msgspec

from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.tasks import Hits, Measurement, Rated, Walked
from tests.support.acceptance.boards import accepted, spi_board


def _seen(hits: Hits, share: float) -> Hits:
    return msgspec.structs.replace(hits, base=round(share * hits.readings), crown=0)


def test_a_reader_that_sees_a_runner_now_and_then_is_weak_and_no_more() -> None:
    facts, log = accepted(spi_board())

    def weaker(each: Measurement) -> Measurement:
        if isinstance(each, Walked) and each.square == 2:
            return msgspec.structs.replace(each, seen={2: 1})
        if isinstance(each, Rated) and each.square == 2:
            hits = tuple(_seen(hits, 0.3) for hits in each.hits)
            return msgspec.structs.replace(each, hits=hits)
        return each

    found = judge(facts, tuple(map(weaker, log))).findings
    assert [(each.fault, each.squares) for each in found] == [("weak", (2,))]
