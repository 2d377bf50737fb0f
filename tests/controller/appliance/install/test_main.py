"""The installer, as it is typed, on a computer that is a folder."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.appliance.install.main import main
from controller.appliance.machine import BOARD, COMMAND, DATA, HOME, Machine
from tests.support.checkout import ROOT
from tests.support.install.computer import SERVICE, UNITS, Computer
from tests.support.install.installing import current
from tests.support.releasing import FINGERPRINT, KEY
from tests.support.users import no_root
from tests.support.waiting import PATIENCE_S

Typed = Callable[..., tuple[int, str]]
WHEEL = "hareboard-1.2.0-py3-none-any.whl"
OWNER = 1000


@pytest.fixture
def typed(computer: Computer, capsys: pytest.CaptureFixture[str]) -> Iterator[Typed]:
    """Types words, for root unless told otherwise; returns the exit status and all that is said."""

    def in_folder(root: Path) -> Machine:
        return Machine(root, computer, sync=lambda: None)

    def type_in(*words: str, user: int = 0) -> tuple[int, str]:
        status, last = 0, ""
        try:
            main([*words, "--root", str(computer.root)], in_folder, lambda: user)
        except SystemExit as ended:
            if isinstance(ended.code, str):
                status, last = 1, ended.code
        return status, capsys.readouterr().out + last

    before = os.umask(0o077)
    yield type_in
    os.umask(before)


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    (tmp_path / WHEEL).touch()
    return tmp_path


def test_it_ends_with_what_the_doctor_finds_and_the_address(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    computer.doctor = (1, "Needs fixing: 1.\n")
    status, said = typed("--wheels", str(wheels))
    assert status == 0
    assert said.splitlines()[-6:] == [
        "",
        "Needs fixing: 1.",
        "",
        "The pages: http://hareboard.local/",
        "a code that leads to http://hareboard.local/",
        "Restart the computer now, so that everything that was switched on counts: sudo reboot",
    ]
    assert current(computer) == "releases/1.2.0"
    assert {SERVICE, "hareboard.socket"} <= computer.active


def test_what_the_running_program_tells_of_its_address_is_passed_on(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    computer.write("/run/hareboard/issue", "http://attic.local/ K7QXTZ\n")
    _, said = typed("--wheels", str(wheels), "--board", "desk-usb")
    assert said.splitlines()[-1] == "http://attic.local/ K7QXTZ"
    assert "The pages:" not in said


def test_what_the_program_tells_is_read_through_no_link_and_steers_no_terminal(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    computer.write("/etc/shadow", "secret")
    computer.write("/run/hareboard/issue", "\x1b[2Jcome in\n")
    computer.doctor = (0, "\x1b]0;Fine: 12.\n")
    _, said = typed("--wheels", str(wheels), "--board", "desk-usb")
    assert said.splitlines()[-1] == "�[2Jcome in"
    assert "\x1b" not in said
    issue = computer.machine.path("/run/hareboard/issue")
    issue.unlink()
    issue.symlink_to(computer.machine.path("/etc/shadow"))
    _, said = typed("--wheels", str(wheels))
    assert "secret" not in said
    assert "The pages: http://hareboard.local/" in said


def test_a_board_and_not_to_start_are_passed_on_to_the_release(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    status, said = typed("--wheels", str(wheels), "--no-start", "--board", "desk-usb")
    assert status == 0
    assert "The pages:" not in said
    release = f"{HOME}/current/bin/python -I -m controller.appliance.install --release"
    assert f"{release} --no-start --board desk-usb" in computer.said
    assert 'name = "A desk' in computer.read(BOARD)
    assert computer.enabled
    assert not computer.active


def test_without_root_nothing_is_changed(typed: Typed, computer: Computer) -> None:
    before = computer.tree()
    assert typed(user=OWNER) == (
        1,
        "This changes the system, so it needs root: put sudo in front.",
    )
    assert computer.tree() == before


def test_anybody_is_told_what_would_be_done(typed: Typed, computer: Computer) -> None:
    before = computer.tree()
    status, said = typed("--dry-run", user=OWNER)
    assert status == 0
    assert said.startswith("This would be done; nothing is changed:\n* Packages of the system\n")
    assert f"from the checkout {ROOT} (venv, pip)" in said
    assert f"    start {SERVICE}" in said
    assert computer.tree() == before


def test_what_only_root_may_look_at_is_told_and_everything_else_too(
    typed: Typed, computer: Computer
) -> None:
    rules = computer.machine.path("/etc/polkit-1/rules.d")
    rules.mkdir(parents=True)
    computer.root.chmod(0o755)
    rules.chmod(0)
    with no_root():
        status, said = typed("--dry-run", "--release", user=OWNER)
    rules.chmod(0o755)
    assert status == 0
    rule = rules / "50-hareboard.rules"
    assert f"* Units and rules\n    look at {rule}, which needs root\n" in said
    assert f"    start {SERVICE}" in said


def test_taking_it_away_is_told_and_then_done(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    typed("--wheels", str(wheels))
    status, said = typed("--uninstall", "--dry-run")
    assert status == 0
    assert f"    remove {COMMAND}" in said
    assert "Packages of the system" not in said
    assert computer.machine.there(COMMAND)
    status, said = typed("--uninstall")
    assert status == 0
    assert f"The games, settings and the board file are in {DATA}." in said
    assert not computer.machine.there(COMMAND)
    assert not computer.active


def test_what_fails_ends_it_with_what_to_do(typed: Typed, computer: Computer) -> None:
    computer.online = False
    status, said = typed()
    assert status == 1
    assert "\nStopped. Packages of the system: apt-get" in said
    assert said.endswith("then run this again.")


def test_it_says_whom_it_trusts(typed: Typed, computer: Computer, wheels: Path) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    _, said = typed()
    assert said.startswith(
        f"This installation trusts the checkout {ROOT}, as it is.\n"
        "What hareboard needs comes from the package index, by the hashes in its locks.\n"
        "“hareboard update” accepts no release yet: no key is trusted."
    )
    computer.write(f"{HOME}/signers", f"ann {KEY}\n")
    _, said = typed("--wheels", str(wheels))
    assert said.startswith(
        f"This installation trusts the wheels in {wheels}, as it is.\n"
        f"Updates are accepted if signed by ann ({FINGERPRINT}).\n"
    )


@pytest.mark.parametrize("command", ["systemctl", "runuser"])
def test_a_command_that_the_system_lacks_is_told(
    typed: Typed, computer: Computer, wheels: Path, command: str
) -> None:
    computer.without.add(command)
    computer.packages |= {"python3-venv", "openssh-client"}
    status, said = typed("--wheels", str(wheels))
    assert status == 1
    assert f"{command} cannot be run: No such file or directory." in said


def test_the_files_of_the_system_are_everybodys_to_read(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    typed("--wheels", str(wheels))
    assert computer.machine.path(f"{UNITS}/{SERVICE}").stat().st_mode & 0o777 == 0o644


def test_it_is_a_program_of_its_own(tmp_path: Path) -> None:
    words = ("-m", "controller.appliance.install", "--dry-run", "--wheels", str(tmp_path))
    done = subprocess.run(
        [sys.executable, *words],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert done.stdout == "This would be done; nothing is changed:\n"
    assert done.stderr == f"There should be one wheel of hareboard in {tmp_path}: 0.\n"


def test_examples_are_found_in_the_wheel_of_a_debian_package(tmp_path: Path) -> None:
    """Its postinst has Python read the installer from there."""
    wheel = tmp_path / WHEEL
    with zipfile.ZipFile(wheel, "w") as packed:
        for file in (ROOT / "controller").rglob("*"):
            if file.suffix in (".py", ".toml"):
                packed.write(file, file.relative_to(ROOT))
    said = """
