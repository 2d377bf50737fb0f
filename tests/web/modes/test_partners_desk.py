"""Two boards are paired by their hosts, through the API and a real broker."""

import errno
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from controller.board.examples import example_path
from controller.partners.kept_partners import KeptPartner, keep_partners
from controller.partners.letters import PartnerLetters
from controller.partners.ports import SECRET_BYTES
from controller.table.remote.invitations import RaceInvitation
from controller.table.snapshot import Snapshot, snapshot_of
from hardware.clock import ManualClock
from tests.support.companion import at_board
from tests.support.modes import app_of, mode_switch_in
from tests.support.mqtt.broker import HERE, Listener, Mosquitto, free_port, refusing
from tests.support.table.shared import SHARED, TOGETHER
from tests.support.table.states import no_table
from tests.support.table.two_boards import RACE
from tests.support.waiting import until
from web.languages.language import in_english
from web.modes.partners_desk import PartnersDesk


def code_of(answer: TestResponse) -> str:
    """The code of a refusal."""
    code: str = answer.get_json()["error"]["code"]
    return code


class Host:
    """The host of a board."""

    def __init__(self, phone: FlaskClient) -> None:
        self.phone = phone

    def post(self, path: str, **keys: object) -> Any:
        return self.phone.post(f"/api/partners/{path}", json=keys)

    def confirm(self) -> Any:
        return self.post("confirm", attempt=(self.seen()["pairing"] or {}).get("attempt", ""))

    def seen(self) -> Any:
        return self.phone.get("/api/partners").get_json()

    def reaches(self) -> bool:
        reached: bool = self.seen()["partners"][0]["reached"]
        return reached

    def waits_for(self, state: str) -> None:
        until(lambda: (self.seen()["pairing"] or {}).get("state") == state, f"it is {state}")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def board(
    stack: ExitStack,
    folder: Path,
    name: str,
    port: int | None,
    partners: tuple[KeptPartner, ...] = (),
) -> Host:
    folder.mkdir()
    file = folder / "ours.toml"
    text = example_path("prototype-2x2").read_text().replace("Prototype, 2 by 2", name)
    broker = "" if port is None else f"\n[mqtt]\nhost = {json.dumps(HERE)}\nport = {port}\n"
    file.write_text(text + broker)
    (folder / "games").mkdir()
    keep_partners(folder / "games" / "partners.json", partners)
    switch = stack.enter_context(mode_switch_in(folder / "games", f"sim://{file}"))
    return Host(at_board(app_of(switch, "play")))


def test_two_hosts_pair_their_boards_and_one_forgets(stack: ExitStack, tmp_path: Path) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path))
    listener = stack.enter_context(Listener(broker.port))
    near = board(stack, tmp_path / "near", "Granny's", broker.port)
    far = board(stack, tmp_path / "far", "Club", broker.port)
    assert near.post("invite").status_code == 200
    code = near.seen()["pairing"]["code"]
    assert "svg" in near.seen()["pairing"]["qr"]
    assert code_of(near.post("accept", code=code)) == "wrong-code"
    assert code_of(far.post("accept", code="12")) == "wrong-code"
    assert far.post("accept", code=code).status_code == 200
    for host, other in ((near, "Club"), (far, "Granny's")):
        host.waits_for("confirm")
        assert host.seen()["pairing"]["other"] == other
        host.confirm()
    for host in (near, far):
        host.waits_for("paired")
        host.post("cancel")
        assert host.seen()["pairing"] is None
        until(host.reaches, "they reach each other")
    said = [payload for topic, payload in listener.heard if "/partner/" in topic]
    assert said
    assert not any(b"Granny" in payload or b"Club" in payload for payload in said)
    (partner,) = near.seen()["partners"]
    assert near.post("forget", id=partner["id"]).status_code == 200
    assert near.seen()["partners"] == []
    for file in tmp_path.glob("*/games/partners.json"):
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_a_code_that_was_typed_wrong_three_times_is_told_to_both(
    stack: ExitStack, tmp_path: Path
) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path))
    near = board(stack, tmp_path / "near", "Granny's", broker.port)
    far = board(stack, tmp_path / "far", "Club", broker.port)
    near.post("invite")
    code = near.seen()["pairing"]["code"]
    typed = code[:-1] + str((int(code[-1]) + 1) % 10)
    for tries_left in (2, 1, 0):
        assert near.seen()["pairing"]["qr"] is not None, f"{tries_left + 1} tries are left"
        assert far.post("accept", code=typed).status_code == 200
        far.waits_for("failed")
        assert far.seen()["pairing"]["sentence"].startswith("That is not the code")
    near.waits_for("failed")
    assert near.seen()["pairing"]["qr"] is None
    assert near.seen()["pairing"]["sentence"].startswith("The code was typed wrong too often")
    far.post("accept", code=code)
    far.waits_for("failed")
    assert far.seen()["pairing"]["sentence"].startswith("This code is no longer valid.")


