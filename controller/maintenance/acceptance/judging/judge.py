"""Judges the measurements of a board: pure, so that a bundle can be judged again."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from controller.maintenance.acceptance.judging.advised import Advised, advised
from controller.maintenance.acceptance.judging.board import board_findings
from controller.maintenance.acceptance.judging.evidence import Evidence
from controller.maintenance.acceptance.judging.findings import AcceptanceFinding, Fault
from controller.maintenance.acceptance.judging.lines import line_findings
from controller.maintenance.acceptance.judging.tags import soak_findings, tag_findings
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import Log

Grade = Literal["good", "fair", "bad"]

SMALL: frozenset[Fault] = frozenset(
    {"hung", "place", "crown-from-below", "no-crown", "reset-too-short", "stride", "flickers"}
)
"""Faults with which a square can be played on."""


class AcceptanceVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a board.

    Attributes:
        findings: its faults.
        grades: how good each square is.
        advised: settings that its file should have.
    """

    findings: tuple[AcceptanceFinding, ...]
    grades: dict[int, Grade]
    advised: Advised


def judge(facts: Facts, log: Log) -> AcceptanceVerdict:
    """Judge a board by its measurements."""
    evidence = Evidence(log)
    settings = advised(facts, evidence)
    findings = [
        *line_findings(facts, evidence),
        *tag_findings(facts, evidence),
        *board_findings(facts, evidence, settings),
    ]
    known = {square for finding in findings for square in finding.squares}
    findings += soak_findings(evidence, known)
    return AcceptanceVerdict(
        findings=tuple(findings), grades=dict(_grades(facts, findings)), advised=settings
    )


def _grades(facts: Facts, findings: list[AcceptanceFinding]) -> Iterator[tuple[int, Grade]]:
    for square in facts.squares:
        faults = {each.fault for each in findings if square in each.squares}
        yield square, "good" if not faults else "fair" if faults <= SMALL else "bad"
