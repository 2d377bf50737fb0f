"""Sixty-four readers: the loop everybody writes first, beside our driver.

The chips are emulated frame by frame and everything runs on virtual time, with the planning
values of `hardware.simulated.pn532.timing`: no real board was measured.
"""

import statistics
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.figures import Figure, Figures, median_and_p99, milliseconds
from benchmarks.sensing_contest import Result, compete
from benchmarks.sensing_cost import costs
from benchmarks.sensing_ours import OurBoard
from benchmarks.sensing_stock import ATTEMPTS, set_up, stock_loop
from controller.board import Board, read_board
from controller.board.examples import example_path
from hardware.sensing.settings import SpiBus
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile

BOARD: Final = "spi-decoder-64"
STRIDES: Final = (3, 2)
SWEEPS: Final = 40
PUTS: Final = 300
LIT_PUTS: Final = 1000
STOCK_SWEEPS: Final = 5
MOST_OF_THE_BOUND: Final = 1.15
LONGEST_LIT_MS: Final = 100
LEARN_S: Final = 6.0
"""Time in which chips that are slow to be selected are told by their failures."""
HOUR_S: Final = 3600.0


@dataclass(frozen=True)
class Stock:
    """One way to use the stock driver.

    Attributes:
        name: what the table calls it.
        timeout_s: for how long a reader looks for a tag.
        puts: how many runners are put down.
        wanted: how many times slower than ours it should be.
    """

    name: str
    timeout_s: float
    puts: int
    wanted: int


@dataclass(frozen=True)
class Disturbed:
    """The stock driver where fields that it leaves on disturb their neighbours.

    Attributes:
        sweep_s: a whole sweep, in the median.
        phantoms: how many tags are read in a sweep where they are not.
    """

    sweep_s: float
    phantoms: float


STOCK: Final = (
    Stock("stock as shipped", 0.5, puts=60, wanted=50),
    Stock("stock with 50 ms", 0.05, puts=200, wanted=10),
)


def measure() -> Figures:
    """Sweeps, latencies and currents side by side, and what ours costs the processor."""
    board = read_board(example_path(BOARD))
    yield from _conditions(board)
    places = board.settings.places
    stock: dict[str, Result] = {}
    disturbed: dict[str, Disturbed] = {}
    for each in STOCK:
        # It has the better of it: neighbours do not disturb each other, as they would on wood.
        with stock_loop(places, each.timeout_s, bleed_mm=0.0) as loop:
            stock[each.name] = compete(loop, STOCK_SWEEPS, each.puts)
        with stock_loop(places, each.timeout_s) as loop:
            sweep_s = statistics.median(compete(loop, STOCK_SWEEPS, puts=0).sweeps_s)
            disturbed[each.name] = Disturbed(sweep_s, loop.phantoms_a_sweep)
    boards = {stride: our_board(board, stride) for stride in STRIDES}
    ours = {stride: compete(boards[stride], SWEEPS, PUTS) for stride in STRIDES}
    yield from _stock_sweeps(stock, disturbed)
    yield from _our_sweeps(boards, ours)
    yield from _ratios(disturbed, ours)
    yield from _latencies(stock, ours)
    for stride, its in boards.items():
        yield Figure(
            f"longest unread, ours, stride {stride}",
            milliseconds(its.unread_s),
            f"any square, while others are attended to; bound {milliseconds(its.unread_bound_s)}",
        )
    yield from _currents(board, stock, ours)
    yield from _as_reported(board, PUTS)
    yield from costs(OurBoard(board, board.settings))


def measure_lit() -> Figures:
    """From a put to its sighting, as the board file sets our driver."""
    board = read_board(example_path(BOARD))
    yield from _conditions(board)
    stride = board.settings.stride
    yield from _latencies({}, {stride: compete(our_board(board, stride), 1, LIT_PUTS)})


def measure_lit_as_reported() -> Figures:
    """The same with chips as builders report them."""
    board = read_board(example_path(BOARD))
    yield from _conditions(board)
    yield from _as_reported(board, LIT_PUTS)


def our_board(board: Board, stride: int, profile: Profile = BY_THE_MANUAL) -> OurBoard:
    """Our driver, set as in the board file but for the stride; it never slows down."""
    settings = replace(board.settings, stride=stride, idle_after_s=HOUR_S)
    return OurBoard(board, settings, profile)


def _conditions(board: Board) -> Figures:
    (bus,) = board.buses
    assert isinstance(bus, SpiBus)
    settings = board.settings
    yield Figure(
        "clock of the bus",
        f"{bus.clock_hz / 1e6:g} MHz",
        f"board file {BOARD}, retries {settings.retries}, attention {settings.attention}; "
        "the stock driver sets 0.1 MHz",
    )


