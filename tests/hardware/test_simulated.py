"""The simulated world and the board that senses it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import ManualClock, MonotonicClock
from hardware.errors import NoSuchPlace
from hardware.ports import BoardEvent, Pressed, Sighting, Uid
from hardware.sightings import MISSES_REPORTED
from hardware.simulated.direct import DirectBoard
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import Piece, World

RED, RED_CROWN, BLUE = Uid("0401"), Uid("0402"), Uid("0403")


@pytest.fixture
def world(tmp_path: Path) -> World:
    pieces = [Piece("red", RED, RED_CROWN), Piece("blue", BLUE, None)]
    return World(64, pieces, memory=tmp_path / "world.json")


class Bench:
    """A board on virtual time, and what it has reported since last asked."""

    def __init__(self, world: World) -> None:
        self.clock = ManualClock(10.0)
        self.board = DirectBoard(world, self.clock)
        self._events: list[BoardEvent] = []
        self.board.connect(self._events.append)

    def scan(self, times: int = 1) -> list[tuple[int, Uid, bool]]:
        for _ in range(times):
            self.clock.advance(0.1)
            self.board.scan()
        sightings = [each for each in self._events if isinstance(each, Sighting)]
        self._events.clear()
        return [(each.square, each.uid, each.seen) for each in sightings]

    def presses(self) -> list[Pressed]:
        return [each for each in self._events if isinstance(each, Pressed)]


@pytest.fixture
def bench(world: World) -> Iterator[Bench]:
    bench = Bench(world)
    yield bench
    bench.board.stop()


# The contract of hardware.ports.Sensing


def test_an_empty_board_reports_nothing(bench: Bench) -> None:
    assert bench.scan(10) == []


def test_a_piece_put_down_is_reported_once(world: World, bench: Bench) -> None:
    world.put("red", 5)
    assert bench.scan(10) == [(5, RED, True)]


def test_a_piece_taken_away_is_missed_a_few_times_over(world: World, bench: Bench) -> None:
    world.put("red", 5)
    bench.scan()
    world.lift("red")
    assert bench.scan(20) == [(5, RED, False)] * MISSES_REPORTED


def test_a_piece_that_comes_back_is_reported_again(world: World, bench: Bench) -> None:
    world.put("red", 5)
    bench.scan()
    world.lift("red")
    bench.scan()
    world.put("red", 5)
    assert bench.scan(5) == [(5, RED, True)]


def test_a_piece_that_moves_is_seen_there_and_missed_here(world: World, bench: Bench) -> None:
    world.put("red", 5)
    bench.scan()
    world.slide("red", 6)
    assert sorted(bench.scan()) == [(5, RED, False), (6, RED, True)]


def test_two_pieces_on_one_square_are_both_reported(world: World, bench: Bench) -> None:
    world.put("red", 5)
    world.put("blue", 5)
    assert bench.scan() == [(5, RED, True), (5, BLUE, True)]


def test_a_piece_face_down_shows_its_crown(world: World, bench: Bench) -> None:
    world.put("red", 5, face_down=True)
    assert bench.scan() == [(5, RED_CROWN, True)]


def test_a_piece_without_a_crown_is_invisible_face_down(world: World, bench: Bench) -> None:
    world.put("blue", 5, face_down=True)
    assert bench.scan(3) == []


def test_a_button_is_reported_with_its_time(world: World, bench: Bench) -> None:
    world.press("confirm")
    assert bench.presses() == [Pressed("confirm", 10.0)]


def test_a_stopped_board_reports_nothing(world: World, bench: Bench) -> None:
    bench.board.stop()
    bench.board.stop()
    world.press("confirm")
    assert bench.presses() == []


def test_on_real_time_a_thread_reports_at_once_and_ends(world: World) -> None:
    board = DirectBoard(world, MonotonicClock())
    arrived = threading.Event()
    board.start(lambda _event: arrived.set())
    world.put("red", 5)
    assert arrived.wait(5)
    board.stop()
    assert "simulated-readers" not in [thread.name for thread in threading.enumerate()]


# The world


def test_the_world_has_only_the_places_it_has(world: World) -> None:
    for square in (0, 65, -1):
        with pytest.raises(NoSuchPlace):
            world.put("red", square)
        with pytest.raises(NoSuchPlace):
            world.slide("red", square)
    with pytest.raises(NoSuchPlace):
        world.lift("mauve")
    assert world.piece("red").square is None


def test_a_knocked_piece_comes_to_stand_beside_the_board(world: World) -> None:
    world.put("red", 5, face_down=True)
    world.knock("red")
    assert (world.piece("red").square, world.piece("red").face_down) == (None, False)


def test_the_wood_stays_where_it_is_when_the_power_goes(world: World, tmp_path: Path) -> None:
    world.put("red", 5, face_down=True)
    again = World(64, [Piece("red", RED, RED_CROWN)], memory=tmp_path / "world.json")
    assert (again.piece("red").square, again.piece("red").face_down) == (5, True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"red": 5}', '{"red": {"square": 99}}'])
def test_a_world_file_that_makes_no_sense_is_an_empty_board(tmp_path: Path, text: str) -> None:
    memory = tmp_path / "world.json"
    memory.write_text(text)
    world = World(64, [Piece("red", RED, RED_CROWN)], memory=memory)
    assert world.piece("red").square is None


# The strip


def test_the_strip_shows_what_it_is_told_and_goes_dark_at_the_end() -> None:
    strip = SimulatedStrip(3)
    strip.show([(1, 2, 3), (0, 0, 0), (255, 255, 255)])
    assert strip.colours == ((1, 2, 3), (0, 0, 0), (255, 255, 255))
    strip.close()
    assert strip.colours == ((0, 0, 0),) * 3


@pytest.mark.parametrize("frame", [[], [(0, 0, 0)] * 4, [(0, 0, 256), (0, 0, 0), (0, 0, 0)]])
def test_the_strip_refuses_a_frame_that_does_not_fit(frame: list[tuple[int, int, int]]) -> None:
    strip = SimulatedStrip(3)
    with pytest.raises(ValueError, match="light"):
        strip.show(frame)
    assert strip.frames == 0
