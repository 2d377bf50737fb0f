"""A builder goes through the workshop: what is learned is how the board is really wired."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.board import Board
from controller.bootstrap.simulated.miswired import Miswiring, miswired
from controller.bootstrap.simulated.runners import simulated_pieces, tags_of
from controller.maintenance.calibration.answers import Save
from controller.maintenance.calibration.findings import CalibrationFinding
from controller.maintenance.calibration.learned import true_lights, true_readers
from hardware.sensing.settings import DecoderSelect, SpiBus
from tests.support.calibration.bench import BOARD, Bench, Builder
from tests.support.tiers import sample

SQUARES = range(1, 13)


def wired(board: Board) -> dict[tuple[int, int], int]:
    """The square of the reader on each select line."""
    (bus,) = board.buses
    assert isinstance(bus, SpiBus)
    assert isinstance(bus.select, DecoderSelect)
    return {lines: square for square, lines in bus.select.lines.items()}


def really_wired(file: Board, wrong: Miswiring) -> dict[tuple[int, int], int]:
    """The square each select line really leads to, one that leads where another does left out."""
    true = {}
    for lines, square in sorted(wired(file).items(), key=lambda each: each[1]):
        chip = wrong.readers.get(square, square)
        place = square if chip is None else chip
        own = wrong.readers.get(place, place) in (place, None)
        if place == square or not own:
            true[lines] = place
    return true


def really_lit(file: Board, wrong: Miswiring) -> dict[int, tuple[int, ...]]:
    assert file.lights is not None
    return dict(sorted(wrong.under(file.lights.squares).items()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_a_board_wired_as_its_file_says_needs_no_tap_on_the_phone(folder: Path) -> None:
    bench = Bench(folder)
    builder = Builder(bench)
    builder.work()
    assert builder.answers == 0
    assert bench.visit.snapshot.findings == ()
    assert bench.visit.snapshot.changes.readers == bench.visit.snapshot.changes.lights == {}
    bench.answer(Save)
    assert bench.read().tags == tags_of(simulated_pieces())
    assert bench.read().buses == bench.file.buses
    assert bench.path.read_text("utf-8").startswith(BOARD)


FAULTS: dict[str, tuple[Miswiring, tuple[CalibrationFinding, ...]]] = {
    "two readers swapped": (
        Miswiring(readers={3: 8, 8: 3}),
        (CalibrationFinding(fault="readers-swapped", squares=(3, 8), wired=(8, 3)),),
    ),
    "three readers in a ring": (
        Miswiring(readers={1: 5, 5: 9, 9: 1}),
        (
            CalibrationFinding(fault="reader-moved", squares=(1,), wired=(9,)),
            CalibrationFinding(fault="reader-moved", squares=(5,), wired=(1,)),
            CalibrationFinding(fault="reader-moved", squares=(9,), wired=(5,)),
        ),
    ),
    "two wires to one reader": (
        Miswiring(readers={4: 11}),
        (
            CalibrationFinding(fault="missing", squares=(4,)),
            CalibrationFinding(fault="duplicate", squares=(11,), wired=(4, 11)),
        ),
    ),
    "a reader without power": (
        Miswiring(readers={6: None}),
        (CalibrationFinding(fault="silent", squares=(6,)),),
    ),
    "two lights swapped": (
        Miswiring(lights={2: 7, 7: 2}),
        (CalibrationFinding(fault="lights-swapped", squares=(2, 7), wired=(7, 2)),),
    ),
    "a row of lights that runs the wrong way": (
        Miswiring(lights={5: 8, 6: 7, 7: 6, 8: 5}),
        (
            CalibrationFinding(fault="lights-swapped", squares=(5, 8), wired=(8, 5)),
            CalibrationFinding(fault="lights-swapped", squares=(6, 7), wired=(7, 6)),
        ),
    ),
    "a dark light": (
        Miswiring(dark=frozenset({10})),
        (CalibrationFinding(fault="dark", squares=(10,)),),
    ),
}


@pytest.mark.parametrize("name", sample(8, FAULTS))
def test_every_mistake_is_found_and_the_file_then_tells_the_truth(folder: Path, name: str) -> None:
    wrong, findings = FAULTS[name]
    bench = Bench(folder, wrong)
    Builder(bench).work()
    assert bench.visit.snapshot.findings == findings
    bench.answer(Save)
    saved = bench.read()
    assert wired(saved) == really_wired(bench.file, wrong)
    assert saved.lights is not None
    assert dict(saved.lights.squares) == really_lit(bench.file, wrong)
    assert "# How the board in the shed is wired." in bench.path.read_text("utf-8")


def test_a_weak_reader_is_named_with_how_often_it_reads(folder: Path) -> None:
    bench = Bench(folder, Miswiring(weak=frozenset({9})))
    Builder(bench).work()
    (weak,) = bench.visit.snapshot.findings
    assert (weak.fault, weak.squares, weak.of) == ("weak", (9,), 20)
    assert 0 < weak.good < 18


@pytest.mark.long
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10_000), mistakes=st.integers(1, 8))
def test_however_a_board_is_wired_what_is_learned_is_the_truth(
    tmp_path_factory: pytest.TempPathFactory, seed: int, mistakes: int
) -> None:
    right = Bench(tmp_path_factory.mktemp("right"))
    wrong = miswired(right.file, mistakes, random.Random(seed))
    bench = Bench(tmp_path_factory.mktemp("wrong"), wrong, seed=seed)
    builder = Builder(bench)
    builder.work(lambda: bench.visit.snapshot.state.colour is not None)
    state = bench.visit.snapshot.state
    readers = true_readers(state.learned, state.plan)
    lines = wired(bench.file)
    assert {line: readers[square] for line, square in lines.items() if readers[square]} == (
        really_wired(bench.file, wrong)
    )
    lights = true_lights(state.learned, state.plan)
    assert lights == {light: wrong.lights.get(light, light) for light in SQUARES}


@pytest.mark.long
def test_a_program_killed_at_every_question_loses_nothing(folder: Path) -> None:
    wrong = Miswiring(readers={2: 3, 3: 2, 5: None}, lights={1: 4, 4: 1}, dark=frozenset({6}))
    bench = Bench(folder, wrong)
    builder = Builder(bench)
    killed: set[object] = set()

    def is_done() -> bool:
        state = bench.visit.snapshot.state
        question = (state.stage, state.square, state.colour)
        if question not in killed:
            killed.add(question)
            before = state.learned
            bench.start()
            assert bench.visit.snapshot.state.learned == before
        return state.stage == "sum"

    builder.work(is_done)
    bench.run_until(lambda: bench.visit.snapshot.state.stage == "sum")
    assert [finding.fault for finding in bench.visit.snapshot.findings] == [
        "readers-swapped",
        "silent",
        "lights-swapped",
        "dark",
    ]
    bench.answer(Save)
    assert wired(bench.read()) == really_wired(bench.file, wrong)
    assert bench.read().tags == tags_of(simulated_pieces())
