"""Faults that show with a runner on a square."""

from collections.abc import Collection, Iterator
from typing import Final

from controller.maintenance.acceptance.judging.advised import ENOUGH
from controller.maintenance.acceptance.judging.evidence import Evidence, percent, share
from controller.maintenance.acceptance.judging.findings import AcceptanceFinding
from controller.maintenance.acceptance.judging.lines import shared_selects
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import Crossed, Rated, Soaked

STEADY: Final = 0.5
"""A reader is under a square if it sees the runner in this share of readings."""
WORST_PLACE: Final = 0.8
CROWN_SEEN: Final = 0.05
MISSED: Final = 0.02
FEW: Final = 2


def tag_findings(facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    """List faults of wiring and antennas."""
    shared = shared_selects(facts, evidence)
    ignored = {*shared, *shared.values()}
    yield from _misplaced(facts, evidence, ignored)
    yield from _stride(facts, evidence)
    crowned = _may_have_crown(facts, evidence)
    for square in facts.squares:
        if square not in ignored and not evidence.is_noisy(square):
            yield from _coupling(evidence.rated(square), crowned=crowned)


def _may_have_crown(facts: Facts, evidence: Evidence) -> bool:
    """Check whether the runner may have a tag in its crown, which is optional.

    Without [tags] in the board file only its readings tell: no square has ever read one.
    """
    rated = evidence.of(Rated)
    return facts.tagged or any(hits.crown for each in rated for hits in each.hits)


def _readers(facts: Facts, evidence: Evidence) -> dict[int, tuple[int, ...]]:
    """Return the readers that see a runner on each square in most readings."""
    readers = {}
    for square in facts.squares:
        walked = evidence.walked(square)
        seen = {} if walked is None else walked.seen
        looks = 1 if walked is None else walked.looks
        readers[square] = tuple(
            each for each, count in sorted(seen.items()) if count >= STEADY * looks
        )
    return readers


def _misplaced(
    facts: Facts, evidence: Evidence, ignored: Collection[int]
) -> Iterator[AcceptanceFinding]:
    readers = _readers(facts, evidence)
    doubled: set[int] = set()
    for square, seen in readers.items():
        lost = [each for each in seen if each != square and not readers.get(each)]
        if square in seen and lost:
            doubled |= {square, *lost}
            yield AcceptanceFinding(fault="duplicate", squares=tuple(sorted((square, *lost))))
    for square, seen in readers.items():
        if square in doubled or square in ignored:
            continue
        if not seen:
            # One that sees it now and then is weak.
            unseen = square in evidence.answering and not evidence.rated(square)
            if unseen and not evidence.is_noisy(square):
                yield _unseen(square, evidence)
        elif square not in seen:
            wired = seen[0]
            if square in readers.get(wired, ()) and wired not in readers[wired]:
                if square < wired:
                    yield AcceptanceFinding(fault="readers-swapped", squares=(square, wired))
            else:
                words = {"wired": str(wired)}
                yield AcceptanceFinding(fault="reader-moved", squares=(square,), facts=words)
    yield from _neighbours(facts, evidence, readers, doubled.union(ignored))


def _unseen(square: int, evidence: Evidence) -> AcceptanceFinding:
    """Return why a reader that answers sees nothing.

    The test of the antenna alone is no proof: with 3.3 V it is reported to fail on good ones
    (NXP's forum, PN532 antenna test).
    """
    examined = evidence.examined(square)
    felt = examined is None or examined.result.antenna is not False
    return AcceptanceFinding(fault="no-tag" if felt else "antenna", squares=(square,))


def _neighbours(
    facts: Facts,
    evidence: Evidence,
    readers: dict[int, tuple[int, ...]],
    doubled: Collection[int],
) -> Iterator[AcceptanceFinding]:
    """List readers that see a runner on another square with only their own field on."""
    for square in facts.squares:
        walked = evidence.walked(square)
        if walked is None or square not in readers[square]:
            continue
        for reader in sorted(walked.seen):
            if reader != square and reader not in doubled and reader in readers.get(reader, ()):
                words = {"other": str(square)}
                yield AcceptanceFinding(fault="neighbour", squares=(reader,), facts=words)


def _stride(facts: Facts, evidence: Evidence) -> Iterator[AcceptanceFinding]:
    near = {
        reader
        for square in facts.squares
        if (walked := evidence.walked(square)) is not None
        for reader in walked.seen
        if reader != square
    }
    for distance in range(facts.stride, facts.stride + 3):
        disturbed = {
            square
            for each in evidence.of(Crossed)
            if each.distance == distance
            for square in (each.square, *each.strays)
            if each.strays.keys() - near
        }
        if disturbed:
            words = {"distance": str(distance)}
            yield AcceptanceFinding(fault="stride", squares=tuple(sorted(disturbed)), facts=words)


def _coupling(rated: tuple[Rated, ...], *, crowned: bool) -> Iterator[AcceptanceFinding]:
    """List faults of one reader's coupling with a runner in the middle, elsewhere, head down."""
    upright = [each for each in rated if each.way == "upright"]
    middle = next((each for each in upright if each.spot == "centre" and not each.height_mm), None)
    if middle is None:
        return
    squares = (middle.square,)
    if _is_weak(middle, upright):
        worst = min(share(each.hits[-1]) for each in upright if each.spot == "centre")
        words = {"share": percent(min(share(middle.hits[0]), worst))}
        yield AcceptanceFinding(fault="weak", squares=squares, facts=words)
        return
    for each in upright:
        if each.spot != "centre" and share(each.hits[-1]) < WORST_PLACE:
            words = {"place": each.spot, "share": percent(share(each.hits[-1]))}
            yield AcceptanceFinding(fault="place", squares=squares, facts=words)
    crown = sum(hits.crown for hits in middle.hits) / sum(hits.readings for hits in middle.hits)
    if crown > CROWN_SEEN:
        words = {"share": percent(crown)}
        yield AcceptanceFinding(fault="crown-from-below", squares=squares, facts=words)
    lying = [share(each.hits[-1], "crown") for each in rated if each.way == "upside down"]
    if crowned and lying and min(lying) < WORST_PLACE:
        words = {"share": percent(min(lying))}
        yield AcceptanceFinding(fault="no-crown", squares=squares, facts=words)


LOWEST_MM: Final = 5
"""Height at which a reader must still read: felt, a thicker plate, a runner on a crumb."""
ONE_TRY: Final = 0.6
"""Share of readings that one retry must find: half of all tries or so."""


def _is_weak(middle: Rated, upright: list[Rated]) -> bool:
    raised = [each for each in upright if each.spot == "centre" and each.height_mm == LOWEST_MM]
    return (
        share(middle.hits[-1]) < ENOUGH
        or share(middle.hits[1]) < ONE_TRY
        or any(share(each.hits[-1]) < WORST_PLACE for each in raised)
    )


def soak_findings(evidence: Evidence, known: Collection[int]) -> Iterator[AcceptanceFinding]:
    """List readers that failed only in the long run; `known` have other faults."""
    for soaked in evidence.of(Soaked):
        for square, count in sorted(soaked.counts.items()):
            read = count.good + count.failed
            if square in known:
                continue
            if count.resets or (count.failed > FEW and count.failed > read / 1000):
                words = {
                    "times": str(max(count.resets, count.failed)),
                    "minutes": f"{soaked.seconds / 60:.2g}",
                }
                yield AcceptanceFinding(fault="drops-out", squares=(square,), facts=words)
            elif count.missed > FEW and count.missed > MISSED * read:
                words = {"times": str(count.missed), "of": str(read)}
                yield AcceptanceFinding(fault="flickers", squares=(square,), facts=words)
