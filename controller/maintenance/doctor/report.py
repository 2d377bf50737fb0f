"""The report of an examination, as English text and as JSON."""

import textwrap
from collections.abc import Iterator
from typing import Final

import click
import msgspec

from controller.maintenance.doctor.checks import TITLES
from controller.maintenance.doctor.examination import Report
from controller.maintenance.doctor.findings import VERDICTS, DoctorFinding, Verdict
from controller.plain_text import plain

COLOURS: Final[dict[Verdict, str]] = {
    "bad": "red",
    "advice": "yellow",
    "unknown": "cyan",
    "good": "green",
}


def report_text(report: Report, width: int) -> str:
    """Format a report, worst first, counts at the end; in colour, which click removes for files.

    Args:
        report: the report.
        width: width of the lines, in letters.
    """
    return "\n".join(_lines(report, width))


def report_json(report: Report) -> str:
    """Return a report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report.in_english()), indent=2).decode()


def summary_line(report: Report) -> str:
    """Count the findings per verdict in a line: `Needs fixing: 1. Fine: 9.`."""
    counts = report.counts().items()
    return " ".join(f"{VERDICTS[verdict]}: {count}." for verdict, count in counts if count)


def _lines(report: Report, width: int) -> Iterator[str]:
    for verdict, title in VERDICTS.items():
        findings = report.of(verdict)
        if findings:
            yield click.style(title, fg=COLOURS[verdict], bold=True)
        for finding in findings:
            yield from _short(finding, width) if verdict == "good" else _long(finding, width)
        if findings:
            yield ""
    yield summary_line(report)


def _short(finding: DoctorFinding, width: int) -> Iterator[str]:
    yield from _wrapped(f"{TITLES[finding.check]}: {finding.found}", width, "  ", "    ")


def _long(finding: DoctorFinding, width: int) -> Iterator[str]:
    yield from _wrapped(f"{TITLES[finding.check]}: {finding.found}", width, "  ", "    ")
    if finding.why:
        yield from _wrapped(f"Why it matters: {finding.why}", width, "    ", "    ")
    if finding.do:
        yield from _wrapped(f"What to do: {finding.do}", width, "    ", "    ")


def _wrapped(said: str, width: int, first: str, then: str) -> list[str]:
    return textwrap.wrap(
        plain(" ".join(said.split())),
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )
