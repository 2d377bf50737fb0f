"""A test run in a temporary folder of its own, after which no process and no file is left."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.checkout import ROOT

MARK: Final = "HAREBOARD_TEST_RUN"
"""Every process of a run has this in its environment."""
LINGER_S: Final = 3.0
"""How long processes may take to end after the last test."""
_LOOK_AGAIN_S: Final = 0.05
_KNOWN: Final = ("pytest-of-", ".org.chromium.")
"""What pytest keeps until the end, and what Chromium forgets."""
_CACHES: Final = (
    ".hypothesis/",
    ".import_linter_cache/",
    ".mypy_cache/",
    ".pytest_cache/",
    ".ruff_cache/",
    ".venv/",
    "__pycache__/",
    "build/",
)


class Sandbox:
    """Gives a run its own temporary folder; ends what it left behind, and fails it for that.

    The processes of pytest-xdist are part of the run, and only its first process cleans up.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="hareboard-"))
        self._before = _untracked()
        self._left: list[str] = []
        self._changed = pytest.MonkeyPatch()
        for name in (MARK, "TMPDIR"):
            self._changed.setenv(name, str(self._folder))
        self._changed.setattr(tempfile, "tempdir", None)  # it is looked up again
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, signal.default_int_handler)  # ends as Ctrl-C does

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Look for what is left, end it and note it."""
        interrupted = exitstatus == pytest.ExitCode.INTERRUPTED
        processes = dict(_processes(self._folder, LINGER_S if not interrupted else 0.0))
        for pid in processes:
            _kill(pid)
        self._left += [f"process {pid}: {command}" for pid, command in processes.items()]
        self._left += [
            f"temporary file {path.name}"
            for path in self._folder.iterdir()
            if not path.name.startswith(_KNOWN)
        ]
        self._left += [f"file in the checkout: {name}" for name in _untracked() - self._before]
        if self._left and not interrupted and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was left."""
        if self._left:
            terminalreporter.section("left behind, and removed if temporary", red=True)
            for each in sorted(self._left):
                terminalreporter.line(each)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Remove the folder, and leave the environment as it was."""
        for pid, _ in _processes(self._folder, 0.0):
            _kill(pid)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._changed.undo()


def give_default_signals() -> None:
    """Let programs that tests start handle signals as usual, also under `nohup`.

    A signal that this process ignores is ignored by its children too. One that it handles is not,
    so it gets a handler that does nothing.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def _processes(folder: Path, patience_s: float) -> Iterator[tuple[int, str]]:
    """The processes of a run that are still there after a while: number and command. Linux only."""
    deadline_s = time.monotonic() + patience_s
    while (found := _alive(folder)) and time.monotonic() < deadline_s:
        time.sleep(_LOOK_AGAIN_S)
    yield from found.items()


def _alive(folder: Path) -> dict[int, str]:
    mark = f"{MARK}={folder}".encode()
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in process.joinpath("environ").read_bytes().split(b"\0"):
                command = process.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode()
                found[int(process.name)] = command[:200]
        except OSError:
            continue  # it has ended, or is somebody else's
    found.pop(os.getpid(), None)
    return {pid: command for pid, command in found.items() if command}  # a zombie has none


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _untracked() -> set[str]:
    """The files in the checkout that git does not track, caches aside; none without git."""
    try:
        told = subprocess.run(
            ["git", "status", "--porcelain", "--ignored"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return set()
    names = {line[3:] for line in told.splitlines() if line[:2] in ("??", "!!")}
    return {name for name in names if not name.endswith(_CACHES)}
