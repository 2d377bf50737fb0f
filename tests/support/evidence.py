"""Saves what a failing test leaves to look at: logs, the last snapshot, screenshots."""

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.checkout import ROOT

FAILED: Final = ROOT / "build" / "failed"
LONGEST_NAME: Final = 120
SCREENSHOT_MS: Final = 5_000


def wanted() -> bool:
    """Whether the test that runs has failed, or an exception is on its way that may fail it."""
    return "PYTEST_CURRENT_TEST" in os.environ and (
        sys.exception() is not None or _collected(_current_test()).is_dir()
    )


def folder(kind: str) -> Path:
    """Make a new folder for what is to be kept of the test that runs, such as `program-1`."""
    parent = _collected(_current_test())
    parent.mkdir(parents=True, exist_ok=True)
    made = parent / f"{kind}-{sum(1 for _ in parent.glob(f'{kind}-*')) + 1}"
    made.mkdir()
    return made


class Evidence:
    """Collects the evidence of failing tests in `build/failed`, and says where it is.

    A test's fixtures are looked at while they are still there: pages of `browser` give
    screenshots, the table of `running` its snapshot.

    Args:
        failed: where evidence is kept.
    """

    def __init__(self, failed: Path = FAILED) -> None:
        self._failed = failed

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Look at the fixtures of a test that fails; put everything in its place at its end."""
        report = yield
        collected = _collected(item.nodeid)
        kept = self._failed / collected.name
        if report.failed:
            collected.mkdir(parents=True, exist_ok=True)
            self._look(item, report, collected)
            report.sections.append(("what to look at", f"saved in {kept}"))
            collected.joinpath("failed").touch()
        if call.when == "teardown" and collected.is_dir():
            if collected.joinpath("failed").exists():
                collected.joinpath("failed").unlink()
                shutil.rmtree(kept, ignore_errors=True)
                self._failed.mkdir(parents=True, exist_ok=True)
                shutil.copytree(collected, kept)
            shutil.rmtree(collected)
            with suppress(OSError):
                collected.parent.rmdir()  # unless other tests are failing too
        return report

    def _look(self, item: pytest.Item, report: pytest.TestReport, collected: Path) -> None:
        with collected.joinpath("report.txt").open("a", encoding="utf-8") as file:
            file.write(f"{report.when}\n{report.longreprtext}\n")
            file.writelines(f"\n-- {name}\n{text}\n" for name, text in report.sections)
        fixtures: dict[str, Any] = getattr(item, "funcargs", {})
        if (running := fixtures.get("running")) is not None:
            with suppress(Exception):  # a table may be what has failed
                text = json.dumps(running.get("/api/watch"), indent=1)
                collected.joinpath("snapshot.json").write_text(text, "utf-8")
        if (browser := fixtures.get("browser")) is not None:
            pages = [page for context in browser.contexts for page in context.pages]
            for number, page in enumerate(pages, 1):
                with suppress(Exception):  # a page may hang, or be gone
                    path = collected / f"page-{number}.png"
                    page.screenshot(path=path, full_page=True, timeout=SCREENSHOT_MS)


def _current_test() -> str:
    return os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0]


def _collected(test: str) -> Path:
    """Where the evidence of a test is collected while it runs."""
    name = re.sub(r"[^\w.-]+", "-", test.removeprefix("tests/")).strip("-")
    return Path(tempfile.gettempdir()) / "evidence" / name[-LONGEST_NAME:]
