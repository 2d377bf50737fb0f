"""What the workshop's pages are sent."""

from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

from controller.board import read_board
from controller.game.pieces import Tag
from controller.maintenance.calibration.answers import (
    Answer,
    Dark,
    Lit,
    Skip,
)
from controller.maintenance.calibration.findings import CalibrationFinding, Changes, Fault
from controller.maintenance.calibration.learned import Learned, SquareFound
from controller.maintenance.calibration.progress import News
from tests.support.calibration.desk import BLUE, RED, RED_CROWN, Desk
from tests.support.calibration.states import state
from tests.support.web.views import as_sent
from web.languages.language import in_english
from web.modes.calibration import words
from web.modes.calibration.view import choices, view

ENGLISH: Final = in_english()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def seen(desk: Desk) -> Any:
    return as_sent(view)(desk.visit.snapshot, read_board(desk.path), "board.toml", ENGLISH)


def offered(desk: Desk) -> list[str]:
    return [each["answer"]["answer"] for each in seen(desk)["choices"] if "answer" in each]


def take(desk: Desk, kind: str) -> None:
    """Tap what is offered."""
    (choice, *_) = (
        each["answer"]
        for each in seen(desk)["choices"]
        if each.get("answer", {}).get("answer") == kind
    )
    desk.visit.carry_out(msgspec.convert(choice, Answer))


def test_one_thing_is_said_at_every_stage(desk: Desk) -> None:
    assert seen(desk)["headline"] == "One moment"
    assert seen(desk)["choices"] == []
    desk.until("square", 1)
    assert (seen(desk)["headline"], seen(desk)["lead"]) == (
        "Put a runner on square 1",
        "Square 1 should be lit, and no other. Any runner will do.",
    )
    desk.put(RED, 1)
    desk.until("reading")
    desk.sweep(3)
    assert seen(desk)["headline"] == "Leave it on square 1"
    assert seen(desk)["lead"] == "Readings so far: 3 of 20. It was seen in 3 of them."
    desk.until("done")
    assert seen(desk)["headline"] == "Square 1 is fine"
    desk.until("square", 2)
    desk.put(RED, 3)
    desk.until("where")
    assert seen(desk)["headline"] == "Where is the runner standing?"
    assert seen(desk)["lead"] == "The reader that the board file has under square 3 sees it."


def test_runners_are_named_by_what_they_look_like(desk: Desk) -> None:
    for square in range(1, 5):
        desk.check(square)
    desk.until("runner")
    assert seen(desk)["headline"] == "Put the red runner on square 1"
    assert "number 1, the circle" in seen(desk)["lead"]
    desk.lift(RED)
    desk.sweep(5)
    desk.put(RED, 1)
    desk.until("crown")
    assert seen(desk)["headline"] == "Now turn the red runner upside down"
    desk.put(RED_CROWN, 1)
    desk.lift(RED)
    desk.until("runner")
    desk.lift(RED_CROWN)
    desk.sweep(10)
    desk.put(RED, 1)
    desk.sweep(5)
    assert seen(desk)["note"] == "That is the tag in the base of the red runner."


def test_everything_that_is_offered_is_an_answer_that_counts(tmp_path: Path) -> None:
    def at(stage: str) -> Desk:
        folder = tmp_path / f"{stage}-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        desk = Desk(folder)
        desk.until("square", 1)
        if stage == "where":
            desk.put(RED, 2)
            desk.until("where")
        if stage in ("crown", "runner", "sum"):
            for square in range(1, 5):
                desk.check(square)
            desk.until("runner")
        if stage == "crown":
            desk.lift(RED)
            desk.sweep(5)
            desk.put(RED, 1)
            desk.until("crown")
        if stage == "sum":
            for _ in range(6):
                desk.say(Skip)
        return desk

    kinds: set[str] = set()
    for stage in ("square", "where", "runner", "crown", "sum"):
        for kind in offered(at(stage)):
            desk = at(stage)
            before = desk.visit.snapshot.version
            take(desk, kind)
            assert desk.visit.snapshot.version > before
            kinds.add(kind)
    picked = {"square"}
    tags = {each.__struct_config__.tag for each in get_args(Answer)}
    assert kinds | picked | {"runner"} == tags


def test_what_was_noted_of_a_light_stays_on_the_page(desk: Desk) -> None:
    desk.until("square", 1)
    desk.say(Dark)
    assert seen(desk)["note"] == "Noted: the light of square 1 is dark."
    desk.say(lambda version: Lit(version, 4))
    assert seen(desk)["note"] == "Noted: the light of square 1 shines under square 4."
    take(desk, "lit")
    assert seen(desk)["note"] == "Noted: square 1 is lit."


def test_the_drawn_board_lies_as_the_file_has_it(desk: Desk) -> None:
    desk.check(1)
    desk.until("square", 2)
    desk.say(Skip)
    squares = {each["square"]: each for each in seen(desk)["squares"]}
    assert [squares[each]["state"] for each in (1, 2, 3)] == ["good", "left-out", "open"]
    assert [each["square"] for each in squares.values() if each["asked"]] == [3]
    places = read_board(desk.path).squares
    assert {(each["row"], each["column"]) for each in squares.values()} == {
        (place.row, place.column) for place in places.values()
    }


