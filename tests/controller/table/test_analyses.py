"""Analyses of past games are made one at a time, beside the table, and kept."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from controller.game.advice.analysis import Analysis
from controller.game.journal.entries import Entry, KeptGame
from controller.game.opponents.arena.match import Match, play
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.json_data import BadJson
from controller.refusal import Refusal
from controller.table.analyses import KEPT, WORKER, Analyses
from tests.support.waiting import until

OPTIONS = {"lettuces": 0, "hare": "off", "finish": "first-home", "runners": 1}
_COUNT = """\
import json, sys
steps = [[] for entry in json.load(sys.stdin)["entries"]]
print(json.dumps({"chances": steps, "turning_points": [], "accounts": []}))
"""
COUNTING = (sys.executable, "-c", _COUNT)
"""A worker that counts the steps of the game, and finds nothing else."""
HANGING = (sys.executable, "-c", "import time; time.sleep(3600)")


@pytest.fixture(name="opened")
def _opened() -> Iterator[Callable[..., Analyses]]:
    made: list[Analyses] = []

    def make(worker: Sequence[str] = WORKER, longest_s: float = 600) -> Analyses:
        made.append(Analyses(worker, longest_s))
        return made[-1]

    yield make
    for analyses in made:
        analyses.close()


def game(number: int = 1, *, actions: int | None = None) -> KeptGame:
    """A short race of two sprinters; only its first actions if told."""
    setup = Setup(
        tuple(Player(name, (colour,)) for name, colour in zip("AB", COLOURS, strict=False)),
        options=OPTIONS,
    )
    race = play(Match(("sprinter", "sprinter"), setup.edition, OPTIONS), 0)
    texts = [("begin", msgspec.json.encode(setup).decode())]
    texts += [("play", action) for action in race.actions[:actions]]
    entries = [Entry(number + each, kind, text) for each, (kind, text) in enumerate(texts)]  # type: ignore[arg-type]  # both are kinds
    return KeptGame("1978-11-01T20:00:00+00:00", tuple(entries))


def made(analyses: Analyses, kept: KeptGame) -> Analysis:
    """The analysis of a game, once it is there."""
    until(lambda: analyses.of(kept) is not None, "the analysis", 300)
    found = analyses.of(kept)
    assert found is not None
    return found


@pytest.mark.long
def test_an_analysis_is_there_a_little_later(opened: Callable[..., Analyses]) -> None:
    kept = game()
    analyses = opened()
    assert analyses.of(kept) is None
    found = made(analyses, kept)
    assert len(found.chances) == len(kept.entries)
    assert sorted(found.chances[-1]) == [0, 1]


def test_the_worker_is_given_the_game(opened: Callable[..., Analyses]) -> None:
    kept = game()
    assert len(made(opened(COUNTING), kept).chances) == len(kept.entries) > 1


def test_a_game_under_way_is_not_analysed(opened: Callable[..., Analyses]) -> None:
    for actions in (0, 2):
        with pytest.raises(Refusal) as refused:
            opened(COUNTING).of(game(actions=actions))
        assert (refused.value.code, refused.value.message) == (
            "game-running",
            "This game isn't over yet, and its analysis would reveal hands. Finish it first.",
        )


def test_while_another_game_is_analysed_or_at_the_end_none_is_even_replayed(
    opened: Callable[..., Analyses],
) -> None:
    analyses = opened(HANGING)
    assert analyses.of(game()) is None
    assert analyses.of(game(1000, actions=2)) is None
    idle = opened(HANGING)
    idle.close()
    assert idle.of(game(actions=2)) is None


def test_the_last_few_are_kept(opened: Callable[..., Analyses]) -> None:
    analyses = opened(COUNTING)
    found = [made(analyses, game(1000 * number)) for number in range(1, KEPT + 2)]
    assert analyses.of(game(2000)) is found[1]
    assert analyses.of(game(1000)) is None  # made again
    assert made(analyses, game(1000)) is not found[0]


def test_one_is_made_at_a_time(opened: Callable[..., Analyses]) -> None:
    analyses = opened(HANGING)
    assert analyses.of(game()) is None
    first = analyses.process
    assert analyses.of(game(1000)) is None
    assert analyses.process is first is not None


def test_the_program_may_end_while_its_thread_waits_for_an_analysis(
    opened: Callable[..., Analyses],
) -> None:
    before = set(threading.enumerate())
    analyses = opened(HANGING)
    assert analyses.of(game()) is None
    (waiting,) = set(threading.enumerate()) - before
    assert (waiting.name, waiting.daemon) == ("analysis", True)
    analyses.close()
    until(lambda: not waiting.is_alive(), "its end")


@pytest.mark.parametrize(
    ("worker", "longest_s", "said", "trouble"),
    [
        ((sys.executable, "-c", "raise SystemExit(1)"), 600, "could not", BadJson),
        (HANGING, 0.01, "could not", subprocess.TimeoutExpired),
        (("no-such-program",), 600, "cannot", OSError),
    ],
)
def test_a_worker_that_fails_is_told(
    opened: Callable[..., Analyses],
    caplog: pytest.LogCaptureFixture,
    worker: Sequence[str],
    longest_s: float,
    said: str,
    trouble: type[Exception],
) -> None:
    analyses, kept = opened(worker, longest_s), game()
    assert analyses.of(kept) is None
    until(lambda: analyses.process is None, "the end of the worker")
    with pytest.raises(Refusal) as refused:
        analyses.of(kept)
    assert (refused.value.code, refused.value.message) == (
        "no-analysis",
        "This game could not be analysed. The log says why.",
    )
    (record,) = caplog.records
    assert isinstance(record.args, tuple)
    error = record.args[1]
    assert isinstance(error, trouble)
    assert record.getMessage() == f"Game 1 {said} be analysed: {error}."


def test_what_has_failed_once_is_tried_again(
    opened: Callable[..., Analyses], tmp_path: Path
) -> None:
    failing = f"import os; os.mkdir({str(tmp_path / 'failed')!r}); raise SystemExit(1)"
    worker = f"try:\n    {failing}\nexcept FileExistsError:\n    pass\n{_COUNT}"
    analyses, kept = opened((sys.executable, "-c", worker)), game()
    assert analyses.of(kept) is None
    until(lambda: analyses.process is None, "the end of the worker")
    with pytest.raises(Refusal):
        analyses.of(kept)
    assert made(analyses, kept).accounts == ()


def test_at_the_end_the_worker_ends_too(
    opened: Callable[..., Analyses], caplog: pytest.LogCaptureFixture
) -> None:
    analyses = opened(HANGING)
    analyses.of(game())
    process = analyses.process
    assert process is not None
    analyses.close()
    until(lambda: process.poll() is not None, "the end of the worker")
    until(lambda: analyses.process is None, "the thread to have seen it")
    assert analyses.of(game()) is None
    assert caplog.text == "", "it did not fail"
