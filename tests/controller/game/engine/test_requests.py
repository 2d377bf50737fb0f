"""Every request of the engine protocol, and what it answers."""

import random
from pathlib import Path
from typing import Any

import pytest

from controller.game.editions.files import SHIPPED
from controller.game.editions.options import OPTIONS
from controller.game.editions.rulesets import edition_ids
from controller.game.records import read, replay
from controller.game.rules import Options, legal, to_builtins
from tests import naive
from tests.support.engine.talking import EDITION, Talk, code, game_of_three
from tests.support.rules.any_rules import any_positions
from tests.support.rules.positions import actions, deal, opening, position


@pytest.fixture
def talk() -> Talk:
    """An engine without a game."""
    return Talk()


@pytest.fixture
def game() -> Talk:
    """An engine with a game of three, its cards dealt."""
    return game_of_three()


def test_new_begins_a_game(talk: Talk) -> None:
    answer = talk.done("new", edition=EDITION, seats=4)
    assert answer == {"state": naive.new(EDITION, 4), "legal": ["deal"], "events": []}
    options = {"hare": "die-table", "patch_total": 500}
    answer = talk.done("new", edition=EDITION, seats=5, first=2, options=options, seed=-3)
    assert answer["state"] == naive.new(EDITION, 5, 2, options)
    assert answer["legal"] == actions(position([0] * 5))


def test_play_answers_with_the_position_what_is_legal_and_what_happened(game: Talk) -> None:
    answer = game.done("play", action="f5")
    assert answer["state"]["to_act"] == 1
    assert answer["legal"] == ["f1", "f2", "f3", "f4", "f6", "f7", "f8", "f9", "f10"]
    assert answer["events"] == [
        {"event": "moved", "seat": 0, "runner": 0, "start": 0, "to": 5, "cost": 15}
    ]


def test_a_whole_game_is_that_of_the_other_implementation(talk: Talk) -> None:
    rng = random.Random(6)
    for edition in edition_ids():
        theirs = naive.new(edition, 3)
        answer = talk.done("new", edition=edition, seats=3, seed=5)
        for _ in range(300):
            assert answer["state"] == theirs
            if answer["state"]["prompt"] in ("deal", "roll"):
                assert answer["legal"] == [answer["state"]["prompt"]]
                answer = talk.done("chance")
                if theirs["prompt"] == "deal":
                    theirs = naive.play(theirs, deal(answer["state"]["pile"]))
                else:
                    rolled = answer["events"][0]["value"]
                    theirs = naive.play(theirs, f"roll {rolled}")
                continue
            assert answer["legal"] == naive.legal(theirs)
            if not answer["legal"]:
                break
            action = rng.choice(answer["legal"])
            answer, theirs = talk.done("play", action=action), naive.play(theirs, action)


def test_set_takes_a_whole_position(talk: Talk) -> None:
    for number, state in enumerate(any_positions(games=12, seed=3)):
        if number % 7 == 0 or state.prompt != "move":
            plain = to_builtins(state)
            expected = [str(action) for action in legal(state)]
            answer = talk.done("set", state=plain)
            assert answer == {"state": plain, "legal": expected, "events": []}


def test_chance_draws_from_the_seed(talk: Talk) -> None:
    def dealt(seed: int) -> list[Any]:
        talk.done("new", edition=EDITION, seats=3, seed=seed)
        first = talk.done("chance")["state"]["pile"]
        talk.done("undo")
        return [first, talk.done("chance")["state"]["pile"]]

    assert dealt(7) == dealt(7)
    assert dealt(7) != dealt(8)
    first, second = dealt(7)
    assert first != second, "another draw is another deal"
    assert sorted(first) == sorted(opening().pile)


def test_chance_without_a_seed_differs_from_game_to_game(talk: Talk) -> None:
    piles = set()
    for _ in range(4):
        talk.done("new", edition=EDITION, seats=3)
        piles.add(tuple(talk.done("chance")["state"]["pile"]))
    assert len(piles) == 4


def test_chance_rolls_every_number(talk: Talk) -> None:
    talk.stand(position([13, 0, 0], hare="die-table"))
    talk.done("play", action="f14")
    rolled = set()
    for _ in range(200):
        rolled.add(talk.done("chance")["events"][0]["value"])
        talk.done("undo")
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_a_roll_or_deal_may_be_played_by_hand(talk: Talk) -> None:
    talk.done("new", edition="intellect-1974", seats=3)
    talk.done("play", action="f1")
    assert talk.done("play", action="roll 6")["events"][0]["action"] == "again"
    talk.done("new", edition=EDITION, seats=3)
    pile = list(opening().pile[::-1])
    assert talk.done("play", action=deal(pile))["state"]["pile"] == pile


