"""Players are told that saved games were damaged, until somebody has seen it."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable, simulated_table
from controller.game.journal.damage import DamageNote, Rescued
from tests.support.companion import companion, phones_of, seated, stranger
from tests.support.journal.files import leave_damaged

SEEN = "/api/rescued/seen"
TOLD = (
    "This board's saved games were damaged. What could be read was recovered (games: 1, "
    "actions: 1). Please check whether the last moves are there. The damaged file is kept "
    "as journal.damaged-1.sqlite."
)


@contextmanager
def started(folder: Path) -> Iterator[SimulatedTable]:
    """A table in a folder, running."""
    table = simulated_table(folder, chance=random.Random(7))
    table.start()
    try:
        yield table
    finally:
        table.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    """A table that has found its journal damaged."""
    leave_damaged(tmp_path / "journal.sqlite")
    with started(tmp_path) as table:
        yield table


def rescued(client: FlaskClient, path: str = "/api/watch") -> Any:
    return client.get(path).get_json()["rescued"]


def test_everybody_is_told_what_was_saved(client: FlaskClient) -> None:
    assert rescued(client) == rescued(client, "/api/seats/0") == TOLD
    assert client.get("/api/watch").get_json()["seats"][0]["runners"][0]["square"] == 5


def test_it_is_told_until_somebody_who_plays_has_seen_it(
    table: SimulatedTable, client: FlaskClient
) -> None:
    refused = stranger(client.application).post(SEEN, json={})
    assert refused.get_json()["error"]["code"] == "not-your-seat"
    assert rescued(client) == TOLD
    for _ in range(2):
        assert client.post(SEEN, json={}).get_json() == {
            "ok": True,
            "version": table.actor.snapshot.version,
        }
        assert rescued(client) is None


def test_a_restart_tells_it_again_only_while_nobody_has_seen_it(tmp_path: Path) -> None:
    leave_damaged(tmp_path / "journal.sqlite")
    phones = phones_of(tmp_path)
    for told, see in ((TOLD, False), (TOLD, True), (None, False)):
        with started(tmp_path) as table:
            client = seated(companion(table, phones), phones, "Ann")
            assert rescued(client) == told
            if see:
                client.post(SEEN, json={})


def test_where_nothing_could_be_saved_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"carrots and lettuces" * 400)
    with started(tmp_path) as table:
        told = rescued(companion(table, phones_of(tmp_path)).test_client())
    assert told == (
        "This board's saved games were damaged, and none of them could be read. The "
        "damaged file is kept as journal.damaged-1.sqlite."
    )


NOTHING_LOST = (
    "This board's saved games were damaged. Nothing is missing: every action was there a "
    "second time. The damaged file is kept as journal.damaged-1.sqlite."
)
TWO_LOST = (
    "This board's saved games were damaged, and the last actions are lost (at least: 2). The rest "
    "was recovered (games: 1, actions: 7). The damaged file is kept as journal.damaged-1.sqlite."
)


@pytest.mark.parametrize(("lost", "told"), [(0, NOTHING_LOST), (2, TWO_LOST)])
def test_what_is_lost_is_told(tmp_path: Path, lost: int, told: str) -> None:
    DamageNote(tmp_path / "journal.sqlite").write(Rescued("journal.damaged-1.sqlite", 7, 1, lost))
    with started(tmp_path) as table:
        assert rescued(companion(table, phones_of(tmp_path)).test_client()) == told
