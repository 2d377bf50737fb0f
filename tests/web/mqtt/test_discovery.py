"""What Home Assistant is told of a board, with its templates filled in as it would."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest

from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import Tabletop
from web.languages.language import in_english
from web.mqtt.discovery import discovery
from web.mqtt.messages import HealthMessage, TableMessage
from web.mqtt.orders import command_of
from web.mqtt.topics import BoardTopics
from web.views.onlookers import view

TOPICS = BoardTopics("b0a4d")
HEALTH = HealthMessage(64, (7, 12), "The readers hang.", 41.5)
PLATFORMS = {"sensor", "binary_sensor", "button", "number", "switch"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path)
    yield table
    table.session.close()


def told(*, commands: bool) -> Any:
    return json.loads(
        discovery(
            TOPICS, name="Ours", version="1.2", address="http://ours.local/", commands=commands
        )
    )


def filled(template: str, message: msgspec.Struct, **values: object) -> str:
    """A template filled in with a message, as Home Assistant's own filters are Jinja's."""
    value_json = json.loads(msgspec.json.encode(message))
    text = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(template)
    return text.render(value_json=value_json, **values)


def state(entity: str, snapshot: Snapshot) -> str:
    component = told(commands=True)["components"][entity]
    of_table = component["state_topic"] == TOPICS.table
    seen = view(snapshot, None, in_english(), (), "b0a4d")
    message = (
        TableMessage("2026-11-25T10:00:00+00:00", 3, "Ours", None, True, seen)
        if of_table
        else HEALTH
    )
    return filled(component["value_template"], message)


def test_every_entity_has_what_home_assistant_needs() -> None:
    message = told(commands=True)
    assert message["device"]["identifiers"] == ["hareboard-b0a4d"]
    assert message["origin"]["name"] == "hareboard"
    assert message["availability_topic"] == TOPICS.status
    components = message["components"]
    assert {each["platform"] for each in components.values()} == PLATFORMS
    ids = [each["unique_id"] for each in components.values()]
    assert len(set(ids)) == len(ids)
    for name, each in components.items():
        topic = "command_topic" if each["platform"] == "button" else "state_topic"
        assert topic in each, name


def test_without_commands_home_assistant_removes_what_could_be_pressed() -> None:
    with_commands, without = (told(commands=each)["components"] for each in (True, False))
    assert without.keys() == with_commands.keys()  # it keeps what is only left out
    kept = {name: each for name, each in without.items() if set(each) != {"platform"}}
    assert {each["platform"] for each in kept.values()} == {"sensor", "binary_sensor"}
    assert all(
        each["platform"] == with_commands[name]["platform"] for name, each in without.items()
    )


@pytest.mark.parametrize(
    ("entity", "expected"),
    [
        ("turn", "Ann"),
        ("phase", "playing"),
        ("winner", ""),
        ("headline", "Ann to move"),
        ("trouble", "ON"),
        ("readers-out", "2"),
        ("temperature", "41.5"),
        ("brightness", "100.0"),
        ("night", "OFF"),
    ],
)
def test_an_entity_shows_the_newest_message(table: Tabletop, entity: str, expected: str) -> None:
    assert state(entity, table.snapshot) == expected


def test_places_are_in_the_order_of_the_race(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 7)
    table.move("Cem", 4)
    assert state("places", table.snapshot) == "Ben, Ann, Cem"


def test_of_two_runners_the_leading_one_has_the_place(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, 2)
    table.move("Cem", 9)  # Ann's second runner
    table.move("Ben", 7)
    assert state("places", table.snapshot) == "Ann, Ben"
    table.session.close()


def test_whoever_has_come_in_is_before_those_on_the_track(table: Tabletop) -> None:
    table.move("Ann", 5)
    over = msgspec.structs.replace(table.state, to_act=None, prompt="over", ranking=(2, 1))
    snapshot = msgspec.structs.replace(table.snapshot, state=over, phase="over")
    assert state("places", snapshot) == "Cem, Ben, Ann"


def test_the_winner_has_won(table: Tabletop) -> None:
    over = msgspec.structs.replace(table.state, to_act=None, prompt="over", ranking=(1,))
    snapshot = msgspec.structs.replace(table.snapshot, state=over, phase="over")
    assert [state(each, snapshot) for each in ("turn", "phase", "winner")] == ["", "over", "Ben"]


def test_what_is_pressed_is_a_command(table: Tabletop) -> None:
    table.move("Ann", 5)
    components = told(commands=True)["components"]
    pressed = [each["payload_press"] for each in components.values() if "payload_press" in each]
    pressed += [components["night"][key] for key in ("payload_on", "payload_off")]
    template = components["brightness"]["command_template"]
    pressed.append(jinja2.Template(template).render(value=40.0))
    assert len(pressed) == 7
    for payload in pressed:
        command_of(payload.encode(), table.snapshot)
