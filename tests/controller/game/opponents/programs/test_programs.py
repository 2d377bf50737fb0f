"""A program that has a seat: what it is asked, and that nothing it does harms the game."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from click.testing import CliRunner

from controller.cli import cli
from controller.game.editions.rulesets import make_ruleset
from controller.game.history import Game
from controller.game.opponents.arena.match import Match, play
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.characters import USUAL_ACTIONS, find_opponent
from controller.game.opponents.memory import memory_of_start, remember
from controller.game.opponents.programs.named import ProgramOpponents
from controller.game.opponents.programs.player import (
    MOST_FAULTS,
    ProgramPlayer,
)
from controller.game.opponents.programs.process import ProgramProcess
from controller.game.opponents.sight import Sight, sight_of
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import State, legal, new_game
from tests.controller.game.opponents.test_sight import hidden_changes
from tests.support.checkout import ROOT
from tests.support.misdeeds import DEAF, HANGS, LOOP, MISDEEDS
from tests.support.rules.positions import opening, position
from tests.support.tiers import sample
from tests.support.waiting import until

EXAMPLE: Final = (sys.executable, str(ROOT / "docs" / "example_opponent.py"))
PLENTY_S: Final = 60.0
"""Time that a program which answers never needs, on a machine however busy."""


@pytest.fixture(name="begun")
def _begun() -> Iterator[list[ProgramPlayer]]:
    """Programs that are ended after the test."""
    begun: list[ProgramPlayer] = []
    yield begun
    for player in begun:
        player.close()


def sees(state: State) -> Sight:
    assert state.to_act is not None
    return sight_of(state, memory_of_start(state), state.to_act)


def race_against(player: ProgramPlayer) -> tuple[object, ...]:
    start = new_game(opening().rules, 3)
    race = play_race(start, [player, Temperament("near"), Temperament("far")], "a")
    assert race.state.ranking
    return race.played


@pytest.fixture(name="plainly", scope="module")
def _plainly() -> tuple[object, ...]:
    """The same race with the walker in the program's place."""
    start = new_game(opening().rules, 3)
    characters = [Temperament("near"), Temperament("near"), Temperament("far")]
    return play_race(start, characters, "a").played


@pytest.mark.parametrize("misdeed", sample(3, MISDEEDS))
def test_a_plain_move_is_played_for_a_program_that_does_not_answer(
    misdeed: str, begun: list[ProgramPlayer], plainly: tuple[object, ...]
) -> None:
    kind, script = MISDEEDS[misdeed]
    begun.append(player := ProgramPlayer((sys.executable, "-c", script), PLENTY_S))
    assert race_against(player) == plainly
    assert [fault.kind for fault in player.faults] == [kind] * MOST_FAULTS
    assert player.plain_moves > MOST_FAULTS


@pytest.mark.parametrize("hang", HANGS)
def test_a_program_that_hangs_is_not_waited_for(
    hang: str, begun: list[ProgramPlayer], plainly: tuple[object, ...]
) -> None:
    player = ProgramPlayer((sys.executable, "-c", HANGS[hang]), 0.01, start_s=0.02)
    begun.append(player)
    assert race_against(player) == plainly
    assert [fault.kind for fault in player.faults] == ["late"] * MOST_FAULTS


def test_a_program_that_cannot_be_started_harms_nothing(plainly: tuple[object, ...]) -> None:
    player = ProgramPlayer(("no-such-program",))
    assert race_against(player) == plainly
    assert [fault.kind for fault in player.faults] == ["not-started"] * MOST_FAULTS


def test_a_program_that_does_not_read_a_long_question_is_late(begun: list[ProgramPlayer]) -> None:
    """The pipe is full before the question is through."""
    state = position([5, 20, 30])
    memory = msgspec.structs.replace(
        memory_of_start(state), played=((0, legal(state)[0]),) * 20_000
    )
    player = ProgramPlayer((sys.executable, "-c", HANGS["does not read"]), 0.01, start_s=0.02)
    begun.append(player)
    action = player.choose(sight_of(state, memory, 0), legal(state), random.Random(0))
    assert action in legal(state)
    assert player.faults[0].message == "it does not read"


