"""Every numbered line of the rules is cited by a test that proves it.

A test cites a rule in its name (`..._r8_4`, `..._r13_1a`), in its docstring or in that of its
file (`R8.4`). The tests of the naive rules do not count: they prove the naive rules.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.checkout import ROOT
from tests.support.rules.rule_numbers import RULE_NUMBERS

TESTS: Final = ROOT / "tests"
NAIVE: Final = TESTS / "naive"
_IN_NAME: Final = re.compile(r"_r([0-9]+)_([0-9]+a?)(?=_|\b)")
_IN_TEXT: Final = re.compile(r"\bR([0-9]+)\.([0-9]+a?)\b")


def citations(path: Path) -> Iterator[str]:
    """The rules that the tests of a file cite."""
    text = path.read_text("utf-8")
    if not (_IN_NAME.search(text) or _IN_TEXT.search(text)):
        return
    tree = ast.parse(text)
    found = _IN_TEXT.findall(ast.get_docstring(tree) or "")
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found += _IN_NAME.findall(node.name)
            found += _IN_TEXT.findall(ast.get_docstring(node) or "")
    yield from (f"R{chapter}.{line}" for chapter, line in found)


def test_no_number_is_listed_twice() -> None:
    assert len(set(RULE_NUMBERS)) == len(RULE_NUMBERS)


def test_tests_cite_every_rule_and_none_there_is_not() -> None:
    files = [path for path in TESTS.rglob("test_*.py") if NAIVE not in path.parents]
    assert {number for path in files for number in citations(path)} == set(RULE_NUMBERS)
