"""Faults of chips, their wires and their reset lines."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.maintenance.acceptance.judging.advised import (
    is_marginal,
    shortest_reset_ms,
    slowest_ack_ms,
)
from controller.maintenance.acceptance.judging.evidence import Evidence, clock_text
from controller.maintenance.acceptance.judging.findings import AcceptanceFinding
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import FoundMultiplexers
from hardware.bench_ports import ReaderBus

KNOWN_CHIP: Final = "PN532"
FEW: Final = 2
"""Failures up to this number may be chance."""
UNSTEADY: Final = 0.01


def line_findings(facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    """List faults of buses and chips."""
    multiplexers = [*_multiplexers(facts, evidence)]
    yield from multiplexers
    behind = {square for finding in multiplexers for square in finding.squares}
    shared = shared_selects(facts, evidence)
    for square in facts.squares:
        bus = facts.bus_of(square)
        if square not in evidence.answering:
            if square not in shared.values() and square not in behind:
                yield _silent(square, bus, evidence)
            continue
        yield from _chip(square, evidence)
        if evidence.is_noisy(square) or square in shared:
            yield from _noise(square, evidence, shared)
            continue
        yield from _line(square, facts, evidence)
        yield from _reset(square, bus, facts, evidence)
    for bus in facts.buses:
        yield from _clock(bus, evidence)
    for square, other in sorted(shared.items()):
        yield AcceptanceFinding(
            fault="select-shared", squares=(square, other), facts={"other": str(other)}
        )


def shared_selects(facts: Facts, evidence: Evidence) -> dict[int, int]:
    """Return squares on whose select line another reader answers too, with its square.

    Two chips agree as long as there is nothing to tell; with a tag on one of them their answers
    are mixed up. The other chip is one of those that do not answer on their own lines.
    """
    silent = [square for square in facts.squares if square not in evidence.answering]
    shared: dict[int, int] = {}
    for square in sorted(evidence.answering):
        swept = evidence.swept(square)
        steady = swept is not None and swept.echoes[0].failed == 0
        for at in (square, *silent):
            walked = evidence.walked(at)
            if steady and walked and walked.failed.get(square, 0) * 2 >= walked.looks and silent:
                shared[square] = at if at in silent else silent[0]
    return shared


def _multiplexers(facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    for each in evidence.of(FoundMultiplexers):
        bus = next(bus for bus in facts.buses if bus.name == each.bus)
        listed = set(bus.multiplexers.values())
        missing = sorted(listed - set(each.addresses))
        others = sorted(set(each.addresses) - listed)
        if missing:
            behind = (square for square, at in bus.multiplexers.items() if at in missing)
            words = {"missing": _hex(missing), "other": _hex(others)}
            yield AcceptanceFinding(fault="multiplexer", squares=tuple(sorted(behind)), facts=words)


def _hex(addresses: list[int]) -> str:
    return ", ".join(f"{each:#x}" for each in addresses) or "-"


def _silent(square: int, bus: ReaderBus, evidence: Evidence) -> AcceptanceFinding:
    addressed = evidence.found(square).chip.addressed
    return AcceptanceFinding(
        fault="not-addressed" if addressed is False else "no-answer",
        squares=(square,),
        facts={"transport": bus.transport},
    )


def _chip(square: int, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    found = evidence.found(square)
    if found.again == "after-reset" and not evidence.is_noisy(square):
        yield AcceptanceFinding(fault="hung", squares=(square,))
    if not found.chip.version.startswith(KNOWN_CHIP):
        words = {"says": found.chip.version}
        yield AcceptanceFinding(fault="no-pn532", squares=(square,), facts=words)
    examined = evidence.examined(square)
    for part in ("rom", "ram"):
        if examined is not None and getattr(examined.result, part) is False:
            words = {"part": part.upper()}
            yield AcceptanceFinding(fault="self-test", squares=(square,), facts=words)


def _noise(
    square: int, evidence: Evidence, shared: Mapping[int, int]
) -> Iterator[AcceptanceFinding]:
    swept = evidence.swept(square)
    if square in shared or swept is None or swept.again is None:
        return
    if swept.restarted:
        yield AcceptanceFinding(fault="restarts", squares=(square,))
        return
    words = {
        "failed": str(swept.echoes[0].failed + swept.again.failed),
        "of": str(len(swept.echoes[0].answers) + len(swept.again.answers)),
    }
    yield AcceptanceFinding(fault="noisy-line", squares=(square,), facts=words)


def _clock(bus: ReaderBus, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    squares = [
        square
        for square in sorted(evidence.answering & set(bus.squares))
        if is_marginal(square, bus, evidence)
    ]
    fails = [swept.echoes[-1].clock_hz for each in squares if (swept := evidence.swept(each))]
    if squares:
        words = {
            "bus": bus.name,
            "fails": clock_text(min(filter(None, fails))),
            "clock": clock_text(bus.clock_hz),
        }
        yield AcceptanceFinding(fault="clock", squares=tuple(squares), facts=words)


def _line(square: int, facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    ack_ms = slowest_ack_ms(square, facts, evidence)
    if ack_ms > facts.ack_ms:
        words = {"ack": f"{ack_ms:.0f}", "limit": f"{facts.ack_ms:g}"}
        yield AcceptanceFinding(fault="slow-ack", squares=(square,), facts=words)
        return
    swept = evidence.swept(square)
    if swept is not None and swept.restarted:
        yield AcceptanceFinding(fault="restarts", squares=(square,))
        return
    answers = [
        *(
            answer
            for rated in evidence.rated(square)
            for hits in rated.hits
            for answer in hits.answers
        )
    ]
    failed = sum(each.failure is not None for each in answers)
    if failed > FEW and failed > UNSTEADY * len(answers):
        words = {"failed": str(failed), "of": str(len(answers))}
        yield AcceptanceFinding(fault="unsteady", squares=(square,), facts=words)


def _reset(
    square: int, bus: ReaderBus, facts: Facts, evidence: Evidence
) -> Iterator[AcceptanceFinding]:
    if not bus.resets:
        return
    needs = shortest_reset_ms(square, bus.name, evidence)
    if needs is None:
        yield AcceptanceFinding(fault="never-resets", squares=(square,), facts={"bus": bus.name})
    elif needs > facts.reset_ms:
        yield AcceptanceFinding(
            fault="reset-too-short",
            squares=(square,),
            facts={"needs": str(needs), "has": f"{facts.reset_ms:g}"},
        )
