"""Settings by measurement, and how they come into the board file."""

from dataclasses import replace

import pytest

from controller.board import parse_board
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.bootstrap.simulated.rehearsed_faults import rehearse_fault
from controller.maintenance.acceptance.judging.advised import Advised, with_settings
from controller.maintenance.acceptance.judging.judge import judge
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Habits
from tests.support.acceptance.boards import SPI_TEXT, accepted, spi_board
from tests.support.board.broken import SERIAL

EVERYTHING = Advised(
    clocks_hz={"spi-1": 2_500_000},
    retries=2,
    stride=3,
    ack_ms=20,
    reset_ms=300,
    after_reset_ms=150,
    debounce_ms=60,
    order="RGB",
)


def test_settings_are_written_and_comments_kept() -> None:
    text = with_settings(SPI_TEXT, EVERYTHING)
    board = parse_board(text, "board.toml")
    (bus,) = board.buses
    settings, timing = board.settings, board.settings.timing
    assert bus.clock_hz == 2_500_000  # type: ignore[union-attr]
    assert (settings.retries, settings.stride) == (2, 3)
    assert (timing.ack_s, timing.reset_s, timing.after_reset_s) == (0.02, 0.3, 0.15)
    assert board.buttons is not None
    assert board.buttons.debounce_s == 0.06
    assert board.lights is not None
    assert board.lights.order == "RGB"
    for comment in ("# Anna's board", "# neighbours are never", "# a transistor pulls"):
        assert comment in text


def test_settings_are_written_into_a_file_whose_parts_are_apart() -> None:
    text = SPI_TEXT + "\n[readers.supply]\nsupply_ma = 3000\nreserve_ma = 1400\n"
    written = parse_board(with_settings(text, EVERYTHING), "board.toml")
    assert written.settings.timing.ack_s == 0.02
    assert written.supply is not None


def test_settings_are_written_into_sections_on_one_line() -> None:
    bus = 'transport = "spi", select = "lines", pins = ["GPIO5"], squares = "1"'
    text = (
        'name = "One"\nsquares = { count = 1, columns = 1 }\n'
        f"readers = {{ bus = [{{ {bus} }}] }}\n"
        'lights = { driver = "ws281x" }\nbuttons = { confirm = "GPIO17" }\n'
    )
    written = parse_board(with_settings(text, EVERYTHING), "board.toml")
    assert written.settings.timing.ack_s == 0.02
    assert written.settings.retries == 2


def test_a_file_without_advice_stays_as_it_is() -> None:
    assert with_settings(SPI_TEXT, Advised()) == SPI_TEXT


def test_a_weak_board_gets_more_retries() -> None:
    board = spi_board()
    rehearsal = rehearse(board, 4)
    for square in board.squares:
        rehearsal.emulation.radio.set_coupling(square, 0.7)
    assert judge(*accepted(board, rehearsal, in_full=())).advised.retries in (2, 3)


def test_chips_that_acknowledge_slowly_get_the_time_they_take_and_half_of_it() -> None:
    board = spi_board()
    rehearsal = rehearse(board, 5)
    rehearsal.emulation.chips[3].habits = Habits(ack_s=(0.020, 0.021))
    ack_ms = judge(*accepted(board, rehearsal, in_full=())).advised.ack_ms
    assert ack_ms is not None
    assert 30 <= ack_ms <= 35


@pytest.mark.parametrize("latency_ms", [16, 20])
def test_an_adapter_that_holds_bytes_back_makes_no_reader_slow(latency_ms: int) -> None:
    board = parse_board(SERIAL + f"latency_ms = {latency_ms}\n", "board.toml")
    profile = replace(BY_THE_MANUAL, latency_s=latency_ms / 1000)
    verdict = judge(*accepted(board, rehearse(board, 1, profile=profile)))
    assert verdict.findings == ()
    assert verdict.advised == Advised()


def test_a_noisy_line_slows_down_no_other_reader() -> None:
    board = spi_board()
    log = accepted(board, rehearse_fault(board, "noisy-line"), in_full=())
    assert judge(*log).advised == Advised(clocks_hz={"spi-1": 3_500_000})


@pytest.mark.long
def test_a_stride_is_lowered_only_if_all_squares_were_measured() -> None:
    text = SPI_TEXT.replace("columns = 2", "columns = 4").replace("stride = 2", "stride = 3")
    board = parse_board(text, "a row of four")
    assert judge(*accepted(board, in_full=(1, 2))).advised.stride is None
    assert judge(*accepted(board, in_full=None)).advised.stride == 2


@pytest.mark.long
def test_a_new_clock_leaves_a_reserve() -> None:
    verdict = judge(*accepted(spi_board(), in_full=()))
    assert verdict.advised == Advised(clocks_hz={"spi-1": 3_500_000})
