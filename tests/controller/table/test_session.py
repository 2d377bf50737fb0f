"""The shell around the steps of a table: what it opens with and keeps, and when it is due."""

from contextlib import closing

import msgspec
import pytest

from controller.config import Settings
from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.journal import Journal
from controller.game.opponents.arena.match import Match
from controller.game.opponents.arena.match import play as race
from controller.game.pieces import Player, Seating, Tag
from controller.game.setup import Setup
from controller.game.turn_clock import MoveTime
from controller.light.look import Look
from controller.light.preferences import Preferences
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    Begin,
    Load,
    Play,
    SeeRescue,
    SetAside,
    SetLook,
)
from controller.table.kept_times import KeptTimes, TimesFile
from controller.table.remote.kept_races import KeptRaces, RacesFile
from controller.table.remote.races import RaceSoFar
from controller.table.state import LONG_AGO_S
from controller.table.summaries import At, Summaries
from hardware.ports import Pressed, Sighting, Uid
from tests.support.disk import no_room_in
from tests.support.table.opened import BEGUN, START_S, Opened, play, play_to_the_end, version
from tests.support.table.shared import SHARED
from tests.support.table.states import PLACES, SETUP, TAGS, UIDS
from tests.support.table.two_boards import RACE

CROWNED = {**TAGS, Uid("04cc01"): Tag("yellow", "crown")}


# Opening


def test_a_new_table_has_what_it_was_given(opened: Opened) -> None:
    settings = Settings(departure_misses=7)
    table = opened(tags=CROWNED, settings=settings, places=PLACES).table
    assert (table.settings, table.canvas.suffices) == (settings, True)
    assert (table.tracker.tags, table.tracker.departure_misses) == (CROWNED, 7)
    assert table.seating == Seating((), frozenset({"yellow"}))
    assert (table.noted_phase, table.phase_since_s, table.waits_since_s) == (
        "setup",
        START_S,
        START_S,
    )


def test_a_new_table_that_was_given_little_has_the_usual(opened: Opened) -> None:
    session = opened()
    table = session.table
    assert (table.settings, table.canvas.suffices, table.look) == (Settings(), False, Look())
    assert (table.rescued, table.times, table.begun_at) == (None, KeptTimes(), None)
    assert (session.under_way, session.snapshot.revision, version(session)) == (None, 0, 0)
    assert session.summaries.known() == {}
    assert session.newest(5) == ()
    assert session.kept(1) is None


def test_a_table_opens_with_what_was_kept_of_look_times_damage_and_rows(opened: Opened) -> None:
    folder = opened.folder
    times, rescued = KeptTimes(paces_s={"a game": 2.0}), Rescued("old.sqlite", 3, 1)
    Preferences(folder / "look.json").keep(Look(night=True))
    TimesFile(folder / "times.json").keep(times)
    DamageNote(opened.journal).write(rescued)
    summaries = Summaries(folder / "rows.json")
    session = opened(
        preferences=Preferences(folder / "look.json"),
        times=TimesFile(folder / "times.json"),
        damage=DamageNote(opened.journal),
        summaries=summaries,
    )
    table = session.table
    assert (table.look, table.times, table.rescued) == (Look(night=True), times, rescued)
    assert session.summaries is summaries


