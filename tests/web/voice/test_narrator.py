"""What the board says next: each sentence once, in order, and nothing that is over."""

from collections.abc import Sequence

import pytest

from controller.board.file.voice import VoiceDetail
from web.views.shapes.view import SpokenDetail, SpokenSentence
from web.voice.narrator import PAUSE_S, Narrator


def one(
    number: int, sentence: str, detail: SpokenDetail = "moves", *, private: bool = False
) -> SpokenSentence:
    return SpokenSentence(number, detail, private, sentence)


MOVED = one(7, "Ann moved to square 12.")
BEFORE = (MOVED, one(8, "Ben to move.", "turn"))


class Said:
    """What is said as views come in, each a second after the one before."""

    def __init__(self, detail: VoiceDetail = "moves") -> None:
        self.narrator = Narrator(detail)
        self.now_s = 100.0

    def after(self, *spoken: SpokenSentence) -> list[str]:
        self.narrator.saw(spoken, self.now_s)
        self.now_s += 1
        return self.rest()

    def rest(self) -> list[str]:
        said = []
        while (sentence := self.narrator.next(self.now_s)) is not None:
            said.append(sentence)
        return said


@pytest.fixture
def said() -> Said:
    made = Said()
    assert made.after(*BEFORE) == ["Ben to move."]
    return made


def test_at_the_start_it_says_how_things_stand_and_nothing_of_before() -> None:
    lasting = one(0, "The red runner is missing.", "turn")
    assert Said().after(*BEFORE, lasting) == ["Ben to move.", "The red runner is missing."]


def test_each_sentence_is_said_once_in_the_order_of_the_view(said: Said) -> None:
    new = (one(8, "Ben moved to square 5."), one(9, "Ann to move.", "turn"))
    assert said.after(MOVED, *new) == ["Ben moved to square 5.", "Ann to move."]
    assert said.after(MOVED, *new) == []


def test_the_next_sentence_is_known_before_it_is_due(said: Said) -> None:
    said.narrator.saw((MOVED, one(9, "Ann to move.", "turn")), said.now_s)
    assert said.narrator.next(said.now_s) is None
    assert said.narrator.coming() == "Ann to move."
    assert said.after(MOVED, one(9, "Ann to move.", "turn")) == ["Ann to move."]
    assert said.narrator.coming() is None


def test_what_was_told_of_a_person_who_is_deleted_is_not_said_again(said: Said) -> None:
    renamed = (one(7, "A player moved to square 12."), BEFORE[1])
    said.narrator.saw_other_names(renamed, said.now_s)
    assert said.rest() == []
    assert said.after(*renamed, one(9, "Ann to move.", "turn")) == ["Ann to move."]


def test_what_returns_is_said_again(said: Said) -> None:
    fault = one(0, "The red runner is missing.", "turn")
    assert said.after(*BEFORE, fault) == ["The red runner is missing."]
    assert said.after(*BEFORE) == []
    assert said.after(*BEFORE, fault) == ["The red runner is missing."]


def test_what_is_over_before_it_could_be_said_is_not_said(said: Said) -> None:
    narrator = said.narrator
    narrator.saw((*BEFORE, one(8, "Ben to square 5.")), 200.0)
    assert narrator.next(200.0 + 0.9 * PAUSE_S) is None
    assert narrator.due_s() == pytest.approx(200.0 + PAUSE_S)
    narrator.saw(BEFORE, 200.0 + 0.9 * PAUSE_S)
    assert narrator.next(300.0) is None
    # The same while another sentence is being said.
    narrator.saw((*BEFORE, one(8, "one"), one(8, "two")), 300.0)
    assert narrator.next(301.0) == "one"
    narrator.saw((*BEFORE, one(8, "one")), 302.0)
    assert narrator.next(310.0) is None


@pytest.mark.parametrize(
    ("detail", "words"),
    [("turn", ["a"]), ("moves", ["a", "b"]), ("all", ["a", "b", "c"])],
)
def test_a_level_says_its_own_sentences_and_those_of_less(
    detail: VoiceDetail, words: Sequence[str]
) -> None:
    said = Said(detail)
    said.after()
    levels = (one(8, "a", "turn"), one(8, "b", "moves"), one(8, "c", "all"))
    assert said.after(*levels) == words


def test_private_sentences_are_never_said(said: Said) -> None:
    assert said.after(*BEFORE, one(8, "You have 65 carrots.", "turn", private=True)) == []


def test_after_silence_it_says_how_things_stand_and_not_what_it_had_begun(said: Said) -> None:
    fault = one(0, "The red runner is missing.", "turn")
    said.narrator.saw((*BEFORE, fault), 200.0)
    assert said.narrator.next(201.0) == "The red runner is missing."
    said.narrator.fall_silent()  # the voice died over it
    moves = tuple(one(number, f"move {number}") for number in range(8, 12))
    said.narrator.saw((MOVED, *moves, one(12, "Ben to move.", "turn"), fault), 202.0)
    said.now_s = 210.0
    assert said.rest() == ["Ben to move."]
