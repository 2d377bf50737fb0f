"""tools/setup and the Makefile: the environment is made once, and mended when it has to be."""

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from tests.support.tools.machine import Machine
from tests.support.waiting import PATIENCE_S

# Stands in for an interpreter: can be probed, and makes environments whose pip logs what it is
# asked for and fails where a file `no-network` lies. `hareboard` in it logs its words.
PYTHON = r"""
case "$1 $2" in
    "-c "*) echo "usable $0" ;;
    "-V "*) echo "Python 3.12.1" ;;
    "-m venv")
        echo "venv by $0" >>"$LOG"
        mkdir "$3/bin"
        : >"$3/pyvenv.cfg"
        printf '%s\n' '#!/bin/sh' 'case "$*" in *pip\ install*) ;; *) exit 0 ;; esac' \
            'echo "pip installs $8" >>"$LOG"' \
            '[ ! -e no-network ] || { echo "pip: no network" >&2; exit 1; }' \
            '[ ! -e pull-the-plug ] || kill -KILL "$PPID"' >"$3/bin/python"
        printf '%s\n' '#!/bin/sh' 'echo "hareboard $*" >>"$LOG"; exit 7' >"$3/bin/hareboard"
        chmod +x "$3/bin/python" "$3/bin/hareboard"
        [ ! -e pull-the-plug-early ] || kill -KILL "$PPID"
        ;;
esac
"""


@pytest.fixture
def python(machine: Machine) -> Path:
    return machine.add("python3", PYTHON)


def test_the_first_set_up_makes_an_environment_and_installs(machine: Machine, python: Path) -> None:
    setup = machine.run("tools/setup", "base")
    assert (setup.returncode, setup.stdout) == (0, "")
    assert setup.stderr.startswith("Setting up .venv with Python 3.12.1")
    assert machine.said_to_log == [f"venv by {python}", "pip installs ."]


@pytest.mark.parametrize("kind", ["base", "dev"])
def test_the_second_set_up_does_nothing_and_says_nothing(
    machine: Machine, python: Path, kind: str
) -> None:
    machine.run("tools/setup", kind)
    machine.log.write_text("")
    again = machine.run("tools/setup", kind)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert machine.said_to_log == []


def test_testing_needs_more_than_playing_and_playing_no_more_than_testing(
    machine: Machine, python: Path
) -> None:
    for kind in ("base", "dev", "base"):
        assert machine.run("tools/setup", kind).returncode == 0
    assert machine.said_to_log == [f"venv by {python}", "pip installs .", "pip installs .[dev]"]


def test_who_has_tested_can_play(machine: Machine, python: Path) -> None:
    for kind in ("dev", "boards", "base"):
        assert machine.run("tools/setup", kind).returncode == 0
    assert machine.said_to_log == [f"venv by {python}", "pip installs .[dev]"]


def test_a_changed_pyproject_is_installed_into_the_same_environment(
    machine: Machine, python: Path
) -> None:
    machine.run("tools/setup", "base")
    (machine.checkout / "pyproject.toml").write_text("changed")
    again = machine.run("tools/setup", "base")
    assert again.stderr == "Bringing .venv up to date.\n"
    assert machine.said_to_log == [f"venv by {python}", "pip installs .", "pip installs ."]


def test_a_copy_of_hareboard_gives_way_to_the_checkout(machine: Machine, python: Path) -> None:
    machine.run("tools/setup", "base")
    copy = machine.checkout / ".venv" / "lib" / "python3.12" / "site-packages" / "controller"
    copy.mkdir(parents=True)
    again = machine.run("tools/setup", "base")
    assert again.stderr == "Bringing .venv up to date.\n"
    assert machine.said_to_log == [f"venv by {python}", "pip installs .", "pip installs ."]


@pytest.mark.parametrize("moment", ["pull-the-plug-early", "pull-the-plug"])
def test_an_interrupted_set_up_is_begun_again(machine: Machine, python: Path, moment: str) -> None:
    plug = machine.checkout / moment
    plug.touch()
    assert machine.run("tools/setup", "base").returncode < 0
    assert not (machine.checkout / ".venv" / "base.stamp").exists()
    plug.unlink()
    machine.log.write_text("")
    again = machine.run("tools/setup", "base")
    assert again.returncode == 0
    assert again.stderr.startswith("Building .venv again: its set-up was interrupted.\n")
    assert machine.said_to_log == [f"venv by {python}", "pip installs ."]


def test_an_interrupted_update_is_not_trusted_either(machine: Machine, python: Path) -> None:
    machine.run("tools/setup", "base")
    plug = machine.checkout / "pull-the-plug"
    plug.touch()
    assert machine.run("tools/setup", "dev").returncode < 0
    plug.unlink()
    again = machine.run("tools/setup", "base")
    assert again.stderr.startswith("Building .venv again: its set-up was interrupted.\n")


