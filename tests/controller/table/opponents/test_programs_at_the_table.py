"""Programs that have seats at a table: the game goes on, whatever they do."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.config import Settings
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import Begin
from tests.support.checkout import ROOT
from tests.support.waiting import until
from tests.support.web.views import view
from web.languages.language import in_english

PROGRAMS: Final = {
    "mine": (sys.executable, str(ROOT / "docs" / "example_opponent.py")),
    "broken": (sys.executable, "-c", "print('hello')"),
    "hanging": (sys.executable, "-c", "import time; time.sleep(3600)"),
}
SHORT: Final = {"lettuces": 0, "hare": "off", "finish": "first-home", "runners": 1}


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[SimulatedTable]:
    made = simulated_table(
        tmp_path,
        Settings(settle_s=0.01, pause_s=0.01),
        random.Random(7),
        parse_simulated("sim://direct"),
        programs=PROGRAMS,
        carries=True,
    )
    made.start()
    yield made
    made.stop()


def seats(*opponents: str) -> tuple[Player, ...]:
    colours = ("red", "yellow", "green")
    return tuple(
        Player(name.capitalize(), (colour,), name)  # type: ignore[arg-type]  # they are colours
        for name, colour in zip(opponents, colours, strict=False)
    )


def test_programs_race_at_the_table(
    table: SimulatedTable, caplog: pytest.LogCaptureFixture
) -> None:
    race = Setup(seats("mine", "broken", "walker"), options=SHORT, pace_s=0.0)
    table.actor.submit(Begin(race))
    until(lambda: table.actor.snapshot.phase == "over", "the end of the race", 120)
    told = [each for each in caplog.messages if "“broken” did not answer" in each]
    assert len(told) == 5
    assert not any("“mine” did not answer" in each for each in caplog.messages)
    snapshot = table.actor.snapshot
    game = table.actor.under_way()[1]
    assert game is not None
    choices = [
        number
        for number, ply in enumerate(game.history, start=1)
        if ply.seat == 1 and ply.action.kind != "deal"
    ]
    assert snapshot.plain == {*choices}
    seen = view(snapshot, None, in_english(), (), "")
    silent = "Broken did not answer, so the board played a plain move. "
    assert {line["sentence"].startswith(silent) for line in seen["log"] if line["seat"] == 1} == {
        True
    }
    assert not any(line["sentence"].startswith(silent) for line in seen["log"] if line["seat"] != 1)


def test_a_table_stops_while_a_program_hangs(table: SimulatedTable) -> None:
    table.actor.submit(Begin(Setup(seats("hanging", "walker"), options=SHORT, pace_s=0.0)))
    until(lambda: table.actor.snapshot.opponent == 0, "the program to be asked")
    table.stop()
    assert not table.actor.alive


def test_set_up_is_told_which_programs_there_are(table: SimulatedTable) -> None:
    assert table.actor.snapshot.programs == ("mine", "broken", "hanging")


def test_a_name_that_is_no_program_and_no_character_is_refused(table: SimulatedTable) -> None:
    with pytest.raises(Refusal) as refused:
        table.actor.submit(Begin(Setup(seats("mine", "nobody"), options=SHORT)))
    assert refused.value.facts == {"name": "nobody"}
