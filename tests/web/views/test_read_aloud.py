"""What is read aloud, sentence by sentence."""

from collections.abc import Callable, Sequence
from typing import get_args

import msgspec
import pytest

from controller.table.commands import Pause, TakeBack
from tests.support.table.learner import do_step, go, lesson_of
from tests.support.table.tabletop import Tabletop
from tests.web.views.test_answers import asked
from web.languages.language import LANGUAGES, in_english, speech
from web.views.onlookers import view
from web.views.shapes.view import SpokenDetail, SpokenSentence

ANN, BEN, CEM = 0, 1, 2


class Ear:
    """Somebody who listens to one view: every new sentence once, as pages say them."""

    def __init__(
        self, table: Tabletop, seat: int | None, detail: SpokenDetail = "all", language: str = "en"
    ) -> None:
        self._table, self._seat = table, seat
        details = get_args(SpokenDetail)
        self._details = details[: details.index(detail) + 1]
        self._say = speech(language)
        self._known = self.spoken()

    def spoken(self) -> tuple[SpokenSentence, ...]:
        return view(self._table.snapshot, self._seat, self._say, (), "").spoken

    def hears(self) -> list[str]:
        known = {(each.number, each.sentence) for each in self._known}
        self._known = self.spoken()
        new = (each for each in self._known if (each.number, each.sentence) not in known)
        return [each.sentence for each in new if each.detail in self._details]


def test_a_race_is_heard_from_the_first_move_to_home(make: Callable[..., Tabletop]) -> None:
    options = {"start_carrots": 2080, "lettuces": 0, "finish": "first-home", "hare": "off"}
    table = make(options=options)
    ann, all_of_them = Ear(table, ANN), Ear(table, None)

    table.put("Ann", 5)
    assert ann.hears() == ["You move to square 5."]
    assert all_of_them.hears() == ["Ann to square 5."]
    table.wait(5)
    assert ann.hears() == [
        "You moved to square 5 for 15 carrots.",
        "You have 2065 carrots.",
        "Ben to move.",
    ]
    assert all_of_them.hears() == [
        "Ann moved to square 5 for 15 carrots.",
        "Ben to move.",
        "Ben moves the runner to a lit square.",
        (
            "38 squares are lit: 2, 4, 7 to 9, 12, 13, 16 to 18, 20, 21, 23, 26 to 29, 32, 33, 35, "
            "36, 38, 40, 41, 44, 45, 47 to 49, 52 to 55, 59 to 61, 63 and HOME."
        ),
    ]
    ben = Ear(table, BEN)
    table.phone("Ben", "f64")
    assert ann.hears() == [
        "Ben ran HOME for 2080 carrots. Ben is HOME, 1st! The race is over.",
        "Ben has won the race.",
        "1st Ben, 2nd Ann, 3rd Cem.",
        "Look at how the race went, or play again.",
    ]
    assert ben.hears() == [
        "You ran HOME for 2080 carrots. You are HOME, 1st! The race is over.",
        "You have 0 carrots.",
        "You have won the race.",
        "1st Ben, 2nd Ann, 3rd Cem.",
        "Look at how the race went, or play again.",
    ]


TURN = ["Ben to move."]
MOVES = ["You moved to square 5 for 15 carrots.", "Ben to move."]
ALL = ["You moved to square 5 for 15 carrots.", "You have 50 carrots.", "Ben to move."]


@pytest.mark.parametrize(("detail", "heard"), [("turn", TURN), ("moves", MOVES), ("all", ALL)])
def test_each_level_says_what_the_one_before_says_and_more(
    make: Callable[..., Tabletop], detail: SpokenDetail, heard: Sequence[str]
) -> None:
    table = make()
    ear = Ear(table, ANN, detail)
    table.move("Ann", 5)
    assert ear.hears() == heard


def test_a_sentence_is_said_once_and_what_comes_again_is_said_again(
    make: Callable[..., Tabletop],
) -> None:
    table = make()
    ear = Ear(table, BEN, "turn")
    table.put("Ben", 30)
    said = ["A runner is out of place.", "Your runner stands on square 30 but belongs on START."]
    assert ear.hears()[:2] == said
    table.wait(5)
    assert ear.hears() == []
    table.knock("Ben")
    table.wait(5)
    assert ear.hears() == ["Ann to move."]
    table.put("Ben", 30)
    assert ear.hears()[:2] == said


