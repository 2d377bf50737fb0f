"""Games through the real driver and emulated chips that have every fault there is.

Whatever readers, wires and tags do, nothing is played that hands and phones did not mean, and
the game can always go on.
"""

from pathlib import Path
from typing import Final

import pytest

from controller.config import Settings
from controller.game.pieces import COLOURS
from controller.game.rules import legal
from controller.table.lit_squares import destination
from hardware.simulated.pn532.faults import FAULTS
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, PROFILES, Profile
from tests.controller.table.chip_games import (
    PATIENCE_S,
    Players,
    chip_table,
    play_by_hand,
    whole_game,
)

MANY: Final = 200


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_nothing_is_played_that_nobody_meant_whatever_breaks(
    tmp_path: Path, profile: Profile
) -> None:
    with chip_table(tmp_path, 0, profile) as table:
        players = Players(table)
        plies, had = 0, set[str]()
        while plies < MANY and players.take_turn():
            plies += 1
            players.disturb()
            had |= {name for chip in table.chips.values() for name in chip.faults.active}
        assert plies == MANY
        assert had == set(FAULTS)
        assert players.by_board > players.by_phone / 3
        assert table.radio.closest is not None


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_with_sound_readers_every_move_is_understood(tmp_path: Path, profile: Profile) -> None:
    with chip_table(tmp_path, 7, profile) as table:
        play_by_hand(table, 30)


@pytest.mark.long
@pytest.mark.parametrize("seed", [8, 213])
def test_a_game_in_which_a_move_was_once_not_understood(seed: int) -> None:
    assert whole_game(seed, AS_REPORTED).moves > 50


def test_some_moves_with_chips_as_reported(tmp_path: Path) -> None:
    with chip_table(tmp_path, 8, AS_REPORTED) as table:
        play_by_hand(table, 3)


@pytest.mark.parametrize("silent", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
@pytest.mark.parametrize(
    "profile",
    [AS_REPORTED, pytest.param(BY_THE_MANUAL, marks=pytest.mark.long)],
    ids=lambda profile: profile.name,
)
def test_a_square_first_read_late_after_a_start_is_not_taken_for_a_move(
    tmp_path: Path, profile: Profile, seed: int, *, silent: bool
) -> None:
    """Its runner stands where it may go: a move was taken back when the power was cut.

    It is read late since the start takes long, or its reader does not answer at first.
    """
    with chip_table(tmp_path, seed, profile) as table:
        players = Players(table)
        play_by_hand(table, 1)
        players.until_somebody_may_choose()
        state = table.session.snapshot.state
        assert state is not None
        assert state.to_act is not None
        to = max(filter(None, (destination(state, each) for each in legal(state))))
        colour, played = COLOURS[state.to_act], table.played
        world = table.world
    world.put(colour, to, face_down=False)
    how = {"silent": (to,)} if silent else {"late_s": Settings().first_look_s + 0.2}
    with chip_table(tmp_path, seed, profile, world=world, **how) as table:
        if silent:
            table.wait(5.0)
            assert table.board.last_read_s(to) is None
            table.chips[to].faults.clear()
        while table.board.last_read_s(to) is None:
            table.step()
        table.wait(2.0)
        assert table.played == played
        assert to in {errand.square for errand in table.session.snapshot.finding.errands}
        # Once it is lifted and put down there, it counts.
        table.world.lift(colour)
        table.wait(0.5)
        table.world.put(colour, to)
        until_s = table.clock.now_s() + PATIENCE_S
        while table.played == played and table.clock.now_s() < until_s:
            table.step()
        assert table.played > played


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_a_whole_game(profile: Profile) -> None:
    """Many: `python -m tests.controller.table.chip_games 400`."""
    assert whole_game(0, profile).moves > 50
