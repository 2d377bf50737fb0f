"""A helper that does not do what a helper does: each time a sentence says so."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.lights.client import SET_UP_S, HelperStrip
from hardware.lights.helper import listening
from hardware.lights.protocol import LightsDone, LightsKeep, written
from hardware.lights.settings import HelperDriver, LightSettings
from tests.support.users import no_root

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no such helper"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "socket"


@pytest.fixture
def listener(path: Path) -> Iterator[socket.socket]:
    with listening(path) as listener:
        yield listener


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def strip(path: Path, clock: ManualClock) -> Iterator[HelperStrip]:
    settings = LightSettings({}, 1, HelperDriver(socket=str(path)))
    strip = HelperStrip(settings, clock, answer_s=0.01)
    yield strip
    strip.close()


def said(strip: HelperStrip) -> str:
    with pytest.raises(NotConnected) as caught:
        strip.keep()
    return str(caught.value)


@pytest.mark.usefixtures("listener")
def test_one_that_never_has_its_strip_set_up_is_silent(
    strip: HelperStrip, clock: ManualClock
) -> None:
    assert "is setting up the strip" in said(strip)
    clock.advance(SET_UP_S - 0.1)
    assert "is setting up the strip" in said(strip)
    clock.advance(0.1)
    assert "isn't answering" in said(strip)


def test_one_that_lets_nobody_in_is_silent(
    strip: HelperStrip, listener: socket.socket, path: Path
) -> None:
    listener.listen(0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as other:
        other.connect(str(path))
        assert "isn't answering" in said(strip)


def test_what_answers_with_an_order_is_no_helper(
    strip: HelperStrip, listener: socket.socket
) -> None:
    assert "is setting up the strip" in said(strip)
    connection, _ = listener.accept()
    with connection:
        connection.send(written(LightsKeep()))
        assert "What answers is no lights helper" in said(strip)


def test_one_that_answers_as_it_should_is_told_the_frame(
    strip: HelperStrip, listener: socket.socket
) -> None:
    assert "is setting up the strip" in said(strip)
    connection, _ = listener.accept()
    with connection:
        connection.send(written(LightsDone()))
        connection.send(written(LightsDone()))
        strip.show([(1, 2, 3)])
        connection.recv(1000)
        assert connection.recv(1000).endswith(bytes((1, 2, 3)))


def test_a_socket_of_another_kind_is_not_the_helpers(strip: HelperStrip, path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.bind(str(path))
        other.listen()
        assert "Does [lights] name the helper's socket?" in said(strip)


@pytest.mark.usefixtures("listener")
def test_one_that_this_user_may_not_speak_to_says_what_to_do(
    strip: HelperStrip, path: Path
) -> None:
    path.chmod(0)
    with no_root():
        sentence = said(strip)
    assert sentence.startswith(f"This user may not speak to the lights helper at {path}: ")
    assert "the group of that file" in sentence


def test_the_helpers_socket_is_not_taken_from_it(listener: socket.socket, path: Path) -> None:
    with pytest.raises(FileExistsError, match="is running there already"):
        listening(path)
    assert [each.name for each in path.parent.iterdir()] == ["socket"]
    listener.close()
    with listening(path), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as game:
        game.connect(str(path))
