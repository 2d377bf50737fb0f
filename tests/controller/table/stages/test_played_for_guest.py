"""What the authority of a race of two boards plays for the guest."""

from typing import Any

import msgspec
import pytest

from controller.game.rules import Runner
from controller.game.rules.text.position import write_position
from controller.refusal import Refusal
from controller.table.commands import PlaySent
from controller.table.remote.messages import SentAction, SentKind
from controller.table.stages.shared_turns import (
    played_for_guest,
)
from controller.table.stages.turns import Outcome, played
from controller.table.state import TableState
from tests.support.rules.positions import HOME, position
from tests.support.table.shared import LOG, a_shared_race, shared
from tests.support.table.shared_turns import (
    AUTHORITY,
    BENS,
    GUEST,
    LATER_S,
    NOT_OFFERED,
    STALE,
    entry,
    pausing,
    pulled,
    state_of,
    with_position,
    written,
)
from tests.support.table.states import (
    START_S,
    a_race,
    changed_places,
    no_table,
    over,
)
from tests.support.table.two_boards import RACE


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