def test_undo_takes_back_chance_too_down_to_the_start(game: Talk) -> None:
    answer = game.done("play", action="f5")
    game.done("play", action="f6")
    assert game.done("undo") == {**answer, "events": []}
    game.done("undo")
    assert game.done("undo")["legal"] == ["deal"]
    assert game.refused("undo") == "bad-request"


def test_why_says_what_is_against_an_action(game: Talk) -> None:
    assert game.done("why", action="f5") == {"reasons": []}
    assert game.done("why", action="f11")["reasons"] == [
        {
            "code": "tortoise-is-backwards-only",
            "message": "Square 11 is a tortoise: you can only move back to it.",
        },
        {"code": "too-few-carrots", "message": "That costs 66 carrots, and you have 65."},
    ]


def test_perft_counts_sequences(game: Talk) -> None:
    state = game.done("play", action="f5")["state"]
    for depth in range(4):
        assert game.done("perft", depth=depth) == {"leaves": naive.perft(state, depth)}
    game.done("new", edition="abacus-2000", seats=3)
    state = game.done("play", action="f1")["state"]
    assert game.done("perft", depth=1) == {"leaves": 6}
    assert game.done("perft", depth=2) == {"leaves": naive.perft(state, 2)}
    game.stand(position([63, 64, 0], carrots=1, lettuces=0, patch=0))
    assert game.done("perft", depth=2)["leaves"] == naive.perft(
        to_builtins(position([63, 64, 0], carrots=1, lettuces=0, patch=0)), 2
    ), "the game may end before the second action"


def test_record_writes_the_game_so_far(game: Talk) -> None:
    game.done("play", action="f5")
    game.done("play", action="f6")
    game.done("undo")
    text = game.done("record")["record"]
    assert read(text).header.edition == EDITION
    assert read(text).actions[1:] == ("f5",)
    game.done("play", action="f6")
    _, replayed = replay(text)
    assert to_builtins(replayed.state) == game.done("undo")["state"]


def test_record_of_a_position_says_where_it_began(talk: Talk) -> None:
    state = position([5, 4, 6], patch=50)
    talk.stand(state)
    talk.done("play", action="draw")
    _, replayed = replay(talk.done("record")["record"])
    assert replayed.start == state


def test_editions_lists_editions_and_every_option_with_its_values(talk: Talk) -> None:
    answer = talk.done("editions")
    assert tuple(answer["editions"]) == edition_ids()
    assert tuple(answer["options"]) == OPTIONS == Options.__struct_fields__
    for edition, told in answer["editions"].items():
        for seats in range(2, 7):
            options = {**told["options"], **told["with_seats"].get(str(seats), {})}
            assert talk.done("new", edition=edition, seats=seats)["state"]["options"] == options
    for option, values in answer["options"].items():
        if isinstance(values, list):
            for value in values:
                talk.done("new", edition=EDITION, seats=2, options={option: value})
        else:
            assert values.keys() & {"from", "lists_of"}


PARLETT = (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of an edition of one's own, `ours`, yet to be written."""
    (tmp_path / "editions").mkdir()
    monkeypatch.setenv("HAREBOARD_RULES", str(tmp_path))
    return tmp_path / "editions" / "ours.toml"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name = 3\n", "ours.toml"),
        ('deck = "number-cards"\n' + PARLETT, "are for number-cards, not for text-cards."),
        (PARLETT.replace('track = "B"', 'track = "C"'), "There is no track “C”"),
    ],
)
def test_an_edition_whose_file_is_wrong_is_listed_with_its_problem(
    talk: Talk, ours: Path, text: str, problem: str
) -> None:
    ours.write_text(text, "utf-8")
    assert problem in talk.done("editions")["editions"]["ours"]["problem"]
    assert code(talk.ask("new", edition="ours", seats=3)) == "bad-option"


@pytest.mark.parametrize(
    ("patch", "usual", "others"),
    [(300, 3, ("2", "4")), (194, 2, ("2",)), (380, 3, ("2", "4", "5"))],
)
def test_numbers_of_seats_for_which_the_carrots_do_not_suffice_are_left_out(
    talk: Talk, ours: Path, patch: int, usual: int, others: tuple[str, ...]
) -> None:
    ours.write_text(PARLETT.replace("[options]", f"[options]\npatch_total = {patch}"), "utf-8")
    told = talk.done("editions")["editions"]["ours"]
    assert tuple(told["with_seats"]) == others
    options = talk.done("new", edition="ours", seats=usual)["state"]["options"]
    assert told["options"] == options
