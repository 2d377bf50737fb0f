"""Every reader: whether it answers, and where to look if it does not."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from controller.board import Board
from controller.board.plan.needs import Outlet, outlets
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import (
    DoctorFinding,
    ReaderReport,
    Sentence,
    counted_sentence,
    sentence,
)
from controller.plural import numbers
from hardware.ports import BLIND

FEWEST: Final = 20
"""Minimum number of readings for a failure rate."""
WEAK: Final = 0.1
"""Largest acceptable share of failed readings."""

WHY: Final = sentence("Play moves there on a phone; everything else works.")
BUS: Final = sentence("“{bus}”")
ONE: Final = sentence(
    "Check its power (3.3 V or 5 V, and ground), its select wire and the solder joints of both; "
    "check that its switches are set to this bus. Then swap it with a neighbour: if the fault "
    "moves along, it's the reader."
)
ONE_ON_I2C: Final = sentence(
    "Check its power (3.3 V or 5 V, and ground), its wires SDA and SCL and the solder joints of "
    "all; check that its switches are set to this bus. Then swap it with a neighbour: if the fault "
    "moves along, it's the reader."
)
ONE_AT_A_PORT: Final = sentence(
    "Check that its adapter is plugged in, its power (3.3 V or 5 V, and ground), that TX leads to "
    "RX and RX to TX, and that both its switches are off."
)
CO_PROCESSOR: Final = sentence(
    "Look after the co-processor first, as it says there: before it answers, nothing is known of "
    "its readers."
)


def readers(case: Case) -> Iterator[DoctorFinding]:
    """Check the health of the readers in the case."""
    if case.fault:
        yield DoctorFinding(
            "readers",
            "bad",
            sentence("The readers can't be opened.") + case.fault,
            sentence("No square senses what stands on it."),
            sentence("Fix what is wrong with buses, ports and rights, then check again."),
        )
    elif case.elsewhere is not None:
        yield DoctorFinding(
            "readers",
            "unknown",
            sentence(
                "The hareboard that is running plays on another board, “{board}”.",
                board=case.elsewhere,
            ),
            sentence(
                "Readers answer one program at a time, and those aren't the readers of this board."
            ),
            sentence("Name the board file it was started with, or stop it; then check again."),
        )
    elif case.readers is not None:
        yield from judge(case.readers, case.board)
    elif case.table is not None:
        yield DoctorFinding(
            "readers",
            "unknown",
            sentence(
                "hareboard is running, has the readers to itself, and doesn't say how they are."
            ),
            sentence("Readers answer one program at a time."),
            sentence("Stop hareboard, then check again."),
        )


def judge(reports: Sequence[ReaderReport], board: Board | None) -> Iterator[DoctorFinding]:
    """Yield findings for the readers; one finding for readers that fail together."""
    there = [each for each in reports if each.state != "absent"]
    where = outlets(board) if board is not None else {}
    dead = {each.square: each for each in there if each.state in BLIND or not each.good}
    weak = [each for each in there if each.square not in dead and _is_weak(each)]
    told: set[int] = set()
    for shared, squares in _groups(there, where):
        if len(squares) > 1 and squares <= set(dead) - told:
            told |= squares
            yield _together(shared, squares, dead, where)
    for square, each in dead.items():
        if square not in told:
            found, do = _silent(each) + _at(where, square), _check_one(each, where.get(square))
            yield DoctorFinding("readers", "bad", found, WHY, do)
    for each in weak:
        readings = each.good + each.failed
        yield DoctorFinding(
            "readers",
            "advice",
            counted_sentence(
                "Square {square}: {failed} of {count} reading failed.",
                "Square {square}: {failed} of {count} readings failed.",
                readings,
                square=each.square,
                failed=each.failed,
            )
            + _resets(each)
            + _at(where, each.square),
            sentence("The square is sensed late, or not at all for a while."),
            sentence(
                "Check the solder joints of its wires, and its power; a long bus needs a lower "
                "{key}.",
                key="clock_hz",
            ),
        )
    fine = len(there) - len(dead) - len(weak)
    if fine:
        yield DoctorFinding(
            "readers",
            "good",
            sentence("Readers that answer well: {fine} of {all}.", fine=fine, all=len(there)),
        )


def _is_weak(each: ReaderReport) -> bool:
    readings = each.good + each.failed
    return each.state != "healthy" or (readings >= FEWEST and each.failed > WEAK * readings)


def _groups(
    reports: Sequence[ReaderReport], where: Mapping[int, Outlet]
) -> Iterator[tuple[str, set[int]]]:
    """List groups of readers that share something, whole buses first."""
    shared: dict[str, set[int]] = defaultdict(set)
    for part in ("bus", "block"):
        for each in reports:
            if each.square in where:
                shared[getattr(where[each.square], part)].add(each.square)
    yield from shared.items()


def _together(
    shared: str,
    squares: set[int],
    dead: Mapping[int, ReaderReport],
    where: Mapping[int, Outlet],
) -> DoctorFinding:
    outlet = where[min(squares)]
    whole_bus = shared == outlet.bus
    troubles = {dead[square].trouble.rstrip(".") for square in squares} - {""}
    facts = {
        "count": len(squares),
        "shared": BUS.about(bus=outlet.name) if whole_bus else _block(outlet),
        "squares": numbers(squares, most=len(squares), to="-"),
    }
    trouble = troubles.pop() if len(troubles) == 1 else ""
    if trouble:
        found = sentence(
            "None of the {count} readers on {shared} answers ({trouble}): squares {squares}.",
            trouble=trouble,
            **facts,
        )
    else:
        found = sentence(
            "None of the {count} readers on {shared} answers: squares {squares}.", **facts
        )
    missing = _is_co_processor_missing(outlet, trouble)
    do = CO_PROCESSOR if missing else _check(outlet, whole_bus=whole_bus)
    return DoctorFinding("readers", "bad", found, WHY, do)


def _is_co_processor_missing(outlet: Outlet, trouble: str) -> bool:
    """Check whether a reader's trouble is that of its co-processor, which names its port."""
    return bool(outlet.port) and outlet.port in trouble


