"""The arena seats everybody alike, counts what happened, and rates it with its error."""

import itertools
import json
import math
import os
import random
import shlex
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec
import pytest
from click.testing import CliRunner, Result

from controller.cli import cli
from controller.game.editions.rulesets import make_ruleset
from controller.game.history import Game
from controller.game.opponents.arena.command import table_of
from controller.game.opponents.arena.match import Match, Outcome, play, seating
from controller.game.opponents.arena.rating import POINTS, rate
from controller.game.opponents.arena.standings import stand, wilson
from controller.game.records.reading import read
from controller.game.records.replaying import replay
from controller.game.rules import new_game
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S, until

FOUR: Final = ("sprinter", "walker", "alternator", "weigher")
MATCH: Final = Match(FOUR, "parlett-2018")


def test_everybody_sits_at_each_seat_equally_often() -> None:
    seats = Counter(
        (seat, entrant)
        for number in range(40)
        for seat, entrant in enumerate(seating(MATCH, number))
    )
    assert seats == dict.fromkeys(itertools.product(range(4), range(4)), 10)


def test_neighbours_change() -> None:
    seatings = [seating(MATCH, number) for number in range(60)]
    assert {seats[1] for seats in seatings if seats[0] == 0} == {1, 2, 3}


@pytest.mark.long
def test_races_do_not_depend_on_the_number_of_processes() -> None:
    def standings(processes: int) -> str:
        asked = ["arena", "sprinter", "walker", "sprinter", "--edition", "tournament-2019"]
        asked += ["--games", "5", "--json", "--processes", str(processes)]
        program = [sys.executable, "-c", "from controller.cli import cli; cli()"]
        return subprocess.run(
            [*program, *asked], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout

    assert standings(1) == standings(2)


INTERRUPTIBLE: Final = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from controller.cli import cli
cli()
"""
"""The command, whatever the tests' own parent does with interrupts."""
HANGS: Final = """
import os, pathlib, time
pathlib.Path(__file__).with_name(f"{os.getpid()}.asked").touch()
time.sleep(3600)
"""


def test_an_interrupt_ends_all_races_and_programs_at_once(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    hangs = shlex.join([sys.executable, str(tmp_path / "hangs.py")])
    asked = ["arena", "hangs", "walker", "--opponent", f"hangs={hangs}", "--time", "3600"]
    program = [sys.executable, "-c", INTERRUPTIBLE, *asked, "--processes", "2"]
    arena = subprocess.Popen(
        program, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until(lambda: len([*tmp_path.glob("*.asked")]) == 2, "a program in each process")
    os.killpg(arena.pid, signal.SIGINT)
    assert "Aborted!" in arena.communicate(timeout=PATIENCE_S)[1]
    for path in tmp_path.glob("*.asked"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.stem), 0)


HANGS_LATER: Final = """
import json, os, pathlib, sys, time
pathlib.Path(__file__).with_name(f"{os.getpid()}.asked").touch()
while len([*pathlib.Path(__file__).parent.glob("*.asked")]) > 2:
    time.sleep(3600)
for line in sys.stdin:
    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)
"""


def test_the_races_before_an_interrupt_are_counted(tmp_path: Path) -> None:
    (tmp_path / "later.py").write_text(HANGS_LATER)
    later = shlex.join([sys.executable, str(tmp_path / "later.py")])
    asked = ["arena", "later", "walker", "--opponent", f"later={later}", "--time", "3600"]
    program = [sys.executable, "-c", INTERRUPTIBLE, *asked, "--processes", "1", "--json"]
    pipe = subprocess.PIPE
    arena = subprocess.Popen(program, cwd=ROOT, stdout=pipe, stderr=pipe, start_new_session=True)
    until(lambda: len([*tmp_path.glob("*.asked")]) == 3, "the third race")
    os.killpg(arena.pid, signal.SIGINT)
    counted, said = arena.communicate(timeout=PATIENCE_S)
    assert json.loads(counted)["races"] == 2
    assert b"Aborted!" in said
    assert arena.returncode == 1


def test_a_process_that_was_killed_is_told() -> None:
    killer = shlex.join([sys.executable, "-c", "import os; os.kill(os.getppid(), 9)"])
    asked = ["arena", "killer", "walker", "--opponent", f"killer={killer}", "--processes", "2"]
    program = [sys.executable, "-c", INTERRUPTIBLE, *asked]
    told = subprocess.run(program, cwd=ROOT, check=False, capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1].startswith("Error: A process that raced was killed")


def outcome(*names: str) -> Outcome:
    """A race in which these came in one after the other."""
    order = tuple(FOUR.index(name) for name in names)
    return Outcome(
        seating=order,
        ranking=(0, 1, 2, 3),
        actions=(),
        turns=(10, 20, 30, 40),
        faults=((),) * 4,
        plain_moves=(0,) * 4,
    )


def test_wins_places_and_turns_are_counted() -> None:
    races = [outcome(*FOUR), outcome(*FOUR), outcome(*reversed(FOUR))]
    found = {each.name: each for each in stand(MATCH, races).standings}
    assert [(found[name].wins, found[name].races) for name in FOUR] == [
        (2, 3),
        (0, 3),
        (0, 3),
        (1, 3),
    ]
    assert found["sprinter"].place == pytest.approx((1 + 1 + 4) / 3)
    assert found["weigher"].turns == pytest.approx((40 + 40 + 10) / 3)


def test_an_answer_and_a_missed_turn_are_no_turn() -> None:
    match = Match(FOUR, "parlett-2018")
    kinds: Counter[str] = Counter()
    for number in range(8):
        race = play(match, number)
        game = Game(new_game(make_ruleset(seats=4), 4)).replay(race.actions)
        kinds.update(each.action.kind for each in game.plies)
        turns = Counter(each.seat for each in game.plies if each.is_turn)
        assert race.turns == tuple(turns[seat] for seat in range(4))
    assert min(kinds["keep"], kinds["miss"]) > 0


def test_a_whole_team_has_won() -> None:
    teams = Match(FOUR, "parlett-2018", {"teams": [[0, 2], [1, 3]]})
    first = outcome(*FOUR)
    races = [first, msgspec.structs.replace(first, ranking=(3, 1, 0, 2))]
    found = {each.name: (each.wins, each.share) for each in stand(teams, races).standings}
    assert found == dict.fromkeys(FOUR, (1, 0.5))


def test_a_race_that_does_not_end_is_named_and_not_counted() -> None:
    endless = Outcome((0, 1, 2, 3), (), (), (0, 0, 0, 0), ((),) * 4, (0, 0, 0, 0))
    result = stand(MATCH, [outcome(*FOUR), endless])
    assert (result.races, result.given_up) == (1, (2,))
    assert stand(MATCH, [endless]).standings == ()


def test_two_players_are_rated_by_their_odds() -> None:
    orders = [("a", "b")] * 750 + [("b", "a")] * 250
    ratings = rate(orders)
    apart = ratings["a"].points - ratings["b"].points
    assert apart == pytest.approx(POINTS * math.log10(3), abs=1)
    # The error of log odds is 1/sqrt(n p q); each of the two moves by half of it.
    expected = 1.96 * POINTS / math.log(10) / math.sqrt(1000 * 0.75 * 0.25) / 2
    assert ratings["a"].error == pytest.approx(expected, rel=0.2)


def test_strengths_are_found_again_within_the_error() -> None:
    strengths = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0}
    rng = random.Random(7)
    orders = []
    for _ in range(1500):
        left, order = dict(strengths), []
        while left:
            (name,) = rng.choices([*left], [*left.values()])
            order.append(name)
            del left[name]
        orders.append(tuple(order))
    ratings = rate(orders)
    middle = sum(math.log10(each) for each in strengths.values()) / 4
    for name, strength in strengths.items():
        error = ratings[name].error
        assert error is not None
        expected = POINTS * (math.log10(strength) - middle)
        assert ratings[name].points == pytest.approx(expected, abs=1.5 * error)


def test_races_that_all_end_alike_tell_nothing_of_the_error() -> None:
    ratings = rate([("a", "b")] * 5)
    assert ratings["a"].points > 0 > ratings["b"].points
    assert (ratings["a"].error, ratings["b"].error) == (None, None)


def test_entrants_of_the_same_name_are_rated_as_one() -> None:
    orders = [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")]
    assert rate(orders * 15)["a"].points == pytest.approx(0, abs=1)


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    # Source: R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_the_interval_is_wilsons(wins: int, trials: int, low: float, high: float) -> None:
    assert wilson(wins, trials) == pytest.approx((low, high), abs=1e-4)


def test_an_interval_stays_between_nothing_and_all() -> None:
    intervals = [wilson(wins, trials) for trials in range(1, 200) for wins in (0, trials)]
    assert all(0 <= low < high <= 1 for low, high in intervals)


def test_the_command_prints_the_standings() -> None:
    told = CliRunner().invoke(cli, ["arena", *FOUR, "--games", "8", "--processes", "1"])
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert lines[0] == "8 races of parlett-2018, seed 1"
    assert {line.split()[0] for line in lines[2:]} == {*FOUR}


def test_house_rules_are_printed_as_they_are_given() -> None:
    rules = ("hare=off", "open_hands=true", "patch_total=null")
    asked = ["arena", "walker", "sprinter", "--games", "1", "--processes", "1"]
    told = CliRunner().invoke(cli, asked + [word for rule in rules for word in ("--option", rule)])
    first = "1 race of parlett-2018, hare=off, open_hands=true, patch_total=null, seed 1\n"
    assert told.stdout.startswith(first)


def test_the_command_prints_json_and_writes_records_that_replay(tmp_path: Path) -> None:
    asked = ["arena", "sprinter", "walker", "--games", "2", "--processes", "1", "--json"]
    asked += ["--records", str(tmp_path), "--option", "runners=2", "--option", "hare=nap"]
    told = CliRunner().invoke(cli, asked)
    result = json.loads(told.stdout)
    assert result["match"]["options"] == {"runners": 2, "hare": "nap"}
    assert sum(each["wins"] for each in result["standings"]) == 2
    for path in (tmp_path / "race-1.txt", tmp_path / "race-2.txt"):
        text = path.read_text("utf-8")
        record = read(text)
        assert {seat.name for seat in record.header.seats} == {"sprinter", "walker"}
        assert replay(text)[1].state.ranking == record.header.result


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["walker"], "Two to six opponents race, not 1."),
        (["walker", "wolker"], "There is no opponent “wolker”"),
        (["walker", "walker", "--edition", "parlett"], "parlett"),
        (["walker", "walker", "--option", "lettuces=many"], "lettuces"),
        (["walker", "walker", "--option", "lettuces"], "“lettuces” has no “=”."),
    ],
)
def test_a_mistake_is_named(asked: list[str], said: str) -> None:
    told = CliRunner().invoke(cli, ["arena", *asked])
    assert told.exit_code != 0
    assert said in told.stderr