def test_a_failed_download_says_what_to_do(machine: Machine, python: Path) -> None:
    (machine.checkout / "no-network").touch()
    setup = machine.run("tools/setup", "base")
    assert setup.returncode == 1
    assert "pip: no network" in setup.stderr
    assert setup.stderr.splitlines()[-1].startswith("The set-up stopped: pip could not install")
    assert not (machine.checkout / ".venv" / "base.stamp").exists()


def test_a_failed_download_leaves_a_good_environment_usable(machine: Machine, python: Path) -> None:
    machine.run("tools/setup", "base")
    no_network = machine.checkout / "no-network"
    no_network.touch()
    assert machine.run("tools/setup", "dev").returncode == 1
    assert machine.run("tools/setup", "base").returncode == 0
    no_network.unlink()
    assert machine.run("tools/setup", "dev").stderr == "Bringing .venv up to date.\n"


def test_an_environment_whose_python_is_gone_is_built_again(machine: Machine, python: Path) -> None:
    machine.run("tools/setup", "base")
    (machine.checkout / ".venv" / "bin" / "python").unlink()
    again = machine.run("tools/setup", "base")
    assert again.returncode == 0
    assert again.stderr.startswith("Building .venv again: its Python or its pip does not run.\n")
    assert machine.said_to_log == [f"venv by {python}", "pip installs ."] * 2


def test_an_environment_whose_deletion_was_interrupted_is_not_used(
    machine: Machine, python: Path
) -> None:
    machine.run("tools/setup", "base")
    for gone in ("pyvenv.cfg", "origin", "base.stamp"):
        (machine.checkout / ".venv" / gone).unlink()
    machine.log.write_text("")
    again = machine.run("tools/setup", "base")
    assert again.stderr.startswith("Building .venv again: a part of it is missing.\n")
    assert machine.said_to_log == [f"venv by {python}", "pip installs ."]


def test_an_environment_that_was_copied_from_elsewhere_is_built_again(
    machine: Machine, python: Path
) -> None:
    machine.run("tools/setup", "base")
    copy = machine.checkout.with_name("copy")
    shutil.copytree(machine.checkout, copy)
    again = machine.run(copy / "tools" / "setup", "base")
    assert again.stderr.startswith("Building .venv again: it was made for another folder.\n")


def test_another_python_asked_for_is_not_ignored(machine: Machine, python: Path) -> None:
    other = machine.add("python3.12", PYTHON)
    machine.run("tools/setup", "base", PYTHON="python3")
    machine.run("tools/setup", "base")
    machine.run("tools/setup", "base", PYTHON="python3")
    machine.run("tools/setup", "base", PYTHON="python3.12")
    assert machine.said_to_log == [
        *(f"venv by {python}", "pip installs ."),
        *(f"venv by {other}", "pip installs ."),
    ]


def test_an_environment_made_by_hand_is_kept(machine: Machine, python: Path) -> None:
    (machine.checkout / ".venv").mkdir()
    machine.run(python, "-m", "venv", ".venv")
    assert machine.run("tools/setup", "base").returncode == 0
    assert machine.said_to_log == [f"venv by {python}", "pip installs ."]


def test_without_a_python_nothing_is_touched(machine: Machine) -> None:
    (machine.checkout / ".venv").mkdir()
    setup = machine.run("tools/setup", "base")
    assert setup.returncode == 1
    assert setup.stderr.count("\n") == 1
    assert list((machine.checkout / ".venv").iterdir()) == []


def test_a_word_it_does_not_know_is_refused(machine: Machine) -> None:
    setup = machine.run("tools/setup", "everything")
    assert (setup.returncode, setup.stderr) == (2, "usage: tools/setup base|boards|dev\n")


def test_make_simulate_sets_up_and_hands_its_words_on(machine: Machine, python: Path) -> None:
    game = machine.run("make", "simulate", "ARGS=--players 3")
    assert machine.said_to_log[1:] == [
        "pip installs .",
        "hareboard simulate --data .data --players 3",
    ]
    assert game.returncode != 0, "the stub's own exit status has to show"


def test_make_simulate_on_two_boards_installs_a_broker(machine: Machine, python: Path) -> None:
    machine.run("make", "simulate", "ARGS=--boards 2")
    assert machine.said_to_log[1:] == [
        "pip installs .[broker,mqtt]",
        "hareboard simulate --data .data --boards 2",
    ]


def test_make_stops_when_the_set_up_does(machine: Machine) -> None:
    game = machine.run("make", "simulate")
    assert game.returncode != 0
    assert "hareboard needs Python 3.11 or newer" in game.stderr
    assert machine.said_to_log == []


@pytest.mark.skipif(shutil.which("flock") is None, reason="macOS has no flock")
def test_a_set_up_waits_for_another_one_in_its_folder(machine: Machine, python: Path) -> None:
    machine.borrow("flock")
    folder = os.open(machine.checkout, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    with machine.start("tools/setup", "base") as setup:
        assert setup.stderr
        assert setup.stderr.readline() == "Waiting for another set-up in this folder.\n"
        assert machine.said_to_log == []
        os.close(folder)
        assert setup.wait(PATIENCE_S) == 0
    assert machine.said_to_log == [f"venv by {python}", "pip installs ."]
