"""Installing in tests: a checkout to install from, and how it is done."""

from hashlib import sha256
from pathlib import Path
from typing import Final

from controller.appliance.install.changes.sources import Checkout
from controller.appliance.install.plan import getting, settling
from controller.appliance.install.steps import go_through
from controller.appliance.machine import HOME
from tests.support.install.computer import Computer

LOCK: Final = (
    f"--only-binary segno\nsegno==1.6.6 \\\n    --hash=sha256:{sha256(b'segno').hexdigest()}\n"
)
"""A lock of one package, whose wheel has nothing but its name in it."""


class Small:
    """A checkout with next to nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("controller", "firmware", "hardware", "systemd", "web"):
            (folder / name).mkdir(parents=True)
        for name in ("LICENSE", "README.md"):
            (folder / name).touch()
        (folder / "locks").mkdir()
        for name in ("board.txt", "build.txt"):
            (folder / "locks" / name).write_text(LOCK, "utf-8")
        self.becomes("1.0", "first")

    def becomes(self, version: str, code: str) -> None:
        """Somebody has worked on it."""
        (self.folder / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
        (self.folder / "web" / "code.py").write_text(code)


def install(computer: Computer, checkout: Small, board: str | None = None) -> list[str]:
    """Install, and return what was said."""
    lines: list[str] = []
    machine = computer.machine
    go_through(getting(machine, Checkout(checkout.folder)), lines.append)
    go_through(settling(machine, board, start=True), lines.append)
    return lines


def lacking(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines if line.startswith("    ")]


def current(computer: Computer) -> str | None:
    return computer.machine.leads_to(f"{HOME}/current")
