"""Every reader: whether it answers, and where to look if it does not."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from controller.board import Board
from controller.board.plan.needs import Outlet, outlets
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, ReaderReport
from controller.plural import counted, numbers, verb
from hardware.ports import BLIND

FEWEST: Final = 20
"""Minimum number of readings for a failure rate."""
WEAK: Final = 0.1
"""Largest acceptable share of failed readings."""

WHY: Final = "What stands there is told by phone; all else goes on."
ONE: Final = (
    "Look at its power (3.3 V or 5 V, and ground), its select wire, and the solder of both; see "
    "that its switches are set to this bus. Then exchange it with a neighbour: if the fault goes "
    "along, it is the reader."
)
SHARED: Final = (
    "They all fail together, so look at what they share: power and ground, the wires of the bus, "
    "{shared}."
)


def readers(case: Case) -> Iterator[DoctorFinding]:
    """Check the health of the readers in the case."""
    if case.fault:
        yield DoctorFinding(
            "readers",
            "bad",
            f"The readers cannot be opened. {case.fault}",
            "No square sees what stands on it.",
            "Mend what is told of buses, ports and rights, then ask again.",
        )
    elif case.elsewhere is not None:
        yield DoctorFinding(
            "readers",
            "unknown",
            f"The hareboard that is running plays on another board, “{case.elsewhere}”.",
            "Readers answer one program at a time, and those are not the readers of this board.",
            "Name the board file it was started with; or stop it, then ask again.",
        )
    elif case.readers is not None:
        yield from judge(case.readers, case.board)
    elif case.table is not None:
        yield DoctorFinding(
            "readers",
            "unknown",
            "hareboard is running, has the readers to itself, and does not tell how they are.",
            "Readers answer one program at a time.",
            "Stop hareboard, then ask again.",
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
            never = "has never answered" if not each.good else "no longer answers"
            trouble = f" ({each.trouble.rstrip('.')})" if each.trouble else ""
            found = f"Square {square}: its reader {never}{trouble}.{_at(where, square)}"
            yield DoctorFinding("readers", "bad", found, WHY, ONE)
    for each in weak:
        readings = each.good + each.failed
        yield DoctorFinding(
            "readers",
            "advice",
            f"Square {each.square}: {each.failed} of {counted(readings, 'reading')} failed"
            f"{_resets(each)}.{_at(where, each.square)}",
            "The square is seen late, or not at all for a while.",
            "Look at the solder of its wires and at its power; a long bus wants a lower clock_hz.",
        )
    fine = len(there) - len(dead) - len(weak)
    if fine:
        yield DoctorFinding(
            "readers",
            "good",
            f"{fine} of {counted(len(there), 'reader')} {verb(fine, 'answer')} well.",
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
    what = (
        "its reset and enable wires" if shared == outlet.bus else "its address, and the chip there"
    )
    if outlet.port and shared == outlet.bus:
        what = f"{what}, and the co-processor itself, at {outlet.port}"
    troubles = sorted({dead[square].trouble for square in squares} - {""})
    trouble = f" ({troubles[0].rstrip('.')})" if len(troubles) == 1 else ""
    return DoctorFinding(
        "readers",
        "bad",
        f"None of the {len(squares)} readers on {shared} answers: squares "
        f"{numbers(squares, most=len(squares))}{trouble}.",
        WHY,
        SHARED.format(shared=what),
    )


def _at(where: Mapping[int, Outlet], square: int) -> str:
    outlet = where.get(square)
    return f" It is on {outlet}." if outlet is not None else ""


def _resets(each: ReaderReport) -> str:
    return f", and it was reset {counted(each.resets, 'time')}" if each.resets else ""
