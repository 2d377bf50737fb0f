"""Joining over the API: who gets a seat, who does not, and what the host may do."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from controller.bootstrap import SimulatedTable
from controller.game.setup import Setup
from controller.table.commands import Abandon, Begin
from tests.support.companion import at_board, phones_of, seated, stranger
from tests.support.waiting import until
from web.access.guard import Guard
from web.access.phones import Phones
from web.api.joining import people
from web.pages.board_key import board_key

pytestmark = pytest.mark.usefixtures("game")


def code(answer: TestResponse) -> str:
    body: Any = answer.get_json()
    assert body["ok"] is False, body
    assert body["error"]["message"]
    return str(body["error"]["code"])


def join(client: FlaskClient, seat: int | None, word: str | None) -> TestResponse:
    return client.post("/api/join", json={"seat": seat, "code": word})


def me(client: FlaskClient) -> Any:
    return client.get("/api/me").get_json()


def test_a_phone_joins_with_the_code_and_sees_its_hand(app: Flask, phones: Phones) -> None:
    phone = stranger(app)
    assert me(phone)["seats"] == []
    assert me(phone)["host"] is False
    answer = join(phone, 1, phones.code)
    assert answer.get_json() == {"ok": True, "seats": [1]}
    assert me(phone)["seats"] == [1]
    assert phone.get("/api/seats/1").get_json()["me"]["seat"] == 1
    assert [seat["taken"] for seat in phone.get("/api/watch").get_json()["seats"]] == [
        False,
        True,
        False,
    ]


def test_the_token_is_out_of_reach_of_scripts_and_other_sites(app: Flask, phones: Phones) -> None:
    cookie = join(stranger(app), 0, phones.code).headers["Set-Cookie"]
    assert cookie.startswith(f"hareboard-{phones.board}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


@pytest.mark.parametrize("path", ["/api/seats/0", "/api/seats/0/live", "/api/seats/0/why/5"])
def test_nobody_sees_a_hand_that_is_not_theirs(app: Flask, phones: Phones, path: str) -> None:
    ben = seated(app, phones, "Ben")
    for client in (stranger(app), ben, app.test_client()):
        answer = client.get(path)
        assert answer.status_code == 403
        assert code(answer) == "not-your-seat"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/seats/0/play", {"action": "f5", "version": 1}),
        ("/api/seats/0/take-back", {"version": 1}),
        ("/api/seats/0/hand-over", {}),
        ("/api/seats/0/leave", {}),
    ],
)
def test_nobody_acts_for_a_seat_that_is_not_theirs(
    app: Flask, phones: Phones, game: SimulatedTable, path: str, body: Any
) -> None:
    before = game.actor.snapshot.version
    ben = stranger(app)
    join(ben, 1, phones.code)
    for client in (stranger(app), ben):
        assert code(client.post(path, json=body)) == "not-your-seat"
    assert game.actor.snapshot.version == before


def test_a_seat_cannot_be_stolen(app: Flask, phones: Phones) -> None:
    ann, thief = stranger(app), stranger(app)
    join(ann, 0, phones.code)
    answer = join(thief, 0, phones.code)
    assert answer.status_code == 409
    assert code(answer) == "seat-taken"
    assert me(ann)["seats"] == [0]
    assert me(thief)["seats"] == []


def test_nobody_has_an_opponents_seat(app: Flask, phones: Phones, game: SimulatedTable) -> None:
    ben, cem = stranger(app), stranger(app)
    join(ben, 1, phones.code)
    join(cem, 2, phones.code)
    game.actor.submit(Abandon(game.actor.snapshot.version))
    ann, *others = game.actor.snapshot.seating.players
    seats = (ann, *(replace(each, opponent="walker") for each in others))
    game.actor.submit(Begin(Setup(seats)))
    for client in (ben, stranger(app), seated(app, phones, "Ann")):
        for answer in (
            join(client, 1, phones.code),
            client.get("/api/seats/1"),
            client.post("/api/seats/1/play", json={"action": "f5", "version": 0}),
        ):
            assert code(answer) == "not-your-seat"
    assert me(ben)["seats"] == []
    shown = ben.get("/api/watch").get_json()["seats"]
    assert [(each["opponent"], each["taken"]) for each in shown[1:]] == [("walker", False)] * 2


def test_a_forged_token_is_nobodys(app: Flask, phones: Phones) -> None:
    join(stranger(app), 0, phones.code)
    thief = stranger(app)
    for forged in ("", "0", "null", phones.code, "ann"):
        thief.set_cookie(f"hareboard-{phones.board}", forged)
        assert code(thief.get("/api/seats/0")) == "not-your-seat"


def test_a_wrong_code_and_too_many_of_them(app: Flask, phones: Phones) -> None:
    phone = stranger(app)
    answers = [join(phone, 0, "WRONG1") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [403] * 5 + [429]
    assert code(answers[-1]) == "too-many-tries"
    assert code(join(phone, 0, phones.code)) == "too-many-tries"


def test_at_the_simulated_board_no_code_is_needed_and_free_seats_only(
    app: Flask, phones: Phones
) -> None:
    join(stranger(app), 0, phones.code)
    screen = at_board(app)
    assert me(screen)["at_board"] is True
    assert code(join(screen, 0, None)) == "seat-taken"
    assert join(screen, 2, None).get_json()["seats"] == [2]
    assert screen.get("/api/terminal").get_json() == {"pin": phones.pin, "code": phones.code}


def test_nobody_is_at_the_board_for_an_address(app: Flask) -> None:
    """A forwarder of connections makes everybody look like this machine."""
    client = app.test_client()
    how: Any = {"headers": {"Host": "localhost"}, "environ_base": {"REMOTE_ADDR": "127.0.0.1"}}
    assert client.get("/api/me", **how).get_json()["at_board"] is False
    assert code(client.get("/api/terminal", **how)) == "host-only"
    assert code(client.post("/api/table/code", json={}, **how)) == "host-only"


def test_the_address_in_the_terminal_puts_a_browser_at_the_board(
    app: Flask, phones: Phones
) -> None:
    client = app.test_client()
    answer = client.get(f"/board/{phones.board_key}")
    assert (answer.status_code, answer.location) == (303, "/board")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert me(client)["at_board"] is True


def test_the_address_of_an_earlier_start_leads_to_the_board_without_rights(app: Flask) -> None:
    client = app.test_client()
    answer = client.get(f"/board/{'0' * 32}")
    assert (answer.status_code, answer.location) == (303, "/board")
    assert "Set-Cookie" not in answer.headers
    assert me(client)["at_board"] is False


def test_a_board_that_is_wired_knows_no_key(tmp_path: Path) -> None:
    """The folder of a simulated board may become that of a real one."""
    phones = phones_of(tmp_path)
    app = Flask("web")
    guard = Guard(phones, lambda: (), simulated=False)
    app.register_blueprint(people(guard, "A board"))
    app.register_blueprint(board_key(guard, lambda: "/board"))
    client = app.test_client()
    token = phones.seat_at_board(None, phones.board_key)
    assert token is not None
    assert "Set-Cookie" not in client.get(f"/board/{phones.board_key}").headers
    client.set_cookie(guard.cookie, token)
    assert me(client)["at_board"] is False


def test_a_phone_becomes_the_hosts_by_the_pin(app: Flask, phones: Phones) -> None:
    phone = stranger(app)
    wrong = "000000" if phones.pin != "000000" else "000001"
    assert code(phone.post("/api/host", json={"pin": wrong})) == "wrong-pin"
    assert code(phone.get("/api/table")) == "host-only"
    pin = f"{phones.pin[:3]} {phones.pin[3:]}"
    assert phone.post("/api/host", json={"pin": pin}).get_json() == {"ok": True}
    assert phone.get("/api/table").get_json()["code"] == phones.code
    phone.post("/api/host/leave", json={})
    assert code(phone.get("/api/table")) == "host-only"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games", {"seats": []}),
        ("/api/games/abandon", {"version": 1}),
        ("/api/games/pause", {"paused": True}),
        ("/api/games/set-aside", {"version": 1}),
        ("/api/games/mend", {"by": "board", "version": 1}),
        ("/api/games/1/load", {}),
        ("/api/table/code", {}),
    ],
)
def test_only_the_host_does_what_concerns_all(
    app: Flask, phones: Phones, game: SimulatedTable, path: str, body: Any
) -> None:
    phone = stranger(app)
    join(phone, 0, phones.code)
    before, word = game.actor.snapshot.version, phones.code
    assert code(phone.post(path, json=body)) == "host-only"
    assert (game.actor.snapshot.version, phones.code) == (before, word)


def test_a_seat_is_handed_over_by_its_owner(app: Flask, phones: Phones) -> None:
    ann, ben = stranger(app), stranger(app)
    join(ann, 0, phones.code)
    offered = ann.post("/api/seats/0/hand-over", json={}).get_json()
    assert offered["link"].endswith(f"/join#{offered['code']}")
    assert offered["svg"].startswith("<svg")
    assert join(ben, None, offered["code"]).get_json()["seats"] == [0]
    assert code(ann.get("/api/seats/0")) == "not-your-seat"
    assert code(join(ann, None, offered["code"])) == "wrong-code"


def test_the_host_takes_a_seat_back(app: Flask, phones: Phones) -> None:
    ann, host = stranger(app), stranger(app)
    join(ann, 0, phones.code)
    host.post("/api/host", json={"pin": phones.pin})
    assert host.post("/api/seats/0/leave", json={}).get_json() == {"ok": True}
    assert me(ann)["seats"] == []


def test_a_stream_ends_when_its_seat_is_lost(app: Flask, phones: Phones) -> None:
    ann = stranger(app)
    join(ann, 0, phones.code)
    answer = ann.get("/api/seats/0/live", buffered=False)
    events = iter(answer.response)
    assert b"event: view" in next(events)
    phones.leave("Ann")
    assert list(events) == []
    answer.close()


def test_everybodys_view_tells_who_has_joined_at_once(app: Flask, phones: Phones) -> None:
    answer = stranger(app).get("/api/watch/live", buffered=False)
    events = iter(answer.response)
    first = next(events)
    join(stranger(app), 0, phones.code)
    second = next(events)
    assert b'"taken":true' in second
    assert b'"taken":true' not in first
    answer.close()


def test_who_plays_again_keeps_the_phone(app: Flask, phones: Phones, game: SimulatedTable) -> None:
    ann, screen = stranger(app), at_board(app)
    join(ann, 0, phones.code)
    version = game.actor.snapshot.version
    assert screen.post("/api/games/abandon", json={"version": version}).status_code == 200
    assert me(ann)["seats"] == []
    players = [{"name": "Ben", "colours": ["blue"]}, {"name": "Dot", "colours": ["green"]}]
    setup = {"seats": [*players, {"name": "Ann", "colours": ["red"]}]}
    assert screen.post("/api/games", json=setup).status_code == 200
    assert me(ann)["seats"] == [2]


def test_the_link_leads_other_phones_to_the_board_they_know(app: Flask, phones: Phones) -> None:
    phone = stranger(app)
    there = "http://hareboard.local:8064"
    phone.post("/api/host", json={"pin": phones.pin}, base_url=there)
    link = phone.get("/api/table", base_url=there).get_json()["link"]
    assert link == f"http://hareboard.local:8064/join#{phones.code}"


def test_boards_do_not_mix(
    app: Flask, phones: Phones, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = phones_of(tmp_path_factory.mktemp("another board"))
    ann = stranger(app)
    ann.set_cookie(f"hareboard-{other.board}", other.take(None, "Ann"))
    assert me(ann)["seats"] == []
    assert me(ann)["board"]["id"] == phones.board != other.board


@pytest.mark.parametrize("path", ["/api/simulator", "/api/simulator/live"])
def test_nobody_reads_the_pin_off_a_simulated_board_from_elsewhere(
    app: Flask, phones: Phones, path: str
) -> None:
    """Its lights draw the PIN for whoever asks: they are for who is at the board, or host."""
    phone = stranger(app)
    assert phone.post("/api/host/show-pin", json={}).status_code == 200
    assert code(phone.get(path)) == "host-only"
    assert code(phone.post("/api/simulator/hand", json={"do": "lift", "piece": "red"})) == (
        "host-only"
    )
    phone.post("/api/host", json={"pin": phones.pin})
    with phone.get(path) as answer:
        assert answer.status_code == 200


def test_the_host_renews_the_code_of_the_table(app: Flask, phones: Phones) -> None:
    before = phones.code
    screen = at_board(app)
    answer = screen.post("/api/table/code", json={}).get_json()
    assert answer == {"ok": True, "code": phones.code}
    assert code(join(stranger(app), 0, before)) == "wrong-code"
    assert join(stranger(app), 0, phones.code).status_code == 200


# By a runner on a lit square


def ask_tap(phone: FlaskClient, phones: Phones) -> Any:
    answer = phone.post("/api/join/tap", json={"code": phones.code})
    assert answer.status_code == 200
    return answer.get_json()


def answer_to(phone: FlaskClient, tap: Any) -> Any:
    return phone.post(f"/api/join/tap/{tap['tap']}", json={}).get_json()


def hold(table: SimulatedTable, piece: str) -> None:
    """Somebody holds a runner on the lit square until the board has understood."""
    tap = table.actor.snapshot.tap
    assert tap is not None
    table.devices.world.put(piece, tap.square)
    until(
        lambda: table.actor.snapshot.tap is None or table.actor.snapshot.tap.seat is not None,
        "the runner has been held there",
    )


def test_whoever_holds_a_runner_on_the_lit_square_has_its_seat(
    app: Flask, phones: Phones, game: SimulatedTable
) -> None:
    phone = stranger(app)
    tap = ask_tap(phone, phones)
    waiting = answer_to(phone, tap)
    assert (waiting["state"], waiting["seat"]) == ("waiting", None)
    assert str(tap["square"]) in waiting["sentence"]
    hold(game, "yellow")
    taken = answer_to(phone, tap)
    assert (taken["state"], taken["seat"]) == ("taken", 1)
    assert "Ben" in taken["sentence"]
    assert me(phone)["seats"] == [1]
    assert answer_to(phone, tap)["state"] == "over", "the same runner seats nobody twice"


def test_a_runner_gives_nobody_a_seat_that_is_on_another_phone(
    app: Flask, phones: Phones, game: SimulatedTable
) -> None:
    join(stranger(app), 1, phones.code)
    phone = stranger(app)
    tap = ask_tap(phone, phones)
    hold(game, "yellow")
    told = answer_to(phone, tap)
    assert (told["state"], told["seat"]) == ("over", None)
    assert "Ben" in told["sentence"]
    assert me(phone)["seats"] == []


def test_a_phone_waits_no_longer_once_it_has_said_so(
    app: Flask, phones: Phones, game: SimulatedTable
) -> None:
    phone = stranger(app)
    tap = ask_tap(phone, phones)
    assert code(phone.post("/api/join/tap/another/end", json={})) == "no-tap"
    assert answer_to(phone, tap)["state"] == "waiting"
    assert phone.post(f"/api/join/tap/{tap['tap']}/end", json={}).get_json() == {"ok": True}
    assert game.actor.snapshot.tap is None
    assert answer_to(phone, tap)["state"] == "over"
    assert code(phone.post("/api/join/tap/another", json={})) == "no-tap"