def test_an_illegal_answer_does_not_end_the_program(begun: list[ProgramPlayer]) -> None:
    once = LOOP + (
        "action = asked['legal'][-1] if asked['played'] else 'f63'\n    "
        "print(json.dumps({'action': action}), flush=True)"
    )
    begun.append(player := ProgramPlayer((sys.executable, "-c", once), PLENTY_S))
    start = opening()
    first, second = Game(start), Game(start).replay(["f5", "f4", "f3"])
    for game in (first, second):
        sight = sight_of(game.state, remember(game), 0)
        action = player.choose(sight, legal(game.state), random.Random(0))
    assert action == legal(second.state)[-1]
    assert [fault.kind for fault in player.faults] == ["illegal"]


def test_an_illegal_answer_is_told_without_what_would_steer_a_terminal(
    begun: list[ProgramPlayer],
) -> None:
    steers = LOOP + "print(json.dumps({'action': chr(27) + '[2J\\nf5'}), flush=True)"
    begun.append(player := ProgramPlayer((sys.executable, "-c", steers), PLENTY_S))
    player.choose(sees(opening()), legal(opening()), random.Random(0))
    assert player.faults[0].message == "“\ufffd[2J\ufffdf5” is not legal"


def asked_of(state: State, begun: list[ProgramPlayer], tmp_path: Path) -> dict[str, Any]:
    """The question that a program is asked in a position."""
    script = f"import sys\nopen({str(tmp_path / 'asked')!r}, 'w').write(sys.stdin.readline())"
    begun.append(player := ProgramPlayer((sys.executable, "-c", script), PLENTY_S))
    player.choose(sees(state), legal(state), random.Random(0))
    asked: dict[str, Any] = json.loads((tmp_path / "asked").read_text())
    return asked


def test_a_program_is_asked_with_what_its_seat_sees(
    begun: list[ProgramPlayer], tmp_path: Path
) -> None:
    state = position([5, 20, 30], carrots=[11, 22, 33], cards="show", patch=500)
    asked = asked_of(state, begun, tmp_path)
    assert asked["cmd"] == "choose"
    assert asked["legal"] == [str(action) for action in legal(state)]
    assert asked["time_s"] == PLENTY_S
    assert [seat["carrots"] for seat in asked["state"]["seats"]] == [11, None, None]
    assert asked["state"]["patch"] is None
    assert asked["state"]["undrawn"] == sorted(state.rules.deck)
    assert "pile" not in asked["state"]
    assert asked["state"]["edition"] == "parlett-2018"
    twin = hidden_changes(state, 0, random.Random(3))
    assert twin != state
    assert asked_of(twin, begun, tmp_path) == asked


