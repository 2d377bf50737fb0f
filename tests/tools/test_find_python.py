"""tools/find-python: the Python that hareboard is set up with."""

import sys
from pathlib import Path

import pytest

from tests.support.tools.machine import Machine

# Stand-ins run the real interpreter, after changing what it knows of itself.
LIKE_THIS_ONE = "pass"
PYTHON_2_7 = "sys.version_info = (2, 7, 18)"
PYTHON_3_9 = "sys.version_info = (3, 9, 18)"
WITHOUT_ENSUREPIP = "sys.modules['ensurepip'] = None"
WITHOUT_VENV = "sys.modules['venv'] = None"


def add_python(machine: Machine, name: str, changes: str = LIKE_THIS_ONE) -> Path:
    told = f"sys._base_executable = sys.argv[1]; {changes}; exec(sys.argv[3])"
    return machine.add(name, f'exec "{sys.executable}" -c "import sys; {told}" "$0" "$@"')


def test_prints_the_path_of_the_python_found(machine: Machine) -> None:
    python = add_python(machine, "python3")
    found = machine.run("tools/find-python")
    assert (found.returncode, found.stdout, found.stderr) == (0, f"{python}\n", "")


def test_prefers_the_first_of_the_usual_names(machine: Machine) -> None:
    add_python(machine, "python")
    add_python(machine, "python3")
    add_python(machine, "python3.11")
    newest = add_python(machine, "python3.12")
    assert machine.run("tools/find-python").stdout == f"{newest}\n"


def test_a_python_named_by_the_user_comes_first(machine: Machine) -> None:
    add_python(machine, "python3.13")
    mine = add_python(machine, "mine")
    assert machine.run("tools/find-python", PYTHON="mine").stdout == f"{mine}\n"
    assert machine.run("tools/find-python", PYTHON=str(mine)).stdout == f"{mine}\n"


def test_passes_over_names_that_do_not_run_without_a_word(machine: Machine) -> None:
    machine.add("python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    (machine.commands / "python3.12").symlink_to("nowhere")
    works = add_python(machine, "python3")
    found = machine.run("tools/find-python")
    assert (found.stdout, found.stderr) == (f"{works}\n", "")


@pytest.mark.parametrize("changes", [PYTHON_3_9, WITHOUT_ENSUREPIP, WITHOUT_VENV])
def test_passes_over_a_python_that_will_not_do_if_another_will(
    machine: Machine, changes: str
) -> None:
    add_python(machine, "python3.11", changes)
    works = add_python(machine, "python3")
    found = machine.run("tools/find-python")
    assert (found.stdout, found.stderr) == (f"{works}\n", "")


def test_says_so_when_it_cannot_use_the_python_named_by_the_user(machine: Machine) -> None:
    works = add_python(machine, "python3")
    found = machine.run("tools/find-python", PYTHON="python7")
    assert found.stdout == f"{works}\n"
    assert found.stderr == (
        "PYTHON is python7, which hareboard cannot use (it needs a working Python 3.11 or newer "
        "with venv); looking for another.\n"
    )


def test_without_any_python_says_what_to_install(machine: Machine) -> None:
    found = machine.run("tools/find-python")
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith(
        "hareboard needs Python 3.11 or newer, and this machine has none: "
    )
    assert found.stderr.count("\n") == 1


def test_names_each_python_that_is_too_old_once(machine: Machine) -> None:
    add_python(machine, "python3", PYTHON_3_9)
    add_python(machine, "python", PYTHON_2_7)
    found = machine.run("tools/find-python", PYTHON="python3")
    complaint, sentence = found.stderr.splitlines()
    assert found.returncode == 1
    assert complaint.startswith("PYTHON is python3, ")
    assert "this machine has only Python 3.9, 2.7: install one from " in sentence


@pytest.mark.parametrize("changes", [WITHOUT_ENSUREPIP, WITHOUT_VENV])
@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("python", "python3-venv"),
        ("python3", "python3-venv"),
        ("python3.12", "python3.12-venv"),
    ],
)
def test_names_the_package_that_makes_environments(
    machine: Machine, changes: str, name: str, package: str
) -> None:
    add_python(machine, name, changes)
    found = machine.run("tools/find-python")
    assert (found.returncode, found.stdout) == (1, "")
    assert f"sudo apt install {package})" in found.stderr
    assert found.stderr.count("\n") == 1


def test_the_system_python_decides_which_package_is_named(machine: Machine) -> None:
    add_python(machine, "python3.11", WITHOUT_ENSUREPIP)
    add_python(machine, "python3", WITHOUT_ENSUREPIP)
    assert "sudo apt install python3-venv)" in machine.run("tools/find-python").stderr
