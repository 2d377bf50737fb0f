"""The table of docs/asvs.md: each requirement of level 1 once, and what it names is there."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "docs" / "asvs.md").read_text("utf-8")
ROWS: Final = re.findall(r"^\| ([0-9.]+) \| .+ \| (.+?) \| (.+) \|$", TEXT, re.MULTILINE)
SECTIONS: Final = {
    "1.2": 5,
    "1.3": 2,
    "2.2": 2,
    "3.2": 2,
    "3.4": 2,
    "3.5": 3,
    "5.2": 2,
    "5.3": 2,
    "6.2": 8,
    "6.3": 2,
    "6.4": 2,
    "7.2": 4,
    "7.4": 2,
    "8.2": 2,
    "9.1": 3,
    "10.4": 5,
    "11.3": 2,
    "12.2": 2,
    **dict.fromkeys(("1.5", "2.1", "2.3", "3.3", "4.1", "4.4", "6.1", "8.1", "8.3", "9.2"), 1),
    **dict.fromkeys(("11.4", "12.1", "13.4", "14.2", "14.3", "15.1", "15.2", "15.3"), 1),
}
"""How many requirements of level 1 each section of ASVS 5.0.0 has; they have its first numbers."""


def test_every_requirement_of_level_1_has_its_row() -> None:
    wanted = {
        f"{section}.{number}"
        for section, count in SECTIONS.items()
        for number in range(1, count + 1)
    }
    assert len(wanted) == 70
    assert [number for number, _, _ in ROWS] == sorted(
        wanted, key=lambda each: [*map(int, each.split("."))]
    )


def test_the_verdicts_are_counted() -> None:
    found = Counter(verdict for _, verdict, _ in ROWS)
    told = ", ".join(f"{each}: {found[each]}" for each in ("holds", "does not hold", "n/a"))
    assert f"\n{told}.\n" in TEXT


def test_what_is_named_is_there() -> None:
    named = {path for _, _, where in ROWS for path in re.findall(r"`([\w/-]+/[\w./-]+)`", where)}
    assert len(named) > 15
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
