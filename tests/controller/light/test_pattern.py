"""The test pattern: what a builder sees of the strip."""

from itertools import chain, groupby

from controller.light.frames import LEAST_BRIGHTNESS, frame, frames_per_s
from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.light.pattern import pattern
from controller.light.themes import DARK
from hardware.ports import RGB

SQUARES = 8
FRAMES_A_SECOND = 30
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def shown(seconds: float) -> list[tuple[RGB, ...]]:
    """What is seen in that time, each picture once."""
    frames = range(round(seconds * FRAMES_A_SECOND))
    pictures = (pattern(SQUARES, step / FRAMES_A_SECOND) for step in frames)
    return [picture for picture, _ in groupby(pictures)]


def filled(colour: RGB, squares: int) -> tuple[RGB, ...]:
    return (colour,) * squares + (DARK,) * (SQUARES - squares)


def only(square: int) -> tuple[RGB, ...]:
    return tuple(WHITE if at == square else DARK for at in range(1, SQUARES + 1))


def test_white_walks_the_track_and_each_colour_fills_it_from_square_1() -> None:
    walk = [only(square) for square in range(1, SQUARES + 1)]
    sweeps = [
        [*(filled(colour, squares) for squares in range(1, SQUARES + 1)), filled(DARK, SQUARES)]
        for colour in (RED, GREEN, BLUE, WHITE)
    ]
    expected = [*walk, filled(DARK, SQUARES), *chain.from_iterable(sweeps)]
    assert shown(11.0)[: len(expected)] == expected


def test_it_begins_again() -> None:
    seen = shown(25.0)
    assert seen.count(only(1)) >= 2
    assert seen.count(only(5)) >= 2


def test_a_number_that_is_asked_for_is_drawn_all_the_same() -> None:
    shown: dict[int, Meaning] = {1: "digits", 3: "digits"}
    assert frame(shown, Look(test=True), 3, 0.2) == frame(shown, Look(), 3, 0.2)
    assert frames_per_s(shown, Look(test=True)) == frames_per_s(shown, Look())


def test_it_takes_the_place_of_the_game_in_the_same_brightness() -> None:
    look = Look(brightness=0.5, test=True)
    half = round(255 * (LEAST_BRIGHTNESS + (1 - LEAST_BRIGHTNESS) / 2))
    assert frame({1: "turn"}, look, 3, 0.2) == (DARK, (half, half, half), DARK)
    night = frame({}, Look(night=True, test=True), 3, 0.0)[0]
    assert night[0] > night[1] > night[2] > 0
