"""Playing a record, and making one of a game that was played.

Source: R14.4.
"""

import datetime
from collections.abc import Sequence
from typing import Any

import msgspec

from controller.game.editions.options import OPTIONS
from controller.game.editions.rulesets import make_ruleset
from controller.game.history import Game
from controller.game.journal.entries import KeptGame
from controller.game.journal.saved_game import replayed
from controller.game.pieces import COLOURS
from controller.game.records.form import Record, RecordError, RecordHeader, RecordSeat
from controller.game.records.reading import ReadRecord, read_closely
from controller.game.records.writing import write
from controller.game.rules import BadSetup, IllegalAction, Ruleset, State, new_game
from controller.game.rules.text.position import write_position


def replay(record: Record | str) -> tuple[Record, Game]:
    """Replay a record, or the text of one, and check that it is a valid game.

    Raises:
        RecordError: it is no record, an action in it is not legal, or its result is not that of
            the actions.
    """
    reading = read_closely(record if isinstance(record, str) else write(record))
    game = Game(reading.start)
    actions = reading.record.actions
    for number, (action, place) in enumerate(zip(actions, reading.actions, strict=True), start=1):
        try:
            game = game.push(action)
        except IllegalAction as error:
            raise RecordError(*place, f"action {number} is not legal: {error}") from error
    _check_result(reading, game.state)
    return reading.record, game


def record_of(
    game: Game, seats: Sequence[RecordSeat] = (), date: datetime.date | None = None
) -> Record:
    """Make the record of a game up to now.

    Args:
        game: the game; actions taken back are not in it.
        seats: the players; without it, seats have colours and no names.
        date: the day it was begun.
    """
    start = game.start
    rules = start.rules
    count = len(start.seats)
    header = RecordHeader(
        edition=rules.edition,
        seats=tuple(seats) or nameless(count, rules.options.runners),
        first=start.first,
        date=date,
        options=house_rules(rules, count),
        start="" if start == new_game(rules, count, start.first) else write_position(start),
        result=game.state.ranking,
    )
    return Record(header, tuple(str(ply.action) for ply in game.plies))


def record_of_kept(kept: KeptGame) -> Record:
    """Make the record of a game in the journal. Its date is that of the journal: UTC.

    The record of a mended game starts from the position it was mended to last.

    Raises:
        RulesError: the game cannot be replayed, as `replayed` says.
        IndexError: it takes back more actions than were played.
    """
    setup, game = replayed(kept.entries)
    seats = [
        RecordSeat(
            player.colours,
            player.name,
            "" if player.opponent is msgspec.UNSET else player.opponent,
        )
        for player in setup.seats
    ]
    return record_of(game, seats, datetime.datetime.fromisoformat(kept.begun_at).date())


def nameless(seats: int, runners: int) -> tuple[RecordSeat, ...]:
    """Return seats without names, each with this number of runners."""
    return tuple(
        RecordSeat(COLOURS[seat * runners : (seat + 1) * runners]) for seat in range(seats)
    )


def house_rules(rules: Ruleset, seats: int) -> dict[str, Any]:
    """Return the options that have to be given besides the edition to get these rules.

    None of them can be left out: the edition and the others decide all other options.
    """
    given: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules.options))
    for option in OPTIONS:
        fewer = {key: value for key, value in given.items() if key != option}
        try:
            if make_ruleset(rules.edition, seats, fewer).options == rules.options:
                given = fewer
        except BadSetup:  # without it the rules are not valid
            continue
    return given


def _check_result(reading: ReadRecord, end: State) -> None:
    given = reading.record.header.result
    if not given or given == end.ranking:
        return
    place = reading.header["result"]
    found = f"found “{' '.join(map(str, given))}”"
    if end.prompt != "over":
        problem = f"{found}, but after the last action the game is not over."
        raise RecordError(*place, f"{problem} Position: {write_position(end)}")
    ranking = " ".join(map(str, end.ranking))
    raise RecordError(*place, f"{found}, but the actions lead to “{ranking}”.")
