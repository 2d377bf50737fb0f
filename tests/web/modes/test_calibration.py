"""What the workshop's pages are sent, and what they may send."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest
from babel.messages.catalog import Catalog
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.wrappers import Response

from controller.board import read_board
from controller.board.plan.needs import outlets
from controller.game.pieces import COLOURS, Tag
from controller.maintenance.calibration import CalibrationActor
from controller.maintenance.calibration.answering import STALE
from controller.maintenance.calibration.answers import (
    Answer,
    Dark,
    GoSquare,
    Lit,
    NoCrown,
    Save,
    Skip,
)
from controller.maintenance.calibration.findings import CalibrationFinding, Changes, Fault
from controller.maintenance.calibration.learned import Learned, Plan, RunnerFound, SquareFound
from controller.maintenance.calibration.progress import News
from controller.maintenance.calibration.snapshot import CalibrationSnapshot
from controller.maintenance.calibration.state import CalibrationState, Note, Stage
from controller.refusal import Refusal
from hardware.clock import MonotonicClock
from hardware.lights.client import SILENT
from hardware.ports import Reading
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from tests.support.calibration.desk import BLUE, BOARD, RED, RED_CROWN, Desk
from tests.support.companion import phones_of
from tests.support.described import DescribedClient
from tests.support.waiting import until
from tests.support.web.views import as_sent
from tests.web.languages.test_languages import ABROAD
from web.access.guard import Guard
from web.languages.language import Speech, in_english
from web.modes.calibration import words
from web.modes.calibration.app import calibration
from web.modes.calibration.view import choices, view
from web.modes.policy import add_manners
from web.server.event_stream import Streams
from web.views.refusals import refusal

ENGLISH: Final = in_english()
PLAN = Plan(squares=(1, 2, 3, 4), readers=frozenset({1, 2}), lights=frozenset({1, 3}), tags={})
"""Square 1 has a reader and a light, 2 a reader only, 3 a light only, 4 nothing."""


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


def state(learned: Learned | None = None, **where: Any) -> CalibrationState:
    return CalibrationState(plan=PLAN, learned=learned or Learned(), **where)


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


# In other languages


def spoken_of(desk: Desk) -> Iterator[CalibrationSnapshot]:
    """A snapshot of everything that can be said in the workshop."""
    shown = desk.visit.snapshot
    plans = (PLAN, shown.state.plan)
    squares = {
        1: SquareFound(reader=1, others=(2,), good=20, of=20),
        2: SquareFound(),
        3: SquareFound(reader=3, good=1, of=20),
        4: SquareFound(reader=4, good=20, of=20),
    }
    learned = (
        Learned(),
        Learned(squares=squares, lights={1: None, 3: 1, 4: 4}, runners={"red": RunnerFound(RED)}),
    )
    states = [
        CalibrationState(plan=plan, learned=known, stage=stage, square=square, reader=2)
        for plan, known, stage, square in product(plans, learned, get_args(Stage), (1, 2, 3, 4))
        if stage not in ("runner", "crown")
    ]
    states += [
        state(stage=stage, square=square, colour=colour)
        for stage, square, colour in product(("runner", "crown"), (1, 2), COLOURS)
    ]
    states += [
        state(stage="runner", square=1, colour="red", note=noted, taken=Tag("blue", end))
        for noted, end in product(get_args(Note), get_args(Tag.__annotations__["end"]))
    ]
    for each in states:
        yield msgspec.structs.replace(shown, state=each)
    findings = [
        CalibrationFinding(fault=fault, squares=squares, wired=(4, 2), good=9, of=20, colour="pink")
        for fault, squares in product(get_args(Fault), ((3, 1), (1, 2, 3)))
    ]
    findings.append(CalibrationFinding(fault="left-out", squares=(4,)))
    both = {RED: Tag("red", "base"), BLUE: Tag("blue", "base")}
    for tags, news in product((both, {RED: both[RED]}), get_args(News)):
        yield msgspec.structs.replace(
            shown,
            state=state(stage="sum"),
            findings=tuple(findings),
            changes=Changes(readers={1: 2, 3: None}, lights={4: 1}, tags=tags),
            news=news,
            lights_trouble=SILENT,
        )


CODES: Final = frozenset({"stage", "colour", "state", "answer", "pick", "go", "check"})
"""What is for programs in a view of the workshop."""


def said_in(values: Any, key: str = "") -> Iterator[str]:
    """Every text of a view that is said to people."""
    if isinstance(values, dict):
        for name, value in values.items():
            if name not in CODES:
                yield from said_in(value, name)
    elif isinstance(values, list):
        for value in values:
            yield from said_in(value, key)
    elif isinstance(values, str):
        yield values


def test_nothing_in_the_workshop_is_said_in_english_abroad(desk: Desk) -> None:
    board = read_board(desk.path)
    quotes = sorted({"board.toml", *map(str, outlets(board).values())}, key=len, reverse=True)
    quoted = re.compile("|".join([*map(re.escape, quotes), r"\b(und|oder)\b"]))
    said = {
        text
        for snapshot in spoken_of(desk)
        for text in said_in(as_sent(view)(snapshot, board, "board.toml", ABROAD))
    }
    assert len(said) > 150
    assert not {text for text in said if re.search("[A-Za-z]", quoted.sub("", text))}


def test_what_is_refused_in_the_workshop_is_said_abroad(desk: Desk) -> None:
    desk.until("square", 1)
    version = desk.visit.snapshot.version
    for answer in (Dark(version - 1), Save(version), NoCrown(version), Lit(version, 99)):
        with pytest.raises(Refusal) as caught:
            desk.visit.carry_out(answer)
        assert refusal(caught.value, ABROAD).message.startswith("⟦")
        assert refusal(caught.value, ENGLISH).message == caught.value.message


def test_why_the_board_file_is_not_saved_is_told(desk: Desk) -> None:
    for square in range(1, 5):
        desk.check(square)
    desk.until("runner")
    for _ in range(6):
        desk.say(Skip)
    desk.say(lambda version: GoSquare(version, 1))
    desk.say(lambda version: Lit(version, 2))
    desk.sweep(20)
    desk.check(1)
    desk.until("sum")
    desk.path.write_text("name = 5", "utf-8")
    with pytest.raises(Refusal) as caught:
        desk.say(Save)
    assert refusal(caught.value, ENGLISH).message == caught.value.message
    assert refusal(caught.value, ABROAD).message.startswith("⟦board.toml")


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[CalibrationActor]:
    """A workshop that asks for square 1."""
    path = tmp_path / "board.toml"
    path.write_text(BOARD, "utf-8")
    clock = MonotonicClock()
    actor = CalibrationActor(
        read_board(path), path, DirectBoard(World(4, ()), clock), clock, tmp_path / "kept.json"
    )
    actor.start()
    for square in (1, 2, 3, 4) * 2:
        actor.emit(Reading(square, 0.0, alone=True))
    while actor.snapshot.state.stage != "square":
        actor.wait_for(actor.snapshot.revision, 10.0)
    yield actor
    actor.stop()


@pytest.fixture
def client(actor: CalibrationActor, tmp_path: Path) -> Iterator[FlaskClient]:
    app = Flask("web")
    app.test_client_class = DescribedClient
    guard = Guard(phones_of(tmp_path), lambda: (), simulated=True)
    app.register_blueprint(calibration(actor, guard, Streams(2)))
    add_manners(app)
    with app.test_client() as client:
        yield client


def test_an_answer_is_given_once(client: FlaskClient) -> None:
    version = client.get("/api/workshop").json["version"]  # type: ignore[index] # JSON it is
    answer = {"answer": "dark", "version": version}
    assert client.post("/api/workshop/answer", json=answer).status_code == 200
    again = client.post("/api/workshop/answer", json=answer)
    assert again.status_code == 409
    assert again.json is not None
    assert again.json["error"]["code"] == "stale"


def german() -> Speech:
    """German as far as the test needs it."""
    catalogue = Catalog("de", fuzzy=False)
    catalogue.add("Put a runner on square {square}", "Setze einen Läufer auf Feld {square}")
    catalogue.add(STALE, "Die Werkstatt ist schon weiter.")
    return Speech("de", catalogue)


def as_event(answer: Response) -> Any:
    """The view in the first event of a stream."""
    first = next(answer.iter_encoded())
    return msgspec.json.decode(first.partition(b"data: ")[2])


def test_the_workshop_speaks_the_language_of_the_phone(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.speaking.speech", {"de": german(), "en": ENGLISH}.__getitem__)
    abroad = {"Accept-Language": "de"}
    for headers, headline in (
        (abroad, "Setze einen Läufer auf Feld 1"),
        ({}, "Put a runner on square 1"),
    ):
        seen = client.get("/api/workshop", headers=headers).get_json()
        assert seen["headline"] == headline
        with client.get("/api/workshop/live", headers=headers, buffered=False) as answer:
            assert as_event(answer) == seen
    stale = {"answer": "dark", "version": 0}
    refused = client.post("/api/workshop/answer", json=stale, headers=abroad).get_json()
    assert refused["error"]["message"] == "Die Werkstatt ist schon weiter."
    assert '<html lang="de">' in client.get("/workshop", headers=abroad).text


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{}",
        b"\xff",
        b'{"answer": "dance", "version": 1}',
        b'{"answer": "lit", "version": 1}',
        b'{"answer": "dark", "version": "1"}',
        b'{"answer": "dark", "version": 1, "square": 3}',
        b'{"answer": "runner", "version": 1, "colour": "mauve"}',
    ],
)
def test_what_is_no_answer_is_refused_and_changes_nothing(client: FlaskClient, sent: bytes) -> None:
    before = client.get("/api/workshop").json
    refused = client.post("/api/workshop/answer", data=sent, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["error"]["code"] == "bad-request"
    assert client.get("/api/workshop").json == before


def test_a_stream_beats_while_nothing_changes_and_ends_with_the_workshop(
    actor: CalibrationActor, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.event_stream.HEARTBEAT_S", 0.001)
    with client.get("/api/workshop/live", buffered=False) as answer:
        events = iter(answer.response)
        assert b"event: view" in next(events)
        until(lambda: b"event: heartbeat" in next(events), "nothing changes")
        actor.stop()
        assert list(events) == []


def test_pages_and_health_are_there(client: FlaskClient) -> None:
    assert client.get("/").location == "/workshop"
    assert client.get("/workshop").status_code == 200
    assert client.get("/healthz").json == {"alive": True}
