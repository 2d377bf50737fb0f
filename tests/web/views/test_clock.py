"""The clock of a game in the view of everybody."""

from pathlib import Path

from controller.game.turn_clock import MoveTime, Reminder
from controller.table.commands import Pause
from tests.support.table.tabletop import Tabletop
from tests.support.web.views import view
from web.languages.language import in_english

ENGLISH = in_english()


def test_the_clock_is_everybodys(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, clock=MoveTime(60, 300))
    for seat in (None, 0, 1):
        clock = view(table.snapshot, seat, ENGLISH, (), "")["clock"]
        assert clock == {
            "turn": 1,
            "runs": True,
            "remind_s": None,
            "move_s": 60,
            "reserves_s": [300.0, 300.0, 300.0],
        }
    table.command(Pause(paused=True))
    assert not view(table.snapshot, None, ENGLISH, (), "")["clock"]["runs"]


def test_a_reminder_has_no_time_for_a_move(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, clock=Reminder(60))
    clock = view(table.snapshot, None, ENGLISH, (), "")["clock"]
    assert (clock["remind_s"], clock["move_s"], clock["reserves_s"]) == (60, None, [])
