"""What single tasks measure at a small simulated board."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from controller.board import parse_board
from controller.bootstrap.simulated.rehearsal import Rehearsal, rehearse
from controller.maintenance.acceptance.measuring.facts import facts_of
from controller.maintenance.acceptance.measuring.perform import CHECKS, Performer
from controller.maintenance.acceptance.measuring.questions import PressButton, Question
from controller.maintenance.acceptance.measuring.tasks import (
    Edges,
    LightSeen,
    Loaded,
    LoadSupply,
    Measurement,
    Press,
    Rate,
    Rated,
    RunSeen,
    ShowLight,
    ShowRun,
    Soak,
    Soaked,
    Sweep,
    Swept,
    Task,
)
from tests.support.acceptance.boards import SPI_TEXT

TWO_BUTTONS = SPI_TEXT.replace('confirm = "GPIO17"', 'confirm = "GPIO17"\ntake_back = "GPIO27"')


class Hasty:
    """Presses the other button, and takes the runner away during a soak."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal

    def ask(self, question: Question, ready: Callable[[], bool] | None = None) -> str:
        """Do what is asked for, or nearly."""
        if isinstance(question, PressButton):
            question = msgspec.structs.replace(question, button="take-back")
        return self._rehearsal.builder.ask(question, ready)

    def begin(self, task: Task) -> None:
        """Do nothing."""

    def note_work(self) -> None:
        """Do nothing."""

    def note_time(self, seconds: float) -> None:
        """Take the runner away."""
        if seconds > 1:
            self._rehearsal.world.lift("red")

    def take(self, measurement: Measurement) -> None:
        """Do nothing."""


@pytest.fixture(name="rehearsal")
def _rehearsal() -> Rehearsal:
    return rehearse(parse_board(TWO_BUTTONS, "board.toml"))


def done(rehearsal: Rehearsal, task: Task, *, hasty: bool = False, **without: Any) -> Measurement:
    """What a task measures at a site without something."""
    board = parse_board(TWO_BUTTONS, "board.toml")
    facts = facts_of(board, rehearsal.site.bench.buses, in_full=False)
    builder = Hasty(rehearsal) if hasty else rehearsal.builder
    return Performer(facts, replace(rehearsal.site, **without), builder).do(task)


def test_one_light_is_seen_where_it_is(rehearsal: Rehearsal) -> None:
    assert done(rehearsal, ShowLight(square=3)) == LightSeen(square=3, at=3)


def test_lights_that_cannot_be_shown_are_seen_dark(rehearsal: Rehearsal) -> None:
    ran = done(rehearsal, ShowRun(), lights=None)
    assert ran == RunSeen(in_order=True, dark=(1, 2, 3, 4))


def test_a_supply_is_loaded_by_lights_alone_where_no_chip_answers(rehearsal: Rehearsal) -> None:
    rehearsal.supply.sagging = True
    loaded = done(rehearsal, LoadSupply(squares=()))
    assert isinstance(loaded, Loaded)
    assert (loaded.checks, loaded.all) == (CHECKS, loaded.lights)


def test_a_button_whose_contacts_cannot_be_seen_was_not_pressed(rehearsal: Rehearsal) -> None:
    pressed = done(rehearsal, Press(button="confirm"), contacts=None)
    assert pressed == Edges(button="confirm", closed_at_rest=False, edges=())


def test_another_button_than_was_asked_for_does_not_count(rehearsal: Rehearsal) -> None:
    pressed = done(rehearsal, Press(button="confirm"), hasty=True)
    assert pressed == Edges(button="confirm", closed_at_rest=False, edges=())


def test_without_a_list_of_tags_the_first_one_seen_is_the_base(rehearsal: Rehearsal) -> None:
    rated = done(rehearsal, Rate(square=1, spot="far left", height_mm=0), tags={})
    assert isinstance(rated, Rated)
    assert {(hits.base, hits.crown) for hits in rated.hits} == {
        (hits.readings, 0) for hits in rated.hits
    }


def test_a_runner_that_goes_away_in_a_soak_is_missed(rehearsal: Rehearsal) -> None:
    rehearsal.world.put("red", 2)
    soaked = done(rehearsal, Soak(seconds=5), hasty=True)
    assert isinstance(soaked, Soaked)
    assert {square for square, count in soaked.counts.items() if count.missed} == {2}


def test_a_line_that_spoils_what_it_carries_is_tested_longer(rehearsal: Rehearsal) -> None:
    rehearsal.emulation.chips[2].faults.set("corrupt", on=True)
    swept = done(rehearsal, Sweep(square=2, clocks_hz=()))
    assert isinstance(swept, Swept)
    assert swept.echoes[0].failed
    assert swept.again is not None
    assert len(swept.again.answers) > len(swept.echoes[0].answers)
