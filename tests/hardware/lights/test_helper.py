"""The lights helper as a process: whatever happens to it, the strip goes dark and the game goes on.

Behind it is a pretended `rpi_ws281x`, as treacherous as the real one.
"""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.clock import MonotonicClock
from hardware.colours import rgb
from hardware.errors import NotConnected
from hardware.lights.budget import draw_ma
from hardware.lights.client import HelperStrip
from hardware.lights.protocol import LONGEST, Keep, Refused, read, written
from hardware.lights.settings import Currents, HelperDriver, LightSettings
from tests.end_to_end.program import until
from tests.hardware.lights.pretending import ROOT, Helper, shows

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no such helper"
)

RED = [(255, 0, 0)] * 3
RED_WIRE = "ff0000" * 3

AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "-m", "hardware.lights.helper"])
"""
"""The socket is file 3, and one variable says whose it is."""


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Helper]:
    with Helper(tmp_path) as helper:
        yield helper


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Helper]:
    with Helper(tmp_path, "--keep") as helper:
        yield helper


@pytest.fixture
def strip_of() -> Iterator[Callable[[Helper], HelperStrip]]:
    strips: list[HelperStrip] = []

    def strip(helper: Helper) -> HelperStrip:
        strips.append(helper.strip())
        return strips[-1]

    yield strip
    for one in strips:
        one.close()


StripOf = Callable[[Helper], HelperStrip]


def comes_back(helper: Helper, strip: HelperStrip) -> None:
    until(shows(strip, RED), "the strip takes frames again")
    assert helper.shown[-1] == RED_WIRE


def test_the_helper_opens_the_strip_as_it_is_wired(helper: Helper, strip_of: StripOf) -> None:
    strip_of(helper).show(RED)
    assert helper.log == [
        "begin gpio=18 dma=10 channel=0 lights=3",
        f"show {'00' * 9}",
        f"show {RED_WIRE}",
    ]


def test_pins_of_the_second_pwm_channel_are_driven_by_it(helper: Helper) -> None:
    driver = HelperDriver(gpio=13, dma=4, socket=str(helper.socket))
    strip = helper.strip(helper.settings(lights=1, driver=driver))
    strip.keep()
    assert helper.log[0] == "begin gpio=13 dma=4 channel=1 lights=1"
    strip.close()


def test_only_its_user_and_group_may_speak_to_the_helper(helper: Helper) -> None:
    assert stat.S_IMODE(helper.socket.stat().st_mode) == 0o660


# Ends


@pytest.mark.parametrize("words", [(), ("--keep",)])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_helper_that_is_stopped_leaves_a_dark_strip_and_no_socket(
    tmp_path: Path, strip_of: StripOf, how: signal.Signals, words: tuple[str, ...]
) -> None:
    helper = Helper(tmp_path, *words)
    strip_of(helper).show(RED)
    assert helper.end(how) == 0
    assert helper.is_dark()
    assert helper.log[-1] == "end"
    assert not helper.socket.exists()


def test_when_the_game_leaves_the_strip_goes_dark(helper: Helper, strip_of: StripOf) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    strip.close()
    helper.until_dark()


def test_when_the_game_is_silent_the_strip_goes_dark_and_comes_back_with_its_next_word(
    helper: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    since_s = time.monotonic()
    helper.until_dark()
    assert time.monotonic() - since_s > 1.5
    strip.keep()
    assert helper.shown[-1] == RED_WIRE


def test_a_helper_that_is_killed_is_a_sentence_and_a_new_one_shows_the_whole_frame(
    helper: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    helper.end(signal.SIGKILL)
    with pytest.raises(NotConnected, match="The lights helper has stopped"):
        strip.keep()
    helper.start_again()

    def kept() -> bool:
        try:
            strip.keep()
        except NotConnected:
            return False
        return True

    until(kept, "the new helper is kept")
    assert helper.shown[-1] == RED_WIRE
    assert helper.shown[-2] == "00" * 9


def test_while_there_is_no_helper_the_sentence_says_how_to_start_it(tmp_path: Path) -> None:
    with Helper(tmp_path) as helper:
        strip = helper.strip()
    for _ in range(2):
        with pytest.raises(NotConnected, match=rf"Start it .*--socket {helper.socket}\)"):
            strip.keep()


# The keeper


@pytest.mark.parametrize("mischief", ["die", "killed"])
def test_when_the_driving_process_dies_the_strip_goes_dark_and_comes_back(
    kept: Helper, strip_of: StripOf, mischief: str
) -> None:
    strip = strip_of(kept)
    strip.show(RED)
    if mischief == "killed":
        os.kill(kept.child(), signal.SIGKILL)
    else:
        kept.mischief("die")
    with pytest.raises(NotConnected, match="The lights helper has stopped"):
        strip.show(RED)
    kept.mischief("")
    kept.until_dark()
    comes_back(kept, strip)


def test_when_the_driving_process_hangs_it_is_replaced(kept: Helper) -> None:
    strip = HelperStrip(kept.settings(), MonotonicClock())
    until(shows(strip, RED), "a busy machine answers in time")
    kept.mischief("hang")
    since_s = time.monotonic()
    with pytest.raises(NotConnected, match="does not answer"):
        strip.show(RED)
    assert time.monotonic() - since_s < 1.0
    kept.mischief("")
    kept.until_dark()
    comes_back(kept, strip)
    strip.close()


def test_the_driving_process_goes_dark_and_ends_when_its_keeper_is_killed(
    kept: Helper, strip_of: StripOf
) -> None:
    strip_of(kept).show(RED)
    kept.end(signal.SIGKILL)
    until(lambda: kept.log[-1] == "end", "the strip is let go of")
    assert kept.is_dark()


def test_a_helper_that_dies_of_making_the_strip_dark_does_not_do_so_for_ever(
    kept: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(kept)
    strip.show(RED)
    first = kept.child()
    kept.mischief("die")
    os.kill(first, signal.SIGKILL)
    begins = kept.log.count("begin gpio=18 dma=10 channel=0 lights=3")
    until(lambda: _begins(kept) == begins + 1, "the next one tries to make it dark, and dies")
    # What comes after that is there to be spoken to.
    until(lambda: "cannot" in _said(strip) or "stopped" in _said(strip), "somebody answers")
    kept.mischief("")
    comes_back(kept, strip)


@pytest.mark.parametrize("name", ["no/such/folder", "file"])
def test_where_it_cannot_listen_it_says_so_and_touches_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("precious")
    done = subprocess.run(
        [sys.executable, "-m", "hardware.lights.helper", "--socket", tmp_path / name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "The lights helper cannot listen at" in done.stderr
    assert (tmp_path / "file").read_text() == "precious"


def test_systemd_may_open_the_socket(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(str(path))
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, "-c", AS_SYSTEMD, str(listener.fileno())],
            cwd=ROOT,
            pass_fds=[listener.fileno()],
        )
    with talk_at(path) as game:
        game.send(written(Keep()))
        answer = read(game.recv(LONGEST))
    process.terminate()
    assert process.wait(20) == 0
    assert isinstance(answer, Refused)
    assert answer.reason == "no-setup"
    assert path.exists()


# What it is told


def test_frames_above_the_budget_are_capped_by_the_helper_itself(helper: Helper) -> None:
    settings = helper.settings(budget_ma=63)
    strip = helper.strip(settings)
    strip.show([(255, 255, 255)] * 3)
    shown = rgb(bytes.fromhex(helper.shown[-1]))
    assert 60 < draw_ma(shown, Currents()) <= 63
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
    said, _ = other.process.communicate(timeout=20)
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
        for packet in (b"\x00", b"HL", os.urandom(100), os.urandom(5 * LONGEST), b"HL\x01\x09"):
            stranger.send(packet)
            answer = read(stranger.recv(LONGEST))
            assert isinstance(answer, Refused)
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
    packet = bytearray(written(Keep()))
    packet[2] = 99
    with talk(helper) as other:
        other.send(packet)
        answer = read(other.recv(LONGEST))
    assert isinstance(answer, Refused)
    assert (answer.reason, "install the same version" in answer.text) == ("version", True)


# A strip that cannot be driven


def test_started_without_a_pi_it_refuses_with_a_sentence_and_lives_on(
    helper: Helper, strip_of: StripOf
) -> None:
    helper.mischief("refuse")
    strip = strip_of(helper)
    assert "It needs a Raspberry Pi up to 4" in _said(strip)
    assert helper.process.poll() is None
    helper.mischief("")
    comes_back(helper, strip)


def test_it_ends_well_after_it_could_not_open_a_strip(helper: Helper, strip_of: StripOf) -> None:
    helper.mischief("refuse")
    _said(strip_of(helper))
    assert helper.end() == 0


def test_without_the_library_it_says_what_to_install(tmp_path: Path, strip_of: StripOf) -> None:
    with Helper(tmp_path, library=tmp_path) as helper:
        assert "pip install 'hareboard[pi]'" in _said(strip_of(helper))


def test_a_strip_that_fails_is_a_sentence_and_is_opened_again(
    helper: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(helper)
    strip.show(RED)
    helper.mischief("fail")
    with pytest.raises(NotConnected, match="cannot drive the strip any more"):
        strip.show(RED)
    assert helper.log[-1] == "end"
    helper.mischief("")
    comes_back(helper, strip)


def test_a_program_that_is_no_helper_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(str(path))
        listener.listen()
        settings = LightSettings({}, 3, HelperDriver(socket=str(path)))
        strip = HelperStrip(settings, MonotonicClock())
        with pytest.raises(NotConnected, match="is setting up the strip"):
            strip.show(RED)
        connection, _ = listener.accept()
        with connection:
            connection.send(b"220 welcome")
            with pytest.raises(NotConnected, match="does not understand"):
                strip.show(RED)


def talk(helper: Helper) -> socket.socket:
    return talk_at(helper.socket)


def talk_at(path: Path) -> socket.socket:
    stranger = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    stranger.connect(str(path))
    stranger.settimeout(20)
    return stranger


def flood(stranger: socket.socket) -> None:
    try:
        for _ in range(500):
            stranger.send(b"garbage")
    except OSError:
        pass  # it is full, or has been thrown out


def _begins(helper: Helper) -> int:
    return sum(line.startswith("begin") for line in helper.log)


def _said(strip: HelperStrip) -> str:
    """What the strip says is wrong; nothing if it is fine."""
    try:
        strip.show(RED)
    except NotConnected as error:
        return str(error)
    return ""
