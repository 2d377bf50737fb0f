"""What a hare square can make a runner do."""

import pytest

from controller.game.rules.draft import Draft
from controller.game.rules.hares.actions import act
from tests.support.rules.positions import position


def test_an_action_that_no_table_has_is_a_mistake_of_ours() -> None:
    def land(_draft: Draft, _seat: int, _runner: int, _cost: int) -> None:
        raise AssertionError("it lands nowhere")

    with pytest.raises(AssertionError, match="no such action: dance"):
        act(Draft.of(position([14, 0, 0])), "dance", 0, 0, 1, land)