def _stock_sweeps(stock: Mapping[str, Result], disturbed: Mapping[str, Disturbed]) -> Figures:
    for name, result in stock.items():
        yield Figure(
            f"full sweep, {name}",
            milliseconds(statistics.median(result.sweeps_s)),
            f"six tags, median of {len(result.sweeps_s)}; neighbours do not disturb each other",
        )
        yield Figure(
            "the same if neighbours do",
            milliseconds(disturbed[name].sweep_s),
            f"{disturbed[name].phantoms:.0f} tags a sweep read where they are not: no wait there",
        )


def _our_sweeps(boards: Mapping[int, OurBoard], ours: Mapping[int, Result]) -> Figures:
    for stride, result in ours.items():
        sweep_s, bound_s = statistics.median(result.sweeps_s), boards[stride].bound_s
        yield Figure(
            f"full sweep, ours, stride {stride}",
            milliseconds(sweep_s),
            f"six tags, median of {len(result.sweeps_s)}, slowest "
            f"{milliseconds(max(result.sweeps_s))}",
        )
        yield Figure(
            f"the bound, stride {stride}",
            milliseconds(bound_s),
            f"{boards[stride].phases} phases: field rise, tries, guard time",
        )
        yield Figure(
            f"ours / bound, stride {stride}",
            f"{sweep_s / bound_s:.3f}",
            f"wanted: {MOST_OF_THE_BOUND} at most",
        )


def _ratios(disturbed: Mapping[str, Disturbed], ours: Mapping[int, Result]) -> Figures:
    for stride, result in ours.items():
        for each in STOCK:
            ratio = disturbed[each.name].sweep_s / statistics.median(result.sweeps_s)
            yield Figure(
                f"{each.name} / ours, stride {stride}",
                f"{ratio:.1f}",
                f"full sweeps, its shorter ones; wanted: {each.wanted} at least",
            )


def _latencies(stock: Mapping[str, Result], ours: Mapping[int, Result]) -> Figures:
    for name, result in stock.items():
        yield from median_and_p99(
            f"put to sighting, {name}",
            result.lit_s,
            f"any square, {len(result.lit_s)} puts in random games",
        )
    for stride, result in ours.items():
        yield from median_and_p99(
            f"put to sighting, lit, ours, stride {stride}",
            result.lit_s,
            f"{len(result.lit_s)} puts in random games; p99 wanted: under {LONGEST_LIT_MS} ms",
        )
        yield from median_and_p99(
            f"put to sighting, unlit, ours, stride {stride}",
            result.unlit_s,
            f"{len(result.unlit_s)} puts, while the lit squares are attended to",
        )


def _as_reported(board: Board, puts: int) -> Figures:
    """The same with chips as builders report them."""
    ours = our_board(board, board.settings.stride, AS_REPORTED)
    ours.run(LEARN_S)
    failed = ours.failures
    result = compete(ours, STOCK_SWEEPS, puts)
    yield Figure(
        "full sweep, chips as reported",
        milliseconds(statistics.median(result.sweeps_s)),
        f"six tags, median of {len(result.sweeps_s)}; stride {board.settings.stride}",
    )
    for which, times_s in (("lit", result.lit_s), ("unlit", result.unlit_s)):
        yield from median_and_p99(
            f"put to sighting, {which}, as reported", times_s, f"{len(times_s)} puts"
        )
    places = board.settings.places
    yield Figure(
        "readers the stock driver can set up, as reported",
        f"{set_up(places, AS_REPORTED)} of {len(places)}",
        f"by the manual {set_up(places, BY_THE_MANUAL)}; {ATTEMPTS} attempts for each",
    )
    yield Figure(
        "readings that failed, as reported",
        f"{ours.failures - failed}",
        f"{failed} more while the driver learned which chips are slow to be selected",
    )


def _currents(board: Board, stock: Mapping[str, Result], ours: Mapping[int, Result]) -> Figures:
    supply = board.supply
    assert supply is not None
    for name, result in stock.items():
        yield _current(name, result, "it leaves all fields on")
    for stride, result in ours.items():
        assert result.peak_ma <= supply.budget_ma, result
        assert result.most_fields <= board.settings.max_fields, result
        assert result.closest is not None
        assert result.closest >= stride, result
        yield _current(f"ours, stride {stride}", result, f"the budget is {supply.budget_ma} mA")


def _current(name: str, result: Result, note: str) -> Figure:
    return Figure(
        f"peak current, {name}",
        f"{result.peak_ma:.0f} mA",
        f"{result.most_fields} fields at once at most, the closest {result.closest} apart; {note}",
    )


def measure_an_hour() -> Figures:
    """What a whole hour costs the processor, idle and in play; takes some minutes."""
    board = read_board(example_path(BOARD))
    yield from costs(OurBoard(board, board.settings), HOUR_S)
