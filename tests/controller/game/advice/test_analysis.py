"""The analysis of a game: chances, what turned it, what would have been better."""

import subprocess
import sys

import msgspec
import pytest

from controller.game.advice.analysis import MISTAKE, TURNING, Analysis, analyse
from controller.game.advice.reasons import ArrivesHome
from controller.game.editions.rulesets import make_ruleset
from controller.game.history import Game
from controller.game.journal.entries import Entry, KeptGame
from controller.game.opponents.arena.match import Match, play
from controller.game.pieces import Player
from controller.game.rules import new_game
from controller.game.setup import Setup
from tests.support.rules.positions import position


def whole_game(edition: str, entrants: tuple[str, ...]) -> Game:
    outcome = play(Match(entrants, edition), 0)
    rules = make_ruleset(edition, len(entrants))
    return Game(new_game(rules, len(entrants))).replay(outcome.actions)


@pytest.mark.long
def test_chances_add_up_to_one_and_end_with_the_winner() -> None:
    game = whole_game("parlett-2018", ("walker", "sprinter", "alternator"))
    found = analyse(game)
    assert len(found.chances) == len(game.plies) + 1
    assert all(sum(each) == pytest.approx(1) for each in found.chances)
    winner = game.state.ranking[0]
    assert found.chances[-1] == tuple(float(seat == winner) for seat in range(3))
    assert not {"chew", "miss", "restart"} & {point.action for point in found.turning_points}


def missed_win() -> Game:
    """Ann could go HOME and wins nothing by staying on her carrot square; Ben then goes HOME."""
    start = position([61, 63, 20], carrots=[11, 2, 65], lettuces=0)
    return Game(start).replay(["draw", "f64"])


def test_a_win_that_was_missed_turned_the_race() -> None:
    found = analyse(missed_win())
    assert found == analyse(missed_win())
    first, *_ = found.turning_points
    assert (first.number, first.seat, first.action) == (1, 0, "draw")
    assert first.changes[0] < -0.3
    assert first.better is not None
    assert first.better.action == "f64"
    assert first.better.chance > 0.9
    assert first.better.chance_as_played < 0.7
    assert first.better.reasons[0] == ArrivesHome(1, 5)
    assert first.better.turns_sooner > 0


def test_what_a_closer_look_does_not_find_better_is_not_told() -> None:
    """Of these moves the quick look calls one a mistake that is none."""
    start = position([51, 53, 55], carrots=[6, 20, 22], lettuces=0)
    for point in analyse(Game(start).replay(["f54", "f58"])).turning_points:
        assert point.better is not None
        assert point.better.chance - point.better.chance_as_played >= MISTAKE


def test_the_best_action_turns_nothing_without_a_card() -> None:
    """Ann runs as near HOME as she can: only the estimate changes."""
    start = position([60, 62, 20], carrots=[40, 2, 65], lettuces=0)
    found = analyse(Game(start).replay(["f63"]))
    assert found.turning_points == ()
    assert abs(found.chances[1][0] - found.chances[0][0]) >= TURNING


def test_a_correction_of_the_board_is_a_step_but_turns_nothing() -> None:
    game = missed_win()
    corrected = Game(game.start).push("draw").mend(position([61, 63, 20], to_act=1, lettuces=0))
    found = analyse(corrected)
    assert len(found.chances) == 3  # before, after the action, after the correction
    assert all(point.number == 1 for point in found.turning_points)


def test_a_forced_action_without_a_card_turns_nothing() -> None:
    start = position([57, 20, 30], owes={0: "chew"}, carrots=10, lettuces=[1, 3, 3])
    assert not analyse(Game(start).replay(["chew"])).turning_points


@pytest.mark.long
def test_a_game_is_analysed_in_a_process_of_its_own() -> None:
    """As the pages have it done; with two runners, teams and a take-back."""
    seats = (Player("Ann", ("red", "blue")), Player("Ben", ("green", "black")))
    setup = Setup(seats, "tournament-2019")
    entries = (
        Entry(1, "begin", msgspec.json.encode(setup).decode()),
        Entry(2, "play", "1:f5"),
        Entry(3, "undo", ""),
        Entry(4, "play", "2:f3"),
    )
    ran = subprocess.run(
        [sys.executable, "-m", "controller.game.advice.worker"],
        input=msgspec.json.encode(KeptGame("2026-08-14T12:00:00", entries)),
        capture_output=True,
        check=True,
    )
    found = msgspec.json.decode(ran.stdout, type=Analysis)
    assert [len(each) for each in found.chances] == [2, 2]
    assert found.accounts[0].spent == {"moves": 6}
    assert not ran.stderr


def test_what_only_a_card_turned_could_not_have_been_played_better() -> None:
    start = position([45, 40, 43], carrots=[3, 40, 40], lettuces=1, cards="restore")
    (point,) = analyse(Game(start).replay(["f46"])).turning_points
    assert (point.action, point.better) == ("f46", None)
    assert point.changes[0] >= TURNING
