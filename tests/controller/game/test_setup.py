"""Setting up a game: what does not fit is refused."""

import msgspec
import pytest

from controller.game.pieces import Colour, Player, Seating
from controller.game.rules import BadSetup
from controller.game.setup import Setup, Together, check_players, race_of, start_game
from controller.game.turn_clock import MoveTime, Reminder, TurnClock


def seats(*colours: tuple[Colour, ...]) -> tuple[Player, ...]:
    names = ("Ann", "Ben", "Cem")
    return tuple(Player(name, each) for name, each in zip(names, colours, strict=False))


THREE = seats(("red",), ("blue",), ("green",))


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (
            seats(("red",), ("blue", "green"), ("yellow",)),
            "Ben needs one runner, with one colour.",
        ),
        (
            seats(("red", "blue"), ("green",)),
            "Ben needs two runners, with a colour for each.",
        ),
        (seats(("red",), ("blue",), ("red",)), "The colour “red” is used twice."),
        (seats(("red", "red"), ("blue", "green")), "The colour “red” is used twice."),
    ],
)
def test_runners_that_do_not_fit_are_refused(players: tuple[Player, ...], said: str) -> None:
    with pytest.raises(BadSetup) as caught:
        start_game(Setup(players))
    assert str(caught.value) == said
    assert caught.value.code == "bad-request"


def test_two_players_of_one_name_are_refused_by_the_name_as_it_was_typed() -> None:
    players = (Player("Zoë", ("red",)), Player("Ann ", ("blue",)), Player("aNN", ("green",)))
    with pytest.raises(BadSetup) as caught:
        start_game(Setup(players))
    assert str(caught.value) == ("Players 2 and 3 have the same name, “Ann”: change one of them.")


def test_names_that_differ_in_blanks_only_are_those_of_one_person() -> None:
    players = (
        Player("Ann Lee", ("red",)),
        Player("Ben", ("blue",)),
        Player("ann  Lee", ("green",)),
    )
    with pytest.raises(BadSetup) as caught:
        check_players(Setup(players))
    assert str(caught.value) == (
        "Players 1 and 3 have the same name, “Ann Lee”: change one of them."
    )
    start_game(Setup(players))  # earlier versions did not refuse them


def test_with_a_colour_for_each_runner_the_game_begins() -> None:
    assert len(start_game(Setup(THREE)).state.seats) == 3


@pytest.mark.parametrize(
    "clock", [Reminder(60), Reminder(3600), MoveTime(5), MoveTime(30, 0), MoveTime(3600, 3600)]
)
def test_a_game_may_have_a_clock(clock: TurnClock) -> None:
    setup = Setup(THREE, clock=clock)
    start_game(setup)
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup


@pytest.mark.parametrize(
    "clock",
    [Reminder(4), Reminder(3601), Reminder(-60), MoveTime(0, 60), MoveTime(60, -1)],
)
def test_a_clock_has_times_that_one_can_play_with(clock: TurnClock) -> None:
    with pytest.raises(BadSetup) as caught:
        start_game(Setup(THREE, clock=clock))
    assert "seconds" in str(caught.value)


def test_an_earlier_version_can_read_a_game_without_a_clock() -> None:
    assert "clock" not in msgspec.json.decode(msgspec.json.encode(Setup(THREE)))


def test_an_earlier_version_can_read_a_game_without_opponents() -> None:
    setup = msgspec.json.decode(msgspec.json.encode(Setup(THREE)))
    assert set(setup) == {"seats", "edition", "first", "options", "chance"}
    assert set(setup["seats"][0]) == {"name", "colours"}


def test_a_seat_may_be_an_opponents_and_has_a_pace() -> None:
    players = (Player("Ann", ("red",)), Player("Walker", ("blue",), "walker"), THREE[2])
    setup = Setup(players, pace_s=0.5)
    start_game(setup)
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup
    assert (setup.pace_of_opponents_s, Setup(players).pace_of_opponents_s) == (0.5, 2.0)
    assert Seating(players).opponents == {1}


@pytest.mark.parametrize("pace_s", [-0.1, 60.1, float("nan")])
def test_an_opponents_pace_is_one_that_people_wait_for(pace_s: float) -> None:
    with pytest.raises(BadSetup, match="An opponent may take 0 to 60 seconds"):
        start_game(Setup(THREE, pace_s=pace_s))


@pytest.mark.parametrize("name", ["B\x1b[2Jen", "Ben\nHost", "\u202eneB"])
def test_a_new_name_has_no_character_that_does_not_show(name: str) -> None:
    players = Setup((Player("Ann", ("red", "green")), Player(name, ("blue", "yellow"))))
    with pytest.raises(BadSetup, match="The name of player 2 has a character that does not show"):
        check_players(players)
    start_game(players)  # a game of an earlier version is still read


def test_cards_and_dice_by_hand_need_a_person() -> None:
    owls = tuple(msgspec.structs.replace(each, opponent="strategist-2") for each in THREE)
    check_players(Setup((THREE[0], *owls[1:]), chance="by-hand"))
    check_players(Setup(owls))
    with pytest.raises(BadSetup, match="Only a person can enter what your own cards and dice show"):
        check_players(Setup(owls, chance="by-hand"))


TOGETHER = Together("a pair", (1,), "a race", ("Here", "There"))


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (
            Setup(THREE, together=msgspec.structs.replace(TOGETHER, guests=())),
            "At each of the two boards somebody has to sit.",
        ),
        (
            Setup(THREE, together=msgspec.structs.replace(TOGETHER, guests=(0, 1, 2))),
            "At each of the two boards somebody has to sit.",
        ),
        (
            Setup(THREE, together=TOGETHER, chance="by-hand"),
            (
                "In a race of two boards the board shuffles and rolls: choose that at “Cards and "
                "dice”."
            ),
        ),
        (
            Setup(THREE, together=msgspec.structs.replace(TOGETHER, boards=("Here", "\n"))),
            "The names of the two boards cannot be used.",
        ),
    ],
)
def test_a_race_of_two_boards_that_cannot_be_is_refused(setup: Setup, said: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        check_players(setup)
    assert str(refusal.value) == said


def test_a_setup_names_its_race_of_two_boards() -> None:
    both = Setup(THREE, together=TOGETHER)
    assert race_of(msgspec.json.encode(both).decode()) == "a race"
    assert race_of(msgspec.json.encode(Setup(THREE)).decode()) is None
    assert race_of("{") is None
