"""What the API answers, and what it refuses."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from controller.bootstrap import SimulatedTable
from controller.game.setup import Together
from controller.refusal import Refusal
from controller.table.remote.races import OtherBoard, TableRaces
from tests.support.companion import stranger
from tests.support.waiting import until
from tests.web.views.test_other_board import TOGETHER, seen
from web.api.game import _once_more

PLAYERS = [
    {"name": "Ann", "colours": ["red"]},
    {"name": "Ben", "colours": ["blue"]},
    {"name": "Cem", "colours": ["green"]},
]


def view(client: FlaskClient, seat: int | None = None) -> dict[str, Any]:
    path = "/api/watch" if seat is None else f"/api/seats/{seat}"
    answer: dict[str, Any] = client.get(path).get_json()
    return answer


def play(client: FlaskClient, seat: int, action: str, version: int | None = None) -> TestResponse:
    version = view(client)["version"] if version is None else version
    return client.post(f"/api/seats/{seat}/play", json={"action": action, "version": version})


def code(answer: TestResponse) -> str:
    body = answer.get_json()
    assert body["ok"] is False
    assert body["error"]["message"].endswith((".", "?", "!"))
    return str(body["error"]["code"])


def test_a_game_is_set_up_and_begun(client: FlaskClient) -> None:
    assert view(client)["phase"] == "setup"
    answer = client.post("/api/games", json={"seats": PLAYERS, "first": 1})
    assert answer.get_json()["ok"] is True
    seen = view(client)
    assert (seen["phase"], seen["to_act"], seen["headline"]) == ("playing", 1, "Ben to move")
    assert [seat["runners"][0]["colour"] for seat in seen["seats"]] == ["red", "blue", "green"]


def test_a_view_says_how_the_game_was_set_up(client: FlaskClient) -> None:
    assert view(client)["setup"] is None
    assert view(client)["lettuces_each"] is None
    setup = {
        "seats": [*PLAYERS, {"name": "Dot", "colours": ["black"]}],
        "edition": "abacus-2000",
        "first": 2,
        "chance": "by-hand",
        "options": {"lettuces": 4, "patch_total": None, "teams": [[0, 2], [1, 3]]},
    }
    client.post("/api/games", json=setup)
    for seat in (None, 0, 3):
        assert view(client, seat)["setup"] == setup
        assert view(client, seat)["lettuces_each"] == 4
    client.post("/api/games/abandon", json={"version": view(client)["version"]})
    assert view(client)["seats"] == []
    assert client.post("/api/games", json=view(client)["setup"]).get_json()["ok"] is True


@pytest.mark.parametrize(
    "setup",
    [
        {"seats": PLAYERS[:2]},
        {"seats": [*PLAYERS, *PLAYERS, PLAYERS[0]]},
        {"seats": [PLAYERS[0], *PLAYERS[:2]]},
        {"seats": [{"name": " ", "colours": ["red"]}, *PLAYERS[1:]]},
        {"seats": [{"name": "A" * 25, "colours": ["red"]}, *PLAYERS[1:]]},
        {"seats": [{"name": "Ann", "colours": ["mauve"]}, *PLAYERS[1:]]},
        {"seats": PLAYERS, "first": 3},
        {"seats": PLAYERS, "first": "Ann"},
        {"seats": PLAYERS, "edition": "parlett-1066"},
        {"seats": PLAYERS, "options": {"carots": 1}},
        {"seats": PLAYERS, "turbo": True},
        {},
        [],
    ],
)
def test_an_impossible_set_up_begins_nothing(client: FlaskClient, setup: Any) -> None:
    answer = client.post("/api/games", json=setup)
    assert answer.status_code == 400
    assert code(answer) in ("bad-request", "unknown-edition", "bad-option")
    assert view(client)["phase"] == "setup"
    assert view(client)["version"] == 0


@pytest.mark.usefixtures("game")
def test_a_second_game_waits_for_the_first_to_end(client: FlaskClient) -> None:
    assert code(client.post("/api/games", json={"seats": PLAYERS})) == "game-running"
    version = view(client)["version"]
    assert client.post("/api/games/abandon", json={"version": version}).get_json()["ok"] is True
    assert view(client)["phase"] == "setup"
    assert client.post("/api/games", json={"seats": PLAYERS}).get_json()["ok"] is True


@pytest.mark.usefixtures("game")
def test_a_move_by_phone_is_played(client: FlaskClient) -> None:
    answer = play(client, 0, "f5")
    assert answer.get_json() == {"ok": True, "version": view(client)["version"]}
    assert view(client)["seats"][0]["runners"][0]["square"] == 5
    assert view(client, 0)["me"]["carrots"] == 50
    assert view(client)["log"][-1]["sentence"] == "Ann moved to square 5 for 15 carrots."


@pytest.mark.usefixtures("game")
def test_a_phone_that_has_not_seen_the_last_move_is_refused(client: FlaskClient) -> None:
    version = view(client)["version"]
    assert play(client, 0, "f5", version).status_code == 200
    answer = play(client, 0, "f5", version)
    assert answer.status_code == 409
    assert code(answer) == "stale"
    assert view(client)["seats"][0]["runners"][0]["square"] == 5


@pytest.mark.parametrize("path", ["/api/nothing", "/api/seats/0/nothing"])
def test_an_address_that_does_not_exist_is_refused_in_plain_words(
    client: FlaskClient, path: str
) -> None:
    answer = client.post(path, json={}, headers={"Accept-Language": "de"})
    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (404, "bad-request")
    assert error["message"] == "Diese Adresse gibt es beim Spielbrett nicht."


@pytest.mark.usefixtures("game")
def test_every_refusal_says_why(client: FlaskClient) -> None:
    assert code(play(client, 1, "f5")) == "not-your-turn"
    answer = play(client, 0, "f11")
    assert code(answer) == "tortoise-is-backwards-only"
    reasons = [reason["code"] for reason in answer.get_json()["error"]["reasons"]]
    assert reasons == ["tortoise-is-backwards-only", "too-few-carrots"]
    assert code(play(client, 0, "fly")) == "unknown-action"
    assert code(play(client, 3, "f5")) == "no-such-seat"
    answer = client.post("/api/confirm", json={"version": view(client)["version"]})
    assert code(answer) == "not-offered"
    answer = client.post("/api/seats/0/take-back", json={"version": view(client)["version"]})
    assert code(answer) == "not-offered"


def test_without_a_game_there_is_nothing_to_play(client: FlaskClient) -> None:
    assert code(client.post("/api/confirm", json={"version": 0})) == "no-game"
    assert client.get("/api/seats/0").status_code == 404


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"action":"f5"}', b'{"action":5,"version":2}', b"\xff\xfe",
     b'{"action":"f5","version":2,"x":1}', b'{"action":"f5","version":"2"}'],
)  # fmt: skip
def test_a_request_that_is_not_understood_changes_nothing(client: FlaskClient, body: bytes) -> None:
    before = view(client)
    answer = client.post("/api/seats/0/play", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert code(answer) == "bad-request"
    assert view(client) == before


@pytest.mark.usefixtures("game")
def test_other_sites_and_forms_change_nothing(client: FlaskClient) -> None:
    version = view(client)["version"]
    body = json.dumps({"action": "f5", "version": version})
    path = "/api/seats/0/play"
    elsewhere = {"Origin": "http://elsewhere.example"}
    answer = client.post(path, data=body, content_type="application/json", headers=elsewhere)
    assert answer.status_code == 403
    answer = client.post(path, data=body, content_type="text/plain")
    assert answer.status_code == 415
    assert "“Content-Type: application/json”" in answer.get_json()["error"]["message"]
    assert client.post(path, data={"action": "f5", "version": "2"}).status_code == 415
    assert view(client)["version"] == version


@pytest.mark.usefixtures("game")
def test_a_huge_request_is_turned_away(client: FlaskClient) -> None:
    answer = client.post("/api/games", data=b" " * 100_000, content_type="application/json")
    assert answer.status_code == 413


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("path", ["/", "/seat/0", "/watch", "/setup", "/board", "/nowhere"])
def test_every_page_forbids_what_is_not_ours(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == (404 if path == "/nowhere" else 200)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("path", ["/api/watch", "/api/nowhere", "/words/seat.js"])
def test_what_is_no_page_is_never_taken_for_one(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.mimetype in ("application/json", "text/javascript")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_that_is_not_there_says_so(client: FlaskClient) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "text/html" in answer.content_type
    assert client.get("/api/nowhere").get_json()["ok"] is False


def test_health_tells_whether_the_game_thread_is_at_work(
    client: FlaskClient, table: SimulatedTable
) -> None:
    assert client.get("/healthz").get_json() == {"alive": True}
    table.stop()
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.get_json()["alive"] is False


def test_the_track_names_every_square(client: FlaskClient) -> None:
    track = client.get("/api/track").get_json()
    assert track["home"] == 64
    assert [square["square"] for square in track["squares"]] == list(range(1, 65))
    assert track["squares"][9] == {"square": 10, "kind": "L", "name": "lettuce"}
    assert len({colour["shape"] for colour in track["colours"]}) == 6


# The simulated board


@pytest.mark.usefixtures("game")
def test_a_hand_moves_wood_and_nothing_else(client: FlaskClient) -> None:
    hand = "/api/simulator/hand"
    body = {"do": "put", "piece": "red", "square": 12}
    assert client.post(hand, json=body).get_json()["ok"] is True
    world = client.get("/api/simulator").get_json()
    assert {"piece": "red", "square": 12, "face_down": False, "in_hand": False} in world["pieces"]
    assert view(client)["seats"][0]["runners"][0]["square"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {"do": "put", "piece": "red"},
        {"do": "put", "piece": "red", "square": 0},
        {"do": "put", "piece": "red", "square": 65},
        {"do": "lift", "piece": "mauve"},
        {"do": "eat", "piece": "red"},
        {"do": "put", "piece": "red", "square": "12"},
    ],
)
def test_a_hand_cannot_do_the_impossible(client: FlaskClient, body: Any) -> None:
    before = client.get("/api/simulator").get_json()["pieces"]
    assert client.post("/api/simulator/hand", json=body).status_code == 400
    assert client.get("/api/simulator").get_json()["pieces"] == before


def test_there_are_only_the_buttons_there_are(client: FlaskClient) -> None:
    assert client.post("/api/simulator/press", json={"button": "confirm"}).status_code == 200
    held = {"button": "take-back", "held": True}
    assert client.post("/api/simulator/press", json=held).status_code == 200
    assert client.post("/api/simulator/press", json={"button": "fire"}).status_code == 400


@pytest.mark.usefixtures("game")
def test_a_hand_slides_wood_from_square_to_square(client: FlaskClient) -> None:
    for body in ({"do": "put", "square": 12}, {"do": "slide", "square": 13}):
        answer = client.post("/api/simulator/hand", json={**body, "piece": "red"})
    pieces = {each["piece"]: each["square"] for each in answer.get_json()["pieces"]}
    assert pieces["red"] == 13


def test_a_board_without_a_button_says_which_there_are(
    client: FlaskClient, table: SimulatedTable
) -> None:
    table.devices.world.buttons = ("confirm",)
    answer = client.post("/api/simulator/press", json={"button": "take-back"})
    assert answer.status_code == 400
    assert "'take-back'; there are confirm." in answer.get_json()["error"]["message"]


def test_options_nested_without_end_are_a_bad_request(client: FlaskClient) -> None:
    seats = '[{"name":"Ann","colours":["red"]},{"name":"Ben","colours":["green"]}]'
    nested = f'{{"seats":{seats},"options":{"{"}"race":{"[" * 5000}{"]" * 5000}}}}}'
    answer = client.post("/api/games", data=nested, content_type="application/json")
    assert (answer.status_code, code(answer)) == (400, "bad-request")


def test_an_origin_that_is_none_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/confirm", json={}, headers={"Origin": "http://["})
    assert answer.status_code == 403


def test_a_stream_of_the_world_beats_while_nothing_changes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.event_stream.HEARTBEAT_S", 0.001)
    with client.get("/api/simulator/live", buffered=False) as answer:
        events = iter(answer.response)
        assert b"event: world" in next(events)
        for _ in range(2):
            until(lambda: b"event: heartbeat" in next(events), "nothing changes")


def test_the_next_race_of_two_boards_is_begun_where_the_last_one_was() -> None:
    invited = seen(TableRaces())
    with pytest.raises(Refusal) as refused:
        _once_more(invited, 1)
    assert (refused.value.code, refused.value.facts["board"]) == ("not-offered", "Here")
    assert "joins it, on the page “Another board”" in refused.value.template
    inviting = seen(TableRaces(), authority=True)
    again = _once_more(inviting, 1)
    assert again.first == 1
    assert isinstance(again.together, Together)
    assert again.together == replace(TOGETHER, race=again.together.race)
    assert again.together.race != TOGETHER.race


@pytest.mark.parametrize("authority", [True, False])
def test_no_race_is_begun_with_a_board_that_was_forgotten(*, authority: bool) -> None:
    forgotten = seen(TableRaces(other=OtherBoard(state="unpaired")), authority=authority)
    with pytest.raises(Refusal) as refused:
        _once_more(forgotten, 1)
    other = "There" if authority else "Here"
    assert (refused.value.code, refused.value.facts["board"]) == ("no-partners", other)


@pytest.mark.usefixtures("game")
def test_nobody_is_told_why_of_a_square_that_is_not_there(client: FlaskClient) -> None:
    assert client.get("/api/seats/0/why/64").get_json()["square"] == 64
    answer = client.get("/api/seats/0/why/65")
    assert answer.status_code == 404
    assert answer.get_json()["error"]["message"] == "There is no such seat or square in this game."


@pytest.mark.usefixtures("game")
def test_only_its_phone_is_answered_about_a_hand(client: FlaskClient, app: Flask) -> None:
    def questions(answer: Any) -> list[str]:
        assert answer.status_code == 200
        return [each["question"] for each in answer.get_json()["answers"]]

    own = client.get("/api/seats/0/answers")
    assert questions(own) == ["carrots", "square", "runners", "choices", "last-move"]
    assert own.get_json()["answers"][0]["sentence"] == "You have 65 carrots and 3 lettuces."
    other = stranger(app)
    assert other.get("/api/seats/0/answers").status_code == 403
    assert questions(other.get("/api/watch/answers")) == ["runners", "choices", "last-move"]
    german = other.get("/api/watch/answers", headers={"Accept-Language": "de"}).get_json()
    assert german["answers"][2]["sentence"] == "Noch niemand hat gezogen."
    assert client.get("/api/seats/9/answers").status_code in (403, 404)


def test_without_a_game_there_is_nothing_to_ask_of_a_hand(client: FlaskClient) -> None:
    assert client.get("/api/seats/0/answers").status_code in (403, 404)
    assert client.get("/api/watch/answers").get_json()["answers"][0]["question"] == "runners"
