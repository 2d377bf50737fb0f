"""The commands of the guides for whoever builds and runs a board."""

import re
from pathlib import Path
from typing import Final

from tests.support.checkout import ROOT

DOCS: Final = ROOT / "docs"
GUIDES: Final = (DOCS / "build-a-board.md", DOCS / "operate.md")
REPOSITORY: Final = "<this repository>"
"""Where a guide leaves open what everybody knows who has come so far."""
NOT_TRIED: Final = frozenset(
    {
        "sudo poweroff",  # ends what it is tried on
        "hareboard simulate --board sim://my-board.toml",  # goes on until it is stopped
        "hareboard run my-board.toml",
        "hareboard watch pn532://desk.toml",  # needs an adapter
        "sudo cp",  # a part of one
        "sudo cp my-board.toml /etc/hareboard/board.toml",  # needs the pins of a Raspberry Pi
    }
)
FIRST_WORDS: Final = ("cp", "df", "git", "hareboard", "journalctl", "make", "sudo", "systemctl")
SERVICE: Final = re.compile("sudo systemctl (start|stop) ")
"""Commands that are tried each time they are told."""
_BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_INLINE: Final = re.compile(r"`([^`\n]+)`")


def commands(guide: Path) -> list[str]:
    """Every command of a guide, in its order: lines of blocks, and what stands within a sentence.

    A guide is followed from its beginning to its end, so that is how its commands are run.
    """
    text = guide.read_text("utf-8")
    found = [
        (block.start(1) + line.start(), line[0])
        for block in _BLOCK.finditer(text)
        for line in re.finditer(r".+", block[1])
    ]
    found += [
        (inline.start(), inline[1])
        for inline in _INLINE.finditer(_BLOCK.sub(lambda block: " " * len(block[0]), text))
        if _is_command(inline[1])
    ]
    said = [command for _, command in sorted(found)]
    return [
        command
        for at, command in enumerate(said)
        if command not in NOT_TRIED and (SERVICE.match(command) or command not in said[:at])
    ]


def for_any_computer(command: str) -> bool:
    """Whether a command is for a computer without a board, on which hareboard is."""
    anywhere = ("hareboard board", "hareboard watch sim://")
    return command.startswith(anywhere) and "/etc/hareboard" not in command


def _is_command(text: str) -> bool:
    first, *rest = text.split()
    return first in FIRST_WORDS and bool(rest)
