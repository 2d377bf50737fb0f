"""The verdict on a board as English text: square by square, faults, settings."""

import textwrap
from collections.abc import Iterator

import click

from controller.maintenance.acceptance.judging.advised import Advised
from controller.maintenance.acceptance.judging.evidence import clock_text
from controller.maintenance.acceptance.judging.judge import AcceptanceVerdict, Grade
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.plural import counted, numbers

GRADES: dict[Grade, tuple[str, str]] = {
    "bad": ("Must be repaired", "red"),
    "fair": ("Good enough to play, with a remark", "yellow"),
    "good": ("Good", "green"),
}


def verdict_text(facts: Facts, verdict: AcceptanceVerdict, width: int) -> str:
    """Format a verdict.

    Args:
        facts: the board.
        verdict: the verdict.
        width: width of the lines, in letters.
    """
    return "\n".join(_lines(facts, verdict, width))


def _lines(facts: Facts, verdict: AcceptanceVerdict, width: int) -> Iterator[str]:
    for grade, (title, colour) in GRADES.items():
        squares = [square for square, each in sorted(verdict.grades.items()) if each == grade]
        if squares:
            said = f"{title}: {counted(len(squares), 'square')}, {numbers(squares)}."
            yield click.style(said, fg=colour, bold=True)
    for finding in verdict.findings:
        yield ""
        yield from _wrapped(finding.found(), width, "  ")
        yield from _wrapped(f"What to do: {finding.remedy()}", width, "    ")
    if not verdict.findings:
        yield "No fault was found."
    settings = [*settings_lines(facts, verdict.advised)]
    if settings:
        yield ""
        yield click.style("Settings by measurement", bold=True)
        yield from (f"  {line}" for line in settings)


def settings_lines(facts: Facts, advised: Advised) -> Iterator[str]:
    """List the settings to be changed, each with its present value."""
    for bus in facts.buses:
        if bus.name in advised.clocks_hz:
            now, then = clock_text(bus.clock_hz), clock_text(advised.clocks_hz[bus.name])
            yield f"clock_hz of bus “{bus.name}”: {then} (now {now})"
    for key in ("retries", "stride", "ack_ms", "reset_ms", "after_reset_ms", "debounce_ms"):
        if (value := getattr(advised, key)) is not None:
            yield f"{key}: {value} (now {getattr(facts, key):g})"
    if advised.order is not None:
        yield f"colour_order: {advised.order} (now {facts.order})"


def _wrapped(said: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(said, width, initial_indent=indent, subsequent_indent=indent)
