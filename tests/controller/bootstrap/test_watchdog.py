"""What dies or hangs is noticed, told once, and begun anew as often as is sensible."""

import logging

import pytest

from controller.bootstrap.watchdog import LOOK_S, SILENT_S, Vital, Watchdog
from web.modes.recovery import RESTARTED, restart_threads


class Thing:
    """Something that lives, hangs and dies as it is told."""

    def __init__(self, *, needed: bool = True, revived: bool = False, alive: bool = True) -> None:
        self.signs = 0
        self.failure: Exception | None = None
        self.revivals = 0
        self.told: list[bool] = []
        self._comes_back = alive
        self.vital = Vital(
            "the thing",
            lambda: self.signs,
            lambda: self.failure,
            needed=needed,
            restart=self.revive if revived else None,
            hangs=self.told.append,
        )

    def revive(self) -> None:
        self.revivals += 1
        if self._comes_back:
            self.failure = None

    def die(self) -> None:
        self.failure = RuntimeError("a mistake")


def look(watch: Watchdog, seconds: float, *living: Thing) -> None:
    """Look for so long; the living give signs."""
    for _ in range(round(seconds / LOOK_S)):
        for each in living:
            each.signs += 1
        watch.look(LOOK_S)
        restart_threads(watch)


def trouble(watch: Watchdog) -> str:
    return watch.trouble or ""


def test_while_everything_gives_signs_there_is_no_trouble() -> None:
    thing = Thing()
    watch = Watchdog([thing.vital])
    look(watch, 100.0, thing)
    assert watch.trouble is None
    assert not watch.dead


def test_what_hangs_is_told_once_and_again_when_it_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    thing = Thing()
    watch = Watchdog([thing.vital])
    with caplog.at_level(logging.WARNING):
        look(watch, SILENT_S)
        assert trouble(watch) == ""
        look(watch, 60.0)
        assert "no sign of life" in trouble(watch)
        assert not watch.dead, "it may go on yet"
        look(watch, 1.0, thing)
    assert watch.trouble is None
    assert thing.told == [True, False]
    assert len(caplog.records) == 2


def test_hours_in_which_nobody_looked_kill_nobody() -> None:
    thing = Thing()
    watch = Watchdog([thing.vital])
    look(watch, 3.0, thing)
    watch.look(7 * 3600.0)
    assert watch.trouble is None
    assert thing.told == []


def test_what_has_died_is_told_once_and_why(caplog: pytest.LogCaptureFixture) -> None:
    thing = Thing()
    watch = Watchdog([thing.vital])
    thing.die()
    with caplog.at_level(logging.ERROR):
        look(watch, 60.0)
    assert watch.dead
    assert watch.trouble == "The thing died: RuntimeError('a mistake')."
    (record,) = caplog.records
    assert record.exc_info is not None


def test_what_is_not_needed_may_die() -> None:
    thing = Thing(needed=False)
    watch = Watchdog([thing.vital])
    thing.die()
    look(watch, 60.0)
    assert watch.trouble is None
    assert not watch.dead


def test_what_can_be_begun_anew_is() -> None:
    thing = Thing(needed=False, revived=True)
    watch = Watchdog([thing.vital])
    thing.die()
    look(watch, 1.0)
    assert (thing.revivals, thing.failure) == (1, None)
    for _ in range(10):
        thing.die()
        look(watch, 1.0)
    assert thing.revivals == RESTARTED


def test_what_cannot_be_begun_anew_is_not_tried_for_ever() -> None:
    thing = Thing(needed=False, revived=True, alive=False)
    watch = Watchdog([thing.vital])
    thing.die()
    look(watch, 600.0)
    assert thing.revivals == RESTARTED


def test_the_watchdog_is_fed_only_while_all_that_is_needed_goes_on() -> None:
    game, readers, lights = Thing(), Thing(), Thing(needed=False)
    watch = Watchdog([game.vital, readers.vital, lights.vital])
    assert not watch.fresh(), "nothing has been scanned yet"
    game.signs += 1
    readers.signs += 1
    assert watch.fresh()
    game.signs += 1
    assert not watch.fresh(), "no scan was completed since"
    readers.signs += 1
    assert watch.fresh(), "the signs of both have come, one after the other"
    assert not watch.fresh(), "and are used up"
    readers.die()
    watch.look(LOOK_S)
    game.signs += 1
    readers.signs += 1
    assert not watch.fresh()


def test_what_cannot_be_revived_stays_dead_and_is_not_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tried: list[str] = []

    def revive() -> None:
        tried.append("revive")
        raise OSError("no such device")

    failure = RuntimeError("a mistake")
    watch = Watchdog([Vital("the thing", lambda: 0, lambda: failure, needed=False, restart=revive)])
    look(watch, 10 * SILENT_S)
    assert tried == ["revive"]
    assert "The thing: could not be restarted." in caplog.text
    assert not watch.dead
