"""The readers under the squares: what the pages say of them, and what the simulator can break."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.table.snapshot import Snapshot
from hardware.ports import ReaderState, Uid
from hardware.simulated.pn532.faults import EVERY_FAULT
from hardware.simulated.world import Piece
from tests.support.companion import at_board, companion, phones_of
from tests.support.table.tabletop import Tabletop
from tests.support.waiting import PATIENCE_S
from tests.support.web.views import view
from web.api import readers
from web.languages.language import in_english
from web.views import board_trouble

TRACE = """{"hareboard_trace": 1}
{"at_s": 0.0, "square": 4, "uids": []}
"""

Until = Callable[[Callable[[Snapshot], bool]], Snapshot]


@pytest.fixture
def board() -> str:
    """With emulated chips."""
    return "sim://"


@pytest.fixture
def until(table: SimulatedTable) -> Until:
    """Waits for a snapshot with a property."""

    def until(met: Callable[[Snapshot], bool]) -> Snapshot:
        snapshot = table.actor.snapshot
        while not met(snapshot):
            newer = table.actor.wait_for(snapshot.revision, PATIENCE_S)
            assert newer.revision > snapshot.revision, snapshot.readers
            snapshot = newer
        return snapshot

    return until


def now(client: FlaskClient) -> Any:
    return client.get("/api/simulator/readers").get_json()


def reader(client: FlaskClient, square: int) -> Any:
    (found,) = [each for each in now(client)["readers"] if each["square"] == square]
    return found


# The simulator's API


def test_every_state_and_every_fault_has_its_words(client: FlaskClient) -> None:
    simulator = client.get("/api/simulator").get_json()
    assert [each["state"] for each in simulator["states"]] == [*get_args(ReaderState)]
    assert [each["fault"] for each in simulator["faults"]] == [*EVERY_FAULT]
    assert [each["quality"] for each in simulator["qualities"]] == [*readers.TAG_QUALITIES]
    told = simulator["states"] + simulator["faults"]
    assert all(each["title"] and each["text"].endswith(".") for each in told)
    assert simulator["note"] is None


def test_every_reader_is_there_with_its_age(client: FlaskClient, until: Until) -> None:
    readers = now(client)["readers"]
    assert [each["square"] for each in readers] == list(range(1, 65))
    assert client.post(
        "/api/simulator/fault", json={"square": 9, "fault": "silent", "on": True}
    ).get_json()["ok"]
    until(lambda snapshot: 9 in snapshot.blind)  # By then the others have been read, too.
    well, ill = reader(client, 8), reader(client, 9)
    assert (well["state"], well["failed"], well["resets"], well["trouble"]) == ("healthy", 0, 0, "")
    assert well["good"] > 0
    assert well["age_s"] >= 0
    assert well["faults"] == []
    assert ill["state"] in ("resetting", "quarantined")
    assert ill["failed"] >= 3
    assert ill["trouble"]
    assert ill["faults"] == ["silent"]


def test_a_reader_fails_and_is_back_without_a_restart(client: FlaskClient, until: Until) -> None:
    fault = {"square": 23, "fault": "lost_power"}
    client.post("/api/simulator/fault", json={**fault, "on": True})
    until(lambda snapshot: snapshot.readers.get(23) == "quarantined")
    answer = client.post("/api/simulator/fault", json={**fault, "on": False}).get_json()
    assert [each["faults"] for each in answer["readers"] if each["square"] == 23] == [[]]
    until(lambda snapshot: 23 not in snapshot.readers)
    assert reader(client, 23)["state"] == "healthy"
    assert reader(client, 23)["resets"] > 0


def test_faults_are_cleared_for_one_reader_or_for_all(client: FlaskClient) -> None:
    for square in (3, 4, 5):
        for fault in ("slow", "busy"):
            body = {"square": square, "fault": fault, "on": True}
            client.post("/api/simulator/fault", json=body)
    client.post("/api/simulator/fault", json={"square": 4, "fault": "busy", "on": False})
    assert [reader(client, at)["faults"] for at in (3, 4, 5)] == [
        ["slow", "busy"],
        ["slow"],
        ["slow", "busy"],
    ]
    client.post("/api/simulator/fault/clear", json={"square": 3})
    assert [reader(client, at)["faults"] for at in (3, 4, 5)] == [[], ["slow"], ["slow", "busy"]]
    answer = client.post("/api/simulator/fault/clear", json={}).get_json()
    assert all(each["faults"] == [] for each in answer["readers"])


@pytest.mark.usefixtures("game")
def test_tags_that_read_badly_still_play(client: FlaskClient, until: Until) -> None:
    for quality in ("moving", "garbled", "good", "weak"):
        answer = client.post("/api/simulator/tag", json={"piece": "red", "quality": quality})
        assert {"piece": "red", "quality": quality} in answer.get_json()["tags"]
    client.post("/api/simulator/hand", json={"do": "put", "piece": "red", "square": 5})
    until(
        lambda snapshot: snapshot.state is not None and snapshot.state.seats[0].runners[0].at == 5
    )


def test_a_piece_with_one_tag_reads_badly_too(client: FlaskClient, table: SimulatedTable) -> None:
    table.devices.world.add(Piece("bank card", Uid("deadbeef"), None, 5))
    answer = client.post("/api/simulator/tag", json={"piece": "bank card", "quality": "weak"})
    assert {"piece": "bank card", "quality": "weak"} in answer.get_json()["tags"]


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("fault", {"square": 5, "fault": "sulks", "on": True}, "There is no fault “sulks”"),
        ("fault", {"square": 0, "fault": "slow", "on": True}, "no reader under square 0."),
        ("fault", {"square": 65, "fault": "slow", "on": True}, "no reader under square 65."),
        ("fault", {"square": "5", "fault": "slow", "on": True}, "Expected `int`"),
        ("fault", {"square": 5, "fault": "slow"}, "missing required field `on`"),
        ("fault", {"square": 5, "fault": "slow", "on": 1}, "Expected `bool`"),
        ("fault", {"square": 5, "fault": "slow", "on": True, "very": True}, "unknown field"),
        ("fault/clear", {"square": 65}, "no reader under square 65."),
        ("fault/clear", {"squares": [5]}, "unknown field"),
        ("tag", {"piece": "mauve", "quality": "weak"}, "no piece called 'mauve'"),
        ("tag", {"piece": "red", "quality": "loud"}, "Invalid enum value"),
    ],
)
def test_what_cannot_be_broken_is_refused(
    client: FlaskClient, path: str, body: Any, sentence: str
) -> None:
    client.post("/api/simulator/fault", json={"square": 7, "fault": "slow", "on": True})
    answer = client.post(f"/api/simulator/{path}", json=body)
    assert answer.status_code == 400
    assert sentence in answer.get_json()["error"]["message"]
    faulty = [each["square"] for each in now(client)["readers"] if each["faults"]]
    assert faulty == [7]


@pytest.fixture(params=["sim://direct", "trace"])
def chipless(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FlaskClient]:
    """A board without chips that could fail."""
    address = request.param
    if address == "trace":
        file = tmp_path / "trace.jsonl"
        file.write_text(TRACE)
        address = f"trace://{file}"
    table = simulated_table(tmp_path, chance=random.Random(7), address=parse_simulated(address))
    table.start()
    yield at_board(companion(table, phones_of(tmp_path)))
    table.stop()


def test_without_chips_nothing_can_be_broken_and_the_page_says_so(chipless: FlaskClient) -> None:
    simulator = chipless.get("/api/simulator").get_json()
    assert (simulator["faults"], simulator["qualities"]) == ([], [])
    assert {each["state"] for each in now(chipless)["readers"]} == {"healthy"}
    square = now(chipless)["readers"][0]["square"]
    for path, body in (
        ("fault", {"square": square, "fault": "slow", "on": True}),
        ("fault/clear", {"square": square}),
        ("tag", {"piece": "red", "quality": "weak"}),
    ):
        answer = chipless.post(f"/api/simulator/{path}", json=body)
        assert answer.status_code == 400
        assert answer.get_json()["error"]["message"] == simulator["note"]
    assert chipless.post("/api/simulator/fault/clear", json={}).get_json()["ok"] is True


# What players are told


@pytest.fixture
def tabletop(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path)
    yield table
    table.session.close()


def blind(table: Tabletop, seat: int | None = None) -> Any:
    return view(table.snapshot, seat, in_english(), (), "")["table"]["blind"]


def test_whoever_may_go_to_a_square_nobody_sees_is_told_to_play_it_by_phone(
    tabletop: Tabletop,
) -> None:
    assert blind(tabletop) is None
    tabletop.reader(5, "quarantined")
    tabletop.reader(40, "resetting")
    tabletop.reader(6, "suspect")
    assert blind(tabletop) == {
        "squares": [5, 40],
        "sentence": ("The board cannot see squares 5 and 40: play moves to them on the phone."),
    }
    assert blind(tabletop, 0) == {
        "squares": [5],
        "sentence": ("The board cannot see square 5: play moves to it here on the phone."),
    }
    assert blind(tabletop, 1) is None
    destinations = view(tabletop.snapshot, 0, in_english(), (), "")["me"]["destinations"]
    assert [each["square"] for each in destinations if each["by_phone"]] == [5]
    tabletop.phone("Ann", "f5")
    assert blind(tabletop, 0) is None
    tabletop.reader(5, "back")
    tabletop.reader(40, "healthy")
    assert blind(tabletop) is None


def test_a_lettuce_chewed_where_nobody_sees_it_is_chewed_by_phone(tabletop: Tabletop) -> None:
    for name, action in (("Ann", "f10"), ("Ben", "f4"), ("Cem", "f5")):
        tabletop.phone(name, action)
    (seen,) = view(tabletop.snapshot, 0, in_english(), (), "")["me"]["choices"]
    tabletop.reader(10, "quarantined")
    (unseen,) = view(tabletop.snapshot, 0, in_english(), (), "")["me"]["choices"]
    assert seen["action"] == unseen["action"] == "chew"
    assert "Turn your runner" in seen["sentence"]
    assert unseen["sentence"].startswith("The board cannot see this square")


def test_nothing_is_said_of_readers_without_a_game(
    client: FlaskClient, table: SimulatedTable, until: Until
) -> None:
    client.post("/api/simulator/fault", json={"square": 9, "fault": "silent", "on": True})
    until(lambda snapshot: 9 in snapshot.blind)
    assert view(table.actor.snapshot, None, in_english(), (), "")["table"]["blind"] is None


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        ({23}, "square 23: play moves to it on"),
        ({64}, "HOME: play moves to it on"),
        ({7, 3}, "squares 3 and 7: play moves to them on"),
        ({3, 4, 7}, "squares 3, 4 and 7"),
        ({1, 2, 3, 63, 64}, "squares 1 to 3, 63 and HOME"),
        (set(range(5, 65)), "squares 5 to HOME"),
        (set(range(1, 65)), "any square: play on"),
    ],
)
def test_squares_are_listed_as_one_says_them(squares: set[int], said: str) -> None:
    sentence = board_trouble.unseen(squares, 64, in_english(), here=False)
    assert sentence.startswith(f"The board cannot see {said}")
    assert sentence.endswith(" on the phone.")
