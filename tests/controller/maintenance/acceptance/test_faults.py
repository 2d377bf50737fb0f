"""Every fault of an emulated board is found and named, and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
import pytest

from controller.board import Board, parse_board
from controller.bootstrap.simulated.miswired import Miswiring
from controller.bootstrap.simulated.rehearsal import Rehearsal, rehearse
from controller.bootstrap.simulated.rehearsed_faults import (
    REHEARSED_FAULTS,
    NoSuchPart,
    rehearse_fault,
)
from controller.maintenance.acceptance.bundle import FORMAT, Acceptance
from controller.maintenance.acceptance.judging.judge import judge
from hardware.sensing.settings import Channel, I2cBus, LineSelect, SpiBus
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Habits
from tests.support.acceptance.boards import (
    SPI_TEXT,
    accepted,
    board_without_lights,
    i2c_board,
    spi_board,
)
from tests.support.tiers import sample

Named = tuple[str, tuple[int, ...]]


def _leave(_: Rehearsal) -> None:
    """Change nothing once the board is open."""


@dataclass(frozen=True)
class Case:
    """A fault of a board: how it is made, and what it must be named.

    Attributes:
        named: faults and squares that must be found, no others.
        make: makes it on the open board.
        board: the board file.
        how: what is wired or built otherwise than the file says.
        rehearsed: the name of a fault that builders can rehearse, instead of `make` and `how`.
    """

    named: tuple[Named, ...]
    make: Callable[[Rehearsal], object] = _leave
    board: Callable[[], Board] = spi_board
    how: dict[str, Any] = field(default_factory=dict)
    rehearsed: str | None = None
    in_full: tuple[int, ...] = (1,)


def _habits(square: int, **habits: Any) -> Callable[[Rehearsal], object]:
    def make(rehearsal: Rehearsal) -> None:
        rehearsal.emulation.chips[square].habits = Habits(**habits)

    return make


def _fault(square: int, name: str) -> Callable[[Rehearsal], object]:
    return lambda rehearsal: rehearsal.emulation.chips[square].faults.set(name, on=True)


def _restarting(square: int) -> Callable[[Rehearsal], object]:
    def make(rehearsal: Rehearsal) -> None:
        faults = rehearsal.emulation.chips[square].faults
        faults.odds = Odds(resets=0.05)
        faults.set("resets_itself", on=True)

    return make


def _selected_by(pins: dict[int, str]) -> dict[str, Any]:
    """The bus, with the select lines of its readers at these pins."""
    (bus,) = spi_board().buses
    assert isinstance(bus, SpiBus)
    return {"buses": (replace(bus, select=LineSelect(pins)),)}


def _multiplexers(first: int, second: int, *, without: int = 0) -> dict[str, Any]:
    (bus,) = i2c_board().buses
    assert isinstance(bus, I2cBus)
    at = {1: Channel(first, 0), 2: Channel(first, 1), 3: Channel(second, 0), 4: Channel(second, 1)}
    return {"buses": (replace(bus, readers={sq: at[sq] for sq in at if sq != without}),)}


PINS: Final = {1: "GPIO5", 2: "GPIO6", 3: "GPIO13", 4: "GPIO19"}


def _attribute(name: str, **values: Any) -> Callable[[Rehearsal], object]:
    """Set attributes of a part of the rehearsal."""

    def make(rehearsal: Rehearsal) -> None:
        for key, value in values.items():
            setattr(getattr(rehearsal, name), key, value)

    return make


CASES: Final[dict[str, Case]] = {
    "marginal clock": Case((("clock", (1, 2, 3, 4)),), rehearsed="marginal-clock"),
    "dead chip": Case((("no-answer", (2,)),), rehearsed="dead-chip"),
    "missing chip": Case(
        (("no-answer", (3,)),),
        how=_selected_by({square: pin for square, pin in PINS.items() if square != 3}),
    ),
    "chip without power": Case((("no-answer", (2,)),), rehearsed="no-power"),
    "chip that says nonsense": Case((("no-answer", (2,)),), _fault(2, "stuck_ready")),
    "chip that hangs until it is reset": Case((("hung", (2,)),), rehearsed="hung-chip"),
    "weak antenna": Case((("weak", (2,)),), rehearsed="weak-antenna"),
    "antenna that reads nothing above the wood": Case(
        (("weak", (1,)),), lambda rehearsal: rehearsal.emulation.radio.set_range(1, 2.0)
    ),
    "broken antenna": Case((("antenna", (2,)),), rehearsed="broken-antenna"),
    "tag unreadable in a corner": Case(
        (("place", (1,)),),
        lambda rehearsal: rehearsal.emulation.radio.set_spot(1, "near left", 0.05),
    ),
    "swapped select lines": Case((("readers-swapped", (2, 3)),), rehearsed="swapped-readers"),
    "two wires to one reader": Case((("duplicate", (1, 4)),), how={"miswiring": Miswiring({4: 1})}),
    "two readers on one select line": Case(
        (("select-shared", (1, 2)),), how=_selected_by({**PINS, 2: PINS[1]})
    ),
    "clock much too fast": Case(
        (("clock", (1, 2, 3, 4)),), how={"profile": replace(BY_THE_MANUAL, wire_hz=400_000)}
    ),
    "noisy line": Case((("noisy-line", (2,)),), rehearsed="noisy-line"),
    "chip that never resets": Case((("never-resets", (4,)),), _habits(4, reset_s=60.0)),
    "chip that resets slowly": Case((("reset-too-short", (4,)),), _habits(4, reset_s=0.15)),
    "slow acknowledgement": Case((("slow-ack", (2,)),), _habits(2, ack_s=(0.018, 0.03))),
    "chip that starts again now and then": Case((("restarts", (1,)),), _restarting(1)),
    "crown too low": Case(
        tuple(("crown-from-below", (square,)) for square in PINS), rehearsed="low-crown"
    ),
    "reader that sees its neighbour's runner": Case(
        (("neighbour", (2,)),), lambda rehearsal: rehearsal.emulation.radio.set_stray(2, 1, 0.9)
    ),
    "crosstalk between fields": Case(
        (("stride", (1, 2, 4)),),
        board=lambda: replace_stride(spi_board(), 1),
    ),
    "wrong order of colours": Case((("colours", ()),), rehearsed="wrong-colours"),
    "strip that begins at the other end": Case(
        (("strip-reversed", ()),),
        how={"miswiring": Miswiring(lights={1: 4, 2: 3, 3: 2, 4: 1})},
    ),
    "swapped lights": Case((("lights-swapped", (2, 3)),), rehearsed="swapped-lights"),
    "dead light": Case((("dark", (2,)),), rehearsed="dark-light"),
    "supply that sags with lights": Case((("supply", ()),), _attribute("supply", limit_ma=250.0)),
    "supply that sags with fields": Case(
        (("supply-with-fields", ()),), _attribute("supply", limit_ma=450.0)
    ),
    "supply that sags with fields, without lights": Case(
        (("supply-of-fields", ()),),
        _attribute("supply", limit_ma=200.0),
        board=board_without_lights,
    ),
    "supply that sags at rest": Case((("supply-at-rest", ()),), rehearsed="weak-supply"),
    "bouncing button": Case((("bounces", ()),), rehearsed="bouncing-button"),
    "button stuck": Case((("stuck", ()),), _attribute("contacts", stuck={"confirm"})),
    "button inverted": Case((("inverted", ()),), _attribute("contacts", inverted={"confirm"})),
    "multiplexer at a wrong address": Case(
        (("multiplexer", (3, 4)),), board=i2c_board, how=_multiplexers(0x70, 0x74)
    ),
    "reader missing behind a multiplexer": Case(
        (("not-addressed", (2,)),), board=i2c_board, how=_multiplexers(0x70, 0x71, without=2)
    ),
}


def replace_stride(board: Board, stride: int) -> Board:
    """Return the board with another stride."""
    return msgspec.structs.replace(board, settings=replace(board.settings, stride=stride))


@pytest.mark.parametrize("fault", sample(len(CASES), CASES))
def test_a_fault_is_found_named_and_found_again_in_its_bundle(fault: str) -> None:
    case = CASES[fault]
    board = case.board()
    if case.rehearsed is None:
        rehearsal = rehearse(board, 1, **case.how)
        case.make(rehearsal)
    else:
        rehearsal = rehearse_fault(board, case.rehearsed, seed=1)
    facts, log = accepted(board, rehearsal, in_full=case.in_full)
    verdict = judge(facts, log)
    assert tuple((each.fault, each.squares) for each in verdict.findings) == case.named
    assert all(str(each.found()) and str(each.remedy()) for each in verdict.findings)
    kept = msgspec.json.encode(Acceptance(format=FORMAT, facts=facts, log=[*log], verdict=verdict))
    again = msgspec.json.decode(kept, type=Acceptance)
    assert judge(again.facts, tuple(again.log)) == again.verdict == verdict


def test_each_fault_that_can_be_rehearsed_is_one_of_these() -> None:
    assert {case.rehearsed for case in CASES.values()} - {None} == set(REHEARSED_FAULTS)


@pytest.mark.parametrize(
    ("section", "fault"),
    [("lights", "dark-light"), ("buttons", "bouncing-button"), ("buses", "marginal-clock")],
)
def test_a_fault_of_a_part_that_is_not_there_is_refused(section: str, fault: str) -> None:
    board = i2c_board() if section == "buses" else spi_board()
    if section != "buses":
        board = msgspec.structs.replace(board, **{section: None})
    with pytest.raises(NoSuchPart):
        rehearse_fault(board, fault)


def test_on_a_single_square_faults_of_neighbours_are_refused() -> None:
    one = SPI_TEXT.replace("count = 4\ncolumns = 2", "count = 1\ncolumns = 1")
    one = one.replace('["GPIO5", "GPIO6", "GPIO13", "GPIO19"]', '["GPIO5"]')
    one = one.replace('"1-4"', '"1"').replace("[1, 2, 3, 4]", "[1]")
    with pytest.raises(NoSuchPart, match="two readers"):
        rehearse_fault(parse_board(one, "one.toml"), "swapped-readers")
