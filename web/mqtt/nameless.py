"""Replaces the names of people by their colours."""

import msgspec
from msgspec.structs import replace

from controller.game.pieces import NameAt, Player
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views import words


def nameless(snapshot: Snapshot, say: Speech) -> Snapshot:
    """Return a snapshot in which colours stand for the names of people; opponents keep theirs.

    The other board of a race has no name either: it is often that of a family.
    """
    race = snapshot.together

    def without_names(setup: Setup | None) -> Setup | None:
        return None if setup is None else replace(setup, seats=_without_names(setup.seats, say))

    return replace(
        snapshot,
        seating=replace(snapshot.seating, players=_without_names(snapshot.seating.players, say)),
        together=None if race is None else replace(race, other_name=say._("Another board")),
        setup=without_names(snapshot.setup),
        next_setup=without_names(snapshot.next_setup),
    )


def nameless_refusal(error: Refusal, say: Speech) -> Refusal:
    """Return a refusal in which colours stand for the names of people."""
    facts = {
        key: replace(fact, players=_without_names(fact.players, say))
        if isinstance(fact, NameAt)
        else fact
        for key, fact in error.facts.items()
    }
    return Refusal(error.code, error.template, error.reasons, **facts)


def _without_names(players: tuple[Player, ...], say: Speech) -> tuple[Player, ...]:
    return tuple(
        replace(each, name=words.colour_name(each.colours[0], say).capitalize())
        if each.opponent is msgspec.UNSET
        else each
        for each in players
    )
