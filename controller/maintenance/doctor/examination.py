"""Runs all checks, and makes the report."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import msgspec

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.checks import CHECKS, Check
from controller.maintenance.doctor.findings import (
    VERDICTS,
    DoctorFinding,
    ReaderReport,
    Verdict,
    sentence,
)
from hardware.clock import Clock
from hardware.errors import HardwareError

PROBE_S: Final = 3.0
"""Seconds of listening to readers that no running hareboard has open: a co-processor that does not
answer says why after two."""
FRESH_S: Final = 3.0
"""Seconds for which a report is reused."""


class Report(msgspec.Struct, frozen=True):
    """Result of an examination.

    Attributes:
        made_at: the date and time, UTC, ISO 8601.
        version: the version of hareboard; empty if it is not installed as a package.
        findings: the findings, in the order of the checks.
        readers: health of every reader, by square; empty if not reported.
    """

    made_at: str
    version: str
    findings: tuple[DoctorFinding, ...]
    readers: tuple[ReaderReport, ...] = ()

    def in_english(self) -> "Report":
        """Return it with its sentences as English text, as in JSON."""
        findings = tuple(finding.in_english() for finding in self.findings)
        return msgspec.structs.replace(self, findings=findings)

    def of(self, verdict: Verdict) -> tuple[DoctorFinding, ...]:
        """List the findings with a verdict."""
        return tuple(finding for finding in self.findings if finding.verdict == verdict)

    def counts(self) -> dict[Verdict, int]:
        """Count the findings per verdict, worst first."""
        found = Counter(finding.verdict for finding in self.findings)
        return {verdict: found[verdict] for verdict in VERDICTS}


def examine(case: Case) -> Report:
    """Run all checks. Takes some seconds at most, and changes nothing."""
    case = _ask_readers(case)
    return Report(
        made_at=case.site.now().isoformat(timespec="seconds"),
        version=case.site.version_of("hareboard") or "",
        findings=tuple(finding for check in CHECKS for finding in _looked(check, case)),
        readers=case.readers or (),
    )


def _ask_readers(case: Case) -> Case:
    """Return the case with the health of its readers."""
    if case.table is not None:
        return case if case.elsewhere else replace(case, readers=case.table.readers)
    if case.board is None or case.probe is None or not case.wired:
        return case
    try:
        health = case.probe(case.board, PROBE_S)
    except HardwareError as error:
        return replace(case, fault=str(error))
    return replace(case, readers=tuple(ReaderReport.of(each) for each in health))


def _looked(check: Check, case: Case) -> Iterator[DoctorFinding]:
    """Run one check. If it lacks permission, only that check fails, not the others."""
    try:
        yield from check.look(case)
    except OSError as error:
        yield DoctorFinding(
            check.key,
            "unknown",
            sentence("This couldn't be checked: {error}.", error=error.strerror or str(error)),
            sentence("What can't be checked may be broken."),
            sentence("Check again as the user that runs hareboard."),
        )


class Examiner:
    """Examines on request; simultaneous requests get the same report.

    Safe to use from any thread. A request waits for one examination at most.

    Args:
        case: creates the current case.
        clock: measures the age of a report.
    """

    def __init__(self, case: Callable[[], Case], clock: Clock) -> None:
        self._case = case
        self._clock = clock
        self._one = threading.Lock()
        self._kept: tuple[float, Case, Report] | None = None

    def __call__(self) -> tuple[Case, Report]:
        """Return a report that is at most a few seconds old, and its case."""
        with self._one:
            if self._kept is None or self._clock.now_s() - self._kept[0] >= FRESH_S:
                case = self._case()
                self._kept = (self._clock.now_s(), case, examine(case))
            return self._kept[1:]
