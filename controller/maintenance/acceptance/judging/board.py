"""Faults of lights, supply and buttons."""

from collections.abc import Iterator

from controller.maintenance.acceptance.judging.advised import Advised, bounce_ms
from controller.maintenance.acceptance.judging.evidence import Evidence
from controller.maintenance.acceptance.judging.findings import AcceptanceFinding, Fault
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import (
    ColourSeen,
    Edges,
    LightSeen,
    Loaded,
    RunSeen,
)


def board_findings(
    facts: Facts, evidence: Evidence, settings: Advised
) -> Iterator[AcceptanceFinding]:
    """List them."""
    yield from _lights(facts, evidence)
    yield from _colours(evidence, settings)
    yield from _supply(facts, evidence)
    for edges in evidence.of(Edges):
        yield from _button(edges, facts)


def _lights(facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    dark = {square for run in evidence.of(RunSeen) for square in run.dark}
    dark |= {each.square for each in evidence.of(LightSeen) if each.at is None}
    if dark:
        yield AcceptanceFinding(fault="dark", squares=tuple(sorted(dark)))
    at = {each.square: each.at for each in evidence.of(LightSeen) if each.at is not None}
    moved = {light: square for light, square in at.items() if light != square}
    if not moved:
        return
    order = sorted(facts.lights, key=lambda square: facts.lights[square])
    turned = dict(zip(order, reversed(order), strict=True))
    if all(turned[light] == square for light, square in at.items()) and len(moved) > 2:
        yield AcceptanceFinding(fault="strip-reversed", facts={"first": str(order[-1])})
        return
    for light, square in sorted(moved.items()):
        if moved.get(square) != light:
            words = {"wired": str(light)}
            yield AcceptanceFinding(fault="light-moved", squares=(square,), facts=words)
        elif light < square:
            yield AcceptanceFinding(fault="lights-swapped", squares=(light, square))


def _colours(evidence: Evidence, settings: Advised) -> Iterator[AcceptanceFinding]:
    seen = evidence.of(ColourSeen)
    if any(each.colour != each.seen for each in seen):
        yield AcceptanceFinding(fault="colours" if settings.order else "colours-unclear")


def _supply(facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    for load in evidence.of(Loaded):
        if load.at_rest:
            yield AcceptanceFinding(fault="supply-at-rest")
        elif load.lights:
            yield AcceptanceFinding(fault="supply")
        elif load.all:
            fault: Fault = "supply-with-fields" if facts.lights else "supply-of-fields"
            yield AcceptanceFinding(fault=fault)


def _button(edges: Edges, facts: Facts) -> Iterator[AcceptanceFinding]:
    words: dict[str, str] = {"button": edges.button}
    if edges.closed_at_rest:
        fault = AcceptanceFinding(fault="inverted" if edges.edges else "stuck", facts=words)
        yield fault
    elif not edges.edges:
        yield AcceptanceFinding(fault="no-press", facts=words)
    elif (bounce := bounce_ms(edges)) > facts.debounce_ms:
        words |= {"bounce": f"{bounce:.0f}", "has": f"{facts.debounce_ms:g}"}
        yield AcceptanceFinding(fault="bounces", facts=words)