def test_a_game_that_was_under_way_goes_on(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    play(session, "f5", "f4")
    before = session.table
    opened.clock.advance(50.0)
    session = opened(settings=Settings(first_look_s=3.0))
    table = session.table
    assert (table.position, table.saved.version) == (before.position, before.saved.version)
    assert (table.begun_at, session.under_way) == (BEGUN, 1)
    assert (table.resumed, table.first_look_until_s) == (True, START_S + 53.0)
    assert table.phase_since_s == START_S + 50.0


def test_a_race_that_was_over_is_not_celebrated_again(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    play_to_the_end(session)
    assert session.table.cheer_until_s == START_S + Settings().cheer_s
    assert set(session.snapshot.lights) == set(range(1, 65))
    table = opened().table
    assert (table.phase, table.noted_phase, table.phase_since_s) == ("over", "over", LONG_AGO_S)
    assert set(opened.sessions[-1].snapshot.lights) == {64}


# Commands and events


def test_a_command_answers_with_the_version_on_the_disk(opened: Opened) -> None:
    session = opened()
    assert session.carry_out(Begin(SETUP)) == 2  # and the deal that was drawn at once
    assert session.carry_out(Play(0, "f5", 2)) == 3 == version(session)
    assert session.newest(1) == (At(1, 3, session.newest(1)[0].checksum),)
    kept = session.kept(1)
    assert kept is not None
    assert [entry.kind for entry in kept.entries] == ["begin", "play", "play"]


def test_what_is_sensed_shows_at_once_and_counts_when_it_has_rested(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    before = session.snapshot
    session.sense(Sighting(5, UIDS["red"], True, START_S))
    assert session.snapshot.revision == before.revision + 1
    assert session.snapshot.finding.candidate is not None
    opened.clock.advance(Settings().settle_s)
    session.tick()
    assert [str(ply.action) for ply in session.snapshot.plies[1:]] == ["f5"]


def test_without_a_new_reading_of_its_square_no_runner_has_rested(opened: Opened) -> None:
    read_s: list[float | None] = [None]
    session = opened(last_read_s=lambda _: read_s[0])
    session.carry_out(Begin(SETUP))
    session.sense(Sighting(5, UIDS["red"], True, START_S))
    opened.clock.advance(5.0)
    session.tick()
    assert session.snapshot.played == 1
    read_s[0] = opened.clock.now_s()
    session.tick()
    opened.clock.advance(Settings().settle_s)
    session.tick()
    assert session.snapshot.played == 2


def test_a_refused_command_changes_nothing_but_time_goes_on(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    session.sense(Sighting(5, UIDS["red"], True, START_S))
    opened.clock.advance(Settings().settle_s)
    with pytest.raises(Refusal):
        session.carry_out(Begin(SETUP))
    assert session.snapshot.played == 2


def test_what_cannot_be_written_is_refused_told_and_tried_again(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    before = session.table.position
    with no_room_in(opened.folder):
        with pytest.raises(Refusal) as caught:
            play(session, "f5")
        assert caught.value.code == "not-saved"
        assert caught.value.message == session.snapshot.trouble is not None
        assert session.table.position == before
        session.sense(Sighting(5, UIDS["red"], True, START_S))
        opened.clock.advance(Settings().pause_s)
        session.tick()
        assert session.table.retry_s == opened.clock.now_s() + Settings().pause_s
    opened.clock.advance(Settings().pause_s)
    session.tick()
    opened.clock.advance(Settings().settle_s)
    session.tick()
    after = session.snapshot
    assert (after.trouble, after.played) == (None, 2)


def test_a_press_whose_action_cannot_be_written_is_told_and_raises_nothing(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    session.sense(Sighting(5, UIDS["red"], True, START_S))
    with no_room_in(opened.folder):
        session.sense(Pressed("confirm", START_S))
        assert session.snapshot.trouble is not None
    assert session.snapshot.played == 1


def test_looks_times_and_reports_are_kept_where_there_is_a_place_for_them(opened: Opened) -> None:
    folder = opened.folder
    DamageNote(opened.journal).write(Rescued("old.sqlite", 3, 1))
    session = opened(
        preferences=Preferences(folder / "look.json"),
        times=TimesFile(folder / "times.json"),
        damage=DamageNote(opened.journal),
    )
    session.carry_out(SetLook(night=True))
    session.carry_out(SeeRescue())
    session.carry_out(Begin(Setup(SETUP.seats, clock=MoveTime(30, 120))))
    opened.clock.advance(50.0)
    play(session, "f5")
    assert Preferences(folder / "look.json").look() == Look(night=True)
    assert DamageNote(opened.journal).read() is None
    assert TimesFile(folder / "times.json").read() == session.table.times != KeptTimes()


def test_without_a_place_for_them_they_last_until_the_end(opened: Opened) -> None:
    session = opened()
    session.carry_out(SetLook(night=True))
    session.carry_out(SeeRescue())
    session.carry_out(Begin(Setup(SETUP.seats, clock=MoveTime(30, 120))))
    opened.clock.advance(50.0)
    play(session, "f5")
    assert session.table.look == Look(night=True)
    assert session.table.times.used_s != {}
    assert sorted(path.name for path in opened.folder.iterdir() if path.suffix == ".json") == []


def test_an_earlier_game_is_found_by_its_number(opened: Opened) -> None:
    session = opened()
    session.carry_out(Begin(SETUP))
    play(session, "f5")
    position = session.table.position
    session.carry_out(SetAside(version(session)))
    numbers = [session.under_way]
    opened.date = "1978-11-02T20:00:00+00:00"
    session.carry_out(Begin(Setup((Player("Uma", ("red",)), *SETUP.seats[1:]))))
    numbers.append(session.under_way)
    assert session.table.begun_at == opened.date
    session.carry_out(Abandon(version(session)))
    session.carry_out(Load(1))
    numbers.append(session.under_way)
    assert numbers == [None, 5, 1]
    assert (session.table.position, session.table.begun_at) == (position, BEGUN)
    assert [at.game for at in session.newest(5)] == [5, 1]
    assert [at.game for at in session.newest(1)] == [5]
    session.carry_out(Abandon(version(session)))
    with pytest.raises(Refusal) as caught:
        session.carry_out(Load(77))
    assert (caught.value.code, caught.value.message) == ("no-such-game", "There is no such game.")


# Time


def test_the_log_of_a_race_of_two_boards_is_had_after_other_races_too(opened: Opened) -> None:
    races = RacesFile(opened.folder / "races.json")
    races.keep(KeptRaces().with_role(RACE, "authority").with_role("put away", "authority"))
    options = {"lettuces": 0, "hare": "off", "finish": "first-home"}
    actions = race(Match(("sprinter",) * 3, SETUP.edition, options), 0).actions
    with closing(Journal(opened.journal)) as journal:
        for setup in (SHARED, SETUP):
            begun = msgspec.structs.replace(setup, options=options)
            journal.append("begin", msgspec.json.encode(begun).decode())
            for action in actions:
                journal.append("play", action)
    session = opened(races=races)
    assert [record.text for record in session.race_so_far(RACE).log[1:]] == [*actions]
    assert session.race_so_far(RACE).is_over
    assert session.race_so_far("put away") == RaceSoFar("authority")
    assert session.race_so_far("of others") == RaceSoFar()
