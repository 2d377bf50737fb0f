"""What is said to the firmware over one port, and what comes of it."""

import errno
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from controller.maintenance.firmware.connection import NAME_S, READ_S, STOP_S, TEST_S, Talk
from controller.maintenance.firmware.errors import FirmwareError
from hardware.scanner import words
from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.firmware.cable import Cable, Restart
from tests.support.scanner.versions import firmware_of_version
from tests.support.tiers import sample


class FullFlash(dict[str, bytes]):
    """Nothing more fits into it."""

    def __setitem__(self, name: str, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "no space left")


def greeted(cable: Cable) -> Talk:
    """A conversation in which the firmware has said who it is."""
    talk = Talk("X", cable, cable.board.clock, 1)
    assert talk.hello()
    return talk


@pytest.mark.parametrize("version", sample(3, [words.PROTOCOL, 0, 1]))
@pytest.mark.parametrize("restart", get_args(Restart))
def test_firmware_of_any_version_is_stopped_whatever_is_seen_of_its_restart(
    version: int, restart: Restart, tmp_path: Path
) -> None:
    same = version == words.PROTOCOL
    cable = Cable(FIRMWARE if same else firmware_of_version(version, tmp_path), restart)
    talk = greeted(cable)
    assert talk.welcome.protocol == version
    began_s = cable.board.clock.now_s()
    talk.stop()
    took_s = cable.board.clock.now_s() - began_s
    if restart == "silence":
        assert took_s == pytest.approx(STOP_S, abs=2 * READ_S)
    else:
        assert took_s < STOP_S / 2
    assert cable.board.device.resets == 1
    assert not Talk("X", cable, cable.board.clock, 2).hello()


def test_firmware_of_another_version_that_cannot_restart_is_given_up_after_a_while(
    tmp_path: Path,
) -> None:
    cable = Cable(firmware_of_version(1, tmp_path))
    talk = greeted(cable)
    cable.board.device.flash = FullFlash()
    began_s = cable.board.clock.now_s()
    talk.stop()
    assert cable.board.clock.now_s() - began_s == pytest.approx(STOP_S, abs=2 * READ_S)
    assert cable.board.device.resets == 0
    assert Talk("X", cable, cable.board.clock, 2).hello()


def test_a_name_that_does_not_fit_into_the_flash_is_said() -> None:
    cable = Cable()
    cable.board.device.flash = FullFlash()
    with pytest.raises(
        FirmwareError, match=r"at X cannot write into its flash \(.*no space left\)"
    ):
        greeted(cable).name(3, "row 3")


def test_an_order_that_the_firmware_does_not_know_is_said_with_what_to_do(tmp_path: Path) -> None:
    files = shutil.copytree(FIRMWARE, tmp_path / "firmware")
    text = (FIRMWARE / "words.py").read_text("utf-8")
    (files / "words.py").write_text(f"{text}\nTEST = 99\n", "utf-8")
    with pytest.raises(FirmwareError) as caught:
        greeted(Cable(files)).test()
    assert str(caught.value) == (
        f"The co-processor at X refuses order {words.TEST} (reason {words.UNKNOWN}). Bring its "
        "firmware up to date: “hareboard firmware update X”."
    )


@pytest.mark.parametrize(
    ("ask", "within_s"), [(lambda talk: talk.name(3, "row 3"), NAME_S), (Talk.test, TEST_S)]
)
def test_one_that_falls_silent_is_waited_for_so_long_and_said(
    ask: Callable[[Talk], object], within_s: float
) -> None:
    cable = Cable()
    talk = greeted(cable)
    cable.is_cut = True
    began_s = cable.board.clock.now_s()
    with pytest.raises(FirmwareError, match="at X has said who it is, and then nothing more"):
        ask(talk)
    assert cable.board.clock.now_s() - began_s == pytest.approx(within_s, abs=2 * READ_S)