import sys
from pathlib import Path
from controller.appliance.install.changes.board_file import board_file, check_origin
from controller.appliance.machine import Machine, RealCommands
machine = Machine(Path(sys.argv[1]), RealCommands())
check_origin(machine, None)
print(board_file.__code__.co_filename, *board_file(machine, None).lacking())
"""
    done = subprocess.run(
        [sys.executable, "-c", said, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        timeout=PATIENCE_S,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"{wheel}/controller/")
    assert "make /etc/hareboard/board.toml from " in done.stdout
    assert done.stdout.endswith("prototype-2x2.toml\n")


def test_a_board_that_nobody_knows_is_said_before_anything_is_done(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    status, said = typed("--wheels", str(wheels), "--board", "prototype-2x")
    assert status == 1
    assert said.startswith("There is no example and no file prototype-2x. Examples: ")
    assert "prototype-2x2" in said
    assert current(computer) is None


def test_it_says_that_another_board_does_not_replace_the_board_file(
    typed: Typed, computer: Computer, wheels: Path
) -> None:
    computer.packages |= {"python3-venv", "openssh-client"}
    words = ("--wheels", str(wheels), "--no-start")
    assert "stays as it is" not in typed(*words, "--board", "desk-usb")[1]
    status, said = typed(*words, "--board", "spi-decoder-64")
    assert status == 0
    assert f"{BOARD} is there already, and stays as it is: --board is left out." in said
    assert 'name = "A desk' in computer.read(BOARD)
    assert "stays as it is" not in typed(*words)[1]
