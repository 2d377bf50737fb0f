"""The mind of the opponents without a table: what it asks, plays and logs, and when it acts."""

import random
from collections.abc import Callable, Sequence

import msgspec
import pytest

from controller.game.history import Game
from controller.game.opponents.characters import Opponent, find_opponent
from controller.game.opponents.programs.player import ProgramSilent
from controller.game.opponents.sight import Sight
from controller.game.pieces import Player, Seating
from controller.game.rules import Action, Ruleset, legal
from controller.game.setup import Setup
from controller.table.commands import Play
from controller.table.opponents.mind import (
    MOST_FAULTS,
    PATIENCE_S,
    PLAIN,
    RETRY_S,
    OpponentMind,
)
from controller.table.snapshot import Snapshot, snapshot_of
from tests.support.rules.positions import position
from tests.support.table.states import ANN, START_S, a_race

BEN, CEM = Player("Ben", ("yellow",), "walker"), Player("Cem", ("green",), "sprinter")
SETUP = Setup((ANN, BEN, CEM), pace_s=2.0)
Choose = Callable[[Sight, Sequence[Action], random.Random], Action]
LOGGER = "controller.table.opponents.mind"


class Character:
    def __init__(self, choice: Choose) -> None:
        self.choose = choice


def first(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
    return actions[0]


def fails(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
    raise ZeroDivisionError


def shown(game: Game, version: int = 1, setup: Setup = SETUP) -> Snapshot:
    """The picture of a game."""
    table = a_race()
    saved = msgspec.structs.replace(table.saved, game=game, setup=setup, version=version)
    return snapshot_of(table.change(saved=saved, seating=Seating(setup.seats)), START_S, 1)


def bens_turn(**options: object) -> Game:
    """Ann on 5, Ben on 4, Cem on 8; it is Ben's turn."""
    return Game(position((5, 4, 8), to_act=1, **options))  # type: ignore[arg-type]  # as it takes them


def mind_of(choice: Choose, seed: int = 1) -> OpponentMind:
    """A mind whose characters all choose so, ready for Ben's turn."""
    opponent = Opponent("", lambda _rules, _seats: Character(choice))
    mind = OpponentMind(random.Random(seed), lambda _: opponent)
    while mind.prepare(shown(bens_turn())):
        pass
    return mind


def thought(mind: OpponentMind, game: Game, version: int = 1) -> Play:
    mind.think(shown(game, version), game)
    return mind.command()


# Getting ready


def test_opponents_are_made_ready_one_at_a_time_and_once_for_a_game() -> None:
    made: list[tuple[str, str, int]] = []

    def find(name: str) -> Opponent:
        def prepare(rules: Ruleset, seats: int) -> Character:
            made.append((name, rules.edition, seats))
            return Character(first)

        return Opponent("", prepare)

    mind = OpponentMind(random.Random(1), find)
    snapshot = shown(bens_turn())
    assert mind.prepare(snapshot) is True
    assert made == [("walker", "parlett-2018", 3)]
    assert mind.prepare(snapshot) is True
    assert mind.prepare(snapshot) is False
    assert made == [("walker", "parlett-2018", 3), ("sprinter", "parlett-2018", 3)]
    mind.prepare(shown(bens_turn(hare="off")))
    assert [name for name, _, _ in made] == ["walker", "sprinter", "walker"], "by other rules"


def test_without_a_game_there_is_nobody_to_make_ready() -> None:
    mind = OpponentMind(random.Random(1), find_opponent)
    snapshot = msgspec.structs.replace(shown(bens_turn()), state=None)
    assert mind.prepare(snapshot) is False


@pytest.mark.parametrize("end", [ProgramSilent("it has ended"), EOFError("It has died.")])
def test_who_is_ended_while_it_thinks_is_not_said_to_have_failed(
    end: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """Else the log of each stop of the board would tell of a move that was never played."""

    def closed_meanwhile(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        mind.close()
        raise end

    mind = mind_of(closed_meanwhile)
    thought(mind, bens_turn())
    assert not caplog.messages


def test_the_usual_characters_are_found_by_name_and_closing_ends_nothing_else() -> None:
    mind = OpponentMind(random.Random(1))
    assert mind.prepare(shown(bens_turn()))
    assert mind.prepare(shown(bens_turn()))
    assert not thought(mind, bens_turn()).plain
    mind.close()
    closed: list[str] = []
    OpponentMind(random.Random(1), close=lambda: closed.append("closed")).close()
    assert closed == ["closed"]


def test_for_an_unknown_one_plain_moves_are_played(caplog: pytest.LogCaptureFixture) -> None:
    mind = OpponentMind(random.Random(1), lambda _: find_opponent("wolker"))
    while mind.prepare(shown(bens_turn())):
        pass
    assert thought(mind, bens_turn()).plain
    told = {record.getMessage() for record in caplog.records}
    assert len(told) == 1
    assert told.pop().endswith(" Plain moves are played for it.")
    assert "There is no opponent “wolker”" in caplog.text


def test_for_one_that_is_never_ready_plain_moves_are_played(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def breaks(rules: Ruleset, seats: int) -> Character:
        raise ZeroDivisionError

    mind = OpponentMind(random.Random(1), lambda _: Opponent("", breaks))
    mind.prepare(shown(bens_turn()))
    mind.prepare(shown(bens_turn()))
    assert thought(mind, bens_turn()).plain
    assert [record.getMessage() for record in caplog.records] == [
        f"Opponent “{name}” is never ready: plain moves are played for it."
        for name in ("walker", "sprinter")
    ]
    assert caplog.records[0].exc_info is not None


# Choosing


def test_what_was_chosen_is_played_for_its_seat_as_the_game_stood() -> None:
    mind = mind_of(first)
    assert not mind.knows(shown(bens_turn(), 7))
    command = thought(mind, bens_turn(), 7)
    action = str(legal(bens_turn().state)[0])
    assert command == Play(1, action, 7, thought=True, plain=False)
    assert mind.knows(shown(bens_turn(), 7))
    assert not mind.knows(shown(bens_turn(), 8))


def test_a_character_gets_what_its_seat_sees_the_legal_actions_and_the_only_chance() -> None:
    asked: list[tuple[Sight, list[str], random.Random]] = []

    def notes(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        asked.append((sight, [str(each) for each in actions], chance))
        return actions[-1]

    chance = random.Random(3)
    opponent = Opponent("", lambda _rules, _seats: Character(notes))
    mind = OpponentMind(chance, lambda _: opponent)
    mind.prepare(shown(bens_turn()))
    legal_now = [str(each) for each in legal(bens_turn().state)]
    assert thought(mind, bens_turn()).action == legal_now[-1]
    ((sight, actions, source),) = asked
    assert (sight.seat, actions) == (1, legal_now)
    assert source is chance


def test_without_a_choice_nobody_is_asked() -> None:
    game = Game(position((5, 4, 8), to_act=1, misses=[1]))
    assert thought(mind_of(fails), game) == Play(1, "miss", 1, thought=True, plain=False)


@pytest.mark.parametrize("seed", range(3))
def test_the_plain_move_for_one_that_fails_is_that_of_the_plain_temperament(seed: int) -> None:
    command = thought(mind_of(fails, seed), bens_turn())
    seen: list[Sight] = []

    def notes(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        seen.append(sight)
        return PLAIN.choose(sight, actions, chance)

    same = thought(mind_of(notes, seed), bens_turn())
    assert (command.action, command.plain, same.plain) == (same.action, True, False)


def dies(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
    raise EOFError("The process ended.")


def cheats(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
    return Action("forward", None, 64)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (dies, "Opponent “walker”: The process ended. A plain move is played for it."),
        (fails, "Opponent “walker” failed; a plain move is played for it."),
        (cheats, "Opponent “walker” chose f64; a plain move is played for it."),
    ],
)
def test_each_fault_is_told_and_after_some_a_character_is_asked_no_more(
    caplog: pytest.LogCaptureFixture, choice: Choose, said: str
) -> None:
    mind = mind_of(choice)
    for _ in range(MOST_FAULTS + 2):
        assert thought(mind, bens_turn()).plain
    assert [record.getMessage() for record in caplog.records if record.name == LOGGER] == [
        *[said] * MOST_FAULTS,
        "Opponent “walker” is asked no more in this game.",
    ]


def test_a_program_that_gives_no_answer_is_asked_again_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def silent(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        raise ProgramSilent("did not answer in time")

    mind = mind_of(silent)
    for _ in range(MOST_FAULTS + 2):
        assert thought(mind, bens_turn()).plain
    assert [record.getMessage() for record in caplog.records if record.name == LOGGER] == [
        "Opponent “walker” did not answer in time; a plain move is played for it."
    ] * (MOST_FAULTS + 2)


def test_faults_are_forgotten_in_another_game_or_when_a_move_is_taken_back() -> None:
    asked: list[int] = []

    def notes(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        asked.append(len(sight.played))
        raise ZeroDivisionError

    mind = mind_of(notes)
    later = Game(position((5, 4, 8))).push("f6")
    for _ in range(MOST_FAULTS):
        thought(mind, later)
    thought(mind, later)
    assert asked == [1] * MOST_FAULTS
    thought(mind, bens_turn())
    assert asked == [1] * MOST_FAULTS + [0]
    for _ in range(MOST_FAULTS):
        thought(mind, bens_turn())
    assert asked.count(0) == MOST_FAULTS
    while mind.prepare(shown(bens_turn(hare="off"))):
        pass
    thought(mind, bens_turn(hare="off"))
    assert asked.count(0) == MOST_FAULTS + 1, "by other rules"


@pytest.mark.parametrize("others", [["f9"], ["f9", "f7", "f12", "f13"]])
def test_faults_are_forgotten_where_another_move_was_played_instead(others: list[str]) -> None:
    asked: list[int] = []

    def notes(sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        asked.append(len(sight.played))
        raise ZeroDivisionError

    mind = mind_of(notes)
    for actions in (["f6"], others):
        for _ in range(MOST_FAULTS + 1):
            thought(mind, Game(position((5, 4, 8))).replay(actions))
    assert asked == [1] * MOST_FAULTS + [len(others)] * MOST_FAULTS


# When it acts


def test_an_opponent_acts_after_its_pace_since_it_was_first_asked() -> None:
    mind, snapshot = mind_of(first), shown(bens_turn(), 3)
    assert mind.left_s(snapshot, 100.0) == 2.0
    assert mind.left_s(snapshot, 101.5) == 0.5
    assert mind.left_s(snapshot, 102.0) == 0.0
    assert mind.left_s(snapshot, 500.0) == 0.0
    assert mind.left_s(shown(bens_turn(), 4), 500.0) == 2.0


def test_an_opponent_waits_for_hands_but_not_for_ever() -> None:
    mind, snapshot = mind_of(first), shown(bens_turn(), 3)
    waits = msgspec.structs.replace(snapshot, opponent_waits=True)
    assert mind.left_s(waits, 100.0) == PATIENCE_S
    assert mind.left_s(snapshot, 101.0) == 1.0
    assert mind.left_s(waits, 100.0 + PATIENCE_S) == 0.0


def test_a_table_that_has_just_started_holds_no_opponent_back() -> None:
    snapshot = shown(bens_turn(), setup=msgspec.structs.replace(SETUP, pace_s=0.0))
    assert mind_of(first).left_s(snapshot, 0.0) == 0.0


def test_a_refused_action_is_thought_and_tried_again_a_little_later() -> None:
    mind, snapshot = mind_of(first), shown(bens_turn())
    mind.left_s(snapshot, 100.0)
    thought(mind, bens_turn())
    mind.refused(110.0)
    assert not mind.knows(snapshot)
    assert mind.left_s(snapshot, 110.0) == RETRY_S
    assert mind.left_s(snapshot, 110.0 + RETRY_S) == 0.0
