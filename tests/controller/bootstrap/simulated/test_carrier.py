"""Runners of errands that carry themselves on a simulated board."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.bootstrap.simulated.carrier import Carrier
from controller.table.commands import Mend, SetPace, TakeBack
from tests.support.table.tabletop import SCAN_S, Tabletop

PACE_S = 2.0
LIT_S = PACE_S / 2


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    """Ann is a person; Ben goes to 10, and Cem to 9."""
    table = Tabletop(tmp_path, opponents={"Ben": "walker", "Cem": "sprinter"}, pace_s=PACE_S)
    table.move("Ann", 5)
    yield table
    table.session.close()


def pass_time(table: Tabletop, carrier: Carrier, seconds: float) -> None:
    for _ in range(round(seconds / SCAN_S)):
        carrier.carry(table.snapshot, table.clock.now_s())
        table.wait(SCAN_S)


def test_an_errand_is_lit_for_half_the_pace_then_carried(table: Tabletop) -> None:
    carrier = Carrier(table.world)
    table.wait(PACE_S)
    assert table.errands == [("Ben", None, 10)]
    assert carrier.carry(table.snapshot, table.clock.now_s()) == LIT_S
    pass_time(table, carrier, LIT_S)
    assert table.where("Ben") is None
    pass_time(table, carrier, 3 * SCAN_S)
    assert (table.where("Ben"), table.lies("Ben"), table.errands) == (10, True, [])


def test_opponents_race_on_without_any_hand(table: Tabletop) -> None:
    carrier = Carrier(table.world)
    pass_time(table, carrier, 3 * PACE_S)
    assert (table.to_act, table.errands, table.faults) == ("Ann", [], [])
    assert len(table.actions) == 3


def test_a_runner_that_a_person_holds_is_left_to_that_hand(table: Tabletop) -> None:
    carrier = Carrier(table.world)
    table.wait(PACE_S)
    table.lift("Ben")
    pass_time(table, carrier, 2 * PACE_S)
    assert table.where("Ben") is None
    table.put("Ben", 10, face_down=True)
    assert ("Ben", None, 10) not in table.errands


def test_a_runner_that_another_hand_has_touched_waits_anew(table: Tabletop) -> None:
    carrier = Carrier(table.world)
    table.wait(PACE_S)
    before = table.snapshot
    carrier.carry(before, table.clock.now_s())
    table.put("Ben", 10, face_down=True)
    table.world.knock("yellow")
    table.wait(LIT_S)
    carrier.carry(before, table.clock.now_s())  # it has not heard of that hand yet
    assert table.where("Ben") is None


def test_a_carrier_that_hears_late_leaves_a_runner_to_the_hand_that_has_it(tmp_path: Path) -> None:
    """Though it lets no time pass between an errand and its carrying."""
    table = Tabletop(tmp_path, opponents={"Ben": "walker"}, pace_s=0.0)
    carrier = Carrier(table.world)
    table.phone("Ann", "f7")
    before = table.snapshot
    table.put("Ann", 7)
    table.wait(SCAN_S)
    table.put("Ann", 8)
    carrier.carry(before, table.clock.now_s())
    assert table.where("Ann") == 8
    table.session.close()


def test_a_hand_that_moves_on_before_the_readers_saw_the_runner_keeps_it(tmp_path: Path) -> None:
    """Without a pace an errand is carried at once; the next move may come before it was read."""
    table = Tabletop(tmp_path, opponents={})
    table.command(SetPace(0.0))
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 9)):
        table.move(name, square)
    carrier = Carrier(table.world)
    table.phone("Ann", "f8")
    carrier.carry(table.snapshot, table.clock.now_s())
    assert table.where("Ann") == 8
    table.phone("Ben", "f7")
    table.phone("Cem", "f10")
    table.world.put("red", 12)
    carrier.carry(table.snapshot, table.clock.now_s())  # something else has changed
    assert table.where("Ann") == 12
    pass_time(table, carrier, 3.0)
    assert (table.where("Ann"), table.actions[-1]) == (12, "f12")
    table.session.close()


def test_a_runner_that_the_plug_kept_from_being_carried_is_carried_at_the_next_start(
    tmp_path: Path,
) -> None:
    table = Tabletop(tmp_path, opponents={}, pace_s=PACE_S)
    table.phone("Ann", "f5")
    table.pull_the_plug()
    assert table.where("Ann") is None
    pass_time(table, Carrier(table.world), PACE_S)
    assert (table.where("Ann"), table.errands, table.faults) == (5, [], [])
    table.session.close()


def test_a_runner_that_a_hand_has_taken_off_the_board_is_left_to_that_hand(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, opponents={}, pace_s=PACE_S)
    carrier = Carrier(table.world)
    table.move("Ann", 5)
    table.knock("Ann")
    pass_time(table, carrier, PACE_S)
    assert table.where("Ann") is None
    table.session.close()


def test_a_hand_at_the_same_moment_is_the_quicker_one(table: Tabletop) -> None:
    seen = table.world.piece("yellow")
    table.world.put("yellow", 9)
    table.world.carry(seen, 10, face_down=True)
    assert table.world.piece("yellow").square == 9


def test_a_move_by_phone_and_its_take_back_are_carried(table: Tabletop) -> None:
    carrier = Carrier(table.world)
    pass_time(table, carrier, 3 * PACE_S)
    table.phone("Ann", "f8")
    pass_time(table, carrier, PACE_S)
    assert (table.where("Ann"), table.errands) == (8, [])
    table.command(TakeBack(0, table.snapshot.version))
    pass_time(table, carrier, PACE_S)
    assert (table.where("Ann"), table.errands) == (5, [])


def test_in_a_new_race_all_runners_go_back_to_the_start(table: Tabletop) -> None:
    carrier = Carrier(table.world)
    pass_time(table, carrier, 3 * PACE_S)
    table.begin_anew()
    pass_time(table, carrier, 3 * PACE_S)
    assert [table.where(name) for name in ("Ann", "Ben", "Cem")] == [None] * 3
    assert (table.errands, table.faults) == ([], [])


def test_what_was_set_down_too_late_is_carried_on(table: Tabletop) -> None:
    """The next race begins before any reader has seen the runner where it was carried to."""
    carrier = Carrier(table.world)
    while table.where("Ben") is None:
        carrier.carry(table.snapshot, table.clock.now_s())
        if table.where("Ben") is None:
            table.wait(SCAN_S)
    table.begin_anew()
    pass_time(table, carrier, 3 * PACE_S)
    assert [table.where(name) for name in ("Ann", "Ben", "Cem")] == [None] * 3
    assert (table.errands, table.faults) == ([], [])


@pytest.fixture
def taken_back(tmp_path: Path) -> Iterator[tuple[Tabletop, Carrier]]:
    """Ann's move to 7 is taken back before any reader has seen that her runner was carried there.

    The game has her on 5, Ben on 4 and Cem on 8.
    """
    table = Tabletop(tmp_path, opponents={}, pace_s=PACE_S)
    carrier = Carrier(table.world)
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.phone("Ann", "f7")
    while table.where("Ann") != 7:
        table.wait(SCAN_S)
        carrier.carry(table.snapshot, table.clock.now_s())
    table.command(TakeBack(0, table.snapshot.version))
    yield table, carrier
    table.session.close()


def test_a_move_taken_back_while_it_is_carried_is_not_played_again(
    taken_back: tuple[Tabletop, Carrier],
) -> None:
    table, carrier = taken_back
    version = table.snapshot.version
    pass_time(table, carrier, 4 * PACE_S)
    assert table.snapshot.version == version, "nobody has moved"
    assert (table.where("Ann"), table.errands, table.faults) == (5, [], [])


def test_nor_while_another_runner_is_in_the_way(taken_back: tuple[Tabletop, Carrier]) -> None:
    table, carrier = taken_back
    version = table.snapshot.version
    table.put("Cem", 5)
    pass_time(table, carrier, 4 * PACE_S)
    assert (table.where("Ann"), table.where("Cem")) == (7, 5), "nothing is set down on a runner"
    table.put("Cem", 8)
    pass_time(table, carrier, 4 * PACE_S)
    assert table.snapshot.version == version, "nobody has moved"
    assert (table.where("Ann"), table.errands, table.faults) == (5, [], [])


def test_a_runner_that_was_laid_down_too_late_is_stood_up(tmp_path: Path) -> None:
    """Its lettuce is chewed before any reader has seen the runner lie."""
    table = Tabletop(tmp_path, opponents={}, pace_s=PACE_S)
    carrier = Carrier(table.world)
    table.move("Ann", 10)
    table.phone("Ben", "f5")
    table.phone("Cem", "f4")
    while not table.lies("Ann"):
        carrier.carry(table.snapshot, table.clock.now_s())
        if not table.lies("Ann"):
            table.wait(SCAN_S)
    table.phone("Ann", "chew")
    table.phone("Ben", "f8")
    table.phone("Cem", "f5")
    pass_time(table, carrier, 4 * PACE_S)
    assert (table.lies("Ann"), table.errands, table.faults) == (False, [], [])
    table.session.close()


def test_runners_that_are_to_change_places_are_carried_past_each_other(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, opponents={}, pace_s=PACE_S)
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 3)):
        table.move(name, square)
    table.lift("Ann")
    table.put("Ben", 5)
    table.put("Ann", 4)
    table.wait(PACE_S)
    assert table.faults
    table.command(Mend("game", table.snapshot.version))
    pass_time(table, Carrier(table.world), 3 * PACE_S)
    assert (table.where("Ann"), table.where("Ben"), table.errands) == (5, 4, [])
    table.session.close()


def test_without_errands_there_is_nothing_to_carry(table: Tabletop) -> None:
    assert Carrier(table.world).carry(table.snapshot, table.clock.now_s()) is None
