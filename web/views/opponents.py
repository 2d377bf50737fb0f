"""Computer opponents: those that set-up offers, in words, and what people carry for them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.referee import Errand
from controller.table.snapshot import Snapshot
from web.languages.language import ENGLISH, Speech, mark
from web.views.shapes.game import OpponentOffered

VERY_EASY: Final = mark("very easy")
EASY: Final = mark("easy")
MEDIUM: Final = mark("medium")
HARD: Final = mark("hard")
VERY_HARD: Final = mark("very hard")
HARDEST: Final = mark("the hardest")

OFFERED: Final = (
    OpponentOffered(
        "walker", mark("Snail"), VERY_EASY, mark("Always moves to the next free square.")
    ),
    OpponentOffered(
        "alternator", mark("Frog"), EASY, mark("Leaps as far as it can, then a single step.")
    ),
    OpponentOffered(
        "sprinter", mark("Squirrel"), EASY, mark("Always runs as far as it can pay for.")
    ),
    OpponentOffered(
        "strategist-1", mark("Owlet"), MEDIUM, mark("Knows one short way HOME. A child can win.")
    ),
    OpponentOffered(
        "weigher", mark("Mole"), HARD, mark("Weighs every move, but looks only at its own race.")
    ),
    OpponentOffered(
        "strategist-2", mark("Owl"), HARD, mark("Knows a short way HOME from every place.")
    ),
    OpponentOffered(
        "strategist-3",
        mark("Wise Owl"),
        VERY_HARD,
        mark("Watches everybody, and looks a round ahead."),
    ),
    OpponentOffered(
        "strategist-4",
        mark("Owl King"),
        HARDEST,
        mark("Runs many races HOME in its mind before each move."),
    ),
)
"""The calibrated characters, the weakest first. Source: docs/opponents.md, “Strength”."""

_USUAL: Final = {each.opponent: each.name for each in OFFERED}
_NUMBERS: Final = ("", *(f" {number}" for number in range(2, 7)))
"""What follows the usual name of an opponent: a number, if it is not the first of its kind."""


def opponents(say: Speech, programs: Sequence[str] = ()) -> tuple[OpponentOffered, ...]:
    """Return the characters that set-up offers, the weakest first, and these programs."""
    characters = tuple(
        OpponentOffered(each.opponent, say._(each.name), say._(each.level), say._(each.text))
        for each in OFFERED
    )
    level, text = say._("added program"), say._("Whoever added it knows how it plays.")
    return characters + tuple(OpponentOffered(name, name, level, text) for name in programs)


def usual_name(character: str) -> str:
    """Return the English name of a character; one that set-up does not offer has its own."""
    return next((each.name for each in OFFERED if each.opponent == character), character)


def shown_to(snapshot: Snapshot, say: Speech) -> Snapshot:
    """Return a snapshot in which opponents with their usual English names have the reader's."""
    if say.language == ENGLISH:
        return snapshot

    def named(setup: Setup | None) -> Setup | None:
        return None if setup is None else replace(setup, seats=named_in(setup.seats, say))

    return replace(
        snapshot,
        seating=replace(snapshot.seating, players=named_in(snapshot.seating.players, say)),
        setup=named(snapshot.setup),
        next_setup=named(snapshot.next_setup),
    )


def named_in(players: Sequence[Player], say: Speech) -> tuple[Player, ...]:
    """Rename opponents that have their usual English names: "Owl 2" is "Eule 2" to a German."""
    return _renamed(players, _USUAL, {each: say._(name) for each, name in _USUAL.items()})


def named_as_usual(players: Sequence[Player], say: Speech) -> tuple[Player, ...]:
    """Undo `named_in`: opponents that a page named in its language get their English names."""
    return _renamed(players, {each: say._(name) for each, name in _USUAL.items()}, _USUAL)


def _renamed(
    players: Sequence[Player], before: Mapping[str, str], after: Mapping[str, str]
) -> tuple[Player, ...]:
    """Rename the opponents of these names, by character; not where somebody else has the name."""
    taken = {each.name.casefold() for each in players}

    def renamed(player: Player) -> Player:
        usual = before.get(str(player.opponent))
        if usual is None or not player.name.startswith(usual):
            return player
        number = player.name.removeprefix(usual)
        name = f"{after[str(player.opponent)]}{number}"
        free = number in _NUMBERS and name.casefold() not in taken
        return replace(player, name=name) if free else player

    return tuple(map(renamed, players))


def errands_of_others(snapshot: Snapshot) -> tuple[Errand, ...]:
    """Return the errands of runners that nobody here moves, the first to be carried first.

    They are those of opponents, and of people at another board.
    """
    return _errands_of(snapshot, snapshot.seating.carried)


def without_errands(snapshot: Snapshot) -> Snapshot:
    """Leave out errands: on a simulated board that carries them, nobody is asked to."""
    finding = snapshot.finding
    if not finding.errands:
        return snapshot
    return replace(
        snapshot,
        finding=replace(finding, errands=()),
        opponent_waits=bool(finding.mismatches or finding.put_back),
    )


def _errands_of(snapshot: Snapshot, seats: Collection[int]) -> tuple[Errand, ...]:
    theirs = {colour for seat in seats for colour in snapshot.seating.players[seat].colours}
    return tuple(task for task in snapshot.finding.errands if task.colour in theirs)
