"""Harness of the letters that the board of a race gets from its partner, who may be anybody."""

from functools import cache
from typing import Final

import msgspec

from controller.game.journal.race_log import LogRecord
from controller.game.journal.saved_game import Change
from controller.game.setup import Setup, Together
from controller.table.commands import Begin, DeletePerson, FollowLog, Play, TableOrder
from controller.table.remote.link import RaceLink
from controller.table.remote.messages import (
    AwayLetter,
    HaveLetter,
    Letter,
    LogLetter,
    RefusedAction,
    SentAction,
    write_letter,
)
from controller.table.remote.races import RaceSoFar, TableRaces
from controller.table.snapshot import Snapshot, snapshot_of
from controller.table.stages.shared_turns import Followed
from controller.table.state import TableState
from controller.table.step import ChanceDrawn, TableEvent, step
from tests.fuzz.harness import Harness, hold
from tests.support.table.states import NOW, SETUP, START_S, no_table

PAIR: Final = "pair"
RACE: Final = "race"


class SteppedTable:
    """A table without a journal: what a step says counts at once."""

    def __init__(self, table: TableState, log: tuple[LogRecord, ...] = ()) -> None:
        self.table = table
        self.log = log

    @property
    def snapshot(self) -> Snapshot:
        return snapshot_of(self.table, START_S, 1)

    def race_so_far(self, race: str) -> RaceSoFar:
        together = self.snapshot.together
        return RaceSoFar() if together is None else RaceSoFar(together.role, log=self.log)

    def submit(self, command: TableOrder) -> int:
        if isinstance(command, FollowLog):
            for number, record in enumerate(command.records, start=command.start):
                self.take(Followed(command.race, number, record))
        else:
            assert not isinstance(command, DeletePerson)  # a link deletes nobody
            self.take(command)
        return self.table.saved.version

    def take(self, event: TableEvent) -> None:
        table, effect = step(self.table, event, NOW)
        if isinstance(effect, Change):
            version = self.table.saved.version + 1
            head = effect.after.log.after(effect.kind, effect.text)
            saved = msgspec.structs.replace(effect.after, version=version, log=head)
            table = table.change(saved=saved)
            self.log = (*self.log, LogRecord(effect.kind, effect.text))  # type: ignore[arg-type]  # only of LOG_KINDS
        self.table = table


@cache
def _setup() -> Setup:
    return msgspec.structs.replace(SETUP, together=Together(PAIR, (1,), RACE, ("Here", "There")))


@cache
def _tables() -> tuple[tuple[TableState, tuple[LogRecord, ...]], ...]:
    """The authority's and the guest's table, each before the guest's move; and an empty one."""
    host = SteppedTable(no_table())
    host.submit(Begin(_setup()))
    assert host.table.position is not None
    deal = "deal " + " ".join(host.table.position.rules.deck)
    host.take(ChanceDrawn(deal))
    host.submit(Play(0, "f2", host.table.saved.version))
    guest = SteppedTable(no_table().change(races=_joining()))
    guest.submit(FollowLog(RACE, 0, host.log))
    hold(guest.log == host.log, "the guest does not follow")
    guest.submit(Play(1, "f4", guest.table.saved.version))
    hold(len(guest.log) == len(host.log), "the guest plays by itself")
    empty = no_table().change(races=_joining())
    return ((host.table, host.log), (guest.table, guest.log), (empty, ()))


def _joining() -> TableRaces:
    return TableRaces(joining=RACE)


def _letters() -> tuple[bytes, ...]:
    host, log = _tables()[0]
    action = SentAction(1, "play", "f4", 1)
    before, after = host.saved.log, (*log, LogRecord("play", "f4"))
    refused = RefusedAction(1, "not-offered")
    letters: tuple[Letter, ...] = (
        HaveLetter(RACE, before.count, before.digest, action),
        HaveLetter(RACE, before.count, before.digest, SentAction(1, "pause")),
        HaveLetter(RACE, 0),
        LogLetter(RACE, len(after), before.count, before.digest, after[before.count :]),
        LogLetter(RACE, len(log), 0, "", log),
        LogLetter(RACE, len(log), before.count, before.digest, (), refused),
        AwayLetter(RACE, "alone"),
    )
    return tuple(map(write_letter, letters))


def race_letters(data: bytes) -> None:
    """A letter breaks no table, and plays for no seat of the authority's board."""
    for table, log in _tables():
        stepped = SteppedTable(table, log)
        link = RaceLink(stepped, _unsent, lambda _pair: True, lambda: START_S)
        link.received(PAIR, data)
        link.received("another pair", data)
        link.tick()
        hold(stepped.log[: len(log)] == log, "what was played has changed")
        if table is _tables()[0][0]:
            hold(len(stepped.log) <= len(log) + 1, "one letter plays several actions")


def _unsent(_pair: str, _letter: bytes) -> None:
    """Nobody reads it."""


RACES: Final = (
    Harness(
        "race-letters",
        "letters of the other board of a race: they break nothing, and play one action at most",
        race_letters,
        _letters,
        tuple(f'"{word}"'.encode() for word in ("log", "have", "away", "play", "mend", "undo")),
    ),
)
