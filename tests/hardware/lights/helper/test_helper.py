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
from pathlib import Path

import pytest

from hardware.clock import MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from hardware.lights.helper import listening
from hardware.lights.protocol import LONGEST, LightsKeep, LightsRefused, read, written
from hardware.lights.settings import HelperDriver, LightSettings
from tests.support.checkout import ROOT
from tests.support.lights.helping import RED, RED_WIRE, StripOf, comes_back, said, talk_at
from tests.support.lights.pretending import Helper
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no such helper"
)


AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "-m", "hardware.lights.helper"])
"""
"""The socket is file 3, and one variable says whose it is."""


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


@pytest.mark.long
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
        with pytest.raises(NotConnected, match=rf"Start it: .*--socket {helper.socket}\)"):
            strip.keep()


def test_a_missing_folder_of_its_socket_is_made(tmp_path: Path) -> None:
    with Helper(tmp_path / "new") as helper, talk_at(helper.socket) as game:
        game.send(written(LightsKeep()))
        assert game.recv(LONGEST)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a socket to another group")
def test_who_starts_it_by_sudo_may_use_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_GID", "4711")
    with Helper(tmp_path) as helper:
        found = helper.socket.stat()
        assert (found.st_gid, stat.S_IMODE(found.st_mode)) == (4711, 0o660)


def test_who_is_not_root_gives_its_socket_to_no_other_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUDO_GID", "4711")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with listening(tmp_path / "socket"):
        found = (tmp_path / "socket").stat()
        assert found.st_gid != 4711
        assert stat.S_IMODE(found.st_mode) == 0o660


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
        game.send(written(LightsKeep()))
        answer = read(game.recv(LONGEST))
    process.terminate()
    assert process.wait(PATIENCE_S) == 0
    assert isinstance(answer, LightsRefused)
    assert answer.reason == "no-setup"
    assert path.exists()


# A strip that cannot be driven


def test_started_without_a_pi_it_refuses_with_a_sentence_and_lives_on(
    helper: Helper, strip_of: StripOf
) -> None:
    helper.mischief("refuse")
    strip = strip_of(helper)
    assert "It needs a Raspberry Pi up to 4 or Zero 2 that rpi_ws281x knows" in said(strip)
    assert helper.process.poll() is None
    helper.mischief("")
    comes_back(helper, strip)


def test_it_ends_well_after_it_could_not_open_a_strip(helper: Helper, strip_of: StripOf) -> None:
    helper.mischief("refuse")
    said(strip_of(helper))
    assert helper.end() == 0


def test_without_the_library_it_says_what_to_install(tmp_path: Path, strip_of: StripOf) -> None:
    with Helper(tmp_path, library=tmp_path) as helper:
        assert "pip install 'hareboard[pi]'" in said(strip_of(helper))


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
