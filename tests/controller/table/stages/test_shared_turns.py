"""What becomes of a table in a race of two boards: at the guest, at the authority, and alone."""

from typing import Any, Final

import msgspec
import pytest

from controller.game.history import Game
from controller.game.journal.race_log import LogKind, LogRecord
from controller.game.journal.saved_game import Change
from controller.game.rules import Runner, State
from controller.game.rules.text.position import write_position
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import DropSent, JoinRace, PlaySent, SeeOther
from controller.table.remote.messages import SentAction, SentKind
from controller.table.remote.races import OtherBoard, TableRaces
from controller.table.stages.effects import FindRace
from controller.table.stages.shared_turns import (
    CANNOT_FOLLOW,
    Followed,
    dropped,
    followed,
    gone_on_alone,
    joined,
    other_seen,
    played_for_guest,
    sent_instead,
    with_authority,
)
from controller.table.stages.turns import Outcome, paused, played
from controller.table.state import LONG_AGO_S, TableState
from tests.support.rules.positions import HOME, position
from tests.support.table.shared import LOG, SHARED, TOGETHER, a_shared_race, kept_as, shared
from tests.support.table.states import (
    SETUP,
    START_S,
    a_race,
    changed_places,
    no_table,
    over,
    tracked,
)
from tests.support.table.two_boards import RACE

LATER_S = START_S + 5
GUEST, AUTHORITY = a_shared_race("guest"), a_shared_race("authority")
BENS: Final[dict[str, Any]] = {"to_act": 1}
"""It is the turn of Ben, who sits at the guest's board."""
STALE = ("stale", "The game has moved on. Look again, then choose.")
NOT_OFFERED = ("not-offered", "That is not offered now.")


def written(outcome: Outcome) -> TableState:
    """The table once its change is on the disk."""
    after, effect = outcome
    assert isinstance(effect, Change)
    assert after.saved == effect.after
    log = effect.after.log.after(effect.kind, effect.text)
    return after.change(saved=msgspec.structs.replace(after.saved, log=log))


def entry(outcome: Outcome) -> tuple[str, str]:
    assert isinstance(outcome[1], Change)
    return outcome[1].kind, outcome[1].text


def sent(table: TableState) -> SentAction | None:
    return table.races.kept.sent.get(RACE)


def with_sent(table: TableState, action: SentAction) -> TableState:
    """The table with an action on its way."""
    races = TableRaces(table.races.kept.with_action(RACE, action), declined="earlier")
    return table.change(races=races)


def with_position(table: TableState, state: State) -> TableState:
    return table.change(saved=msgspec.structs.replace(table.saved, game=Game(state)))


def pausing(table: TableState) -> TableState:
    return paused(table, pauses=True, now_s=START_S)[0]


def pulled(state: State, seat: int, *runners: Runner) -> str:
    """The position with the runners of a seat elsewhere, as it is written down."""
    seats = list(state.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], runners=runners)
    return write_position(msgspec.structs.replace(state, seats=tuple(seats)))


def state_of(table: TableState) -> State:
    assert table.position is not None
    return table.position


def begin(setup: Setup) -> str:
    return msgspec.json.encode(setup).decode()


# Who has the authority


def test_the_board_that_begins_a_race_with_another_one_has_the_authority() -> None:
    before = no_table().change(races=TableRaces(kept_as("guest").with_role("earlier", "alone")))
    after = with_authority(before, SHARED)
    assert after.races.kept.roles == {"earlier": "alone", RACE: "authority"}
    assert with_authority(before, SETUP) == before


# What the guest sends


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


# What the guest follows


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
        said = refusal(joining(table), kind, text, number=0)
        assert said == ("cannot-follow", CANNOT_FOLLOW)


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


# What the authority plays for the guest


def ask(
    table: TableState,
    kind: SentKind,
    text: str = "",
    seat: int | None = None,
    count: int = LOG.count,
    race: str = RACE,
) -> Outcome:
    return played_for_guest(table, PlaySent(race, count, SentAction(1, kind, text, seat)), LATER_S)


