"""The board is not taken to be right: what is in the way, and in which words it is said."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from controller.game.pieces import Colour
from controller.refusal import Refusal
from controller.table.commands import Mend
from hardware.ports import Sighting
from tests.controller.table.conftest import Opener
from tests.support.table.mending import can_mend, mend, refused
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop


def see_beyond_home(table: Tabletop) -> None:
    """A reader of a longer track sees Ben's runner."""
    table.knock("Ben")
    tag = table.world.piece("yellow").lower_tag
    assert tag is not None
    table.session.sense(Sighting(65, tag, True, table.clock.now_s()))


def lose_on_a_wrong_square(table: Tabletop) -> None:
    """Ben's runner stands wrong, and the reader there goes out."""
    table.put("Ben", 12)
    table.reader(12, "resetting")


@dataclass
class Gone:
    """What is in the way, and how it is said."""

    do: Callable[[Tabletop], object]
    said: str


@pytest.mark.parametrize(
    "gone",
    [
        Gone(
            lambda table: table.lift("Ben"),
            "The board cannot see Ben's runner 2. Put it on its square first.",
        ),
        Gone(
            lambda table: table.lift("Ann"),
            "The board cannot see Ann's runner 1. Put it on its square first.",
        ),
        Gone(
            lose_on_a_wrong_square,
            "The board cannot see Ben's runner 2. Put it on its square first.",
        ),
        Gone(
            lambda table: table.put("Ben", 8),
            "Two runners would be on square 8. Put one of them somewhere else first.",
        ),
        Gone(
            lambda table: table.lay_bank_card(20),
            "Something on square 20 is not part of this game. Take it away first.",
        ),
        Gone(
            lambda table: table.put("Dot", 21),
            "Something on square 21 is not part of this game. Take it away first.",
        ),
        Gone(
            lambda table: table.put("Ben", 64),
            (
                "Ben's runner 2 stands at HOME, but only a move can bring it there. Put it "
                "back where it was, then play the move."
            ),
        ),
        Gone(
            see_beyond_home,
            (
                "Ben's runner 2 stands on square 65, which this track doesn't have. Put it on "
                "its square first."
            ),
        ),
    ],
    ids=[
        "lifted",
        "lifted by the mover",
        "reader out",
        "crowded",
        "bank card",
        "nobody's runner",
        "HOME",
        "beyond HOME",
    ],
)
def test_what_is_in_the_way_is_said(race: Tabletop, gone: Gone) -> None:
    race.put("Cem", 8)
    race.slide("Cem", 9)
    race.slide("Cem", 8)
    gone.do(race)
    race.wait(4 * SCAN_S)
    assert not can_mend(race)
    assert refused(race) == gone.said


def test_on_a_closed_hare_square_no_game_has_a_runner(lay: Opener) -> None:
    table = lay(options={"hare": "off"})
    table.put("Ben", 6)
    assert not can_mend(table)
    assert refused(table) == (
        "The runners could never stand like this in a game. Put them where they belong instead."
    )


def test_where_a_mover_moves_from_nobody_may_stand_before_it_has_moved(race: Tabletop) -> None:
    race.put("Ann", 7)
    race.put("Cem", 5)
    assert refused(race) == (
        "Ann's runner 1 is moving off square 5. Play that move on the phone first."
    )
    race.phone("Ann", "f7")
    mend(race, "board")
    assert (race.at("Ann"), race.at("Cem")) == (7, 5)


def test_a_runner_that_only_chews_moves_away_from_nowhere(race: Tabletop) -> None:
    race.move("Ann", 10)
    race.turn("Ann")
    race.move("Ben", 7)
    race.move("Cem", 9)
    race.put("Cem", 10)
    race.turn("Ann")
    assert race.finding.candidate is not None
    assert (
        refused(race) == "Two runners would be on square 10. Put one of them somewhere else first."
    )


def test_a_runner_that_stands_where_the_mover_is_going_is_not_taken_over(race: Tabletop) -> None:
    race.put("Ann", 7)
    race.put("Cem", 7)
    assert not can_mend(race)
    assert (
        refused(race) == "Two runners would be on square 7. Put one of them somewhere else first."
    )
    race.put("Cem", 12)
    mend(race, "board")
    assert (race.at("Cem"), race.faults) == (12, [])
    race.wait(SETTLE_S + SCAN_S)
    assert race.actions[-1] == "f7"


@pytest.mark.parametrize(
    "moves",
    [(("green", 5), ("yellow", 2)), (("red", 9), ("yellow", 2), ("green", 5), ("blue", 4))],
    ids=["other on START", "other on the track"],
)
def test_on_the_square_of_a_players_second_runner_stands_no_other(
    lay: Opener, moves: tuple[tuple[Colour, int], ...]
) -> None:
    table = lay(2)
    for colour, square in moves:
        table.world.put(colour, square)
        table.wait(SETTLE_S + SCAN_S)
    assert len(table.actions) == len(moves)
    table.world.put("yellow", 5)
    table.wait(SCAN_S)
    assert (
        refused(table) == "Two runners would be on square 5. Put one of them somewhere else first."
    )


def test_a_runner_that_is_just_being_moved_is_waited_for(race: Tabletop) -> None:
    race.put("Ben", 12)
    race.world.miss("green", 1)
    race.wait(0)
    assert refused(race) == "Wait until all runners stand still, then try again."
    race.wait(SCAN_S)
    mend(race, "board")
    assert race.at("Ben") == 12


def test_what_the_game_is_asking_for_comes_first(gift: Tabletop) -> None:
    gift.put("Ben", 12)
    assert not can_mend(gift)
    assert refused(gift) == "Answer the game's question first."
    gift.phone("Ann", "keep")
    gift.phone("Ben", "keep")
    mend(gift, "board")
    assert gift.at("Ben") == 12


def test_where_wood_and_game_agree_there_is_nothing_to_mend(race: Tabletop) -> None:
    for by in ("board", "game"):
        with pytest.raises(Refusal) as caught:
            mend(race, by)
        assert caught.value.code == "not-offered"


def test_it_is_said_of_the_wood_as_it_was_seen(race: Tabletop) -> None:
    race.put("Ben", 12)
    with pytest.raises(Refusal) as caught:
        race.command(Mend("board", race.snapshot.version - 1))
    assert caught.value.code == "stale"