def test_records_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "x"
    told = one_race_into(folder)
    assert told.exit_code == 1
    said = "Not a directory. Name another folder with --records.\n"
    assert told.stderr.endswith(f"Error: Cannot write into {folder}: {said}")


def test_records_of_other_races_are_not_overwritten(tmp_path: Path) -> None:
    assert one_race_into(tmp_path).exit_code == 0
    (kept,) = tmp_path.iterdir()
    before = kept.read_text("utf-8")
    told = one_race_into(tmp_path, "--seed", "2")
    assert told.exit_code == 1
    said = "has records of other races. Name another folder with --records.\n"
    assert told.stderr == f"Error: {tmp_path} {said}"
    assert kept.read_text("utf-8") == before


def one_race_into(folder: Path, *more: str) -> Result:
    """What is printed for one race whose record is written to a folder."""
    asked = ["arena", "walker", "sprinter", "--games", "1", "--processes", "1"]
    return CliRunner().invoke(cli, [*asked, "--records", str(folder), *more])


def test_the_command_says_whose_figures_are_those_of_several() -> None:
    asked = ["arena", "walker", "sprinter", "walker", "--games", "1", "--processes", "1"]
    told = CliRunner().invoke(cli, asked)
    assert "are of one of several entrants of the same name." in told.output


def test_a_race_that_does_not_end_is_told_by_its_number() -> None:
    endless = Outcome((0, 1, 2, 3), (), (), (0, 0, 0, 0), ((),) * 4, (0, 0, 0, 0))
    told = table_of(stand(MATCH, [endless, outcome(*FOUR), endless]))
    assert told.splitlines()[-1] == "Not ended, and not counted: 1, 3."
