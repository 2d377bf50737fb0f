"""A race of two boards: who has the authority, what the guest sends, and going on alone."""

import msgspec
import pytest

from controller.game.rules import Runner
from controller.refusal import Refusal
from controller.table.commands import SeeOther
from controller.table.remote.messages import SentAction, SentKind
from controller.table.remote.races import OtherBoard, TableRaces
from controller.table.stages.shared_turns import (
    gone_on_alone,
    kept_action_due_s,
    kept_action_played,
    other_seen,
    sent_instead,
    with_authority,
)
from controller.table.stages.turns import played
from controller.table.state import LONG_AGO_S, TableState
from tests.support.rules.positions import position
from tests.support.table.shared import SHARED, a_shared_race, kept_as
from tests.support.table.shared_turns import (
    AUTHORITY,
    BENS,
    GUEST,
    LATER_S,
    entry,
    pausing,
    pulled,
    sent,
    state_of,
    with_sent,
    written,
)
from tests.support.table.states import (
    SETUP,
    START_S,
    a_race,
    no_table,
    over,
    tracked,
)
from tests.support.table.two_boards import RACE


def test_the_board_that_begins_a_race_with_another_one_has_the_authority() -> None:
    before = no_table().change(races=TableRaces(kept_as("guest").with_role("earlier", "alone")))
    after = with_authority(before, SHARED)
    assert after.races.kept.roles == {"earlier": "alone", RACE: "authority"}
    assert with_authority(before, SETUP) == before


@pytest.mark.parametrize(
    ("kind", "text", "seat"), [("play", "f9", 1), ("undo", "", 0), ("pause", "", None)]
)
def test_what_would_be_played_at_the_guest_is_sent_with_the_next_number(
    kind: SentKind, text: str, seat: int | None
) -> None:
    kept = kept_as("guest").with_action("another race", SentAction(6, "pause"))
    table, _ = played(a_shared_race("guest"), "f7", START_S)  # Ann, who may take it back
    table = table.change(
        races=TableRaces(kept, declined="overtaken"), trouble="no room", retry_s=LATER_S
    )
    saved = table.saved
    changes = (saved.play("f9"), saved.undo(), saved.pause(paused=True))
    (change,) = (each for each in changes if each.kind == kind)
    after, effect = sent_instead(table, change)
    assert (sent(after), effect) == (SentAction(7, kind, text, seat), None)
    assert (after.races.declined, after.trouble, after.retry_s) == (None, None, LONG_AGO_S)
    assert (after.saved, after.to_carry) == (table.saved, table.to_carry)


def test_one_action_is_on_its_way_at_a_time() -> None:
    table = with_sent(a_shared_race("guest", **BENS), SentAction(1, "play", "f9", 1))
    with pytest.raises(Refusal) as refused:
        sent_instead(table, table.saved.pause(paused=True))
    assert (refused.value.code, refused.value.message) == (
        "on-its-way",
        "The last action is still on its way to the other board. Wait for it.",
    )
    with pytest.raises(Refusal) as refused:
        sent_instead(pausing(table), table.saved.pause(paused=False))
    assert (refused.value.code, refused.value.message) == (
        "on-its-way",
        "The last action waits until the race goes on. Resume it at the other board.",
    )


def test_only_the_other_board_of_the_race_on_the_table_is_noted() -> None:
    other = OtherBoard(reached=False, state="forked")
    after = other_seen(GUEST, SeeOther(RACE, other))
    assert after == GUEST.change(races=msgspec.structs.replace(GUEST.races, other=other))
    for table in (GUEST, a_race(), no_table()):
        assert other_seen(table, SeeOther("another", other)) == table


@pytest.mark.parametrize(
    "table",
    [no_table(), a_race(), a_shared_race("alone"), over(GUEST)],
    ids=["no race", "one board", "alone already", "over"],
)
def test_there_must_be_another_board_to_go_on_without_it(table: TableState) -> None:
    with pytest.raises(Refusal) as refused:
        gone_on_alone(table)
    assert (refused.value.code, refused.value.message) == (
        "not-offered",
        "No race with another board is under way.",
    )


def test_alone_everybody_sits_here_and_every_runner_is_to_be_where_the_game_has_it() -> None:
    races = TableRaces(kept_as("authority"), OtherBoard(reached=False), declined="overtaken")
    wrong = AUTHORITY.change(races=races, tracker=tracked(red=5, yellow=12, green=8))
    after, effect = gone_on_alone(wrong)
    assert effect is None
    assert (after.races.kept.roles, after.races.declined) == ({RACE: "alone"}, None)
    assert after.races.other == OtherBoard(reached=False)
    assert (after.seating.elsewhere, set(after.to_carry)) == (frozenset(), {"yellow"})


@pytest.mark.parametrize(
    "action",
    [
        SentAction(7, "play", "f9", 1),
        SentAction(7, "undo", "", 0),
        SentAction(7, "mend", pulled(position((5, 4, 8), **BENS), 2, Runner(20))),
        SentAction(7, "pause"),
        SentAction(7, "resume"),
    ],
    ids=lambda action: action.kind,
)
def test_what_was_on_its_way_is_played_by_whoever_goes_on_alone(action: SentAction) -> None:
    table, _ = played(GUEST, "f7", START_S)
    if action.kind == "mend":
        text = pulled(state_of(table), 2, Runner(20))
        action = msgspec.structs.replace(action, text=text)
    if action.kind == "resume":
        table = pausing(table)
    alone, effect = gone_on_alone(with_sent(table, action))
    assert (effect, sent(alone), kept_action_due_s(alone)) == (None, action, table.retry_s)
    outcome = kept_action_played(alone, LATER_S)
    assert entry(outcome) == (action.kind, action.text)
    after, effect = kept_action_played(written(outcome), LATER_S)
    assert (effect, sent(after), after.races.kept.role(RACE)) == (None, None, "alone")
    assert (kept_action_due_s(after), after.races.kept.to_play_after) == (None, {})
    assert (after.seating.elsewhere, after.waits_since_s) == (frozenset(), LATER_S)
    assert after.saved.paused is (action.kind == "pause")
