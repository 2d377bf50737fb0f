"""The board's own Wi-Fi in pages: guests are led to the board, the host chooses another network."""

import threading
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web.pages.join_sign
from controller.appliance.network import NetworkActor
from controller.appliance.network.keeper import ANSWER_S
from controller.appliance.network.own_wifi import fits
from controller.appliance.network.ports import Failure, Hotspot, Security
from controller.bootstrap import SimulatedTable
from hardware.clock import ManualClock
from tests.support.companion import ELSEWHERE, at_board, companion
from tests.support.network.air import Air, Router
from tests.support.waiting import PATIENCE_S, until
from web.access.address import PageAddress
from web.access.phones import Phones
from web.api.network import FAILURES
from web.pages.captive_portal import PROBES
from web.pages.join_sign import FOLDER_VARIABLE, JoinSign, how_to_join, shown

OWN = Hotspot("hareboard", "abcd-efgh-mnpq")
GUEST = {"REMOTE_ADDR": "10.42.0.17"}
HOME = {"REMOTE_ADDR": "192.168.1.17"}
PASSWORD = "carrots for all"
GONE = "http://10.42.0.1:8064/welcome"


@pytest.fixture
def air() -> Air:
    return Air({"Home": Router(PASSWORD), "Café": Router(None, 30, "open")}, hotspot=OWN)


@pytest.fixture
def network(air: Air) -> Iterator[NetworkActor]:
    network = NetworkActor(air, OWN, ManualClock())
    network.start()
    yield network
    network.stop()


@pytest.fixture
def app(table: SimulatedTable, phones: Phones, network: NetworkActor) -> Flask:
    return companion(table, phones, 8064, network)


def asks(app: Flask, url: str, who: dict[str, str] = GUEST, method: str = "GET") -> Any:
    host, _, path = url.partition("/")
    return app.test_client().open(
        f"/{path}", method=method, base_url=f"http://{host}", environ_base=who
    )


PHONES = (
    ("connectivitycheck.gstatic.com/generate_204", 204, b""),
    ("www.google.com/gen_204", 204, b""),
    ("captive.apple.com/hotspot-detect.html", 200, b"Success"),
    ("www.apple.com/library/test/success.html", 200, b"Success"),
    ("www.msftconnecttest.com/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("www.msftncsi.com/ncsi.txt", 200, b"Microsoft NCSI"),
    ("detectportal.firefox.com/success.txt", 200, b"success\n"),
    ("detectportal.firefox.com/canonical.html", 200, b"captive-portal"),
    ("nmcheck.gnome.org/check_network_status.txt", 200, b"NetworkManager is online"),
    ("network-test.debian.org/nm", 200, b"NetworkManager is online"),
)


def test_every_probe_is_tried_here() -> None:
    assert {f"/{url.partition('/')[2]}" for url, _, _ in PHONES} == set(PROBES)


@pytest.mark.parametrize(("url", "status", "text"), PHONES)
def test_a_phone_is_led_to_the_welcome_and_stays_once_it_has_gone_on(
    app: Flask, url: str, status: int, text: bytes
) -> None:
    answer = asks(app, url)
    assert (answer.status_code, answer.headers["Location"]) == (302, GONE)
    page = asks(app, "10.42.0.1:8064/welcome")
    assert page.status_code == 200
    assert b"http://hareboard.local:8064" in page.data
    phone = app.test_client()
    phone.post("/api/welcome", json={}, base_url="http://10.42.0.1:8064", environ_base=GUEST)
    answer = asks(app, url)
    assert answer.status_code == status
    assert text in answer.data
    other = asks(app, url, {"REMOTE_ADDR": "10.42.0.18"})
    assert other.status_code == 302, "another phone has not gone on yet"


@pytest.mark.parametrize(
    "url", ["example.com/", "example.com/seat/0", "example.com/host", "10.42.0.1.example.com/"]
)
def test_nothing_of_the_board_is_answered_under_anybody_elses_name(app: Flask, url: str) -> None:
    assert asks(app, url).headers["Location"] == GONE
    assert asks(app, url, method="POST").status_code == 421
    phone = app.test_client()
    phone.post("/api/welcome", json={}, base_url="http://10.42.0.1:8064", environ_base=GUEST)
    assert asks(app, url).headers["Location"] == GONE


@pytest.mark.parametrize(
    "host", ["10.42.0.1", "10.42.0.1:8064", "hareboard.local", "hareboard", "[fe80::1]:8064"]
)
def test_the_board_answers_under_its_own_names(app: Flask, host: str) -> None:
    assert asks(app, f"{host}/api/me").status_code == 200


def test_a_guest_seen_through_a_socket_for_both_kinds_of_addresses_is_one(app: Flask) -> None:
    assert asks(app, "example.com/", {"REMOTE_ADDR": "::ffff:10.42.0.17"}).status_code == 302


def test_who_comes_by_another_way_is_led_nowhere(app: Flask) -> None:
    for url in ("board.example.com/", "10.42.0.1/", "board.example.com/generate_204"):
        assert asks(app, url, HOME).status_code in (200, 404)


def test_guests_are_counted_while_their_pages_are_open(app: Flask, network: NetworkActor) -> None:
    guests = network.guests
    clock = guests._clock  # noqa: SLF001 - the one it was made with
    assert isinstance(clock, ManualClock)
    clock.advance(100)
    assert guests.idle_s() == 100
    asks(app, "10.42.0.1/api/me")
    asks(app, "10.42.0.1/nowhere")
    asks(app, "www.google.com/generate_204")
    assert guests.idle_s() == 0
    clock.advance(10)
    assert guests.idle_s() == 10
    live = app.test_client().get(
        "/api/watch/live", base_url="http://10.42.0.1", environ_base=GUEST, buffered=False
    )
    clock.advance(1000)
    assert guests.idle_s() == 0, "a page that follows the game is open"
    live.close()
    clock.advance(3)
    assert guests.idle_s() == 3


# The host


@pytest.fixture
def host(app: Flask, phones: Phones) -> FlaskClient:
    client = app.test_client()
    client.environ_base = {**client.environ_base, "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    client.post("/api/host", json={"pin": phones.pin})
    return client


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/network", None),
        ("/api/card", None),
        ("/api/network/look", {}),
        ("/api/network/join", {"name": "Home", "password": PASSWORD}),
    ],
)
def test_the_network_is_the_hosts(app: Flask, path: str, body: Any) -> None:
    stranger = app.test_client()
    how = {"headers": ELSEWHERE, "base_url": "http://10.42.0.1"}
    answer = stranger.get(path, **how) if body is None else stranger.post(path, json=body, **how)
    assert answer.get_json()["error"]["code"] == "host-only"


