"""A table's part in a race of two boards; most races are of one board."""

import pytest

from controller.table.remote.kept_races import KeptRaces, RaceRole
from controller.table.remote.messages import SentAction
from controller.table.remote.races import OtherBoard, SharedRace, TableRaces
from controller.table.stages.shared_race import (
    elsewhere,
    is_on_its_way,
    role_of,
    shared_race,
    together_of,
)
from controller.table.state import TableState
from tests.support.table.shared import LOG, SHARED, a_shared_race, kept_as
from tests.support.table.states import SETUP, a_race, no_table
from tests.support.table.two_boards import PAIR, RACE


@pytest.mark.parametrize("table", [no_table(), a_race()], ids=["no race", "one board"])
def test_without_another_board_there_is_no_part_in_a_race_with_one(table: TableState) -> None:
    assert (together_of(table), role_of(table), shared_race(table)) == (None, None, None)
    assert not is_on_its_way(table)
    assert elsewhere(SETUP, KeptRaces()) == frozenset()


def test_a_race_that_was_put_aside_is_no_more_on_the_table() -> None:
    table = a_shared_race("guest")
    table = table.change(saved=table.saved.set_aside().after)
    assert (table.saved.setup is not None, together_of(table)) == (True, None)


@pytest.mark.parametrize(
    ("role", "seats"), [("authority", {1}), ("guest", {0, 2}), ("alone", set())]
)
def test_who_sits_at_the_other_board_depends_on_the_part(role: RaceRole, seats: set[int]) -> None:
    assert elsewhere(SHARED, kept_as(role)) == seats


@pytest.mark.parametrize(("role", "other"), [("authority", "There"), ("guest", "Here")])
def test_a_shared_race_is_told_with_the_name_of_the_other_board(role: RaceRole, other: str) -> None:
    table = a_shared_race(role)
    action = SentAction(1, "pause")
    seen = OtherBoard(reached=False, state="forked", busy=True)
    table = table.change(
        races=TableRaces(kept_as(role).with_action(RACE, action), seen, declined="overtaken"),
    )
    assert role_of(table) == role
    assert shared_race(table) == SharedRace(
        race=RACE,
        pair=PAIR,
        role=role,
        other_name=other,
        count=LOG.count,
        digest=LOG.digest,
        sent=action,
        declined="overtaken",
        other=seen,
    )


def test_an_action_is_on_its_way_only_in_the_race_that_it_was_sent_in() -> None:
    table, action = a_shared_race("guest"), SentAction(1, "pause")
    for race, on_its_way in ((RACE, True), ("another", False)):
        races = TableRaces(KeptRaces().with_action(race, action))
        assert is_on_its_way(table.change(races=races)) is on_its_way
