"""What is told of every moment of a game: in the headline, and of the board."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from controller.game.rules import Action
from controller.game.rules.events import LaidDown
from controller.game.rules.state import Obligation, Prompt
from controller.table.commands import Abandon, Pause
from controller.table.lit_squares import light_squares
from controller.table.referee import Candidate, RefereeFinding
from controller.table.snapshot import Snapshot
from tests.support.rules.positions import position
from tests.support.table.tabletop import Tabletop
from tests.support.web.views import view, why_not
from web.languages.language import in_english
from web.views import words
from web.views.headline import headline

ENGLISH = in_english()
HOME = 64


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    """Ann, Ben and Cem at START, Ann to move."""
    table = Tabletop(tmp_path, 3)
    yield table
    table.session.close()


@pytest.fixture
def snapshot(table: Tabletop) -> Snapshot:
    return table.snapshot


def changed(
    snapshot: Snapshot,
    *,
    prompt: Prompt = "move",
    obligation: Obligation | None = None,
    miss: bool = False,
    at: int = 10,
    **changes: Any,
) -> Snapshot:
    """The snapshot, with something else due from Ann."""
    state = snapshot.state
    assert state is not None
    runner = msgspec.structs.replace(state.seats[0].runners[0], at=at, obligation=obligation)
    ann = msgspec.structs.replace(state.seats[0], miss=miss, runners=(runner,))
    state = msgspec.structs.replace(state, prompt=prompt, seats=(ann, *state.seats[1:]))
    return msgspec.structs.replace(snapshot, state=state, **changes)


@pytest.mark.parametrize(
    ("due", "mine", "theirs"),
    [
        ({}, "Your move", "Ann to move"),
        ({"prompt": "gift"}, "Do you keep the gift?", "Ann: keep the gift?"),
        ({"prompt": "gift", "miss": True}, "Do you keep the gift?", "Ann: keep the gift?"),
        ({"miss": True}, "You miss this turn", "Ann misses a turn"),
        ({"prompt": "deal"}, "Deal the hare cards", "Ann deals the hare cards"),
        ({"prompt": "roll"}, "Roll the die", "Ann rolls the die"),
        ({"prompt": "ten"}, "Draw or pay ten?", "Ann: draw or pay ten?"),
        ({"obligation": "chew"}, "You chew a lettuce", "Ann chews a lettuce"),
        ({"obligation": "back", "at": 14}, "You must go back", "Ann must go back"),
        ({"obligation": "back"}, "You must start again", "Ann must start again"),
        ({"obligation": "rest"}, "You sleep on", "Ann sleeps on"),
        ({"obligation": "leave"}, "Your move", "Ann to move"),
    ],
)
def test_the_headline_says_what_is_due(
    snapshot: Snapshot, due: dict[str, Any], mine: str, theirs: str
) -> None:
    told = changed(snapshot, **due)
    assert [headline(told, seat, ENGLISH) for seat in (0, 1, None)] == [mine, theirs, theirs]


def test_every_prompt_and_obligation_has_a_headline_here() -> None:
    assert set(get_args(Prompt)) == {"move", "gift", "deal", "roll", "ten", "over"}
    assert set(get_args(Obligation)) == {"chew", "back", "rest", "leave"}


def candidate(kind: Any, square: int) -> Candidate:
    return Candidate(Action(kind, None, square if kind == "forward" else 0), 0, "red", square, 0)


@pytest.mark.parametrize(
    ("kind", "square", "how", "title", "sentence"),
    [
        ("forward", 5, {}, "Ann to square 5", "Ann to square 5."),
        ("back", 11, {}, "Ann to square 11", "Ann to square 11."),
        ("forward", HOME, {}, "Ann to HOME", "Ann to HOME."),
        ("chew", 10, {}, "Ann to move", "Ann chews a lettuce."),
        ("rest", 10, {}, "Ann to move", "Ann sleeps on."),
        (
            "forward",
            5,
            {"held": True},
            "Ann to square 5",
            "Ann to square 5, once everything else is in place.",
        ),
        (
            "forward",
            HOME,
            {"held": True},
            "Ann to HOME",
            "Ann to HOME, once everything else is in place.",
        ),
        (
            "chew",
            10,
            {"held": True},
            "Ann to move",
            "Ann chews a lettuce once everything else is in place.",
        ),
        (
            "rest",
            10,
            {"held": True},
            "Ann to move",
            "Ann sleeps on once everything else is in place.",
        ),
    ],
)
def test_what_the_wood_proposes_is_told(
    snapshot: Snapshot, kind: str, square: int, how: Any, title: str, sentence: str
) -> None:
    finding = RefereeFinding(candidate(kind, square), **how)
    told = view(changed(snapshot, finding=finding), None, ENGLISH, (), "")
    assert (told["headline"], told["table"]["understood"]["sentence"]) == (title, sentence)


@pytest.mark.parametrize(
    ("kind", "square", "how", "title", "sentence"),
    [
        ("forward", 5, {}, "You move to square 5", "You move to square 5."),
        ("forward", HOME, {}, "You run HOME", "You run HOME."),
        ("chew", 10, {}, "Your move", "You chew a lettuce."),
        ("rest", 10, {}, "Your move", "You sleep on."),
        (
            "forward",
            5,
            {"held": True},
            "You move to square 5",
            "You move to square 5 once everything else is in place.",
        ),
        (
            "forward",
            HOME,
            {"held": True},
            "You run HOME",
            "You run HOME once everything else is in place.",
        ),
        (
            "chew",
            10,
            {"held": True},
            "Your move",
            "You chew a lettuce once everything else is in place.",
        ),
        (
            "rest",
            10,
            {"held": True},
            "Your move",
            "You sleep on once everything else is in place.",
        ),
    ],
)
def test_whoever_moves_is_called_you_while_the_wood_proposes_it(
    snapshot: Snapshot, kind: str, square: int, how: Any, title: str, sentence: str
) -> None:
    finding = RefereeFinding(candidate(kind, square), **how)
    told = view(changed(snapshot, finding=finding), 0, ENGLISH, (), "")
    assert (told["headline"], told["table"]["understood"]["sentence"]) == (title, sentence)


def test_a_game_that_cannot_be_saved_waits_and_everybody_is_told_why(snapshot: Snapshot) -> None:
    told = view(changed(snapshot, trouble="disk full: /home/ann"), 0, ENGLISH, (), "")
    assert told["headline"] == "The game has to wait"
    assert told["trouble"] == words.held_up(ENGLISH)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_has_no_view(snapshot: Snapshot, seat: int) -> None:
    with pytest.raises(LookupError, match=f"there is no seat {seat}"):
        view(snapshot, seat, ENGLISH, (), "")


def test_without_a_game_no_seat_has_a_view(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    assert view(table.snapshot, None, ENGLISH, (), "")["headline"] == "No game yet"
    with pytest.raises(LookupError, match="there is no seat 0"):
        view(table.snapshot, 0, ENGLISH, (), "")


@pytest.mark.parametrize(
    ("due", "mine", "later"),
    [
        ({"miss": True}, "You miss this turn.", "You will miss your next turn."),
        (
            {"obligation": "rest"},
            "This turn the runner sleeps on, unless somebody passes it.",
            "Next turn the runner sleeps on, unless somebody passes it.",
        ),
        (
            {"obligation": "back"},
            "This turn you must go back to the nearest tortoise, or start again.",
            "Next turn you must go back to the nearest tortoise, or start again.",
        ),
    ],
)
def test_a_hand_says_what_its_runner_owes_now_or_next_turn(
    snapshot: Snapshot, due: dict[str, Any], mine: str, later: str
) -> None:
    now = changed(snapshot, **due)
    assert now.state is not None
    state = msgspec.structs.replace(now.state, to_act=1)
    bens_turn = msgspec.structs.replace(now, state=state)
    told = [view(each, 0, ENGLISH, (), "")["me"]["runners"][0]["here"] for each in (now, bens_turn)]
    assert told == [mine, later]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"to_act": None, "prompt": "over"}, "The game is over."),
        ({"prompt": "gift"}, "Answer the game's question first."),
    ],
)
def test_while_nobody_may_move_that_is_why_no_square_is_lit(
    snapshot: Snapshot, changes: dict[str, Any], sentence: str
) -> None:
    state = snapshot.state
    assert state is not None
    told = msgspec.structs.replace(snapshot, state=msgspec.structs.replace(state, **changes))
    assert why_not(told, 0, 5, ENGLISH)["sentences"] == [sentence]


def test_in_a_pause_that_is_why_no_square_is_lit(table: Tabletop) -> None:
    table.command(Pause(paused=True))
    assert why_not(table.snapshot, 0, 5, ENGLISH)["sentences"] == ["The game is paused."]


def test_what_was_done_before_the_kept_actions_is_not_asked_about(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    seen = view(table.snapshot, None, ENGLISH, (), "")
    assert seen["take_back"]["sentence"] == "Take this back? Ann moved to square 5 for 15 carrots."
    # Opponents that race on after a person is HOME leave no action of that person among them.
    later = msgspec.structs.replace(table.snapshot, plies=())
    assert view(later, None, ENGLISH, (), "")["take_back"] is None


def test_what_goes_without_saying_is_no_line_of_the_log(table: Tabletop) -> None:
    table.move("Ann", 5)
    told = view(table.snapshot, None, ENGLISH, (), "")["log"]
    assert [line["sentence"] for line in told] == ["Ann moved to square 5 for 15 carrots."]
    ply = table.snapshot.plies[-1]
    step = msgspec.structs.replace(ply.step, events=(LaidDown(0, 0, 5),))
    silent = msgspec.structs.replace(ply, step=step)
    played = {"plies": (*table.snapshot.plies, silent), "played": table.snapshot.played + 1}
    snapshot = msgspec.structs.replace(table.snapshot, **played)
    assert view(snapshot, None, ENGLISH, (), "")["log"] == told


def test_a_lit_square_says_what_it_costs_or_draws_and_does(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, 3, options={"start_carrots": 200})
    for name, square in (("Ann", 13), ("Ben", 4), ("Cem", 5)):
        table.move(name, square)
    lit = {each["square"]: each for each in view(table.snapshot, None, ENGLISH, (), "")["lights"]}
    assert [(lit[at]["cost"], lit[at]["gain"], lit[at]["sentence"]) for at in (11, 17, 18)] == [
        (None, 20, "Back to the tortoise: draw 10 for every square."),
        (10, None, "Pays 20 if you are 2nd when you leave."),
        (15, None, "This square pays only 4th place, and just 3 are racing."),
    ]
    table.session.close()


@pytest.mark.parametrize(
    ("stand", "owes", "in_hand", "lit"),
    [
        # Back to 15 from 16 (not from 40, whose tortoise is 37), and on to 41 from 40.
        ((16, 40), {}, (), {15: (None, 10), 37: (None, 30), 41: (1, None)}),
        ((16, 40), {}, ("red",), {15: (None, 10), 37: None, 41: (325, None)}),
        ((16, 40), {0: "leave"}, (), {15: (None, 10), 37: None, 41: (325, None)}),
        ((58, HOME), {}, (), {56: (None, 20)}),
    ],
)
def test_of_two_runners_a_lit_square_tells_the_price_of_the_one_that_may_go(
    tmp_path: Path, stand: tuple[int, int], owes: Any, in_hand: Any, lit: Any
) -> None:
    table = Tabletop(tmp_path, 2)
    state = position([stand, (0, 0)], carrots=500, owes=owes)
    snapshot = msgspec.structs.replace(
        table.snapshot,
        state=state,
        finding=RefereeFinding(in_hand=in_hand),
        lights=light_squares(state, table.snapshot.seating, RefereeFinding(in_hand=in_hand)),
    )
    lights = view(snapshot, None, ENGLISH, (), "")["lights"]
    told = {
        each["square"]: (each["cost"], each["gain"])
        for each in lights
        if each["meaning"].startswith("may-go")
    }
    assert {square: told.get(square) for square in lit} == lit
    table.session.close()


def test_what_homes_price_leaves_in_the_hand_is_no_affair_of_others(snapshot: Snapshot) -> None:
    told = view(changed(snapshot, lights={HOME: "may-go"}), None, ENGLISH, (), "")["lights"]
    assert [(each["gain"], each["sentence"]) for each in told] == [(None, None)]


def test_a_card_is_not_told_twice(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, 3, cards=["restore"])
    table.move("Ann", 1)
    for seat, outcome in (
        (None, "Ann now holds exactly 65 carrots."),
        (0, "You now hold exactly 65 carrots."),
        (1, "Ann now holds exactly 65 carrots."),
    ):
        seen = view(table.snapshot, seat, ENGLISH, (), "")
        assert (seen["card"]["text"], seen["card"]["outcome"]) == (outcome, "")
        assert seen["log"][-1]["sentence"].endswith(outcome)
        assert seen["log"][-1]["card"]["text"] == ""
    table.session.close()