@pytest.mark.long
def test_a_broker_that_brings_no_letters_is_told(stack: ExitStack, tmp_path: Path) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path, refusing(tmp_path, "homeassistant/#")))
    near = board(stack, tmp_path / "near", "Granny's", broker.port)
    until(lambda: near.seen()["broker"] == "connected", "the broker is connected")
    near.post("invite")
    until(lambda: near.seen()["broker"] == "trouble", "the letters are refused")
    assert "does not let the board read hareboard/v1/partner/#." in near.seen()["trouble"]


def test_a_board_without_a_broker_says_so(stack: ExitStack, tmp_path: Path) -> None:
    alone = board(stack, tmp_path / "alone", "Alone", None)
    assert "none yet" in alone.seen()["fixed"]
    for path, keys in (("invite", {}), ("accept", {"code": "0123456789"})):
        assert code_of(alone.post(path, **keys)) == "no-partners"
    assert alone.confirm().status_code == alone.post("cancel").status_code == 200
    assert alone.post("forget", id="nobody").status_code == 200
    assert alone.post("race/decline", race="none").status_code == 200
    assert code_of(alone.post("race/alone", version=1)) == "no-game"


def test_only_the_host_sees_other_boards(stack: ExitStack, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    phone = app_of(stack.enter_context(mode_switch_in(folder)), "play").test_client()
    assert code_of(phone.get("/api/partners")) == "host-only"
    for path in ("invite", "confirm", "cancel"):
        assert code_of(phone.post(f"/api/partners/{path}", json={})) == "host-only"
    assert code_of(phone.post("/api/partners/accept", json={"code": "1"})) == "host-only"
    assert code_of(phone.post("/api/partners/forget", json={"id": "1"})) == "host-only"


def test_a_list_that_cannot_be_read_is_told(stack: ExitStack, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "partners.json").write_text("{")
    host = Host(at_board(app_of(stack.enter_context(mode_switch_in(folder)), "play")))
    assert "cannot be read" in host.seen()["fixed"]
    assert (folder / "partners.json").read_text() == "{"


def test_a_partner_is_not_forgotten_where_the_disk_is_full(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_file: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    folder = tmp_path / "games"
    folder.mkdir()
    partner = KeptPartner("0" * 32, "Granny's", True, bytes(SECRET_BYTES))
    keep_partners(folder / "partners.json", (partner,))
    host = Host(at_board(app_of(stack.enter_context(mode_switch_in(folder)), "play")))
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", no_room)
        assert code_of(host.post("forget", id=partner.id)) == "file-not-saved"
    assert [each["name"] for each in host.seen()["partners"]] == ["Granny's"]
    assert host.post("forget", id=partner.id).status_code == 200
    assert host.seen()["partners"] == []


@pytest.mark.parametrize("name", ["The Hare & Tortoise Club " * 4, "A\u202eB"])
def test_a_board_whose_name_is_long_or_odd_races_with_others_too(
    stack: ExitStack, tmp_path: Path, name: str
) -> None:
    partner = KeptPartner("0" * 32, "Granny's", True, bytes(SECRET_BYTES))
    host = board(stack, tmp_path / "near", name, free_port(), (partner,))
    setup = {
        "seats": [{"name": "Ann", "colours": ["red"]}, {"name": "Ben", "colours": ["green"]}],
        "options": {"runners": 1},
    }
    answer = host.post("race", pair=partner.id, guests=[1], setup=setup)
    assert answer.status_code == 200, answer.get_json()


@dataclass
class Invited:
    """The link of a table that was invited to a race."""

    invitation: RaceInvitation
    snapshot: Snapshot = field(default_factory=lambda: snapshot_of(no_table(), 0.0, 0))


@dataclass
class Connected:
    """A broker that is connected."""

    state: str = "connected"
    trouble: None = None


def test_an_invitation_is_shown_under_the_name_of_the_pair(tmp_path: Path) -> None:
    partners = tuple(
        KeptPartner(str(number) * 32, name, True, bytes(SECRET_BYTES))
        for number, name in ((1, "Granny's"), (2, "Club"))
    )
    keep_partners(tmp_path / "partners.json", partners)
    letters = PartnerLetters(tmp_path / "partners.json", ManualClock())
    together = replace(TOGETHER, pair=partners[1].id, boards=("Granny's", "Ours"))
    seats = (replace(SHARED.seats[0], name="A\u202enn"), *SHARED.seats[1:])
    setup = replace(SHARED, seats=seats, together=together)
    races = Invited(RaceInvitation(RACE, partners[1].id, setup, 0.0))
    desk = PartnersDesk(letters, cast(Any, Connected()), "Ours", cast(Any, races))
    race = desk.seen(in_english()).race
    assert race is not None
    assert (race.board, race.here, race.there) == ("Club", ("Ben",), ("A\ufffdnn", "Cem"))
    letters.forget(partners[1].id)
    assert desk.seen(in_english()).race is None
