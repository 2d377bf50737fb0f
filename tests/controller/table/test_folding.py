"""The journal's log is folded at the end of a game, and after a while without an entry."""

from controller.game.journal.files.log import log_bytes
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Abandon, Begin
from controller.table.past_games import summary_of
from controller.table.session import FOLD_AFTER_END_S, FOLD_AFTER_S
from tests.support.disk import no_room_in
from tests.support.table.playing import play_to_the_end
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop

OTHERS = Setup((Player("Uma", ("green",)), Player("Vic", ("red",)), Player("Wes", ("blue",))))


def test_the_log_is_folded_after_a_while_without_an_entry(race: Tabletop) -> None:
    journal = race.folder / "journal.sqlite"
    assert log_bytes(journal)
    race.wait(FOLD_AFTER_S / 2)
    race.move("Ann", 7)
    race.wait(FOLD_AFTER_S - SETTLE_S)
    assert log_bytes(journal)
    due_s = race.session.tick()
    assert due_s is not None
    race.wait(SETTLE_S)
    assert not log_bytes(journal)


def test_the_log_is_folded_when_a_game_has_ended(race: Tabletop) -> None:
    journal = race.folder / "journal.sqlite"
    race.command(Abandon(race.snapshot.version))
    assert log_bytes(journal)
    race.wait(FOLD_AFTER_END_S + SCAN_S)
    assert not log_bytes(journal)
    race.command(Begin(OTHERS))
    assert log_bytes(journal)


def test_the_row_of_a_game_is_kept_at_its_end_as_a_replay_makes_it(race: Tabletop) -> None:
    play_to_the_end(race)
    assert not race.session.summaries.known()
    race.wait(FOLD_AFTER_END_S + SCAN_S)
    ((at, row),) = race.session.summaries.known().items()
    kept = race.session.kept(at.game)
    assert kept is not None
    assert at == race.session.newest(1)[0]
    assert row == summary_of(kept, at.game)


def test_a_disk_that_refuses_to_fold_the_log_stops_no_game(race: Tabletop) -> None:
    journal = race.folder / "journal.sqlite"
    with no_room_in(race.folder):
        race.wait(FOLD_AFTER_S + SCAN_S)
    assert log_bytes(journal)
    assert race.snapshot.trouble is None
    race.move("Ann", 7)
    race.wait(FOLD_AFTER_S + SCAN_S)
    assert not log_bytes(journal)