def _check_one(each: ReaderReport, outlet: Outlet | None) -> Sentence:
    """Say where to look for the fault of one reader, by what it is wired to."""
    if outlet is None:
        return ONE
    if _is_co_processor_missing(outlet, each.trouble):
        return CO_PROCESSOR
    match outlet.kind:
        case "port":
            return ONE_AT_A_PORT
        case "multiplexer" | "bus":
            return ONE_ON_I2C
    return ONE


def _check(outlet: Outlet, *, whole_bus: bool) -> Sentence:
    """Say where to look for a fault that several readers share."""
    if not whole_bus:
        return sentence(
            "They all fail together, so check what they share: power and ground, the wires of the "
            "bus, its address, and the chip there."
        )
    if outlet.port:
        return sentence(
            "They all fail together, so check what they share: power and ground, the wires of the "
            "bus, its reset and enable wires, and the co-processor itself, at {port}.",
            port=outlet.port,
        )
    return sentence(
        "They all fail together, so check what they share: power and ground, the wires of the bus, "
        "its reset and enable wires."
    )


def _silent(each: ReaderReport) -> Sentence:
    """Say that a reader does not answer, with its last error."""
    facts = {"square": each.square, "trouble": each.trouble.rstrip(".")}
    if each.good:
        if each.trouble:
            return sentence("Square {square}: its reader no longer answers ({trouble}).", **facts)
        return sentence("Square {square}: its reader no longer answers.", square=each.square)
    if each.trouble:
        return sentence("Square {square}: its reader has never answered ({trouble}).", **facts)
    return sentence("Square {square}: its reader has never answered.", square=each.square)


def _at(where: Mapping[int, Outlet], square: int) -> Sentence | str:
    outlet = where.get(square)
    return sentence("It is on {place}.", place=_place(outlet)) if outlet is not None else ""


def _place(outlet: Outlet) -> Sentence:
    facts = {"bus": outlet.name, "label": outlet.label, "number": outlet.number}
    match outlet.kind:
        case "row":
            return sentence("“{bus}”, row line {label}, column line {number}", **facts)
        case "register":
            return sentence("“{bus}”, register {label}, output {number}", **facts)
        case "multiplexer":
            return sentence("“{bus}”, multiplexer {label}, channel {number}", **facts)
        case _:
            return _block(outlet)


def _block(outlet: Outlet) -> Sentence:
    facts = {"bus": outlet.name, "label": outlet.label}
    match outlet.kind:
        case "select":
            return sentence("“{bus}”, select wire {label}", **facts)
        case "row":
            return sentence("“{bus}”, row line {label}", **facts)
        case "register":
            return sentence("“{bus}”, register {label}", **facts)
        case "multiplexer":
            return sentence("“{bus}”, multiplexer {label}", **facts)
        case "port":
            return sentence("“{bus}”, {label}", **facts)
        case "bus":
            return BUS.about(bus=outlet.name)


def _resets(each: ReaderReport) -> Sentence | str:
    if not each.resets:
        return ""
    return counted_sentence(
        "It was reset {count} time.", "It was reset {count} times.", each.resets
    )