def refused(table: TableState, *args: Any, **how: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        ask(table, *args, **how)
    return refused.value.code, refused.value.message


def test_the_authority_plays_what_a_person_at_the_guests_board_chose() -> None:
    outcome = ask(a_shared_race("authority", **BENS), "play", "f9", 1)
    assert entry(outcome) == ("play", "f9")
    assert (set(outcome[0].to_carry), outcome[0].waits_since_s) == ({"yellow"}, LATER_S)


@pytest.mark.parametrize(
    ("table", "seat"),
    [
        (AUTHORITY, 0),
        (AUTHORITY, 1),
        (AUTHORITY, None),
        (a_shared_race("authority", **BENS), 0),
        (a_shared_race("authority", **BENS), None),
    ],
    ids=["a seat here", "not its turn", "nobody's", "another seat's turn", "nobody's turn"],
)
def test_the_authority_plays_for_nobody_else(table: TableState, seat: int | None) -> None:
    assert refused(table, "play", "f9", seat) == NOT_OFFERED


@pytest.mark.parametrize("prompt", ["deal", "roll"])
def test_no_guest_draws_cards_or_rolls(prompt: str) -> None:
    state = msgspec.structs.replace(position((5, 4, 8), **BENS), prompt=prompt)
    table = with_position(AUTHORITY, state)
    assert refused(table, "play", "roll 1", 1) == NOT_OFFERED


@pytest.mark.parametrize(
    ("table", "race", "count"),
    [
        (AUTHORITY, RACE, 2),
        (AUTHORITY, RACE, 4),
        (AUTHORITY, "another", 3),
        (GUEST, RACE, 3),
        (a_shared_race("alone"), RACE, 3),
        (a_race(), RACE, 3),
        (no_table(), RACE, 3),
    ],
    ids=["before", "after", "another race", "guest", "alone", "one board", "no race"],
)
def test_an_action_is_played_by_the_authority_and_at_one_place_of_the_log_only(
    table: TableState, race: str, count: int
) -> None:
    assert refused(table, "pause", count=count, race=race) == STALE


def test_while_the_race_is_paused_the_guest_can_only_resume_it() -> None:
    table = pausing(a_shared_race("authority", **BENS))
    said = ("paused", "The game is paused. Resume it first.")
    for kind in ("play", "undo", "mend", "pause"):
        assert refused(table, kind, "f9", 1) == said
    outcome = ask(table, "resume")
    assert entry(outcome) == ("resume", "")
    assert (outcome[0].saved.paused, outcome[0].waits_since_s) == (False, LATER_S)


def test_the_guest_pauses_a_race_that_is_not_over() -> None:
    outcome = ask(AUTHORITY, "pause")
    assert entry(outcome) == ("pause", "")
    assert (outcome[0].saved.paused, outcome[0].waits_since_s) == (True, LATER_S)
    assert refused(over(AUTHORITY), "pause") == NOT_OFFERED
    assert refused(over(AUTHORITY), "resume") == NOT_OFFERED


def test_whoever_moved_takes_back_and_nobody_for_them() -> None:
    by_ben, _ = played(a_shared_race("authority", **BENS), "f9", START_S)
    outcome = ask(by_ben, "undo", seat=1)
    assert entry(outcome) == ("undo", "")
    assert outcome[0].waits_since_s == LATER_S
    by_ann, _ = played(AUTHORITY, "f7", START_S)
    for table, seat in ((by_ben, 0), (by_ben, None), (by_ann, 0), (by_ann, 1), (AUTHORITY, 1)):
        assert refused(table, "undo", seat=seat) == NOT_OFFERED


def test_the_guest_mends_squares_whoevers_runner_it_is() -> None:
    text = pulled(state_of(AUTHORITY), 0, Runner(20))
    outcome = ask(AUTHORITY, "mend", text)
    assert entry(outcome) == ("mend", text)
    assert (set(outcome[0].to_carry), outcome[0].waits_since_s) == ({"red"}, LATER_S)


def test_a_runner_that_the_guest_found_where_it_is_keeps_what_it_owes() -> None:
    table = a_shared_race("authority", (5, 10, 8), owes={1: "leave"})
    text = pulled(state_of(table), 1, Runner(10, "chew"))
    assert ask(table, "mend", text)[0].position == table.position


def test_of_two_runners_the_guest_can_find_the_second_elsewhere() -> None:
    table = shared(changed_places(), "authority")
    found = pulled(state_of(table), 0, Runner(5), Runner(10, "leave"))
    after = written(ask(table, "mend", found))
    assert state_of(after).seats[0].runners == (Runner(5), Runner(10, "chew"))


def test_the_guest_finds_no_runner_where_it_could_not_be_beside_what_the_others_owe() -> None:
    naps = position([(3, 9), (20, 30)], owes={0: "rest"}, hare="nap", **BENS)
    table = with_position(shared(changed_places(), "authority"), naps)
    found = pulled(naps, 0, Runner(3), Runner(10, "leave"))
    assert refused(table, "mend", found) == NOT_OFFERED


def test_a_runner_that_the_guest_found_on_the_way_has_not_arrived() -> None:
    table = a_shared_race("authority", (5, HOME, HOME), home=((2, 0), (1, 0)))
    after = written(ask(table, "mend", write_position(position((5, 30, HOME)))))
    assert state_of(after).home == ((2, 0),)
    assert state_of(after).seats[1].runners == (Runner(30),)


@pytest.mark.parametrize(
    "text",
    [
        "no position",
        write_position(position((5, 4, HOME))),
        write_position(position((5, 4))),
    ],
    ids=["no position", "a runner HOME", "a seat less"],
)
def test_what_is_no_position_of_the_race_mends_nothing(text: str) -> None:
    assert refused(AUTHORITY, "mend", text) == NOT_OFFERED


def test_a_question_of_the_game_is_answered_before_anything_is_mended() -> None:
    asked = msgspec.structs.replace(state_of(AUTHORITY), prompt="gift")
    table = with_position(AUTHORITY, asked)
    assert refused(table, "mend", pulled(state_of(AUTHORITY), 0, Runner(20))) == NOT_OFFERED


# At both boards


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
        gone_on_alone(table, LATER_S)
    assert (refused.value.code, refused.value.message) == (
        "not-offered",
        "No race with another board is under way.",
    )


def test_alone_everybody_sits_here_and_every_runner_is_to_be_where_the_game_has_it() -> None:
    races = TableRaces(kept_as("authority"), OtherBoard(reached=False), declined="overtaken")
    wrong = AUTHORITY.change(races=races, tracker=tracked(red=5, yellow=12, green=8))
    after, effect = gone_on_alone(wrong, LATER_S)
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
    outcome = gone_on_alone(with_sent(table, action), LATER_S)
    assert entry(outcome) == (action.kind, action.text)
    after = written(outcome)
    assert (sent(after), after.races.kept.role(RACE)) == (None, "alone")
    assert (after.seating.elsewhere, after.waits_since_s) == (frozenset(), LATER_S)
    assert after.saved.paused is (action.kind == "pause")
