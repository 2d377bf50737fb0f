"""The track in a terminal: every runner where it stands, in its colours and without."""

import click
import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.pieces import COLOURS, Player, Seating
from controller.game.rules import new_game
from tests.support.rules.positions import play, position
from web.commands.track_picture import INKS, TrackPicture
from web.languages.language import in_english

SQUARES = "START HCH3CHF24LT3CHTF24T3CL2THC432THFCH23TCHC2LT34H2FCTH324CTLHCFCHC HOME"
SCALE = "      1       10        20        30        40        50        60"
NAMES = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")


def seating(seats: int, each: int = 1) -> Seating:
    """Players in the order of the colours; with two runners each, Ann has red and yellow."""
    colours = [COLOURS[seat * each : (seat + 1) * each] for seat in range(seats)]
    return Seating(tuple(Player(NAMES[seat], each) for seat, each in enumerate(colours)))


def picture(seats: int, each: int = 1, columns: int = 80) -> TrackPicture:
    return TrackPicture(seating(seats, each), columns)


def plain(drawn: str) -> list[str]:
    return click.unstyle(drawn).split("\n")


def test_runners_stand_above_their_squares() -> None:
    drawn = picture(4).draw(position([1, 0, 63, 10]))
    assert plain(drawn) == [
        "    2 1        4                                                    3",
        SQUARES,
        SCALE,
    ]


def test_six_runners_have_room_at_start_and_at_home() -> None:
    assert plain(picture(6).draw(position([0] * 6)))[0] == "123456"
    home = [(5, 0), (0, 0), (4, 0), (1, 0), (3, 0), (2, 0)]
    drawn = plain(picture(6).draw(position([64] * 6, home=home)))
    assert drawn[0] == " " * 70 + "615243"
    assert drawn[1].endswith(" HOME")
    assert max(map(len, drawn)) <= 80


@pytest.mark.parametrize(
    ("at", "action", "runners"),
    [
        ((4, 6, 0), "f8", "    3    --2-1"),
        ((0, 6, 0), "f3", "    3 --1  2"),
        ((18, 6, 0), "b", "    3      2        1---"),
    ],
)
def test_dashes_lead_along_the_way_of_a_move(
    at: tuple[int, ...], action: str, runners: str
) -> None:
    before = position(at)
    after = play(before, action)
    assert plain(picture(3).draw(after, before))[0] == runners


def test_a_runner_that_has_come_home_leaves_its_way() -> None:
    before = position([60, 5, 0], carrots=10, lettuces=0)
    after = play(before, "f64")
    assert plain(picture(3).draw(after, before))[0] == "    3     2" + " " * 54 + "---- 1"


def test_each_runner_has_its_colour_and_its_number() -> None:
    drawn = picture(3, each=2).draw(position([(1, 2), (3, 4), (5, 6)]))
    for number, (background, ink) in enumerate(INKS.values(), start=1):
        assert click.style(str(number), bg=background, fg=ink, bold=True) in drawn
    assert len(set(INKS.values())) == len(COLOURS)
    assert plain(drawn)[0] == "      123456"


def test_the_legend_names_runners_and_squares_as_the_edition_does() -> None:
    said = plain(picture(2, each=2).legend(position([(0, 0), (0, 0)]), in_english()))
    assert said == [
        "Runners: 1 red (Ann), 2 yellow (Ann), 3 green (Ben), 4 blue (Ben)",
        "Squares: H hare, C carrot, L lettuce, T tortoise, F flag, 2 3 4 numbers",
    ]
    hedgehogs = new_game(make_ruleset("abacus-2000", seats=3), 3)
    said = plain(picture(3).legend(hedgehogs, in_english()))
    assert "T hedgehog" in said[1]


def test_in_a_narrow_terminal_the_track_goes_on_below() -> None:
    assert plain(picture(3, columns=50).draw(position([31, 30, 62]))) == [
        " " * 35 + "2",
        "START HCH3CHF24LT3CHTF24T3CL2THC432T",
        "      1       10        20        30",
        "      1",
        "      HFCH23TCHC2LT34H2FCTH324CTLHCF",
        "              40        50        60",
        "       3",
        "      CHC HOME",
        "",
    ]


@pytest.mark.parametrize("columns", [0, 5, 21])
def test_however_narrow_it_is_ten_squares_are_drawn_in_a_row(columns: int) -> None:
    drawn = plain(picture(3, columns=columns).draw(position([0, 0, 0])))
    assert drawn[1] == "START HCH3CHF24L"
    assert len(drawn) == 3 * 7