def test_the_host_sees_the_network(host: FlaskClient) -> None:
    seen = host.get("/api/network").get_json()
    assert seen["own"] == "hareboard"
    assert seen["hotspot"] is True
    assert seen["address"] == "http://hareboard.local:8064"


def test_the_host_lets_the_board_join_a_network(host: FlaskClient, network: NetworkActor) -> None:
    answer = host.post("/api/network/join", json={"name": "Home", "password": PASSWORD})
    assert answer.get_json() == {"ok": True, "address": "http://hareboard.local:8064"}
    assert network.snapshot.joining == "Home"
    seen = host.get("/api/network")
    assert seen.get_json()["joining"] == "Home"
    assert PASSWORD not in seen.text


def test_the_host_lets_the_board_look_around(host: FlaskClient, air: Air) -> None:
    assert host.post("/api/network/look", json={}).get_json() == {"ok": True}
    until(lambda: air.scans == 1, "it has looked around")


@pytest.mark.parametrize(
    ("security", "kind"),
    [("open", "open"), ("beyond", "beyond"), ("wpa-psk", "password"), ("sae", "password")],
)
def test_a_network_is_told_by_how_it_is_joined(
    table: SimulatedTable, phones: Phones, security: Security, kind: str
) -> None:
    network = NetworkActor(
        Air({"Home": Router(PASSWORD, 55, security)}, cable=True), OWN, ManualClock()
    )
    network.start()
    try:
        seen = at_board(companion(table, phones, 8064, network)).get("/api/network").get_json()
    finally:
        network.stop()
    assert seen["nearby"] == [{"name": "Home", "percent": 55, "kind": kind}]


def test_every_failure_to_join_has_its_words() -> None:
    assert set(FAILURES) == set(get_args(Failure))