def alive(pid: int) -> bool:
    """Whether a process is there that is more than a name in the list."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks /proc who is alive")
def test_what_a_program_started_ends_with_it(begun: list[ProgramPlayer], tmp_path: Path) -> None:
    script = (
        "import subprocess, sys\n"
        # It does not read: the question would be as much its own.
        f"child = subprocess.Popen([sys.executable, '-c', {DEAF + 'time.sleep(3600)'!r}])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
        + LOOP
        + "print(json.dumps({'action': asked['legal'][0]}), flush=True)"
    )
    player = ProgramPlayer((sys.executable, "-c", script), PLENTY_S)
    state = position([5, 20, 30])
    assert player.choose(sees(state), legal(state), random.Random(0)) == legal(state)[0]
    child = int((tmp_path / "pid").read_text())
    assert alive(child)
    player.close()
    until(lambda: not alive(child), "the end of what the program started")
    assert not player.faults


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks /proc how signals are handled")
def test_a_program_begins_with_the_usual_handling_of_signals(tmp_path: Path) -> None:
    """Also if hareboard was started where signals are ignored or blocked."""
    script = (
        f"import shutil, sys\nshutil.copy('/proc/self/status', {str(tmp_path / 'status')!r})\n"
        + LOOP
        + "print(json.dumps({'action': asked['legal'][0]}), flush=True)"
    )
    parent = (
        "import signal, sys\n"
        "for number in (signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\n"
        "from controller.game.opponents.programs.process import ProgramProcess\n"
        f"process = ProgramProcess([sys.executable, '-S', '-c', {script!r}])\n"
        'print(process.ask(b\'{"legal": ["f1"]}\\n\', 60).decode())\nprocess.close()\n'
    )
    ran = subprocess.run(
        [sys.executable, "-c", parent], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert json.loads(ran.stdout) == {"action": "f1"}
    lines = (tmp_path / "status").read_text().splitlines()
    masks = {
        key: int(value, 16)
        for key, _, value in (line.partition(":\t") for line in lines)
        if key in ("SigBlk", "SigIgn")
    }
    sent = sum(1 << number - 1 for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM))
    assert (masks["SigBlk"], masks["SigIgn"] & sent) == (0, 0)


def test_the_example_of_the_documentation_races_to_the_end(begun: list[ProgramPlayer]) -> None:
    begun.append(player := ProgramPlayer(EXAMPLE, PLENTY_S))
    race_against(player)
    assert (player.faults, player.plain_moves) == ([], 0)


def test_programs_race_in_the_arena_and_are_begun_anew_for_each_race() -> None:
    match = Match(("mine", "walker"), "gibsons-2010", programs={"mine": EXAMPLE}, time_s=PLENTY_S)
    assert play(match, 0) == play(match, 0)
    assert play(match, 0).plain_moves == (0, 0)


def arena(*words: str) -> Any:
    return CliRunner().invoke(cli, ["arena", *words, "--games", "1", "--processes", "1"])


def test_the_arena_says_what_a_program_did_instead_of_answering() -> None:
    told = arena("mine", "walker", "--opponent", f"mine={sys.executable} -c pass", "--time", "60")
    assert told.exit_code == 0, told.output
    assert f"mine did not always answer: ended {MOST_FAULTS}; " in told.output


@pytest.mark.parametrize(
    "given",
    ["walker=true", "=true", "mine=", "mine", "mine='", f"{'m' * 25}=true", "m\u202ee=true"],
)
def test_an_opponent_without_name_or_command_is_refused(given: str) -> None:
    told = arena("walker", "walker", "--opponent", given)
    assert told.exit_code == 2, told.output
    assert "--opponent" in told.output


def answering(more: str) -> str:
    """A program that answers with the first legal action, and does something more."""
    answer = "print(json.dumps({'action': asked['legal'][0]}), flush=True)\n    "
    return "import os, signal\n" + LOOP + answer + more


def test_a_program_that_listens_no_more_has_ended(begun: list[ProgramPlayer]) -> None:
    deaf = "import os, sys, time\nsys.stdin.readline()\nos.close(0)\n"
    deaf += 'print(\'{"action": "f5"}\', flush=True)\ntime.sleep(3600)'
    begun.append(player := ProgramPlayer((sys.executable, "-c", deaf), PLENTY_S))
    state = opening()
    actions = legal(state)
    assert str(player.choose(sees(state), actions, random.Random(0))) == "f5"
    assert player.choose(sees(state), actions, random.Random(0)) in actions
    assert [fault.kind for fault in player.faults] == ["ended"]


def test_what_a_program_writes_unasked_is_no_answer(
    begun: list[ProgramPlayer], tmp_path: Path
) -> None:
    go, done = tmp_path / "go", tmp_path / "done"
    os.mkfifo(go)
    unasked = f"open({str(go)!r}).read(); print('f5', flush=True); open({str(done)!r}, 'w')"
    begun.append(player := ProgramPlayer((sys.executable, "-c", answering(unasked)), PLENTY_S))
    state = opening()
    player.choose(sees(state), legal(state), random.Random(0))
    go.write_text("")
    until(done.exists, "what is written unasked")
    player.choose(sees(state), legal(state), random.Random(0))
    assert [fault.message for fault in player.faults] == ["it wrote something unasked"]


def test_faults_of_one_game_are_not_counted_in_the_next(begun: list[ProgramPlayer]) -> None:
    kind, script = MISDEEDS["answers no action"]
    begun.append(player := ProgramPlayer((sys.executable, "-c", script), PLENTY_S))
    race_against(player)
    of_the_first = player.plain_moves
    race_against(player)
    assert [fault.kind for fault in player.faults] == [kind] * MOST_FAULTS
    assert player.plain_moves == of_the_first


def test_faults_are_not_counted_once_another_move_is_played_instead(
    begun: list[ProgramPlayer],
) -> None:
    begun.append(player := ProgramPlayer(("no-such-program",)))
    for actions in (["f5", "f4", "f3"], ["f5", "f4", "f2"]):
        game = Game(opening()).replay(actions)
        sight = sight_of(game.state, remember(game), 0)
        for _ in range(MOST_FAULTS + 1):
            player.choose(sight, legal(game.state), random.Random(0))
        assert player.plain_moves == MOST_FAULTS + 1


def test_a_program_is_ended_while_it_is_asked(tmp_path: Path) -> None:
    """So that a table can close: the time for an answer would not end in this test."""
    script = LOOP + f"open({str(tmp_path / 'asked')!r}, 'w').close(); time.sleep(3600)"
    player = ProgramPlayer((sys.executable, "-c", script), 3600)
    state = opening()
    chosen: list[object] = []
    asking = threading.Thread(
        target=lambda: chosen.append(player.choose(sees(state), legal(state), random.Random(0)))
    )
    asking.start()
    until((tmp_path / "asked").exists, "the question")
    player.close()
    asking.join()
    assert [fault.kind for fault in player.faults] == ["ended"]
    assert chosen[0] in legal(state)


def test_a_program_that_was_closed_is_not_begun_again() -> None:
    player = ProgramPlayer(EXAMPLE, PLENTY_S)
    player.close()
    state = opening()
    assert player.choose(sees(state), legal(state), random.Random(0)) in legal(state)
    assert [fault.message for fault in player.faults] == ["it was closed"]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks /proc who is alive")
def test_a_game_by_other_rules_has_a_process_of_its_own(tmp_path: Path) -> None:
    script = f"import os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
    command = (sys.executable, "-c", script + answering("pass"))
    programs = ProgramOpponents({"mine": command}, find_opponent)
    opponent = programs.find("mine")
    pids = []
    for edition in ("parlett-2018", "gibsons-2010"):
        state = new_game(make_ruleset(edition, 3), 3)
        character = opponent.prepare(state.rules, 3)
        character.choose(sees(state), legal(state), random.Random(0))
        pids.append(int((tmp_path / "pid").read_text()))
    assert [alive(pid) for pid in pids] == [False, True]
    programs.close()
    assert not alive(pids[1])


def test_a_program_is_asked_in_a_long_race_too() -> None:
    """What a character does by chance then, nobody would know to be another's choice."""
    state = opening()
    actions = legal(state)
    memory = msgspec.structs.replace(
        memory_of_start(state), played=((0, actions[0]),) * (USUAL_ACTIONS + 1)
    )
    programs = ProgramOpponents({"mine": (sys.executable, "-c", answering("pass"))}, find_opponent)
    mine = programs.find("mine").prepare(state.rules, 3)
    sight = sight_of(state, memory, 0)
    chosen = {mine.choose(sight, actions, random.Random(seed)) for seed in range(20)}
    programs.close()
    assert len(chosen) == 1


def test_to_end_a_program_that_another_thread_has_just_closed_ends_nothing() -> None:
    process = ProgramProcess((sys.executable, "-c", "pass"))
    process.close()
    process.signal_end()  # no other group of processes that has the number by now


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks /proc who is alive")
def test_a_program_that_has_left_its_group_is_ended_too() -> None:
    leaves = "import os, time\ninput()\nos.setpgid(0, os.getpgid(os.getppid()))\n"
    stays = f"print(os.getpid(), flush=True)\ntime.sleep({int(PLENTY_S)})"
    process = ProgramProcess((sys.executable, "-c", leaves + stays))
    pid = int(process.ask(b"\n", PLENTY_S))
    assert os.getpgid(pid) != pid
    process.close()
    assert not alive(pid)
