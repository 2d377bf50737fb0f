"""Sentences are true of the position, and name what this board has."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.game.pieces import Colour
from controller.game.rules import State, why
from controller.table.lit_squares import light_squares
from controller.table.referee import judge
from controller.table.snapshot import Snapshot
from controller.table.tracker import Placement, Spot
from tests.support.rules.positions import position
from tests.support.table.learner import tidy
from tests.support.table.tabletop import Tabletop
from web.languages.language import in_english
from web.views.headline import headline
from web.views.instruction import instruction
from web.views.onlookers import view
from web.views.questions import answers
from web.views.refusals import reason
from web.views.why_not import why_not

ANN, BEN, CEM = 0, 1, 2
SAY = in_english()
Make = Callable[..., Tabletop]


def at(table: Tabletop, state: State) -> Snapshot:
    """The table in another position."""
    return msgspec.structs.replace(table.snapshot, state=state)


def here(snapshot: Snapshot, seat: int) -> str:
    """What a phone says of its runner's square."""
    me = view(snapshot, seat, SAY, (), "b").me
    assert me is not None
    return me.runners[0].here


def test_whoever_can_go_back_nowhere_is_told_to_start_again(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, options={"hare": "tournament", "start_carrots": 15})
    for name, square in (("Ann", 3), ("Ben", 5), ("Cem", 1)):
        table.move(name, square)
    seen = table.snapshot
    assert [headline(seen, seat, SAY) for seat in (ANN, BEN)] == [
        "You must start again",
        "Ann must start again",
    ]
    assert [instruction(seen, seat, SAY) for seat in (ANN, BEN)] == [
        "You can't go back: tap the button below.",
        "Ann can't go back, and starts again by phone.",
    ]
    table.session.close()


def test_whoever_can_go_back_is_told_to(make: Make) -> None:
    table = make(options={"hare": "tournament"})
    seen = at(table, position([14, 1, 0], owes={0: "back"}, hare="tournament"))
    assert headline(seen, ANN, SAY) == "You must go back"


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (12, "From here you may go back to the previous tortoise, or run on."),
        (11, "From here you can only run on: somebody stands where you could go back to."),
    ],
)
def test_nobody_goes_back_to_a_tortoise_that_is_taken(
    make: Make, other: int, sentence: str
) -> None:
    assert here(at(make(), position([15, other, 0])), ANN) == sentence


def test_a_tortoise_ahead_has_no_price(make: Make) -> None:
    seen = make().snapshot
    assert why_not(seen, BEN, 11, SAY).sentences == (
        "It is Ann's turn.",
        "Square 11 is a tortoise: you can only move back to it.",
    )
    assert "would cost you" in why_not(seen, BEN, 12, SAY).sentences[1]


def test_a_square_that_is_closed_has_no_price(make: Make) -> None:
    table = make()
    closed = why_not(at(table, position([0, 0, 0], hare="off")), BEN, 3, SAY).sentences
    assert closed[1:] == ("Square 3 is a hare, and hares are closed in this game.",)
    open_ones = why_not(at(table, position([0, 0, 0])), BEN, 3, SAY).sentences
    assert open_ones[1:] == ("A move there would cost you 6 carrots.",)
    eaten = why_not(at(table, position([0, 0, 0], lettuces=0)), BEN, 10, SAY).sentences
    assert eaten[1:] == ("Square 10 is lettuce, and you have none left.",)


def test_with_two_runners_each_price_says_whose_it_is(make: Make) -> None:
    table = make(2)
    apart = at(table, position([(0, 0), (3, 5)]))
    assert why_not(apart, BEN, 8, SAY).sentences[1:] == (
        "yellow: A move there would cost you 15 carrots.",
        "blue: A move there would cost you 6 carrots.",
    )
    assert why_not(apart, BEN, 4, SAY).sentences[1:] == (
        "yellow: A move there would cost you 1 carrot.",
    )
    together = why_not(at(table, position([(0, 0), (0, 0)])), BEN, 4, SAY).sentences
    assert together[1:] == ("A move there would cost you 10 carrots.",)


def test_a_square_is_called_as_on_the_editions_board(make: Make) -> None:
    table = make(edition="abacus-2000")
    rules = table.snapshot.state.rules  # type: ignore[union-attr] # a race is on
    seen = view(at(table, position([11, 0, 0], rules=rules, patch=1000)), ANN, SAY, (), "b")
    said = next(each.sentence for each in answers(seen, SAY).answers if each.question == "square")
    assert said.startswith("Your runner: square 11, hedgehog, 1st.")


def test_nobody_is_home_with_one_of_two_runners(make: Make) -> None:
    seen = view(at(make(2), position([(64, 62), (3, 0)])), ANN, SAY, (), "b")
    said = next(each.sentence for each in answers(seen, SAY).answers if each.question == "square")
    assert "Your runner: red, HOME, 1st. This runner is HOME. Your runner: green," in said


def test_a_gift_to_decide_on_is_no_turn(make: Make) -> None:
    table = make(cards=["give-ten"], options={"start_carrots": 200})
    table.move("Ann", 10)
    table.put("Ann", 10, face_down=True)
    table.move("Ben", 14)
    table.phone("Cem", "keep")
    assert headline(table.snapshot, ANN, SAY) == "Do you keep the gift?"
    assert here(table.snapshot, ANN).startswith("Next turn you chew a lettuce")


