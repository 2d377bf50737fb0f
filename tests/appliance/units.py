"""The units, read as text."""

from pathlib import Path
from typing import Final, NamedTuple

from tests.support.checkout import ROOT

SYSTEMD: Final = ROOT / "systemd"
GAME: Final = SYSTEMD / "hareboard.service"
LIGHTS: Final = SYSTEMD / "hareboard-lights.service"
LOGIN: Final = SYSTEMD / "hareboard-console.service"
WHY: Final = "# Relaxed: "


class Line(NamedTuple):
    """A line of a unit.

    Attributes:
        name: what it sets.
        value: what to.
        reason: why it allows more than it could, as the comment above it has it; nothing if that
            says nothing of the kind.
    """

    name: str
    value: str
    reason: str


def lines(unit: Path) -> list[Line]:
    """Everything that a unit sets."""
    found: list[Line] = []
    reason = ""
    for line in unit.read_text("utf-8").splitlines():
        if line.startswith(WHY) or (reason and line.startswith("#")):
            reason += line
        else:
            name, _, value = line.partition("=")
            found += [Line(name, value, reason)] if value or reason else []
            reason = ""
    return found


def values(unit: Path, name: str) -> list[str]:
    """What a unit sets something to, in its order."""
    return [line.value for line in lines(unit) if line.name == name]
