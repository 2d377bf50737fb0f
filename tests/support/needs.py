"""Real parts that tests need, such as a browser: without one a test is skipped, in CI it fails."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

import pytest


def missing(what_to_do: str) -> NoReturn:
    """Skip the test that runs, for want of something; where `CI` is `true`, fail it.

    Args:
        what_to_do: what is missing and how to install it. The end of the run lists it once.
    """
    if os.environ.get("CI") == "true":
        pytest.fail(what_to_do, pytrace=False)
    pytest.skip(what_to_do)


def not_ours_to_ship(what_to_do: str) -> NoReturn:
    """Skip the test that runs, in CI too, for want of a file that only its user can get.

    Args:
        what_to_do: which file, and how to name it.
    """
    pytest.skip(what_to_do)


class NotRun:
    """Lists at the end of a run what was not run, and why: each reason once."""

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a line for each reason, the commonest first."""
        reasons = Counter(_reasons(terminalreporter.stats.get("skipped", ())))
        if not reasons:
            return
        terminalreporter.section("not run on this computer")
        for reason, count in reasons.most_common():
            terminalreporter.line(f"{count:5} {'test' if count == 1 else 'tests'}: {reason}")


def _reasons(reports: Iterable[pytest.TestReport]) -> Iterable[str]:
    for report in reports:
        assert isinstance(report.longrepr, tuple)
        yield report.longrepr[2].removeprefix("Skipped: ")
