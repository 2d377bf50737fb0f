"""Readers that fail, on boards of every wiring: told, left alone, and taken back."""

from collections.abc import Iterator

import pytest

from hardware.ports import BLIND
from hardware.simulated.pn532.faults import FAULTS, Odds
from tests.support.hardware.benches import BLUE, PLACES, RED, WIRINGS, Bench, bench
from tests.support.tiers import sample

BAD = 6
LASTING = ("silent", "stuck_ready", "lost_power")


@pytest.fixture(params=sample(4, WIRINGS))
def board(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with bench(request.param, odds=Odds(corrupt=0.9, resets=0.3, busy=0.8, stale=0.5)) as made:
        made.run(0.5)
        yield made


@pytest.mark.parametrize("fault", LASTING)
def test_a_dead_reader_is_told_from_an_empty_square(board: Bench, fault: str) -> None:
    board.fault(BAD, fault)
    board.run(3.0)
    states = {each.square: each.state for each in board.board.readers()}
    assert states.pop(BAD) in BLIND
    assert set(states.values()) == {"healthy"}
    assert board.changes(BAD)[:3] == ["suspect", "resetting", "quarantined"]


@pytest.mark.parametrize("fault", sample(2, FAULTS))
def test_it_comes_back_by_itself_when_the_fault_has_gone(board: Bench, fault: str) -> None:
    board.fault(BAD, fault)
    board.run(5.0)
    board.fault(BAD, fault, on=False)
    board.run_until(lambda: board.board.readers()[BAD - 1].state == "healthy", 60.0)
    board.run(1.0)
    board.world.put("red", BAD)
    assert board.run(1.0)[-1] == (BAD, RED, True)


@pytest.mark.parametrize("fault", sample(2, FAULTS))
def test_the_others_read_on_whatever_one_does(board: Bench, fault: str) -> None:
    board.fault(BAD, fault)
    board.run(2.0)
    board.sighted()
    board.world.put("red", 5)
    board.world.put("blue", 7)
    # A field that does not go off lets neighbours read each other's tags now and then.
    last = {(square, uid): seen for square, uid, seen in board.run(4.0) if square != BAD}
    assert sorted(where for where, seen in last.items() if seen) == [(5, RED), (7, BLUE)]


def test_nothing_is_missed_on_a_square_that_is_not_read(board: Bench) -> None:
    board.world.put("red", BAD)
    board.run(1.0)
    board.fault(BAD, "silent")
    assert board.run(5.0) == []


def test_what_stands_there_when_it_comes_back_is_reported_anew(board: Bench) -> None:
    board.world.put("red", BAD)
    board.run(1.0)
    board.fault(BAD, "lost_power")
    board.run(5.0)
    board.fault(BAD, "lost_power", on=False)
    board.run_until(lambda: board.board.readers()[BAD - 1].state == "healthy", 60.0)
    assert board.run(5.0) == [(BAD, RED, True)]


def test_a_reader_that_forgets_its_settings_is_set_up_again_within_one_reading(
    board: Bench,
) -> None:
    assert board.emulation is not None
    board.emulation.chips[BAD].reset()
    board.run(1.0)
    assert board.changes(BAD) == []
    board.world.put("red", BAD)
    assert board.run(1.0) == [(BAD, RED, True)]


def test_with_every_reader_dead_the_board_waits_and_comes_back(board: Bench) -> None:
    for square in PLACES:
        board.fault(square, "lost_power")
    board.run(20.0)
    assert {each.state for each in board.board.readers()} <= BLIND
    for square in PLACES:
        board.fault(square, "lost_power", on=False)
    board.run_until(lambda: all(each.state == "healthy" for each in board.board.readers()), 60.0)
    board.world.put("blue", 12)
    assert board.run(1.0) == [(12, BLUE, True)]


def test_fields_stay_apart_and_few_whatever_fails() -> None:
    with bench("spi-decoder", max_fields=3, stride=2) as board:
        for square, fault in zip(sorted(PLACES), FAULTS, strict=False):
            board.fault(square, fault)
        board.world.put("red", 11)
        board.run(20.0)
        assert board.radio.most_fields <= 3
        # A chip that is deaf, or has hung, is not told to switch its field off: those apart.
        healthy = [each.square for each in board.board.readers() if each.state == "healthy"]
        assert len(healthy) >= 4


# Whole buses


def test_a_bus_that_hangs_is_freed_without_losing_another_one() -> None:
    with bench("two-spi") as board:
        board.run(0.5)
        for square in range(1, 7):
            board.fault(square, "silent")
        board.run(5.0)
        states = {each.square: each.state for each in board.board.readers()}
        assert {states[square] for square in range(7, 13)} == {"healthy"}
        board.board.attend({9})
        board.world.put("red", 9)
        assert board.run(1.0) == [(9, RED, True)]
        for square in range(1, 7):
            board.fault(square, "silent", on=False)
        board.run_until(lambda: all(each.state == "healthy" for each in board.board.readers()))


def test_an_i2c_bus_that_hangs_is_freed_by_the_reset_line_of_its_multiplexers() -> None:
    with bench("i2c") as board:
        board.run(0.5)
        assert board.parts is not None
        board.parts.buses["i2c"].hang()  # type: ignore[union-attr] # it is the emulated I2C bus
        board.run_until(lambda: bool(board.changes(1)))
        board.run_until(lambda: all(each.state == "healthy" for each in board.board.readers()))
        assert {each.trouble != "" for each in board.board.readers()} == {True}
        board.world.put("blue", 3)
        assert board.run(1.0) == [(3, BLUE, True)]
