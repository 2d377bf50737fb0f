"""tools/micropython: what the tests of the firmware need is fetched once, or said to be missing."""

import shutil
from pathlib import Path

import pytest

from tests.support.checkout import ROOT
from tests.support.tools.machine import Machine

PINS = ("package.json", "package-lock.json", "requirements.txt")
MODULE = Path(
    *(".venv", "micropython", "node_modules", "@micropython"),
    *("micropython-webassembly-pyscript", "micropython.mjs"),
)
NPM = r"""
echo "npm $1" >>"$LOG"
[ ! -e "$HOME/no-network" ] || { echo "npm: no network" >&2; exit 1; }
"""
# pip, which is told in its ninth word where to put the stubs.
PYTHON = r"""
echo "pip $3" >>"$LOG"
[ ! -e "$HOME/no-network" ] || { echo "pip: no network" >&2; exit 1; }
mkdir "$9"
"""
APT_GET = r"""
echo "apt-get $*" >>"$LOG"
printf '#!/bin/sh\n' >"$HOME/bin/node"
printf '#!/bin/sh\necho "npm $1" >>"$LOG"\n' >"$HOME/bin/npm"
chmod +x "$HOME/bin/node" "$HOME/bin/npm"
"""
CHECK_NETWORK = "Check the network connection, then run make test again."
FETCHES = ["pip install", "npm ci"]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with a checkout and its environment, and no Node.js."""
    machine = Machine(tmp_path)
    move = shutil.which("mv")
    assert move
    (machine.commands / "mv").symlink_to(move)
    pins = machine.checkout / "tests" / "firmware"
    pins.mkdir(parents=True)
    for name in PINS:
        shutil.copy(ROOT / "tests" / "firmware" / name, pins)
    environment = machine.checkout / ".venv" / "bin"
    environment.mkdir(parents=True)
    machine.add("python", PYTHON).rename(environment / "python")
    return machine


def add_node(machine: Machine) -> None:
    machine.add("node", "")
    machine.add("npm", NPM)


def test_it_is_fetched_once(machine: Machine) -> None:
    add_node(machine)
    for _ in range(2):
        fetched = machine.run("tools/micropython")
        said = (fetched.returncode, fetched.stdout, fetched.stderr)
        assert said == (0, f"{machine.checkout / MODULE}\n", "")
    assert machine.run("tools/micropython", "--find").stdout == fetched.stdout
    assert machine.said_to_log == FETCHES


def test_other_versions_are_fetched_in_their_place(machine: Machine) -> None:
    add_node(machine)
    machine.run("tools/micropython")
    for name in PINS[1:]:
        with (machine.checkout / "tests" / "firmware" / name).open("a") as pins:
            pins.write("\n")
    assert machine.run("tools/micropython", "--find").returncode == 1
    assert machine.run("tools/micropython").returncode == 0
    assert machine.said_to_log == FETCHES * 2


def test_a_failed_download_says_what_to_do_and_is_tried_again(machine: Machine) -> None:
    add_node(machine)
    no_network = Path(machine.environment["HOME"]) / "no-network"
    no_network.touch()
    fetched = machine.run("tools/micropython")
    assert (fetched.returncode, fetched.stdout) == (1, "")
    not_fetched = "MicroPython for the tests of the firmware could not be fetched"
    assert fetched.stderr.splitlines() == [
        "pip: no network",
        "The type stubs of MicroPython could not be fetched (pip's message is above).",
        "npm: no network",
        f"{not_fetched} (npm's message is above). {CHECK_NETWORK}",
    ]
    no_network.unlink()
    assert machine.run("tools/micropython").returncode == 0
    assert machine.said_to_log == FETCHES * 2


def test_root_has_node_installed_without_a_question(machine: Machine) -> None:
    machine.add("id", "echo 0")
    machine.add("apt-get", APT_GET)
    fetched = machine.run("tools/micropython")
    assert fetched.stdout == f"{machine.checkout / MODULE}\n"
    install = "apt-get -qq -o DPkg::Lock::Timeout=120 install -y --no-install-recommends nodejs npm"
    assert machine.said_to_log == ["pip install", install, "npm ci"]


@pytest.mark.parametrize("node", [None, "exit 1"])
def test_without_the_right_to_install_it_says_what_to_do(
    machine: Machine, node: str | None
) -> None:
    machine.add("id", "echo 1000")
    machine.add("apt-get", APT_GET)
    if node:
        machine.add("node", node)
    fetched = machine.run("tools/micropython")
    assert (fetched.returncode, fetched.stdout) == (1, "")
    assert fetched.stderr.startswith("The tests of the firmware need Node.js 16 or newer with npm")
    assert fetched.stderr.count("\n") == 1
    assert machine.said_to_log == ["pip install"]


def test_only_looking_fetches_nothing(machine: Machine) -> None:
    add_node(machine)
    found = machine.run("tools/micropython", "--find")
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == (
        "MicroPython for the tests of the firmware is not there yet: make test fetches it.\n"
    )
    assert machine.said_to_log == []


def test_the_one_named_by_the_user_is_not_fetched(machine: Machine, tmp_path: Path) -> None:
    machine.add("node", "")
    mine = tmp_path / "mine.mjs"
    mine.touch()
    fetched = machine.run("tools/micropython", HAREBOARD_MICROPYTHON=str(mine))
    assert (fetched.returncode, fetched.stdout, fetched.stderr) == (0, f"{mine}\n", "")
    assert machine.said_to_log == ["pip install"]


def test_one_named_by_the_user_that_is_not_there_is_not_replaced(machine: Machine) -> None:
    add_node(machine)
    fetched = machine.run("tools/micropython", HAREBOARD_MICROPYTHON="/no/such")
    assert (fetched.returncode, fetched.stdout) == (1, "")
    assert fetched.stderr == (
        "HAREBOARD_MICROPYTHON is /no/such, which is not there: "
        "name a micropython.mjs that is, or unset it.\n"
    )
