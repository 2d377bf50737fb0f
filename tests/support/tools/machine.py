"""A small machine for the scripts: a checkout, and a PATH with only what a test puts there."""

import shutil
import subprocess
from pathlib import Path

from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S

SYSTEM_COMMANDS = (
    *("cat", "chmod", "cmp", "cp", "dirname", "env", "grep", "make", "mkdir"),
    *("printf", "rm", "sed", "sh", "tail", "touch", "true", "uname"),
)


class Machine:
    """A checkout under a folder whose name has a space in it, and the commands on its PATH."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "my checkout"
        self.commands = folder / "bin"
        self.log = folder / "log"
        self.environment = {"PATH": str(self.commands), "LOG": str(self.log), "HOME": str(folder)}
        self.log.touch()
        self.commands.mkdir()
        for name in SYSTEM_COMMANDS:
            self.borrow(name)
        shutil.copytree(
            ROOT / "tools",
            self.checkout / "tools",
            ignore=shutil.ignore_patterns("*.py", "__pycache__"),
        )
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, self.checkout)

    def borrow(self, name: str) -> None:
        """Put a command of the real machine on the PATH."""
        found = shutil.which(name)
        assert found, f"{name} is not on this machine"
        (self.commands / name).symlink_to(found)

    def add(self, name: str, script: str) -> Path:
        """Put a command on the PATH that runs the script."""
        command = self.commands / name
        command.write_text(f"#!/bin/sh\n{script}\n")
        command.chmod(0o755)
        return command

    def run(self, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the checkout, with standard input closed as a CI runner does."""
        return subprocess.run(
            words,
            cwd=self.checkout,
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        """Start a command in the checkout, whose errors can be read while it runs."""
        return subprocess.Popen(
            words,
            cwd=self.checkout,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def said_to_log(self) -> list[str]:
        """What the stub commands wrote, a line each."""
        return self.log.read_text().splitlines()