@pytest.mark.parametrize(
    ("square", "headline", "lead", "first"),
    [
        (
            1,
            "Put a runner on square 1",
            "Square 1 should be lit, and no other. Any runner will do.",
            "It is there, but nothing happens",
        ),
        (
            2,
            "Put a runner on square 2",
            "Any runner will do.",
            "It is there, but nothing happens",
        ),
        (
            3,
            "Is square 3 lit?",
            "The board file has no reader there, so you don't need a runner.",
            "Square 3 is lit",
        ),
        (
            4,
            "Square 4 has nothing to check",
            "The board file has no reader there, so you don't need a runner.",
            "Ask again",
        ),
    ],
)
def test_a_square_is_asked_for_by_what_it_has(
    square: int, headline: str, lead: str, first: str
) -> None:
    asked = state(stage="square", square=square)
    assert words.headline(asked, ENGLISH) == headline
    assert words.lead(asked, 0, 0, Changes(), "board.toml", ENGLISH) == lead
    assert choices(asked, ENGLISH)[0].label == first


@pytest.mark.parametrize(
    ("noted", "sentence"),
    [
        ("lifted", "You lifted it too soon. Put it down again and leave it there."),
        ("unsteady", "The reader hardly saw it. Put it in the middle of the square."),
        ("still-base", "It still stands on its base. Turn it over."),
        ("elsewhere", "Something was put on a square other than 2."),
        ("not-there", None),
        (None, None),
    ],
)
def test_what_was_not_meant_to_happen_is_told(noted: Any, sentence: str | None) -> None:
    assert words.note(state(stage="square", square=2, note=noted), ENGLISH) == sentence


@pytest.mark.parametrize("noted", [None, "light-noted"])
def test_a_light_found_dark_is_told_while_its_square_is_asked_for(noted: Any) -> None:
    asked = state(Learned(lights={1: None}), stage="square", square=1, note=noted)
    assert words.note(asked, ENGLISH) == "Noted: the light of square 1 is dark."
    assert "Square 1 is lit after all" in [each.label for each in choices(asked, ENGLISH)]


@pytest.mark.parametrize(
    ("found", "lights", "headline"),
    [
        (None, {}, "Square 1 is recorded"),
        (SquareFound(), {}, "Square 1 is recorded"),
        (SquareFound(reader=1, others=(2,), good=20, of=20), {}, "Square 1 is read twice"),
        (SquareFound(reader=1, good=17, of=20), {}, "Square 1 is read poorly"),
        (SquareFound(reader=1, good=18, of=20), {}, "Square 1 is fine"),
        (SquareFound(reader=1, good=20, of=20), {1: None}, "Square 1 is read well"),
    ],
)
def test_what_came_of_a_square_is_told(
    found: SquareFound | None, lights: Any, headline: str
) -> None:
    learned = Learned(squares={} if found is None else {1: found}, lights=lights)
    assert words.headline(state(learned, stage="done", square=1), ENGLISH) == headline


@pytest.mark.parametrize(
    ("squares", "lead"),
    [
        ({}, "The reader that the board file has under square 2 sees it."),
        (
            {4: SquareFound(reader=2, good=20, of=20)},
            "The reader found under square 4 sees it.",
        ),
    ],
)
def test_the_reader_that_sees_it_is_called_by_where_it_was_found(squares: Any, lead: str) -> None:
    seen_by_another = state(Learned(squares=squares), stage="where", square=1, reader=2)
    assert words.lead(seen_by_another, 0, 0, Changes(), "board.toml", ENGLISH) == lead


def test_where_a_square_has_no_light_nobody_is_asked_about_the_one_that_is_lit() -> None:
    def labels(square: int, reader: int) -> list[str]:
        asked = state(stage="where", square=square, reader=reader)
        return [each.label for each in choices(asked, ENGLISH)]

    question = "On square {}, the lit one"
    assert question.format(2) in labels(1, 2)
    assert question.format(1) not in labels(2, 1)


@pytest.mark.parametrize("fault", get_args(Fault))
def test_every_fault_has_a_sentence_and_something_to_do(fault: Fault) -> None:
    each = CalibrationFinding(
        fault=fault, squares=(3, 4), wired=(4, 3), good=9, of=20, colour="pink"
    )
    text, todo = words.finding(each, {3: "select pin GPIO5", 4: "select pin GPIO6"}, ENGLISH)
    for sentence in (text, todo):
        assert sentence.endswith(".")
        assert "None" not in sentence


def test_all_news_have_words() -> None:
    assert set(words.NEWS) == set(get_args(News))


def test_what_saving_changes_is_said_beforehand() -> None:
    assert words.changed(
        Changes(readers={1: 2, 3: None}, lights={4: 1}), {1: "row line 0", 3: "row line 1"}, ENGLISH
    ) == [
        "The reader at row line 0 is under square 2, not 1.",
        "The reader at row line 1 is no longer read.",
        "The light of square 4 is under square 1.",
    ]


def test_runners_whose_tags_are_written_down_are_named_once() -> None:
    red = {RED: Tag("red", "base"), RED_CROWN: Tag("red", "crown")}
    assert words.changed(Changes(tags=red), {}, ENGLISH) == [
        "The tags of the red runner are saved."
    ]
    both = {BLUE: Tag("blue", "base"), **red}
    assert words.changed(Changes(tags=both, lights={2: 3}), {}, ENGLISH) == [
        "The light of square 2 is under square 3.",
        "The tags of these runners are saved: red and blue.",
    ]


def test_squares_left_out_are_listed_in_stretches_and_not_for_ever() -> None:
    def text(*squares: int) -> str:
        each = CalibrationFinding(fault="left-out", squares=squares)
        return words.finding(each, {}, ENGLISH)[0]

    assert text(3) == "Square 3 was left out."
    assert text(9, 1, 2, 4, 5, 6, 7) == "Squares 1, 2, 4 to 7, 9 were left out."
    assert text(*range(1, 21, 2)) == "Squares 1, 3, 5, 7, 9, 11, 13, 15, … were left out."
