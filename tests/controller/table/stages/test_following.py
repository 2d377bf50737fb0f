"""What the guest of a race of two boards follows: the authority's log, record by record."""

import sys
from typing import Any

import msgspec
import pytest

from controller.game.journal.race_log import LogKind, LogRecord
from controller.game.rules import Runner
from controller.refusal import Refusal
from controller.table.commands import DropSent, JoinRace
from controller.table.remote.messages import SentAction
from controller.table.remote.races import OtherBoard, TableRaces
from controller.table.stages.effects import FindRace
from controller.table.stages.shared_turns import (
    CANNOT_FOLLOW,
    Followed,
    dropped,
    followed,
    joined,
)
from controller.table.stages.turns import Outcome, gone_on, turn_due_s
from controller.table.state import Moment, TableState
from tests.support.table.shared import SHARED, TOGETHER, a_shared_race, kept_as
from tests.support.table.shared_turns import (
    AUTHORITY,
    BENS,
    GUEST,
    LATER_S,
    STALE,
    begin,
    entry,
    pulled,
    sent,
    state_of,
    with_sent,
    written,
)
from tests.support.table.states import (
    SETUP,
    a_race,
    no_table,
    over,
    tracked,
)
from tests.support.table.two_boards import RACE


def follow(
    table: TableState, kind: LogKind, text: str = "", number: int = 3, race: str = RACE
) -> Outcome:
    return followed(table, Followed(race, number, LogRecord(kind, text)), LATER_S)


def refusal(table: TableState, *args: Any, **how: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        follow(table, *args, **how)
    return refused.value.code, refused.value.message


def joining(table: TableState) -> TableState:
    return joined(table, JoinRace(RACE))[0]


def test_a_race_that_is_joined_is_looked_for_and_the_rest_is_known_as_before() -> None:
    races = TableRaces(kept_as("authority"), OtherBoard(busy=True), declined="overtaken")
    after, effect = joined(no_table().change(races=races), JoinRace("another"))
    assert effect == FindRace("another")
    assert after.races == msgspec.structs.replace(races, joining="another")


@pytest.mark.parametrize("before", [no_table(), over(a_race())], ids=["no race", "race over"])
def test_who_joins_a_race_begins_it_with_the_very_text_of_the_log(before: TableState) -> None:
    text = begin(SHARED).replace('{"seats"', '{ "seats"')
    outcome = follow(joining(before), "begin", text, number=0)
    assert entry(outcome) == ("begin", text)
    after = written(outcome)
    assert (after.saved.setup, after.saved.log.count) == (SHARED, 1)
    assert after.seating.elsewhere == {0, 2}
    assert after.waits_since_s == LATER_S
    assert written(follow(after, "pause", number=1)).saved.log.count == 2


def test_a_race_whose_house_rule_is_nested_too_deeply_to_be_written_out_is_refused() -> None:
    """Python reads some depths that it cannot write out in a message, a few calls further down."""
    deepest = sys.getrecursionlimit()
    for depth in range(deepest - 200, deepest):
        nested = "[" * depth + "]" * depth
        text = begin(SHARED).replace('"options":{}', f'"options":{{"track":{nested}}}')
        assert refusal(joining(no_table()), "begin", text, number=0)[0] == "cannot-follow"


@pytest.mark.parametrize(
    ("table", "race", "number"),
    [
        (no_table(), RACE, 0),
        (joining(no_table()), "another", 0),
        (joining(no_table()), RACE, 1),
        (joining(a_race()), RACE, 0),
        (joining(GUEST), RACE, 0),
    ],
    ids=["not joined", "another race", "its second record", "in a race", "in that race"],
)
def test_no_race_begins_that_was_not_joined_from_its_first_record_on_at_a_free_table(
    table: TableState, race: str, number: int
) -> None:
    assert refusal(table, "begin", begin(SHARED), number, race) == STALE


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("begin", "{"),
        ("begin", begin(SETUP)),
        (
            "begin",
            begin(
                msgspec.structs.replace(
                    SHARED, together=msgspec.structs.replace(TOGETHER, race="another")
                )
            ),
        ),
        ("begin", begin(msgspec.structs.replace(SHARED, lesson=True))),
        ("begin", begin(msgspec.structs.replace(SHARED, seats=SHARED.seats[:1]))),
        ("play", "f7"),
        ("pause", ""),
    ],
)
def test_a_log_that_begins_with_no_race_of_the_two_boards_cannot_be_followed(
    kind: LogKind, text: str
) -> None:
    for table in (no_table(), over(a_race())):
        assert refusal(joining(table), kind, text, number=0)[0] == "cannot-follow"


