"""Commands of the computer that runs the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from controller.appliance import machine
from controller.appliance.bounded_command import LARGEST
from controller.appliance.machine import InstallError, Machine, RealCommands
from tests.support.waiting import PATIENCE_S, until


def test_a_command_is_asked_nothing_and_all_it_says_is_one_text() -> None:
    said = Machine(commands=RealCommands()).run("sh", "-c", "cat; echo out; echo wrong >&2")
    assert said == "out\nwrong\n"


def test_a_command_that_fails_is_told_with_the_last_it_said() -> None:
    computer = Machine(commands=RealCommands())
    with pytest.raises(InstallError) as failed:
        computer.run("sh", "-c", "seq 1 20; exit 3")
    assert str(failed.value).splitlines()[0] == "sh -c seq 1 20; exit 3 failed (3):"
    assert str(failed.value).splitlines()[1:] == [str(number) for number in range(6, 21)]
    assert computer.said("sh", "-c", "echo wrong; exit 3") == "wrong\n"


def test_a_command_that_is_not_there_is_told(tmp_path: Path) -> None:
    command = str(tmp_path / "none")
    with pytest.raises(InstallError, match=f"^{command} cannot be run: No such file or directory"):
        Machine(commands=RealCommands()).said(command)


def test_commands_for_the_system_in_a_folder_are_run_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chroot = tmp_path / "chroot"
    chroot.write_text('#!/bin/sh\necho "inside $*"\n', "utf-8")
    chroot.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    commands = RealCommands(Path("/mnt/card"))
    assert commands.run(("dpkg", "-l")).stdout == "inside /mnt/card dpkg -l\n"


def test_another_command_goes_on_in_its_place() -> None:
    code = (
        "from controller.appliance.machine import RealCommands\n"
        "RealCommands().become(('sh', '-c', 'echo carrots; exit 3'))\n"
        "print('lettuces')"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout) == (3, "carrots\n")


def test_a_command_of_the_service_user_that_never_ends_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "AS_USER", ("sh", "-c"))
    monkeypatch.setattr(machine, "LONGEST_AS_USER_S", 0.1)
    with pytest.raises(InstallError, match=r"it has not ended after 0 s\. Look at ps -u"):
        Machine(commands=RealCommands()).said("sh", "-c", "sleep 999")


def test_a_command_that_is_stopped_is_ended_at_once(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = f"sleep 999 & echo $! $$ > {pids}; kill -STOP $$"
    with pytest.raises(InstallError, match=r"it was stopped \(SIGSTOP\)\.$"):
        Machine(commands=RealCommands()).run("sh", "-c", command)
    child = int(pids.read_text("ascii").split()[0])
    until(lambda: not is_running(child), "its child is ended, too")


def test_only_the_last_of_endless_output_is_kept() -> None:
    said = Machine(commands=RealCommands()).run(
        "sh", "-c", f"yes | head -c {2 * LARGEST}; echo end"
    )
    assert len(said) == LARGEST
    assert said.endswith("y\nend\n")


def test_a_command_that_closes_its_output_is_waited_for() -> None:
    done = RealCommands().run(("sh", "-c", "exec >&- 2>&-; sleep 0.05; exit 3"))
    assert (done.returncode, done.stdout) == (3, "")


def is_running(pid: int) -> bool:
    """Whether a process exists that has not ended; a zombie has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
