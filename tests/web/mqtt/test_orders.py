"""What a board does on a message of its command topic."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.refusal import Refusal
from controller.table.commands import Command, Confirm, Pause, SetLook, TakeBack
from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import Tabletop
from web.mqtt.orders import LONGEST, BadOrder, command_of


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    table = Tabletop(Path(tmp_path_factory.mktemp("table")))
    table.move("Ann", 5)
    yield table.snapshot
    table.session.close()


@pytest.mark.parametrize(
    ("payload", "command"),
    [
        (b'{"command": "pause"}', Pause(True)),
        (b'{"command": "resume"}', Pause(False)),
        (b'{"command": "look", "brightness": 0.4}', SetLook(brightness=0.4)),
        (b'{"command": "look", "night": true}', SetLook(night=True)),
    ],
)
def test_a_message_is_a_command(snapshot: Snapshot, payload: bytes, command: Command) -> None:
    assert command_of(payload, snapshot) == command


def test_a_confirmation_and_a_take_back_are_of_the_game_as_it_stands(snapshot: Snapshot) -> None:
    version = snapshot.version
    assert command_of(b'{"command": "confirm"}', snapshot) == Confirm(version)
    assert command_of(b'{"command": "take-back"}', snapshot) == TakeBack(0, version)


def test_nothing_is_taken_back_where_there_is_nothing(tmp_path: Path) -> None:
    table = Tabletop(tmp_path)
    table.session.close()
    with pytest.raises(Refusal) as refused:
        command_of(b'{"command": "take-back"}', table.snapshot)
    assert refused.value.code == "not-offered"


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"pause",
        b'{"command": "play"}',
        b'{"command": "pause", "seat": 1}',
        b'{"command": "look", "brightness": 2}',
        b"[" * 900,
        b'{"command": "pause"' + b" " * LONGEST + b"}",
    ],
)
def test_anything_else_is_refused_with_the_reason(snapshot: Snapshot, payload: bytes) -> None:
    with pytest.raises(BadOrder, match=r"^(The command is not understood|A command has at most)"):
        command_of(payload, snapshot)


@given(payload=st.binary(max_size=200))
def test_no_bytes_are_a_fault_of_the_program(snapshot: Snapshot, payload: bytes) -> None:
    with pytest.raises(BadOrder):
        command_of(payload, snapshot)
