"""What the picture of a race shows, against a count by other code."""

from datetime import date
from functools import cache
from typing import Final

import msgspec
import pytest

from controller.game.pieces import PIECES, Player
from controller.refusal import Refusal
from controller.table.past_games import Story
from tests.support.records.stories import NAMES, finished, seats
from tests.support.web.views import story
from web.languages.language import LANGUAGES, in_english, speech
from web.views.race_picture import RacePicture, race_picture

DAY = date(2026, 8, 14)


def shown(told: Story, language: str = "en", *, names: bool = False) -> RacePicture:
    return race_picture(told, DAY, speech(language), names=names)


RACES: Final = {
    "two": lambda: finished(seats(NAMES[:2], runners=2), 2),
    "three": lambda: finished(seats(NAMES[:3]), 3),
    "six": lambda: finished(seats(NAMES), 5),
    "teams": lambda: finished(seats(NAMES[:4]), 4, teams=[[0, 2], [1, 3]]),
}


@cache
def run(race: str) -> Story:
    return RACES[race]()


@pytest.mark.parametrize("race", RACES)
def test_lines_and_order_are_those_of_the_story_and_its_chart(race: str) -> None:
    told = run(race)
    picture, chart = shown(told, names=True), story(told, in_english())
    expected = {}
    for seat, player in enumerate(chart["players"]):
        for runner, colour in enumerate(player["colours"]):
            way = [chart["start"]["squares"][seat][runner]]
            for turn in chart["turns"]:
                if way[-1] != chart["home"]:
                    way.append(turn["squares"][seat][runner])
            expected[colour] = tuple(way)
    assert {line.look.colour: line.squares for line in picture.lines} == expected
    assert [each.name for each in picture.finishers] == [
        chart["players"][seat]["name"] for seat in chart["ranking"]
    ]
    assert [each.place for each in picture.finishers] == ["1st", "2nd", "3rd", "4th", "5th", "6th"][
        : len(chart["ranking"])
    ]
    assert (picture.home, picture.turns) == (chart["home"], len(chart["turns"]))
    assert list(picture.lettuces) == chart["lettuces"]
    assert any(len(way) <= len(chart["turns"]) for way in expected.values())


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_names_the_same_race_of_others_is_the_same_picture(
    race: str, language: str
) -> None:
    told = run(race)
    others = tuple(
        msgspec.structs.replace(player, name=f"Another {number}")
        for number, player in enumerate(told.players)
    )
    other_race = msgspec.structs.replace(told, players=others)
    assert shown(told, language) == shown(other_race, language)
    assert shown(told, language, names=True) != shown(other_race, language, names=True)


def test_without_names_runners_are_called_by_colour_and_told_by_shape() -> None:
    one, two = shown(run("three")), shown(run("two"))
    colours = {look.colour: look for look in PIECES}
    assert {each.name for each in one.finishers} == {"Red", "Yellow", "Green"}
    for each in one.finishers:
        assert each.looks == (colours[each.name.lower()],)  # type: ignore[index]
    assert one.headline == f"{one.finishers[0].name} has won the race"
    assert {each.name for each in two.finishers} == {"Red and Yellow", "Green and Blue"}
    assert two.headline == f"{two.finishers[0].name} have won the race"


def test_a_team_wins_together() -> None:
    picture = shown(run("teams"), names=True)
    team_of = dict(zip(NAMES, ("Team A", "Team B") * 2, strict=False))
    assert [each.team for each in picture.finishers] == [
        team_of[each.name] for each in picture.finishers
    ]
    assert picture.headline == f"{picture.finishers[0].team} has won the race"


def test_a_computer_opponent_is_called_as_in_the_pages() -> None:
    players = (*seats(NAMES[:2]), Player("Walker", ("green",), "walker"))
    told = finished(players, 3)
    for language in ("en", "de"):
        called = story(told, speech(language))["players"][2]["name"]
        assert called in [each.name for each in shown(told, language, names=True).finishers]


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "14 August 2026"), ("de", "14. August 2026"), ("fr", "14 août 2026")],
)
def test_the_day_is_told_in_the_language(language: str, day: str) -> None:
    assert shown(run("three"), language).about == f"Parlett 2018, {day}"


def test_an_unknown_day_is_left_out() -> None:
    assert race_picture(run("three"), None, in_english(), names=False).about == "Parlett 2018"


def test_all_of_it_is_told_to_who_cannot_see_it() -> None:
    picture = shown(run("three"))
    assert picture.text.startswith("Parlett 2018, 14 August 2026. How far every runner had come")
    order = ", ".join(f"{each.place} {each.name}" for each in picture.finishers)
    assert picture.text.endswith(f" {order}.")


def test_characters_that_do_not_show_are_replaced() -> None:
    players = (Player("A\x01\u202eB", ("red",)), *seats(NAMES)[1:3])
    names = [each.name for each in shown(finished(players, 3), names=True).finishers]
    assert "A\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}B" in names


def test_a_race_that_is_not_over_has_no_picture() -> None:
    told = run("three")
    for running in (
        msgspec.structs.replace(told, over=False),
        msgspec.structs.replace(told, turns=()),
    ):
        with pytest.raises(Refusal) as refused:
            shown(running)
        assert refused.value.code == "game-running"
