"""The description of the API is true: of every route, every refusal, every answer."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import inspect

from controller.appliance.network import NetworkActor
from controller.appliance.network.ports import Hotspot
from hardware.clock import ManualClock
from tests.support.checkout import ROOT
from tests.support.companion import at_board
from tests.support.described import DescribedClient
from tests.support.modes import app_of, mode_switch_in
from tests.support.network.air import Air
from web.api.game import STATUS
from web.api.operations import operations
from web.modes.mode_switch import ModeSwitch
from web.server.request_body import Mode
from web.views.shapes.basics import RefusalCode
from web.views.shapes.view import View

ANSWERS_ANYTHING = {("GET", "/api/<path:_rest>"), ("POST", "/api/<path:_rest>")}
"""While the board is in the workshop: what belongs to the game is refused there."""


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[ModeSwitch]:
    network = NetworkActor(Air(), Hotspot("hareboard", "abcd-efgh-mnpq"), ManualClock())
    network.start()
    with mode_switch_in(tmp_path, network=network) as switch:
        yield switch
    network.stop()


def routes(app: Flask) -> set[tuple[str, str]]:
    return {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith(("/api/", "/healthz"))
    }


def test_every_route_is_described_and_every_description_has_a_route(switch: ModeSwitch) -> None:
    modes: tuple[Mode, ...] = get_args(Mode)
    there = {route for mode in modes for route in routes(app_of(switch, mode))}
    described = [(each.method, each.rule) for each in operations()]
    assert len(set(described)) == len(described)
    assert set(described) == there - ANSWERS_ANYTHING


@pytest.mark.parametrize("name", get_args(Mode))
def test_what_is_served_describes_the_room_that_is_open(switch: ModeSwitch, name: Any) -> None:
    app = app_of(switch, name)
    told = app.test_client().get("/api/openapi.json").get_json()
    described = {
        (method.upper(), path)
        for path, operations in told["paths"].items()
        for method in operations
    }
    there = {
        (method, rule.replace("<int:", "{").replace("<", "{").replace(">", "}"))
        for method, rule in routes(app) - ANSWERS_ANYTHING
    }
    assert described == there
    assert told["openapi"] == "3.1.0"


def test_every_reference_of_the_description_leads_somewhere(switch: ModeSwitch) -> None:
    told = app_of(switch, "play").test_client().get("/api/openapi.json").get_json()
    refs = list(references(told))
    assert len(refs) > 100
    for ref in refs:
        found: Any = told
        for part in ref.removeprefix("#/").split("/"):
            found = found[part]


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_every_code_of_a_refusal_is_described_and_no_other() -> None:
    raised = set(STATUS)
    for package in ("web", "controller"):
        for path in (ROOT / package).rglob("*.py"):
            raised |= set(codes(ast.parse(path.read_text("utf-8"))))
    assert raised == set(get_args(RefusalCode))
    pages = "".join((ROOT / "docs" / name).read_text("utf-8") for name in ("api.md", "engine.md"))
    assert [code for code in sorted(raised) if f"`{code}`" not in pages] == []


def codes(tree: ast.AST) -> Iterator[str]:
    """The codes that a module refuses with, or gives reasons by."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in ("Refusal", "BadSetup", "BadRules", "reason", "Reason"):
            first = node.args[0]
            either = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            yield from (str(each.value) for each in either if isinstance(each, ast.Constant))


def test_every_field_of_the_view_is_in_the_guide() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    told = text.partition("### The view")[2].partition("### The track")[0]
    fields = {name for struct in structs_of(View) for name in struct.__struct_fields__} - {
        "together"
    }
    assert sorted(name for name in fields if f'"{name}":' not in told) == []


def structs_of(shape: type[msgspec.Struct]) -> set[type[msgspec.Struct]]:
    """A struct, and all that are in it; `together` of the set-up is in no view."""
    found: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = [inspect.type_info(shape)]
    while waiting:
        match waiting.pop():
            case inspect.StructType(cls=cls, fields=fields) if cls not in found:
                found.add(cls)
                waiting += [each.type for each in fields if each.name != "together"]
            case inspect.UnionType(types=types):
                waiting += types
            case inspect.VarTupleType(item_type=item):
                waiting.append(item)
    return found