def test_a_lesson_says_of_each_square_why_not_yet(make: Make) -> None:
    table = make(lesson=True)
    tidy(table)
    seen = table.snapshot
    assert seen.state is not None
    assert seen.state.to_act is not None
    seat = seen.state.to_act
    me = view(seen, seat, SAY, (), "b").me
    assert me is not None
    offered = {each.square for each in me.destinations}
    told = {square: why_not(seen, seat, square, SAY) for square in range(1, 65)}
    assert {square for square, each in told.items() if each.may} == offered
    other = next(square for square in (5, 3) if square not in offered)
    assert told[other].sentences[0].startswith("In a race that would be a move. ")


def test_what_a_limited_patch_has_is_not_told(make: Make) -> None:
    table = make(options={"patch_total": 300, "hare": "off"})
    rules = table.snapshot.state.rules  # type: ignore[union-attr] # a race is on
    # From square 13 it is two back to the tortoise: twenty carrots, of which the patch has four.
    seen = at(table, position([13, 0, 0], rules=rules, patch=4))
    shown = view(seen, ANN, SAY, (), "b")
    assert shown.me is not None
    assert [each.gain for each in shown.me.destinations if each.square == 11] == [20]
    seen = msgspec.structs.replace(seen, lights={11: "may-go-earns"})
    assert [each.gain for each in view(seen, None, SAY, (), "b").lights] == [20]
    (patch,) = why(seen.state, "draw")  # type: ignore[arg-type] # as above
    assert reason(patch, SAY, hedgehog=False) == "The patch holds fewer carrots than that."


@pytest.mark.parametrize(
    ("colour", "square", "sentences"),
    [
        (  # it stays where it is while the other one leaves its lettuce
            "green",
            16,
            (
                "A runner is out of place",
                "Set the runner where it belongs. The light shows the square.",
                "Ann's green runner stands on square 16 but belongs on square 5.",
            ),
        ),
        (
            "red",
            10,
            (
                "Ann can't go there",
                "Put the runner back, or on a lit square.",
                (
                    "Ann's red runner may not stop on square 10: put it back on square 22, or on "
                    "a lit square."
                ),
            ),
        ),
    ],
)
def test_only_a_runner_that_may_go_somewhere_is_sent_to_a_lit_square(
    make: Make, colour: Colour, square: int, sentences: tuple[str, ...]
) -> None:
    table = make(2)
    state = position([(22, 5), (0, 0)], owes={0: "leave"})
    stand: dict[Colour, Spot] = {"red": Spot(22), "green": Spot(5), colour: Spot(square)}
    finding = judge(state, table.snapshot.seating, Placement(stand), {})
    lights = light_squares(state, table.snapshot.seating, finding)
    seen = msgspec.structs.replace(at(table, state), finding=finding, lights=lights)
    shown = view(seen, None, SAY, (), "b")
    told = [fault.sentence for fault in shown.table.mismatches]
    assert (shown.headline, shown.instruction, *told) == sentences


def test_a_numbered_card_is_drawn_and_put_back_not_rolled(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, chance="by-hand", options={"hare": "table-1974"})
    table.move("Ann", 3)
    assert [
        (headline(table.snapshot, seat, SAY), instruction(table.snapshot, seat, SAY))
        for seat in (ANN, BEN)
    ] == [
        (
            "Draw a number",
            "Draw one of the real numbered cards, tap its number here, and put it back.",
        ),
        (
            "Ann draws a number",
            "Ann draws one of the real numbered cards and taps its number on the phone.",
        ),
    ]
    table.session.close()


def test_whether_a_runner_may_go_elsewhere_follows_from_the_lights_alone(make: Make) -> None:
    table = make(2)
    seating, state = table.snapshot.seating, position([(22, 5), (0, 0)])
    broke, rich = (
        msgspec.structs.replace(
            state,
            seats=(msgspec.structs.replace(state.seats[ANN], carrots=carrots), state.seats[BEN]),
        )
        for carrots in (0, 95)
    )
    stand: dict[Colour, Spot] = {"red": Spot(22), "green": Spot(11)}
    told = {}
    for lit_by in (broke, rich):
        finding = judge(lit_by, seating, Placement(stand), {})
        lights = light_squares(lit_by, seating, finding)
        for held in (broke, rich):
            seen = msgspec.structs.replace(at(table, held), finding=finding, lights=lights)
            told[lit_by is rich, held is rich] = headline(seen, None, SAY)
    assert told[False, False] == told[False, True] == "A runner is out of place"
    assert told[True, False] == told[True, True] == "Ann can't go there"


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "Your team has won the race"),
        (2, "Your team has won the race"),
        (1, "Team A has won the race"),
        (None, "Team A has won the race"),
    ],
)
def test_a_team_wins_together(make: Make, seat: int | None, sentence: str) -> None:
    options: dict[str, Any] = {"start_carrots": 2080, "lettuces": 0, "finish": "first-home"}
    table = make(4, options={**options, "teams": [[0, 2], [1, 3]]})
    table.phone("Ann", "f64")
    assert headline(table.snapshot, seat, SAY) == sentence