def test_a_network_that_was_not_found_is_told_with_what_to_do(
    host: FlaskClient, network: NetworkActor
) -> None:
    host.post("/api/network/join", json={"name": "Gone", "password": PASSWORD, "hidden": True})
    clock = network.guests._clock  # noqa: SLF001 - the one it was made with
    assert isinstance(clock, ManualClock)
    clock.advance(ANSWER_S)

    def told() -> Any:
        host.post("/api/network/look", json={})  # so that it does what is due
        return host.get("/api/network").get_json()["failed"]

    until(lambda: told() is not None, "it has given up")
    assert told() == (
        "Gone was not found. Check that it's switched on and close enough to the board, "
        "then try again."
    )


def test_a_password_that_cannot_be_one_is_refused_without_being_repeated(
    host: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = host.post("/api/network/join", json={"name": "Home", "password": "hopping"})
    assert answer.get_json()["error"]["code"] == "bad-password"
    wrong = host.post("/api/network/join", json={"name": 5, "password": "hopping"})
    assert wrong.status_code == 400
    assert "hopping" not in answer.text + wrong.text + caplog.text


def test_the_card_has_the_game_and_the_boards_own_wifi(host: FlaskClient, phones: Phones) -> None:
    card = host.get("/api/card").get_json()
    assert card["link"] == f"http://hareboard.local:8064/join#{phones.code}"
    assert card["own"]["name"] == "hareboard"
    assert fits(card["own"]["password"])
    assert "<svg" in card["own"]["svg"]


def test_without_anybody_who_keeps_the_network_there_is_only_the_card(
    table: SimulatedTable, phones: Phones
) -> None:
    board = at_board(companion(table, phones, 8064))
    assert board.get("/api/card").get_json()["own"] is None
    assert board.get("/card").status_code == 200
    for path in ("/wifi", "/welcome", "/api/network"):
        assert board.get(path).status_code == 404


# Terminals


def test_the_login_screen_says_how_to_join(
    phones: Phones, network: NetworkActor, tmp_path: Any
) -> None:
    place = PageAddress("0.0.0.0", 80)
    said = how_to_join(place, phones, network)
    for part in (phones.code, phones.pin, OWN.name, OWN.password, "http://hareboard.local/join"):
        assert part in said
    alone = how_to_join(place, phones, None)
    assert phones.pin in alone
    assert OWN.password not in alone
    assert all(len(line) <= 80 for line in alone.splitlines() if "\x1b" not in line)


def test_the_login_screen_is_written_when_it_changes(
    tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    said = ["one\\two"]
    sign = JoinSign(tmp_path, lambda: said[0])
    sign.look()
    file = tmp_path / "issue"
    assert file.read_text() == "one\\two"
    assert file.stat().st_mode & 0o777 == 0o600
    file.unlink()
    sign.look()
    assert not file.exists(), "nothing has changed"
    said[0] = "three"
    sign.look()
    assert file.read_text() == "three"
    JoinSign(tmp_path / "not there", lambda: "text").look()
    assert len(caplog.records) == 1


def test_the_login_screen_says_the_boards_own_wifi_for_where_there_is_no_other(
    phones: Phones,
) -> None:
    joined = Air({"Home": Router(PASSWORD)}, known={"Home": PASSWORD})
    network = NetworkActor(joined, OWN, ManualClock())
    network.start()
    try:
        said = how_to_join(PageAddress("0.0.0.0", 80), phones, network)
    finally:
        network.stop()
    assert f"Without a network it is Wi-Fi “{OWN.name}”, password {OWN.password}." in said
    assert "There is no other network here" not in said


def test_the_login_screen_is_kept_where_systemd_gives_a_folder_for_it(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, f"{tmp_path}:/somewhere/else")
    monkeypatch.setattr(web.pages.join_sign, "LOOK_S", 0.001)
    said = ["one"]
    file = tmp_path / "issue"
    with shown(lambda: said[0]):
        until(lambda: file.exists() and file.read_text() == "one", "it is written")
        said[0] = "two"
        until(lambda: file.read_text() == "two", "it is written anew")
        (thread,) = [each for each in threading.enumerate() if each.name == "sign"]
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_without_a_folder_no_login_screen_is_kept(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    with shown(lambda: "text"):
        assert "sign" not in [each.name for each in threading.enumerate()]
    assert list(tmp_path.iterdir()) == []


def test_a_computer_of_another_network_needs_no_welcome(app: Flask) -> None:
    phone = app.test_client()
    done = phone.post("/api/welcome", json={}, base_url="http://10.42.0.1:8064", environ_base=HOME)
    assert done.status_code == 200
    assert asks(app, PHONES[0][0], HOME).status_code != 302
    assert asks(app, PHONES[0][0]).status_code == 302
