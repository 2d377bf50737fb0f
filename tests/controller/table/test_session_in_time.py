"""When a session of a table is due, and what it does then: logs folded, rows kept, pictures."""

import random
from pathlib import Path

import pytest

from controller.config import Settings
from controller.game.journal.entries import KeptGame
from controller.game.journal.files.log import log_bytes
from controller.game.journal.files.seal import SEAL
from controller.game.journal.journal import Journal, JournalDamaged
from controller.table.commands import (
    Abandon,
    Begin,
    SetLook,
    ShowSign,
)
from controller.table.past_games import GameSummary
from controller.table.session import FOLD_AFTER_END_S, FOLD_AFTER_S, LOOK_AGAIN_S, Session
from tests.controller.game.journal.files.test_background_check import HeldCheck
from tests.support.disk import no_room_in
from tests.support.table.opened import BEGUN, START_S, Opened, play_to_the_end, version
from tests.support.table.states import PLACES, SETUP, TAGS


def test_the_next_call_is_due_when_something_is(opened: Opened) -> None:
    session = opened(places=PLACES, settings=Settings(sign_s=1.0))
    assert session.tick() is None
    session.carry_out(ShowSign("1"))
    assert session.tick() == START_S + 1.0


@pytest.mark.parametrize(("ends", "after_s"), [(False, FOLD_AFTER_S), (True, FOLD_AFTER_END_S)])
def test_the_journals_log_is_folded_after_a_while(
    opened: Opened, after_s: float, *, ends: bool
) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    if ends:
        session.carry_out(Abandon(version(session)))
    assert session.tick() == START_S + after_s
    opened.clock.advance(after_s - 0.001)
    assert session.tick() == START_S + after_s
    assert log_bytes(opened.journal)
    opened.clock.advance(0.001)
    assert session.tick() is None
    assert not log_bytes(opened.journal)
    assert session.tick() is None


def test_a_disk_that_refuses_to_fold_the_log_stops_no_game(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    opened.clock.advance(FOLD_AFTER_S)
    with no_room_in(opened.folder):
        assert session.tick() is None
        assert log_bytes(opened.journal)
    assert session.snapshot.trouble is None


def test_while_the_journal_is_checked_the_table_looks_again_soon(opened: Opened) -> None:
    opened().carry_out(Begin(SETUP))
    opened.close()
    opened.journal.with_name(opened.journal.name + SEAL).unlink()
    checks: list[HeldCheck] = []

    def held(path: Path) -> HeldCheck:
        checks.append(HeldCheck(path))
        return checks[-1]

    session = opened(held, places=PLACES, settings=Settings(sign_s=LOOK_AGAIN_S / 2))
    assert session.tick() == START_S + LOOK_AGAIN_S
    session.carry_out(ShowSign("1"))
    assert session.tick() == START_S + LOOK_AGAIN_S / 2
    opened.clock.advance(LOOK_AGAIN_S / 2)
    assert session.tick() == START_S + LOOK_AGAIN_S * 1.5
    checks[0].let_go.set()
    checks[0].wait()
    assert session.tick() is None


def test_something_due_before_the_fold_is_due_first(opened: Opened) -> None:
    session = opened(places=PLACES, settings=Settings(sign_s=1.0))
    session.carry_out(Begin(SETUP))
    session.carry_out(ShowSign("1"))
    assert session.tick() == START_S + 1.0
    opened.clock.advance(FOLD_AFTER_S - 0.5)
    session.carry_out(ShowSign("1"))
    assert session.tick() == START_S + FOLD_AFTER_S


def test_the_row_of_a_race_is_kept_once_it_is_over(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    opened.clock.advance(FOLD_AFTER_S)
    session.tick()
    assert session.summaries.known() == {}
    play_to_the_end(session)
    opened.clock.advance(FOLD_AFTER_END_S)
    session.tick()
    state = session.table.position
    assert state is not None
    winner = ("Ann", "Ben", "Cem")[state.ranking[0]]
    played, names = session.snapshot.played, ("Ann", "Ben", "Cem")
    assert session.summaries.known() == {
        session.newest(1)[0]: GameSummary(
            1, BEGUN, "parlett-2018", names, "over", winner, played, can_load=False
        )
    }


class Unreadable(Journal):
    """A journal that, once it is in use, cannot tell of its games."""

    in_use = False

    def game(self, number: int) -> KeptGame | None:
        if self.in_use:
            raise JournalDamaged("The disk cannot be read.")
        return super().game(number)


def test_a_race_whose_beginning_the_journal_does_not_tell_goes_on_without_a_row(
    opened: Opened,
) -> None:
    journal = Unreadable(opened.journal)
    session = Session(journal, TAGS, opened.clock, random.Random(1))
    opened.sessions.append(session)
    journal.in_use = True
    session.carry_out(Begin(SETUP))
    assert session.table.begun_at is None
    play_to_the_end(session)
    opened.clock.advance(FOLD_AFTER_END_S)
    session.tick()
    assert session.summaries.known() == {}


def test_a_picture_is_new_only_where_something_has_changed(opened: Opened) -> None:
    session = opened()
    before = session.snapshot
    session.tick()
    assert session.snapshot is before
    session.carry_out(SetLook(night=True))
    assert session.snapshot.revision == before.revision + 1