def test_an_errand_is_asked_for_once_however_many_move_meanwhile(
    make: Callable[..., Tabletop],
) -> None:
    table = make()
    ear = Ear(table, CEM, "turn")
    table.phone("Ann", "f5")
    assert ear.hears() == ["Ben to move.", "Please put Ann's runner on square 5."]
    table.phone("Ben", "f4")
    assert ear.hears() == ["Your move.", "Please put Ben's runner on square 4."]


def test_a_refusal_has_its_reason_and_only_its_owner_hears_it(
    make: Callable[..., Tabletop],
) -> None:
    table = make(options={"start_carrots": 20, "hare": "off"})
    ann, ben, board = Ear(table, ANN, "turn"), Ear(table, BEN, "turn"), Ear(table, None, "turn")
    table.put("Ann", 10)
    reason = "That costs 55 carrots, and you have 20."
    heard = ann.hears()
    assert heard[:2] == ["You can't go there.", reason]
    for ear in (ben, board):
        heard = ear.hears()
        assert heard[0] == "Ann can't go there."
        assert reason not in heard
    private = [each.sentence for each in Ear(table, ANN).spoken() if each.private]
    assert private == [reason]


def test_a_card_is_heard_with_its_title_its_text_and_what_it_did(
    make: Callable[..., Tabletop],
) -> None:
    table = make(cards=("free-ride",))
    ear = Ear(table, BEN)
    table.move("Ann", 1)
    heard = ear.hears()
    assert heard[:2] == [
        "Ann moved to square 1 for 1 carrot. Ann drew “Free ride”. Ann took back 1 carrot.",
        "Take back the carrots this move has cost you.",
    ]


def test_nobody_hears_of_others_that_they_hold_their_carrots(
    make: Callable[..., Tabletop],
) -> None:
    table = make(cards=("restore",))
    ear = Ear(table, BEN)
    table.move("Ann", 1)
    heard = " ".join(ear.hears())
    assert "Ann drew “A fresh bundle”. Ann now holds exactly 65 carrots." in heard
    assert "You now hold" not in heard


def test_whoever_overtakes_hears_the_place(make: Callable[..., Tabletop]) -> None:
    table = make()
    table.move("Ann", 5)
    ben, cem = Ear(table, BEN, "moves"), Ear(table, CEM, "moves")
    table.move("Ben", 7)
    assert "You are 1st now." in ben.hears()
    assert "Ben is 1st now." in cem.hears()


def test_a_question_is_heard_with_what_it_asks(make: Callable[..., Tabletop]) -> None:
    table = make(cards=("give-ten",))
    table.move("Ann", 2)
    ear, board = Ear(table, CEM, "turn"), Ear(table, None, "turn")
    table.move("Ben", 6)
    assert ear.hears() == ["Do you keep the gift?", "Choose below: only you can decide."]
    assert board.hears() == ["Cem: keep the gift?", "Cem decides on the phone."]


def test_what_is_taken_back_and_done_again_is_heard_again(make: Callable[..., Tabletop]) -> None:
    table = make()
    ear = Ear(table, ANN, "moves")
    table.phone("Ann", "f5")
    moved = "You moved to square 5 for 15 carrots."
    assert moved in ear.hears()
    table.command(TakeBack(ANN, table.snapshot.version))
    assert "Your move." in ear.hears()
    table.phone("Ann", "f5")
    assert moved in ear.hears()


def test_a_pause_is_heard_and_the_turn_after_it(make: Callable[..., Tabletop]) -> None:
    table = make()
    ear = Ear(table, ANN, "turn")
    table.command(Pause(paused=True))
    assert ear.hears() == [
        "The game is paused.",
        "The host has paused the game. You can look, but not play.",
    ]
    table.command(Pause(paused=False))
    assert ear.hears() == ["Your move."]


def test_no_list_has_a_sentence_twice(make: Callable[..., Tabletop]) -> None:
    table = make()
    table.phone("Ann", "f10")
    table.phone("Ben", "f4")
    table.phone("Cem", "f2")
    for seat in (None, ANN, BEN, CEM):
        sentences = [each.sentence for each in Ear(table, seat).spoken()]
        assert len(set(sentences)) == len(sentences)