SETUP = {
    "seats": [
        {"name": "Ann", "colours": ["red"]},
        {"name": "Ben", "colours": ["blue"]},
        {"name": "Cem", "colours": ["green"]},
    ]
}
AT = {"seat": 0, "square": 12, "game": 2, "token": "nothing"}


def at(rule: str, **places: Any) -> str:
    """The path of a route, for one seat, square and game."""
    for name, value in {**AT, **places}.items():
        rule = rule.replace(f"<int:{name}>", str(value)).replace(f"<{name}>", str(value))
    return rule


@pytest.fixture
def player(switch: ModeSwitch) -> FlaskClient:
    """The machine of a simulated board, on which everybody plays; a move has been made."""
    app = app_of(switch, "play")
    app.test_client_class = DescribedClient
    client = at_board(app)
    assert client.post("/api/games", json=SETUP).status_code == 200
    for seat in range(3):
        assert client.post("/api/join", json={"seat": seat, "code": None}).status_code == 200
    version = client.get("/api/watch").get_json()["version"]
    move = {"action": "f5", "version": version}
    assert client.post("/api/seats/0/play", json=move).status_code == 200
    return client


def test_everything_that_can_be_read_is_answered_as_it_is_described(player: FlaskClient) -> None:
    app = player.application
    there = routes(app)
    game = player.get("/api/games").get_json()["games"][0]["game"]
    version = player.get("/api/watch").get_json()["version"]
    assert player.post("/api/games/abandon", json={"version": version}).status_code == 200
    read = [
        each for each in operations() if each.method == "GET" and (each.method, each.rule) in there
    ]
    assert len(read) > 20
    refused = {}
    for each in read:
        if each.rule.endswith("/live"):
            continue
        answer = player.get(at(each.rule, game=game))
        if answer.status_code != 200:
            refused[each.rule] = answer.get_json()["error"]["code"]
    hidden = {
        "/api/seats/<int:seat>": "no-such-seat",
        "/api/seats/<int:seat>/why/<int:square>": "no-such-seat",
        "/api/seats/<int:seat>/answers": "no-such-seat",
        "/api/seats/<int:seat>/hints": "no-such-seat",
        "/api/games/<int:game>/record": "game-running",  # it could go on, and tells every hand
        "/api/games/<int:game>/analysis": "game-running",  # likewise
        "/api/games/<int:game>/picture.svg": "game-running",  # it shows the final order
        "/api/statistics/person": "bad-request",  # nobody is named
    }
    assert refused == hidden


def test_the_hand_and_what_is_refused_are_answered_as_they_are_described(
    player: FlaskClient,
) -> None:
    for seat in range(3):
        assert player.get(f"/api/seats/{seat}").get_json()["me"]["seat"] == seat
        assert player.get(f"/api/seats/{seat}/why/11").get_json()["sentences"]
    version = player.get("/api/watch").get_json()["version"]
    for seat, action in ((0, "f1"), (1, "f11"), (1, "fly"), (9, "f1")):
        path = f"/api/seats/{seat}/play"
        answer = player.post(path, json={"action": action, "version": version})
        assert answer.status_code >= 400


@pytest.mark.parametrize("path", ["/api/watch/live", "/api/seats/0/live"])
def test_a_stream_sends_views_as_they_are_described(player: FlaskClient, path: str) -> None:
    answer = player.get(path)
    name, data, *_ = next(iter(answer.iter_encoded())).split(b"\n")
    assert name == b"event: view"
    seen = msgspec.json.decode(data.removeprefix(b"data: "), type=View)
    assert (seen.me is not None) == ("seats" in path)
    answer.close()


def test_the_workshop_answers_as_it_is_described(switch: ModeSwitch) -> None:
    app = app_of(switch, "workshop")
    app.test_client_class = DescribedClient
    client = at_board(app)
    for path in ("/api/workshop", "/api/simulator", "/api/readers", "/api/track", "/api/me"):
        assert client.get(path).status_code == 200
    assert client.get("/api/watch").get_json()["error"]["code"] == "in-workshop"


def test_an_answer_of_another_shape_is_noticed(player: FlaskClient) -> None:
    """What all these tests lean on."""
    functions = player.application.view_functions
    told = player.get("/api/me").get_json()
    for wrong in ({**told, "pin": "123456"}, {"board": told["board"]}, {**told, "host": 1}):
        functions["people.get_me"] = lambda answer=wrong: answer
        with pytest.raises(msgspec.ValidationError):
            player.get("/api/me")
