"""The verdict on a board in sentences, and all of it as English text."""

import textwrap
from collections.abc import Iterator
from typing import Final

import click

from controller.maintenance.acceptance.judging.advised import Advised
from controller.maintenance.acceptance.judging.evidence import clock_text
from controller.maintenance.acceptance.judging.judge import AcceptanceVerdict, Grade
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.doctor.findings import Sentence, sentence
from controller.plural import counted, numbers

GRADES: Final[dict[Grade, Sentence]] = {
    "bad": sentence("Must be repaired"),
    "fair": sentence("Good enough to play, with a remark"),
    "good": sentence("Good"),
}
COLOURS: Final[dict[Grade, str]] = {"bad": "red", "fair": "yellow", "good": "green"}
"""Colours of a terminal."""


def verdict_text(facts: Facts, verdict: AcceptanceVerdict, width: int) -> str:
    """Format a verdict.

    Args:
        facts: the board.
        verdict: the verdict.
        width: width of the lines, in letters.
    """
    return "\n".join(_lines(facts, verdict, width))


def _lines(facts: Facts, verdict: AcceptanceVerdict, width: int) -> Iterator[str]:
    for grade, title in GRADES.items():
        squares = [square for square, each in sorted(verdict.grades.items()) if each == grade]
        if squares:
            said = f"{title}: {counted(len(squares), 'square')}, {numbers(squares)}."
            yield click.style(said, fg=COLOURS[grade], bold=True)
    for finding in verdict.findings:
        yield ""
        yield from _wrapped(f"{finding.where()}: {finding.found()}", width, "  ")
        yield from _wrapped(f"What to do: {finding.remedy()}", width, "    ")
    if not verdict.findings:
        yield "No fault was found."
    settings = [*settings_sentences(facts, verdict.advised)]
    if settings:
        yield ""
        yield click.style("Settings by measurement", bold=True)
        yield from (f"  {line}" for line in settings)


def settings_sentences(facts: Facts, advised: Advised) -> Iterator[Sentence]:
    """List the settings to be changed, each with its present value."""
    for bus in facts.buses:
        if bus.name in advised.clocks_hz:
            now, then = clock_text(bus.clock_hz), clock_text(advised.clocks_hz[bus.name])
            yield _setting(f"clock_hz ({bus.name})", then, now)
    for key in ("retries", "stride", "ack_ms", "reset_ms", "after_reset_ms", "debounce_ms"):
        if (value := getattr(advised, key)) is not None:
            yield _setting(key, str(value), f"{getattr(facts, key):g}")
    if advised.order is not None:
        yield _setting("colour_order", advised.order, facts.order)


def _setting(key: str, value: str, before: str) -> Sentence:
    return sentence("{setting}: {value} (now {before})", setting=key, value=value, before=before)


def _wrapped(said: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(said, width, initial_indent=indent, subsequent_indent=indent)
