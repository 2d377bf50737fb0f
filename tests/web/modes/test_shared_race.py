"""Two boards race together, through their APIs and a real broker."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.game.editions.files import FOLDER_VARIABLE, shipped_files
from tests.support.mqtt.broker import Mosquitto
from tests.support.waiting import until
from tests.web.modes.test_partners_desk import Host, board, code_of

SETUP = {
    "seats": [{"name": "Ann", "colours": ["red"]}, {"name": "Ben", "colours": ["green"]}],
    "options": {"runners": 1},
}


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[tuple[Host, Host]]:
    """Two hosts whose boards are paired."""
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(tmp_path))
        near = board(stack, tmp_path / "near", "Granny's", broker.port)
        far = board(stack, tmp_path / "far", "Club", broker.port)
        near.post("invite")
        far.post("accept", code=near.seen()["pairing"]["code"])
        for host in (near, far):
            host.waits_for("confirm")
            host.confirm()
        for host in (near, far):
            host.waits_for("paired")
            until(host.reaches, "the other board is there")
        yield near, far


def view(host: Host) -> Any:
    return host.phone.get("/api/watch").get_json()


def begin(near: Host, far: Host) -> None:
    pair = near.seen()["partners"][0]["id"]
    assert near.post("race", pair=pair, guests=[1], setup=SETUP).status_code == 200
    until(lambda: far.seen()["race"] is not None, "the other board is invited")
    invited = far.seen()["race"]
    assert (invited["board"], invited["here"], invited["there"]) == ("Granny's", ["Ben"], ["Ann"])
    assert not invited["joined"]
    assert far.post("race/join", race=invited["race"]).status_code == 200
    until(lambda: view(far)["phase"] == "playing", "the race comes")


def act(host: Host, seat: int) -> None:
    """Take the seat, and play the first move by phone."""
    joined = {"seat": seat, "code": None, "screen": True}
    assert host.phone.post("/api/join", json=joined).status_code == 200
    hand = host.phone.get(f"/api/seats/{seat}").get_json()
    wanted = {"action": hand["me"]["destinations"][1]["action"], "version": hand["version"]}
    assert host.phone.post(f"/api/seats/{seat}/play", json=wanted).status_code == 200


def test_two_hosts_race_together(hosts: tuple[Host, Host]) -> None:
    near, far = hosts
    assert near.seen()["race"] is near.seen()["racing"] is None
    answer = near.post("race", pair="nobody", guests=[1], setup=SETUP)
    assert code_of(answer) == "no-partners"
    begin(near, far)
    assert near.seen()["racing"]["board"] == "Club"
    pair = near.seen()["partners"][0]["id"]
    assert code_of(near.post("forget", id=pair)) == "game-running"
    assert [seat["elsewhere"] for seat in view(near)["seats"]] == [None, "Club"]
    assert [seat["elsewhere"] for seat in view(far)["seats"]] == ["Granny's", None]
    joins = {"seat": 1, "code": None, "screen": True}
    assert code_of(near.phone.post("/api/join", json=joins)) == "not-your-seat"
    assert view(far)["instruction"] == "Ann plays at “Granny's”."
    act(near, 0)
    until(lambda: view(far)["to_act"] == 1, "Ann's move comes to the other board")
    assert view(far)["table"]["errands"] != []  # carried by whoever sits there
    act(far, 1)
    until(lambda: view(near)["to_act"] == view(far)["to_act"] == 0, "Ben's move comes back")
    squares = [[seat["runners"][0]["square"] for seat in view(host)["seats"]] for host in hosts]
    assert squares[0] == squares[1]
    assert code_of(far.phone.post("/api/games/again", json={})) == "no-such-game"


@pytest.mark.long
def test_the_host_of_the_other_board_declines(hosts: tuple[Host, Host]) -> None:
    near, far = hosts
    pair = near.seen()["partners"][0]["id"]
    near.post("race", pair=pair, guests=[1], setup=SETUP)
    until(lambda: far.seen()["race"] is not None, "the other board is invited")
    far.post("race/decline", race="another one")
    far.post("race/decline", race=far.seen()["race"]["race"])
    until(
        lambda: "declined" in (view(near)["other_board"]["sentence"] or ""), "the host is told so"
    )
    assert far.seen()["race"] is None


@pytest.mark.long
def test_a_board_goes_on_alone(hosts: tuple[Host, Host]) -> None:
    near, far = hosts
    begin(near, far)
    version = view(far)["version"]
    assert far.post("race/alone", version=version).status_code == 200
    assert [seat["elsewhere"] for seat in view(far)["seats"]] == [None, None]
    until(
        lambda: "alone" in (view(near)["other_board"]["sentence"] or ""), "the other host is told"
    )
    act(far, 0)


@pytest.mark.long
def test_a_race_by_other_rules_than_those_of_the_invited_board_is_not_joined(
    hosts: tuple[Host, Host], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = hosts
    setup = {**SETUP, "edition": "gibsons-1987"}
    pair = near.seen()["partners"][0]["id"]
    near.post("race", pair=pair, guests=[1], setup=setup)
    until(lambda: far.seen()["race"] is not None, "the other board is invited")
    table = shipped_files("tables")["die-table"]
    first, _, rest = table.read_text("utf-8").partition("rows = [\n")
    rows, _, last = rest.partition("\n]")
    (tmp_path / "own" / "tables").mkdir(parents=True)
    turned = "\n".join(reversed(rows.splitlines()))
    own = tmp_path / "own" / "tables" / table.name
    own.write_text(f"{first}rows = [\n{turned}\n]{last}", "utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "own"))
    race = far.seen()["race"]["race"]
    answer = far.post("race/join", race=race)
    assert code_of(answer) == "cannot-follow"
    assert "different rules" in answer.get_json()["error"]["message"]
    own.unlink()
    assert far.post("race/join", race=race).status_code == 200


@pytest.mark.long
def test_a_race_whose_boards_are_no_longer_paired_is_said_to_go_on_alone_only(
    hosts: tuple[Host, Host],
) -> None:
    near, far = hosts
    begin(near, far)
    wanted = {"version": view(far)["version"]}
    assert far.phone.post("/api/games/set-aside", json=wanted).status_code == 200
    pair = far.seen()["partners"][0]["id"]
    assert far.post("forget", id=pair).status_code == 200
    (game,) = far.phone.get("/api/games").get_json()["games"]
    assert far.phone.post(f"/api/games/{game['game']}/load", json={}).status_code == 200
    until(
        lambda: "no longer paired" in (far.seen()["racing"]["sentence"] or ""), "the host is told"
    )
    assert "no longer paired" in view(far)["other_board"]["sentence"]