def test_a_race_of_other_rules_than_here_is_not_begun() -> None:
    for other in ({"options": {**SHARED.options, "lettuces": 1}}, {"edition": "of-theirs"}):
        text = begin(msgspec.structs.replace(SHARED, **other))
        said = refusal(joining(no_table()), "begin", text, number=0)
        assert said[0] == "cannot-follow"
        assert "different rules" in said[1]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("play", "f94"),
        ("undo", ""),
        ("mend", "no position"),
        ("begin", begin(SHARED)),
    ],
)
def test_a_log_that_makes_no_sense_here_cannot_be_followed(kind: LogKind, text: str) -> None:
    assert refusal(GUEST, kind, text) == ("cannot-follow", CANNOT_FOLLOW)


@pytest.mark.parametrize(
    ("table", "race", "number"),
    [
        (GUEST, RACE, 2),
        (GUEST, RACE, 4),
        (GUEST, "another", 3),
        (AUTHORITY, RACE, 3),
        (a_shared_race("alone"), RACE, 3),
        (a_race(), RACE, 3),
    ],
    ids=["record before", "record after", "another race", "authority", "alone", "one board"],
)
def test_only_the_guest_of_a_race_follows_it_and_only_the_next_record(
    table: TableState, race: str, number: int
) -> None:
    assert refusal(table, "play", "f7", number, race) == STALE


def test_the_guest_plays_takes_back_pauses_and_resumes_as_the_log_says() -> None:
    table = GUEST
    for number, (kind, text) in enumerate(
        (("play", "f7"), ("undo", ""), ("pause", ""), ("resume", "")), start=3
    ):
        outcome = follow(table, kind, text, number)  # type: ignore[arg-type]  # kinds of records
        assert entry(outcome) == (kind, text)
        table = written(outcome)
        assert table.waits_since_s == LATER_S
        assert table.saved.paused is (kind == "pause")
    assert table.position == GUEST.position


def test_the_guest_takes_no_move_back_by_itself_after_that_of_an_opponent() -> None:
    ann, ben, cem = SHARED.seats
    cem = msgspec.structs.replace(cem, opponent="walker")
    setup = msgspec.structs.replace(SHARED, seats=(ann, ben, cem))
    table = a_shared_race("guest", **BENS)
    table = table.change(saved=msgspec.structs.replace(table.saved, setup=setup))
    for number, (kind, text) in enumerate((("play", "f9"), ("play", "f10"), ("undo", "")), start=3):
        table = written(follow(table, kind, text, number))  # type: ignore[arg-type]  # see above
    assert table.saved.takes_back()
    later = Moment(table.waits_since_s + 60)
    assert turn_due_s(table, later) is None
    assert gone_on(table, later)[1] is None


def test_a_runner_that_the_other_board_found_elsewhere_is_an_errand_here() -> None:
    text = pulled(state_of(GUEST), 2, Runner(20))
    outcome = follow(GUEST, "mend", text)
    assert entry(outcome) == ("mend", text)
    assert set(written(outcome).to_carry) == {"green"}
    assert written(outcome).waits_since_s == LATER_S


def test_a_move_by_hand_goes_on_while_the_other_board_mends_if_it_is_still_legal() -> None:
    moving = a_shared_race("guest", **BENS).change(tracker=tracked(red=5, yellow=9, green=8))
    state = state_of(moving)
    elsewhere = follow(moving, "mend", pulled(state, 2, Runner(20)))[0]
    assert set(elsewhere.to_carry) == {"green"}
    in_its_way = follow(moving, "mend", pulled(state, 2, Runner(9)))[0]
    assert set(in_its_way.to_carry) == {"yellow", "green"}


@pytest.mark.parametrize(
    ("kind", "text", "left", "declined"),
    [
        ("play", "f9", None, None),
        ("play", "f7", None, "overtaken"),
        ("pause", "", SentAction(7, "play", "f9", 1), "earlier"),
    ],
    ids=["as it was sent", "another action", "a pause"],
)
def test_a_record_decides_the_action_on_its_way_unless_it_only_pauses(
    kind: LogKind, text: str, left: SentAction | None, declined: str | None
) -> None:
    table = with_sent(a_shared_race("guest", **BENS), SentAction(7, "play", "f9", 1))
    after = written(follow(table, kind, text))
    assert (sent(after), after.races.declined) == (left, declined)
    assert after.saved.log.count == 4


def test_a_record_does_not_decide_what_is_on_its_way_in_another_race() -> None:
    kept = kept_as("guest").with_action("another", SentAction(7, "play", "f7", 1))
    races = TableRaces(kept, declined="overtaken")
    assert written(follow(GUEST.change(races=races), "play", "f7")).races == races


def test_an_action_that_the_authority_refuses_is_dropped_with_its_reason() -> None:
    table = with_sent(GUEST, SentAction(7, "pause"))
    after, effect = dropped(table, DropSent(RACE, 7, "not-offered"))
    assert (sent(after), after.races.declined, effect) == (None, "not-offered", None)
    for other in (DropSent(RACE, 6, "not-offered"), DropSent("another", 7, "not-offered")):
        assert dropped(table, other) == (table, None)
