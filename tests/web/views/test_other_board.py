"""What the pages say about the other board of a race."""

import msgspec
import pytest

from controller.game.setup import Together
from controller.table.remote.kept_races import KeptRaces
from controller.table.remote.messages import SentAction
from controller.table.remote.races import OtherBoard, OtherState, TableRaces
from controller.table.snapshot import Snapshot, snapshot_of
from controller.table.stages.errands import seated
from tests.support.table.states import SETUP, START_S, a_race
from web.languages.language import in_english
from web.mqtt.nameless import nameless
from web.views.instruction import instruction
from web.views.onlookers import view

TOGETHER = Together("pair", (1,), "race", ("Here", "There"))
ENGLISH = in_english()


def seen(
    races: TableRaces, *, to_act: int = 0, authority: bool = False, paused: bool = False
) -> Snapshot:
    """Ann and Cem sit at Here, which has the authority; Ben sits at There."""
    kept = races.kept.with_role("race", "authority") if authority else races.kept
    setup = msgspec.structs.replace(SETUP, together=TOGETHER)
    table = a_race(to_act=to_act)
    saved = msgspec.structs.replace(table.saved, setup=setup, paused=paused)
    races = msgspec.structs.replace(races, kept=kept)
    return snapshot_of(seated(table.change(saved=saved, races=races), setup), START_S, 1)


def other(state: OtherState = "together", *, reached: bool = True, busy: bool = False) -> Snapshot:
    return seen(TableRaces(other=OtherBoard(reached, state, busy)))


SENT = KeptRaces().with_action("race", SentAction(1, "play", "f9", 1))


def test_who_sits_elsewhere_plays_there() -> None:
    there = view(other(), None, ENGLISH, (), "b1")
    assert [each.elsewhere for each in there.seats] == ["Here", None, "Here"]
    assert there.instruction == "Ann plays at “Here”."
    assert there.other_board is not None
    assert there.other_board.sentence is None
    here = view(seen(TableRaces(), authority=True, to_act=1), None, ENGLISH, (), "b1")
    assert [each.elsewhere for each in here.seats] == [None, "There", None]
    assert here.instruction == "Ben plays at “There”."


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("off-table", "put this race away"),
        ("declined", "declined this race"),
        ("alone", "goes on with this race alone"),
        ("forked", "lost part of this race"),
        ("guest-too", "knows any more that it leads this race"),
        ("cannot-follow", "Update both"),
        ("unpaired", "no longer paired"),
    ],
)
def test_why_the_other_board_does_not_go_on_is_told(state: OtherState, words: str) -> None:
    assert words in instruction(other(state), None, ENGLISH)


def test_a_board_that_is_away_is_told_also_while_its_turn_has_not_come() -> None:
    assert "cannot be reached" in instruction(other(reached=False), 1, ENGLISH)
    mine = seen(TableRaces(other=OtherBoard(reached=False)), to_act=1)
    assert "Lift your runner" in instruction(mine, 1, ENGLISH)
    told = view(mine, 1, ENGLISH, (), "b1").other_board
    assert told is not None
    assert "cannot be reached" in (told.sentence or "")


def test_an_action_on_its_way_is_told_and_kept() -> None:
    near = seen(TableRaces(SENT, OtherBoard(state="together")), to_act=1)
    assert instruction(near, 1, ENGLISH) == "The last action is on its way to “Here”."
    away = seen(TableRaces(SENT, OtherBoard(reached=False)), to_act=1)
    assert "Your last action is kept" in instruction(away, 1, ENGLISH)


@pytest.mark.parametrize(("declined", "words"), [("overtaken", "moved on"), ("x", "refused it")])
def test_an_action_that_did_not_count_is_told(declined: str, words: str) -> None:
    races = TableRaces(other=OtherBoard(state="together"), declined=declined)
    assert words in instruction(seen(races, to_act=1), 1, ENGLISH)


def test_hands_that_are_awaited_at_the_other_board_are_told() -> None:
    assert "put in place" in instruction(other(busy=True), None, ENGLISH)


def test_without_names_the_other_board_has_none_either() -> None:
    shown = view(nameless(other("alone"), ENGLISH), None, ENGLISH, (), "b1")
    assert b"Here" not in msgspec.json.encode(shown)
    assert b"pair" not in msgspec.json.encode(shown)
