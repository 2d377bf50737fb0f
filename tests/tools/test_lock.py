"""What is locked is what pyproject.toml asks for."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from controller.appliance.release.locked import Lock, lock_of
from tests.support.checkout import ROOT

LOCKS = ("board", "build", "release")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_ASKED_FOR_BY = re.compile(r"(?m)^([a-z0-9-]+)==(?:.*\n)(?:    --hash.*\n)+((?:    #.*\n)+)")


def text(lock: str) -> str:
    return (ROOT / "locks" / f"{lock}.txt").read_text("utf-8")


def wanted(lock: str) -> dict[str, Requirement]:
    project = PROJECT["project"]
    lines: Iterable[str] = {
        "board": [
            *project["dependencies"],
            *project["optional-dependencies"]["pi"],
            *project["optional-dependencies"]["firmware"],
            *project["optional-dependencies"]["mqtt"],
        ],
        **PROJECT["dependency-groups"],
    }[lock]
    return {canonicalize_name(each.name): each for each in map(Requirement, lines)}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_in_step_with_the_project(lock: str) -> None:
    asked = {name for name, by in _ASKED_FOR_BY.findall(text(lock)) if "(pyproject.toml" in by}
    assert asked == wanted(lock).keys(), "run: make lock"
    versions = lock_of(text(lock)).versions
    unfit = [
        f"{each} is locked to {versions[name]}"
        for name, each in wanted(lock).items()
        if not each.specifier.contains(versions[name])
    ]
    assert unfit == [], "run: make lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_only_what_the_project_names_may_be_compiled(lock: str) -> None:
    read: Lock = lock_of(text(lock))
    may_compile = set(PROJECT["tool"]["hareboard"]["lock"]["compiled"])
    assert read.versions.keys() - read.wheel_only == (may_compile if lock == "board" else set())


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_index_and_no_path(lock: str) -> None:
    assert not re.search(r"://|index|find-links|file:|/(?:home|root|tmp|work)/", text(lock))
