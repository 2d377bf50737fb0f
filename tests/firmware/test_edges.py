"""Edges at the pins of an emulated RP2040: SPI, chip selects and lights, at each clock.

The tests run where RP2040_UF2 and RP2040_BOOTROM name the official files.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Final

import pytest

from hardware.ports import RGB
from tests.support.firmware.emulated import EmulatedPico, firmware_on_flash
from tests.support.scanner.whole import DARK, WholeBoard

PROCESSOR_HZ: Final = (125_000_000, 200_000_000)
SPI_HZ: Final = (1_000_000, 5_000_000)
LINES, DECODERS = 2, 9
"""So many readers are selected by a pin each, and by decoders."""
ADDRESS, ENABLE = range(2, 8), 8
STRIP: Final = 22
CONNECTED_S: Final = 8.0

ZERO_HIGH, ZERO_LOW = (250, 380), (700, 1000)
ONE_HIGH, ONE_LOW = (650, 950), (300, 600)
RESET_US: Final = 300
"""Source: WS2812B data sheets, the first one and version 5: what holds for both, in nanoseconds."""
COLOURS: Final[tuple[RGB, RGB]] = ((40, 0, 255), (85, 170, 1))
WIRE: Final = bytes((0, 40, 255, 170, 85, 1))
"""Green comes first."""

Span = tuple[float, float]


@pytest.fixture(
    scope="module",
    params=[(*each, LINES) for each in product(PROCESSOR_HZ, SPI_HZ)]
    + [(hz, SPI_HZ[0], DECODERS) for hz in PROCESSOR_HZ],
    ids=lambda each: f"{each[0] // 10**6} MHz, SPI {each[1] // 10**6} MHz, {each[2]} readers",
)
def board(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WholeBoard]:
    """A board that has been read for a while, and nothing else since the edges are kept."""
    hz, spi_hz, squares = request.param
    files = firmware_on_flash(hz)
    on = partial(EmulatedPico, folder=tmp_path_factory.mktemp("pico"), files=files)
    board = WholeBoard(squares, clock_hz=spi_hz, on=on)
    with board.device:
        board.run_until(lambda: board.is_whole, CONNECTED_S)
        board.run(0.2)  # its lights are told to be dark
        board.device.edges.clear()
        board.device.spi.clear()
        board.world.put("red", 2)
        board.run(0.4)
        board.show([*COLOURS, *[DARK] * (squares - 2)])
        board.run(0.05)
        board.show([*reversed(COLOURS), *[DARK] * (squares - 2)])
        board.run(0.05)
        yield board


def spans(board: WholeBoard, pin: int, level: int) -> list[Span]:
    """From when to when a pin had this level."""
    edges = [(to, us) for number, to, us in board.device.edges if number == pin]
    return [(us, until_us) for (to, us), (_, until_us) in pairwise(edges) if to == level]


def selected(board: WholeBoard) -> list[Span]:
    """From when to when a chip was selected, in order."""
    pins = (ENABLE,) if len(board.settings.places) == DECODERS else ADDRESS[:LINES]
    return sorted(span for pin in pins for span in spans(board, pin, 0))


def all_within(spans: Sequence[Span], limits_ns: tuple[int, int]) -> bool:
    least, most = limits_ns
    return all(least <= round(1000 * (end - start), 3) <= most for start, end in spans)


@pytest.mark.long
class TestSpi:
    """Source: PN532 user manual UM0701-02, 6.2.5: mode 0, at most 5 MHz, a frame while selected."""

    def test_its_clock_is_no_faster_than_told(self, board: WholeBoard) -> None:
        told_hz = board.port.clock_hz
        clocks = {(each.hz, each.mode) for each in board.device.spi}
        assert clocks == {(hz, 0) for hz, _ in clocks if 0.8 * told_hz <= hz <= told_hz}

    def test_bytes_go_one_after_the_other_while_one_chip_is_selected(
        self, board: WholeBoard
    ) -> None:
        chosen = selected(board)
        assert all(end < start for (_, end), (start, _) in pairwise(chosen))
        sent = [(each.began_us, each.ended_us) for each in board.device.spi]
        sent = [each for each in sent if chosen[0][0] <= each[0] and each[1] <= chosen[-1][1]]
        assert len(sent) > 500
        assert all(end <= start + 1e-3 for (_, end), (start, _) in pairwise(sent))
        at = 0
        for began_us, ended_us in sent:
            while chosen[at][1] < ended_us:
                at += 1
            assert chosen[at][0] <= began_us, (chosen[at], began_us)

    @pytest.mark.parametrize(
        "board", [(hz, SPI_HZ[0], DECODERS) for hz in PROCESSOR_HZ], ids=repr, indirect=True
    )
    def test_an_address_stands_before_its_decoder_is_enabled_and_until_after_it(
        self, board: WholeBoard
    ) -> None:
        changes = [us for number, _, us in board.device.edges if number in ADDRESS]
        assert len(changes) > 100
        chosen = selected(board)
        for us in changes:
            assert not any(start <= us <= end for start, end in chosen), us


@pytest.mark.long
class TestLights:
    """A bit is a pulse, its length says which; a long low shows them."""

    def test_pulses_and_the_pauses_between_them(self, board: WholeBoard) -> None:
        highs, lows = spans(board, STRIP, 1), spans(board, STRIP, 0)
        ones = [(end - start) * 1000 > ZERO_HIGH[1] for start, end in highs]
        bits = 24 * len(board.settings.places)
        first = int("".join(str(int(one)) for one in ones[:bits]), 2).to_bytes(bits // 8, "big")
        assert first == WIRE.ljust(bits // 8, b"\0")
        assert all_within([high for high, one in zip(highs, ones, strict=True) if one], ONE_HIGH)
        zeros = [high for high, one in zip(highs, ones, strict=True) if not one]
        assert all_within(zeros, ZERO_HIGH)
        between = [(low, one) for low, one in zip(lows, ones[: len(lows)], strict=True)]
        within = [each for each in between if each[0][1] - each[0][0] < RESET_US / 2]
        assert all_within([low for low, one in within if one], ONE_LOW)
        assert all_within([low for low, one in within if not one], ZERO_LOW)

    def test_frames_are_far_enough_apart(self, board: WholeBoard) -> None:
        lows = [end - start for start, end in spans(board, STRIP, 0)]
        resets = [us for us in lows if us > ZERO_LOW[1] / 1000]
        assert resets
        assert min(resets) >= RESET_US
