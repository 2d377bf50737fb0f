"""Results of races that nobody ran, for the statistics."""

import random
from typing import Final

from controller.game.pieces import COLOURS
from controller.game.statistics import RaceAt, RaceOutcome, SeatResult

NAMES: Final = ("Ann", "ann ", "Ben", "Cem", "Dot", "Eve", "Flo")
Races = dict[RaceAt, RaceOutcome | None]


def some_races(count: int, seed: int = 1) -> Races:
    """So many races, each of other people and with other ends; one in ten has not ended."""
    rng = random.Random(seed)
    return {
        RaceAt(100 * number, 100 * number + 99, f"sum{number}"): (
            None if rng.random() < 0.1 else a_race(rng, number)
        )
        for number in range(1, count + 1)
    }


def a_race(rng: random.Random, number: int) -> RaceOutcome:
    names = rng.sample(NAMES[1:], rng.randint(2, 6))
    places = rng.sample(range(1, len(names) + 1), len(names))
    colours = rng.sample(COLOURS, len(names))
    seats = [
        SeatResult(
            name=name,
            colours=(colour,),
            opponent="walker" if name == "Flo" else "",
            place=place,
            turns=rng.randint(20, 40),
            eaten=rng.randint(100, 400),
            left=rng.randint(0, 20),
            cards=rng.randint(0, 9),
            lettuces=3,
            longest=rng.randint(1, 30),
            longest_turn=rng.randint(1, 120),
        )
        for name, place, colour in zip(names, places, colours, strict=True)
    ]
    edition = rng.choice(("classic", "2019"))
    return RaceOutcome(f"2026-01-01T20:00:{number:06}", edition, tuple(seats), ())
