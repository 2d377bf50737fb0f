"""A reader below a standing runner sees its crown tag, too, now and then."""

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.game.pieces import Tag
from controller.table.tracker import Tracker
from hardware.ports import Sighting
from hardware.simulated.pn532.profile import BY_THE_MANUAL
from tests.support.hardware.benches import RED, RED_CROWN, bench
from tests.support.tiers import sample

BOTH_ENDS = replace(BY_THE_MANUAL, name="crowns in reach", upper=0.3)


@pytest.mark.parametrize("face_down", sample(2, [True, False]))
def test_a_runner_stands_or_lies_as_it_was_put_down(*, face_down: bool) -> None:
    """A standing runner was turned over 75 times in 40 s."""
    tracker = Tracker({RED: Tag("red", "base"), RED_CROWN: Tag("red", "crown")})
    with bench("spi-lines", profile=BOTH_ENDS) as board:
        board.run(1.0)
        board.world.put("red", 5, face_down=face_down)
        seen = []
        until_s = board.clock.now_s() + 40.0
        while board.clock.now_s() < until_s:
            board.step()
            for event in board.events:
                if isinstance(event, Sighting):
                    tracker = tracker.see(event)
                    seen.append(tracker.placement.spot("red"))
            board.events.clear()
        sides = [spot.face_down for spot in seen if spot.square == 5]
        flips = sum(before != after for before, after in pairwise(sides))
        assert sides[-1] == face_down
        assert flips <= int(face_down), "it may stand at first, until its base is missed"
        assert {spot.square for spot in seen} <= {None, 5}
