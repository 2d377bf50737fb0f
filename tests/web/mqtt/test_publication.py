"""What a board publishes of its game, and what it keeps to itself."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.game.pieces import NameAt, Player
from controller.refusal import Refusal
from controller.table.commands import Abandon, Load, SetAside, TakeBack
from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import Tabletop
from web.languages.language import in_english, speech
from web.mqtt.messages import HealthMessage
from web.mqtt.nameless import nameless, nameless_refusal
from web.mqtt.publication import Publication
from web.mqtt.topics import BoardTopics
from web.views.onlookers import view
from web.views.shapes.view import View

TOPICS = BoardTopics("b0a4d")
WELL = HealthMessage(64, (), None, 41.5)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path)
    yield table
    table.session.close()


def published(
    *,
    names: bool = True,
    discovery: bytes | None = None,
    started: str = "2026-11-25T10:00:00+00:00",
) -> Publication:
    def see(snapshot: Snapshot) -> View:
        shown = snapshot if names else nameless(snapshot, in_english())
        return view(shown, None, in_english(), (), "b0a4d")

    return Publication(TOPICS, see, started, discovery, name="Ours", names=names)


def table_of(publication: Publication, snapshot: Snapshot) -> Any:
    return json.loads(publication.retained(snapshot, WELL)[TOPICS.table])


def events_of(publication: Publication, snapshot: Snapshot) -> list[tuple[Any, Any]]:
    events = map(json.loads, publication.events(snapshot))
    return [(event["kind"], event["number"]) for event in events]


def test_the_table_is_what_spectators_see(table: Tabletop) -> None:
    message = table_of(published(), table.snapshot)
    assert message["started"] == "2026-11-25T10:00:00+00:00"
    assert message["view"] == json.loads(
        msgspec.json.encode(view(table.snapshot, None, in_english(), (), "b0a4d"))
    )
    assert message["view"]["me"] is None


def test_the_sequence_grows_only_when_there_is_something_new_to_see(table: Tabletop) -> None:
    publication = published()
    first = table_of(publication, table.snapshot)
    seen = msgspec.structs.replace(table.snapshot, revision=table.snapshot.revision + 7)
    assert table_of(publication, seen) == first
    table.put("Ann", 5)
    assert table_of(publication, table.snapshot)["sequence"] == first["sequence"] + 1


def test_a_race_is_named_by_when_it_was_begun(table: Tabletop) -> None:
    publication = published()
    first = table_of(publication, table.snapshot)
    assert first["begun_at"] == table.snapshot.begun_at
    assert (first["board_name"], first["names"]) == ("Ours", True)
    again = msgspec.structs.replace(table.snapshot, begun_at="2026-11-25T11:00:00+00:00")
    second = table_of(publication, again)
    assert second["begun_at"] == "2026-11-25T11:00:00+00:00"
    assert second["sequence"] == first["sequence"] + 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_names_no_message_has_one(table: Tabletop, language: str) -> None:
    say = speech(language)
    publication = Publication(
        TOPICS,
        lambda seen: view(nameless(seen, say), None, say, (), "b0a4d"),
        "2026-11-25T10:00:00+00:00",
        None,
        name="Ours",
        names=False,
    )
    said = b""
    publication.events(table.snapshot)
    for name, square in (("Ann", 5), ("Ben", 7), ("Cem", 4)):
        table.put(name, square)
        said += publication.retained(table.snapshot, WELL)[TOPICS.table]
        table.move(name, square)
        said += publication.retained(table.snapshot, WELL)[TOPICS.table]
        said += b"".join(publication.events(table.snapshot))
    assert not [name for name in ("Ann", "Ben", "Cem") if name.encode() in said]
    assert ("Rot" if language == "de" else "Red").encode() in said


def test_without_names_a_race_that_buttons_set_up_has_none(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    table.wait(10)
    table.press("confirm")
    table.wait(0.5)
    say = in_english()
    assert table.snapshot.next_setup is not None
    seen = view(nameless(table.snapshot, say), None, say, (), "b0a4d")
    assert seen.headline == "Next race: Red, Yellow and Green"
    assert not [name for name in ("Ann", "Ben", "Cem") if name in str(seen)]


def test_without_names_a_refusal_has_none() -> None:
    players = (Player("Ann", ("red",)), Player("Ben", ("blue",)))
    error = Refusal("not-your-turn", "It is {name}'s turn.", name=NameAt(players, 1))
    assert str(nameless_refusal(error, in_english())) == "It is Blue's turn."


def test_an_opponent_keeps_its_name(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, opponents={"Ben": "walker"})
    names = [each.name for each in nameless(table.snapshot, in_english()).seating.players]
    table.session.close()
    assert names == ["Red", "Ben", "Green"]


def test_events_tell_what_was_played_since_and_nothing_of_before(table: Tabletop) -> None:
    table.move("Ann", 5)
    publication = published()
    assert events_of(publication, table.snapshot) == []
    table.move("Ben", 7)
    played = events_of(publication, table.snapshot)
    assert played == [("played", table.snapshot.played)]
    assert events_of(publication, table.snapshot) == []


def test_a_move_that_is_taken_back_is_an_event(table: Tabletop) -> None:
    publication = published()
    table.move("Ann", 5)
    publication.events(table.snapshot)
    table.command(TakeBack(0, table.snapshot.version))
    assert events_of(publication, table.snapshot) == [("taken-back", table.snapshot.played)]


def test_a_new_game_is_an_event(table: Tabletop) -> None:
    table.move("Ann", 5)
    publication = published()
    publication.events(table.snapshot)
    table.begin_anew()
    snapshot = msgspec.structs.replace(table.snapshot, begun_at="2026-11-25T11:00:00+00:00")
    assert events_of(publication, snapshot) == [("begun", 0)]


@pytest.mark.parametrize("program", ["the same", "a later start of the program"])
def test_a_race_that_is_resumed_is_not_told_again(table: Tabletop, program: str) -> None:
    publication = published()
    table.move("Ann", 5)
    assert events_of(publication, table.snapshot) == []
    race = table.session.under_way
    assert race is not None
    table.command(SetAside(table.snapshot.version))
    if program != "the same":
        publication = published(started="2099-11-25T10:00:00+00:00")
    assert events_of(publication, table.snapshot) == []
    table.command(Load(race))
    assert events_of(publication, table.snapshot) == []
    table.move("Ben", 7)
    assert events_of(publication, table.snapshot) == [("played", table.snapshot.played)]


def test_the_end_is_an_event_of_the_winner(table: Tabletop) -> None:
    publication = published()
    publication.events(table.snapshot)
    over = msgspec.structs.replace(table.state, to_act=None, prompt="over", ranking=(1,))
    snapshot = msgspec.structs.replace(table.snapshot, state=over, phase="over")
    (event,) = map(json.loads, publication.events(snapshot))
    assert (event["kind"], event["seat"]) == ("over", 1)
    assert event["sentence"] == "Ben has won the race"


def test_home_assistant_is_told_of_the_board_or_forgets_it(table: Tabletop) -> None:
    told = published(discovery=b"{}").retained(table.snapshot, WELL)
    assert told[TOPICS.discovery] == b"{}"
    assert published().retained(table.snapshot, WELL)[TOPICS.discovery] == b""
