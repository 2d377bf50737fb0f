"""What the pages tell of a game in play: animals, risks, reasons, rules and cards."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Abandon, Begin
from tests.support.table.tabletop import NAMES, Tabletop
from tests.support.web.views import rulebook, view, why_not
from web.languages.language import in_english
from web.views.words import edition_name

ENGLISH = in_english()


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path, 3)
    yield table
    table.session.close()


def play_by(table: Tabletop, edition: str, **options: Any) -> None:
    """Begin anew by the rules of an edition."""
    setup = table.session.snapshot.setup
    assert setup is not None
    table.command(Abandon(table.snapshot.version))
    table.command(Begin(Setup(setup.seats, edition=edition, options=options)))


def hand_of(table: Tabletop, seat: int) -> Any:
    return view(table.snapshot, seat, ENGLISH, (), "")["me"]


def risk(table: Tabletop, square: int) -> str:
    destinations = hand_of(table, 0)["destinations"]
    return next(str(each["risk"]) for each in destinations if each["square"] == square)


def everything_said(table: Tabletop) -> str:
    seen = [view(table.snapshot, seat, ENGLISH, (), "") for seat in (None, 0, 1, 2)]
    seat = table.state.to_act or 0
    whys = [why_not(table.snapshot, seat, square, ENGLISH) for square in range(65)]
    return str((seen, whys, rulebook(table.snapshot, ENGLISH)))


@pytest.mark.parametrize(
    ("edition", "animal", "stranger"),
    [("parlett-2018", "tortoise", "hedgehog"), ("abacus-2000", "hedgehog", "tortoise")],
)
def test_an_edition_has_its_own_animal(
    table: Tabletop, edition: str, animal: str, stranger: str
) -> None:
    play_by(table, edition)
    rng = random.Random(3)
    said = ""
    for _ in range(40):
        seat = table.state.to_act
        assert seat is not None
        said += everything_said(table)
        me = hand_of(table, seat)
        moves = [each["action"] for each in (*me["destinations"], *me["choices"])]
        if "b" in moves:
            moves = ["b"]
        table.phone(NAMES[seat], rng.choice(moves))
    assert f"went back to the {animal}" in said
    assert stranger not in said.lower()


def test_a_view_says_who_has_a_phone_and_which_board_it_is(table: Tabletop) -> None:
    seen = view(table.snapshot, None, ENGLISH, {0, 2}, "kitchen")
    assert [seat["taken"] for seat in seen["seats"]] == [True, False, True]
    assert (seen["board"], seen["paused"], seen["can_mend"]) == ("kitchen", False, False)


def test_what_can_go_wrong_on_a_square_is_said_before(table: Tabletop) -> None:
    assert risk(table, 1) == "The card may cost you carrots, or your next turn."
    assert risk(table, 2) == ""
    assert risk(table, 4) == "Your place may change before you leave."
    assert risk(table, 10) == "Your place may change before you chew."
    play_by(table, "devir-2014")
    assert risk(table, 2) == "With fewer than 10 carrots in the patch you cannot draw."
    play_by(table, "tournament-2019")
    assert risk(table, 1) == (
        "If you have fewer than 10 carrots when you are passed, you must go back."
    )
    play_by(table, "parlett-2018", hare="flat-cost", start_carrots=10)
    assert risk(table, 1) == ""
    assert risk(table, 4).endswith(" With no carrots left you may have to go back, or start again.")


def test_the_first_tortoise_has_none_behind_it(tmp_path: Path) -> None:
    table = Tabletop(tmp_path)
    for actions in (("f5", "f4", "f8"), ("f12", "f9", "f13"), ("b", "f10", "f16")):
        for name, action in zip(("Ann", "Ben", "Cem"), actions, strict=True):
            table.phone(name, action)
    here = hand_of(table, 0)["runners"][0]["here"]
    assert here == "From here you can only run on: there is no tortoise behind you."
    table.session.close()


def test_what_a_square_pays_on_leaving_it_can_be_spent(table: Tabletop) -> None:
    for name, action in (("Ann", "f4"), ("Ben", "f5"), ("Cem", "f8")):
        table.phone(name, action)
    me = hand_of(table, 0)
    (ann,) = me["runners"]
    assert me["carrots"] == 55
    assert ann["here"] == "You are 3rd: move on now and you draw 30 carrots."
    assert "You can spend 85 carrots." in ann["home"]["sentence"]


def test_what_a_square_pays_is_promised_to_nobody_who_waits(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    table.phone("Ben", "f8")
    table.phone("Cem", "f4")
    here = hand_of(table, 2)["runners"][0]["here"]
    assert here == "You are 3rd. This square pays if you leave it in 3rd place."


@pytest.mark.parametrize(
    ("square", "sentences"),
    [
        (5, []),
        (11, ["Square 11 is a tortoise: you can only move back to it."]),
        (0, ["You can't go back to START, except to start again."]),
        (
            64,
            [
                "That costs 2080 carrots, and you have 65.",
                "HOME is closed while you hold lettuces: 3 to go.",
            ],
        ),
    ],
)
def test_why_a_square_is_not_lit(table: Tabletop, square: int, sentences: list[str]) -> None:
    told = why_not(table.snapshot, 0, square, ENGLISH)
    assert told["may"] == (not sentences)
    assert told["sentences"][: len(sentences)] == sentences
    assert why_not(table.snapshot, 1, square, ENGLISH)["sentences"][0] == "It is Ann's turn."


@pytest.mark.parametrize(("seat", "square"), [(3, 5), (-1, 5), (0, 65), (0, -1)])
def test_nobody_asks_about_what_is_not_there(table: Tabletop, seat: int, square: int) -> None:
    with pytest.raises(LookupError, match="no such seat or square"):
        why_not(table.snapshot, seat, square, ENGLISH)


def test_of_two_runners_the_one_that_may_not_is_named(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, 2)
    table.phone("Ann", "1:f2")
    table.phone("Ben", "1:f4")
    assert why_not(table.snapshot, 0, 2, ENGLISH) == {
        "square": 2,
        "name": "carrot",
        "may": False,
        "sentences": [
            "red: Square 2 is not ahead of you.",
            "green: Square 2 is taken by another runner.",
        ],
    }
    assert why_not(table.snapshot, 0, 5, ENGLISH)["may"] is True
    table.session.close()


def test_the_rules_are_those_of_the_game_in_play(table: Tabletop) -> None:
    usual = rulebook(table.snapshot, ENGLISH)
    assert sum(each["count"] for each in usual["cards"]) == 15
    assert usual["race_card"][:4] == [1, 3, 6, 10]
    assert usual["race_card"][-1] == 2080
    assert usual["flat_cost"] is None
    assert [(each["name"], each["carrots"]) for each in usual["payouts"]] == [
        ("number 2", [20]),
        ("number 3", [30]),
        ("number 4", [40]),
        ("flag", [10, 50, 60]),
    ]
    play_by(table, "abacus-2000", hare="flat-cost", open_hands=True, finish="first-home")
    other = rulebook(table.snapshot, ENGLISH)
    assert (other["cards"], other["flat_cost"]) == ([], 5)
    text = " ".join(sentence for each in other["sections"] for sentence in each["text"])
    assert "Everybody begins with 65 carrots and 3 lettuces." in text
    assert "there are 1434 carrots" in text
    assert "there for all to see" in text
    assert "The first arrival ends the game." in text


@pytest.mark.parametrize(
    ("edition", "options", "sentence"),
    [
        (
            "broadway-2018",
            {},
            "On this board the lettuce squares are beds: runners nap there while they eat.",
        ),
        ("intellect-1974", {}, "You may have at most 20 carrots left."),
        (
            "abacus-2000",
            {"baulk": True},
            (
                "When the patch cannot pay what it owes, everybody else first puts half their "
                "carrots into it."
            ),
        ),
        ("abacus-2000", {}, "When the patch cannot pay what it owes, it pays what it has."),
        (
            "abacus-2000",
            {"runners": 2},
            (
                "You must chew all your lettuces first. Your first runner may arrive with any "
                "number of carrots; the second must keep to the limit."
            ),
        ),
        ("ravensburger-1978", {}, "A “ten” may be declined."),
        *(
            ("parlett-2018", {"runners": 2}, sentence)
            for sentence in (
                "Each runner has a place of its own in the race, your own two as well.",
                (
                    "After a move onto a lettuce, your next two turns are for that runner: it "
                    "chews, then it moves on."
                ),
                (
                    "Cards that speak of players behind or in front go by each player's leading "
                    "runner."
                ),
            )
        ),
        (
            "abacus-2000",
            {"runners": 2, "finish": "first-home"},
            "The game ends once somebody has both runners HOME.",
        ),
        (
            "parlett-2018",
            {"runners": 2},
            (
                "Your first runner may arrive with any number of carrots and with lettuces "
                "left; the second must keep to the limit, and have no lettuces left."
            ),
        ),
    ],
)
def test_a_rule_is_told_where_it_holds(
    table: Tabletop, edition: str, options: dict[str, Any], sentence: str
) -> None:
    setup = table.snapshot.setup
    assert setup is not None
    setup = msgspec.structs.replace(setup, edition=edition, options=options)
    told = rulebook(msgspec.structs.replace(table.snapshot, setup=setup, state=None), ENGLISH)
    assert told["edition_name"] == edition_name(edition)
    assert sentence in [text for each in told["sections"] for text in each["text"]]
    usual = rulebook(table.snapshot, ENGLISH)
    assert (sentence in str(usual)) == (edition == "parlett-2018" and not options)


def test_before_the_first_game_the_rules_are_the_usual_ones(table: Tabletop) -> None:
    nothing = msgspec.structs.replace(table.snapshot, setup=None, state=None)
    told = rulebook(nothing, ENGLISH)
    assert told["edition_name"] == edition_name("parlett-2018")
    assert "Be the first to bring your runner HOME." in told["sections"][0]["text"]


def test_cards_say_what_they_do_in_this_game(table: Tabletop) -> None:
    def text(title: str) -> str:
        told = rulebook(table.snapshot, ENGLISH)["cards"]
        return next(str(each["text"]) for each in told if each["title"] == title)

    assert text("A gift").endswith("5 each, or 1 each.")
    assert text("A fresh bundle") == "You now hold exactly 65 carrots."
    play_by(table, "ravensburger-2008")
    assert text("A gift").endswith("if you can afford it.")
    assert text("A fresh bundle") == "You now hold exactly 68 carrots."
    assert text("Ahead or behind?").endswith("If not, move again at once.")
    play_by(table, "ravensburger-1978")
    assert text("Ten") == "Draw 10 carrots, or pay 10, or neither."
    assert text("To the carrots").endswith("if it is free.")


def test_who_waits_is_told_what_a_move_would_cost(table: Tabletop) -> None:
    assert why_not(table.snapshot, 1, 4, ENGLISH)["sentences"] == [
        "It is Ann's turn.",
        "A move there would cost you 10 carrots.",
    ]
    table.phone("Ann", "f5")
    table.phone("Ben", "f4")
    assert why_not(table.snapshot, 1, 2, ENGLISH)["sentences"] == ["It is Cem's turn."]


@pytest.mark.parametrize(
    ("players", "flag", "number"),
    [
        (
            3,
            "Pays if you are 1st when you leave.",
            "This square pays only 4th place, and just 3 are racing.",
        ),
        (5, "Pays if you are 1st or 5th when you leave.", "Pays 40 if you are 4th when you leave."),
        (
            6,
            "Pays if you are 1st, 5th or 6th when you leave.",
            "Pays 40 if you are 4th when you leave.",
        ),
    ],
)
def test_only_places_that_can_occur_are_promised(
    tmp_path: Path, players: int, flag: str, number: str
) -> None:
    table = Tabletop(tmp_path, players)
    there = {
        each["square"]: each["sentence"]
        for each in view(table.snapshot, 0, ENGLISH, (), "")["me"]["destinations"]
    }
    assert (there[7], there[9]) == (flag, number)
    table.session.close()


@pytest.mark.parametrize(
    ("players", "here"),
    [
        (3, "This square pays only 4th place, and just 3 are racing."),
        (4, "You are 1st. This square pays if you leave it in 4th place."),
    ],
)
def test_a_square_that_cannot_pay_says_so(tmp_path: Path, players: int, here: str) -> None:
    table = Tabletop(tmp_path, players)
    table.phone("Ann", "f9")
    runner = view(table.snapshot, 0, ENGLISH, (), "")["me"]["runners"][0]
    assert runner["here"] == here
    table.session.close()


@pytest.mark.parametrize(
    ("finish", "sentence"),
    [
        ("first-home", "The team of whoever is HOME first wins."),
        ("play-on", "A team wins when all its runners are HOME."),
    ],
)
def test_how_a_team_wins_is_told(table: Tabletop, finish: str, sentence: str) -> None:
    setup = table.snapshot.setup
    assert setup is not None
    setup = msgspec.structs.replace(
        setup,
        seats=(*setup.seats, Player("Dan", ("black",))),
        options={"teams": [[0, 2], [1, 3]], "finish": finish},
    )
    told = rulebook(msgspec.structs.replace(table.snapshot, setup=setup, state=None), ENGLISH)
    assert sentence in [text for each in told["sections"] for text in each["text"]]
