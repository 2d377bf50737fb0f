"""Wheels of a release: which are gathered, by whom, and what is refused."""

import os
from pathlib import Path

import pytest

from controller.appliance.machine import InstallError
from controller.appliance.release.archive import BadRelease
from controller.appliance.release.wheels import FREE_IDS, gather
from controller.appliance.update.building import RealTools
from tests.support.appliance.releasing import quick_release
from tests.support.install.computer import Computer

LOCK = f"click==8.1.8 --hash=sha256:{'0' * 64}\n"
OURS = "hareboard-1.2.0-py3-none-any.whl"
SEEN = "/var/tmp/room"


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    computer = Computer(tmp_path / "root")
    computer.packages.add("python3-venv")
    computer.write(f"{SEEN}/laid/board.txt", "")
    computer.write(f"{SEEN}/laid/build.txt", LOCK)
    return computer


def gathered(computer: Computer) -> list[str]:
    """The wheels that come of what is laid out."""
    room = computer.machine.path(SEEN)
    wheels = room / "wheels"
    wheels.mkdir()
    gather(computer.machine, room / "laid", room, SEEN, wheels)
    return sorted(each.name for each in wheels.iterdir())


def test_our_wheel_is_taken_as_it_was_signed(computer: Computer) -> None:
    computer.write(f"{SEEN}/laid/{OURS}", "ours")
    assert gathered(computer) == [OURS]
    assert computer.read(f"{SEEN}/wheels/{OURS}") == "ours"


@pytest.mark.parametrize(
    ("laid", "found"), [([], "none"), (["click-8.1.8.whl"], "click-8.1.8.whl")]
)
def test_a_release_without_our_wheel_is_refused(
    computer: Computer, laid: list[str], found: str
) -> None:
    for name in laid:
        computer.write(f"{SEEN}/laid/{name}", "theirs")
    with pytest.raises(InstallError, match=rf"should be one wheel of hareboard: {found}\."):
        gathered(computer)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
def test_the_throwaway_user_is_nobody_of_this_computer(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter((os.getuid(), FREE_IDS[7]))
    monkeypatch.setattr("secrets.choice", lambda _: next(drawn))
    computer.write(f"{SEEN}/laid/{OURS}", "ours")
    gathered(computer)
    own = {word for line in computer.said for word in line.split() if "--reuid" in word}
    assert own == {f"--reuid={FREE_IDS[7]}"}


def test_where_no_environment_can_be_made_there_is_no_release(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadRelease, match="python3-venv"):
        RealTools().install(quick_release("0.2.0", tmp_path), tmp_path / "file" / "venv")
