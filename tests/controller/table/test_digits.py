"""A number in lights: who stands at the board reads it, and nobody else."""

import pytest

from controller.config import Settings
from controller.refusal import Refusal
from controller.table.commands import Abandon, AskTap, ShowSign
from hardware.ports import LightsChanged
from tests.controller.light.test_digits import seen, text_of
from tests.support.table.tabletop import SCAN_S, Tabletop

SIGN_S = Settings().sign_s


def lit(table: Tabletop) -> str:
    assert set(table.snapshot.lights.values()) <= {"digits"}, "nothing else is lit"
    return seen(frozenset(table.snapshot.lights))


def is_drawn(table: Tabletop) -> bool:
    return table.snapshot.digits is not None


def test_the_lights_draw_a_number_for_half_a_minute_and_then_the_game_again(
    table: Tabletop,
) -> None:
    game = table.snapshot.lights
    table.command(ShowSign("42"))
    assert lit(table) == text_of("#.#.###", "#.#...#", "###.###", "..#.#", "..#.###", "", "#", "")
    table.wait(SIGN_S - SCAN_S)
    assert is_drawn(table)
    table.wait(2 * SCAN_S)
    assert not is_drawn(table)
    assert table.snapshot.lights == game


def test_the_pictures_follow_one_another(table: Tabletop) -> None:
    table.command(ShowSign("123456"))
    shown = set()
    for _ in range(200):
        shown.add(lit(table))
        table.wait(SCAN_S)
    assert len(shown) == 4, "three pairs, and the dark between them"


def test_a_game_goes_on_behind_the_number(table: Tabletop) -> None:
    table.command(ShowSign("1"))
    table.move("Ann", 5)
    assert table.actions == ["f5"]
    assert set(table.snapshot.lights.values()) <= {"digits"}


def test_without_a_game_it_is_drawn_as_well(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    table.command(ShowSign("7"))
    assert lit(table).startswith("###\n..#\n")


def test_the_snapshot_does_not_say_which_number(table: Tabletop) -> None:
    table.command(ShowSign("918273"))
    assert "918273" not in repr(table.snapshot)


def test_another_number_takes_the_place_of_the_first(table: Tabletop) -> None:
    table.command(ShowSign("1"))
    first = lit(table)
    table.wait(SIGN_S / 2)
    table.command(ShowSign("2"))
    assert lit(table) != first
    table.wait(SIGN_S - SCAN_S)
    assert table.snapshot.digits is not None, "for as long as the first one"


@pytest.mark.parametrize("text", ["", "12a", "123456789", "٣"])
def test_what_is_no_short_number_is_refused(table: Tabletop, text: str) -> None:
    with pytest.raises(Refusal) as refused:
        table.command(ShowSign(text))
    assert refused.value.code == "bad-request"
    assert table.snapshot.digits is None


def test_lights_that_are_out_draw_nothing(table: Tabletop) -> None:
    table.session.sense(LightsChanged("The helper is gone.", 100.0))
    with pytest.raises(Refusal) as refused:
        table.command(ShowSign("12"))
    assert refused.value.code == "no-lights"


def test_a_tap_can_be_asked_for_behind_the_number(table: Tabletop) -> None:
    table.command(ShowSign("12"))
    table.command(AskTap())
    assert "tap" not in table.snapshot.lights.values()
    table.wait(SIGN_S + SCAN_S)
    assert "tap" in table.snapshot.lights.values()
