"""What the lights helper is told, by the game and by strangers."""

import signal
import socket
import sys
from pathlib import Path
from random import Random

import pytest

from hardware.colours import rgb
from hardware.errors import NotConnected
from hardware.lights.budget import draw_ma
from hardware.lights.protocol import LONGEST, LightsKeep, LightsRefused, read, written
from hardware.lights.settings import LightCurrents
from tests.support.lights.helping import RED, RED_WIRE, StripOf, comes_back, talk
from tests.support.lights.pretending import Helper, shows
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no such helper"
)


def test_frames_above_the_budget_are_capped_by_the_helper_itself(helper: Helper) -> None:
    settings = helper.settings(budget_ma=63)
    strip = helper.strip(settings)
    strip.show([(255, 255, 255)] * 3)
    shown = rgb(bytes.fromhex(helper.shown[-1]))
    assert 60 < draw_ma(shown, LightCurrents()) <= 63
    strip.close()


def test_a_budget_above_its_own_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with Helper(tmp_path, "--most-ma", "500") as helper:
        strip = helper.strip(helper.settings(budget_ma=501))
        with pytest.raises(NotConnected, match="larger --most-ma"):
            strip.show(RED)
        assert helper.log == []


def test_a_second_game_is_refused_and_may_come_when_the_first_has_gone(
    helper: Helper, strip_of: StripOf
) -> None:
    first, second = strip_of(helper), strip_of(helper)
    first.show(RED)
    with pytest.raises(NotConnected, match="Another program has the lights"):
        second.show([(0, 0, 9)] * 3)
    first.keep()
    assert helper.shown[-1] == RED_WIRE
    first.close()
    until(shows(second, RED), "the second game has the lights")


def test_a_second_helper_at_the_same_socket_does_not_start(
    helper: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    other = Helper(helper.folder)
    said, _ = other.process.communicate(timeout=PATIENCE_S)
    assert "a lights helper is running there already" in said
    assert other.process.returncode == 1
    strip.show(RED)


def test_a_socket_that_a_dead_helper_has_left_is_replaced(
    helper: Helper, strip_of: StripOf
) -> None:
    helper.end(signal.SIGKILL)
    assert helper.socket.exists()
    helper.start_again()
    comes_back(helper, strip_of(helper))


def test_garbage_is_answered_and_changes_nothing(helper: Helper, strip_of: StripOf) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    before = helper.log
    with talk(helper) as stranger:
        noise = Random(1).randbytes(100), Random(2).randbytes(5 * LONGEST)
        for packet in (b"\x00", b"HL", *noise, b"HL\x01\x09"):
            stranger.send(packet)
            answer = read(stranger.recv(LONGEST))
            assert isinstance(answer, LightsRefused)
            assert answer.reason == "garbage"
    strip.show(RED)
    assert helper.log == [*before, f"show {RED_WIRE}"]


def test_a_flood_of_garbage_that_waits_for_no_answer_does_not_drown_the_game(
    helper: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    for _ in range(3):
        with talk(helper) as stranger:
            stranger.setblocking(False)
            flood(stranger)
            strip.show(RED)
            flood(stranger)
            strip.keep()
    crowd = [talk(helper) for _ in range(40)]
    strip.show(RED)
    for one in crowd:
        one.close()
    strip.keep()
    assert helper.shown[-1] == RED_WIRE


def test_a_message_of_another_version_is_refused_with_what_to_do(helper: Helper) -> None:
    packet = bytearray(written(LightsKeep()))
    packet[2] = 99
    with talk(helper) as other:
        other.send(packet)
        answer = read(other.recv(LONGEST))
    assert isinstance(answer, LightsRefused)
    assert (answer.reason, "install the same version" in answer.text) == ("version", True)


def flood(stranger: socket.socket) -> None:
    try:
        for _ in range(500):
            stranger.send(b"garbage")
    except OSError:
        pass  # it is full, or has been thrown out