def test_lit_squares_are_named_to_whoever_may_go_there(make: Callable[..., Tabletop]) -> None:
    one = make(options={"hare": "off", "start_carrots": 3})
    assert "1 square is lit: 2." in sentences(one, None)
    assert "1 square is lit: 2." in sentences(one, ANN)
    assert not any("lit:" in each for each in sentences(one, BEN))


def test_home_alone_is_named_as_home(make: Callable[..., Tabletop]) -> None:
    table = make(options={"hare": "off", "start_carrots": 2027, "lettuces": 0})
    table.move("Ann", 63)
    table.phone("Ben", "f61")
    table.phone("Cem", "f60")
    lights = {64: "may-go"}
    snapshot = msgspec.structs.replace(table.snapshot, lights=lights)
    spoken = view(snapshot, None, in_english(), (), "").spoken
    assert "HOME is lit." in [each.sentence for each in spoken]


def test_with_several_runners_each_has_its_place(make: Callable[..., Tabletop]) -> None:
    table = make(2, options={"hare": "off"})
    ann, ben = Ear(table, ANN, "moves"), Ear(table, BEN, "moves")
    table.move("Ann", 2)
    table.move("Ben", 4)
    assert "Your runner is 1st now: yellow." in ben.hears()
    assert "Ben's runner is 1st now: yellow." in ann.hears()


HERE = "The board cannot see square 5: play moves to it here on the phone."
ON_PHONES = "The board cannot see square 5: play moves to it on the phone."


def test_a_square_that_cannot_be_seen_is_said_once(make: Callable[..., Tabletop]) -> None:
    table = make()
    ear, board = Ear(table, ANN), Ear(table, None)
    table.reader(5, "quarantined")
    assert [each for each in ear.hears() if "lit" not in each] == [HERE]
    assert [each for each in board.hears() if "lit" not in each] == [ON_PHONES]
    table.command(Pause(paused=True))
    assert HERE not in ear.hears()
    assert ON_PHONES not in board.hears()


def test_a_take_back_is_asked_of_its_owner(make: Callable[..., Tabletop]) -> None:
    table = make()
    table.move("Ann", 5)
    ann, ben = Ear(table, ANN, "turn"), Ear(table, BEN, "turn")
    table.knock("Ann")
    assert ann.hears()[0] == "Take back your move?"
    assert ben.hears()[0] == "Take back Ann's move?"


def sentences(table: Tabletop, seat: int | None) -> list[str]:
    return [each.sentence for each in Ear(table, seat).spoken()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_hears_as_much(make: Callable[..., Tabletop], language: str) -> None:
    table = make(cards=("restore",))
    english, other = Ear(table, BEN), Ear(table, BEN, language=language)
    table.move("Ann", 1)
    assert len(other.hears()) == len(english.hears()) > 3


def test_nobody_hears_of_anothers_hand(make: Callable[..., Tabletop]) -> None:
    table = make(options={"hare": "off"})
    table.move("Ann", 5)
    assert "You have 50 carrots." in sentences(table, ANN)
    for other in (None, BEN, CEM):
        told = Ear(table, other).spoken()
        assert not [each for each in told if each.private]
        everything = " ".join([*sentences(table, other), *asked(table.snapshot, other).values()])
        assert "50" not in everything.replace("square 50", "")


# What a covered hand hides


def test_what_half_a_hand_was_is_not_said_aloud(make: Callable[..., Tabletop]) -> None:
    table = make(cards=("lose-half",))
    table.move("Ann", 1)
    seen = view(table.snapshot, ANN, speech("en"), (), "")
    assert seen.log[-1].sentence.endswith("You lost 32 carrots, half your hand.")
    said = [each.sentence for each in Ear(table, ANN).spoken() if not each.private]
    assert not any("32" in each for each in said)
    assert any(each.endswith("You lost half your carrots.") for each in said)


# The lesson


def test_a_step_of_the_lesson_says_nothing_twice(make: Callable[..., Tabletop]) -> None:
    table = make(lesson=True)
    asked = [each.sentence for each in Ear(table, ANN).spoken()]
    assert any("carrot square 2" in each for each in asked)
    while not lesson_of(table).is_last:
        do_step(table)
        for seat in (None, ANN, BEN):
            said = [each.sentence for each in Ear(table, seat).spoken()]
            assert len(said) == len(set(said))
            assert all(each.strip(". ") for each in said)
        go(table, "next")
