"""The structure of the product is as docs/architecture.md and CONTRIBUTING.md say."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.checkout import ROOT

PRODUCT: Final = ("controller", "hardware", "web")
MICROPYTHON: Final = ROOT / "hardware" / "simulated" / "rp2040" / "modules"
"""Its names are those of MicroPython."""
_STEP: Final = re.compile(r"^\| .+ \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)
_PLACE: Final = re.compile(r"^\| (?:Where|What|Which) .+\? \| (.+) \|$", re.MULTILINE)
_CLASS: Final = re.compile(r"^ *class (\w+)[(:]", re.MULTILINE)
_RULE: Final = re.compile(r"\bR\d{1,2}\.\d+a?\b")
_RULE_TOLD: Final = re.compile(r"^- \*\*(R[\d.]+a?)\*\* ", re.MULTILINE)
_LINK: Final = re.compile(r"\]\(([^)#]+\.(?:md|py))[)#]")


def modules() -> list[Path]:
    return [
        path
        for package in PRODUCT
        for path in sorted((ROOT / package).rglob("*.py"))
        if MICROPYTHON not in path.parents
    ]


def names(path: Path) -> Iterator[str]:
    """What a file defines: functions, classes and their methods."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        yield from re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", text, re.M)
        return
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{each.name}" for each in node.body if hasattr(each, "name"))


def steps() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    found: list[tuple[str, str]] = _STEP.findall(text)
    return found


def test_the_architecture_follows_a_move_and_a_tap() -> None:
    assert len(steps()) > 25


@pytest.mark.parametrize(("file", "name"), steps())
def test_each_step_of_the_architecture_is_where_it_says(file: str, name: str) -> None:
    assert name in set(names(ROOT / file))


def test_each_rule_that_is_cited_is_told() -> None:
    told = set(_RULE_TOLD.findall((ROOT / "docs" / "rules.md").read_text("utf-8")))
    data = ROOT / "controller" / "game" / "editions" / "data"
    citing = [
        *modules(),
        *data.rglob("*.toml"),
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "docs").glob("*.md"),
    ]
    cited = {rule for path in citing for rule in _RULE.findall(path.read_text("utf-8"))}
    assert len(cited) > 60
    assert sorted(cited - told) == []


def test_each_answer_of_where_is_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    answers = _PLACE.findall(text)
    assert len(answers) >= 10
    for answer in answers:
        for file in re.findall(r"`([\w./-]+/[\w./-]*)`", answer):
            assert (ROOT / file).exists(), file


def test_each_document_is_in_the_index_and_each_link_leads_somewhere() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    linked = {(ROOT / "docs" / each).resolve() for each in _LINK.findall(index)}
    assert all(path.exists() for path in linked)
    assert set((ROOT / "docs").glob("*.md")) - {ROOT / "docs" / "README.md"} <= linked


def test_each_class_of_the_product_has_a_name_of_its_own() -> None:
    classes = Counter(
        name for path in modules() for name in _CLASS.findall(path.read_text("utf-8"))
    )
    assert [name for name, times in classes.items() if times > 1] == []


def test_each_room_says_what_it_contains_and_what_it_may_import() -> None:
    for package in ("controller", "web"):
        for folder in sorted((ROOT / package).glob("*/__init__.py")):
            said = (ast.get_docstring(ast.parse(folder.read_text("utf-8"))) or "").split("\n")[0]
            assert "Imports " in said, folder
