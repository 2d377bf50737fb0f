"""The words of the game: its squares, cards, colours, amounts, and the edition's own animal.

Sentences are made from codes and facts, whole ones for every case, so that each language can
say them its own way: events in `web.views.events`, faults of the board in
`web.views.board_trouble`, refusals in `web.views.refusals`.
"""

import itertools
from collections.abc import Mapping
from typing import Final

import msgspec

from controller.game.editions.rulesets import DEFAULT_EDITION, load_edition
from controller.game.journal.damage import Rescued
from controller.game.pieces import Seating
from controller.game.rules import BadSetup, Options, State
from controller.game.rules.ruleset.track import CARROT, FLAG, HARE, LETTUCE, TORTOISE
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark

HEDGEHOG: Final[Mapping[str, str]] = {
    mark("{who} went back to the tortoise on square {to} and drew {amount}."): mark(
        "{who} went back to the hedgehog on square {to} and drew {amount}."
    ),
    mark("You went back to the tortoise on square {to} and drew {amount}."): mark(
        "You went back to the hedgehog on square {to} and drew {amount}."
    ),
    mark("Set your runner back on the lit tortoise square, or tap it here."): mark(
        "Set your runner back on the lit hedgehog square, or tap it here."
    ),
    mark("{name} sets the runner back on the lit tortoise square."): mark(
        "{name} sets the runner back on the lit hedgehog square."
    ),
    mark("Square {square} is a tortoise: you can only move back to it."): mark(
        "Square {square} is a hedgehog: you can only move back to it."
    ),
    mark("The nearest tortoise behind you, square {square}, is taken."): mark(
        "The nearest hedgehog behind you, square {square}, is taken."
    ),
    mark("There is no tortoise square behind you."): mark(
        "There is no hedgehog square behind you."
    ),
    mark("This turn the runner must move back to a tortoise."): mark(
        "This turn the runner must move back to a hedgehog."
    ),
    mark("This turn you must go back to the nearest tortoise, or start again."): mark(
        "This turn you must go back to the nearest hedgehog, or start again."
    ),
    mark("Next turn you must go back to the nearest tortoise, or start again."): mark(
        "Next turn you must go back to the nearest hedgehog, or start again."
    ),
    mark("From here you may go back to the previous tortoise, or run on."): mark(
        "From here you may go back to the previous hedgehog, or run on."
    ),
    mark("From here you can only run on: there is no tortoise behind you."): mark(
        "From here you can only run on: there is no hedgehog behind you."
    ),
    mark("Back to the tortoise: draw 10 for every square."): mark(
        "Back to the hedgehog: draw 10 for every square."
    ),
}
"""Sentences that name the tortoise, with their versions for editions with a hedgehog."""

CARDS: Final[Mapping[str, tuple[str, str]]] = {
    "give-ten": (
        mark("A gift"),
        mark("Give 10 carrots to each player behind you. If that is too much, 5 each, or 1 each."),
    ),
    "more-behind": (
        mark("Ahead or behind?"),
        mark(
            "More players behind you than in front: miss your next turn. Fewer: move again at once."
        ),
    ),
    "restore": (mark("A fresh bundle"), mark("You now hold exactly {restore}.")),
    "ten-per-lettuce": (
        mark("Green fingers"),
        mark("Draw 10 carrots for every lettuce you hold. With none, miss your next turn."),
    ),
    "free-ride": (mark("Free ride"), mark("Take back the carrots this move has cost you.")),
    "lose-half": (mark("Half is gone"), mark("Lose half your carrots, rounded down.")),
    "show": (mark("Cards on the table"), mark("Show everybody how many carrots you hold.")),
    "shuffle": (
        mark("All change"),
        mark("Take 1 carrot from each player who has one. Then the hare cards are shuffled."),
    ),
    "0": (mark("Shuffle"), mark("The hare cards are shuffled.")),
    "miss": (mark("Sit out"), mark("Miss your next turn.")),
    "ten": (mark("Ten"), mark("Draw 10 carrots or pay 10.")),
    "carrot-forward": (
        mark("To the carrots"),
        mark("Run on to the next free carrot square, at no cost."),
    ),
    "carrot-back": (
        mark("Back to the carrots"),
        mark("Go back to the nearest free carrot square."),
    ),
    "position-forward": (
        mark("Overtake"),
        mark("Run past the next runner ahead, at no cost."),
    ),
    "position-back": (mark("Drop back"), mark("Go back behind the next runner.")),
    "chew-lettuce": (
        mark("Lettuce at once"),
        mark("Chew a lettuce next turn, as on a lettuce square. With none, miss it."),
    ),
    "chew-carrot": (mark("A bite"), mark("Chew a carrot: pay 1, or start again.")),
    "free": (mark("Nothing to pay"), mark("Take back the carrots this move has cost you.")),
    "again": (mark("Once more"), mark("Move again at once, and pay for it.")),
}
"""Title and text of every hare card and action; numbered cards need no text."""


class Teller(msgspec.Struct, frozen=True):
    """Makes sentences about one table.

    Attributes:
        say: the language.
        seating: the players with their runners.
        home: the number of HOME.
        hedgehog: True if the edition has a hedgehog in place of the tortoise.
    """

    say: Speech
    seating: Seating
    home: int
    hedgehog: bool = False

    def tell(self, message: str, **facts: object) -> str:
        """Return a message, with the edition's animal."""
        return animal(message, self.say, hedgehog=self.hedgehog, **facts)

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.seating.players[seat].name

    def has_several(self, seat: int) -> bool:
        """Return True if a player has two runners, which their colours tell apart."""
        return len(self.seating.players[seat].colours) > 1


def teller(snapshot: Snapshot, state: State, say: Speech) -> Teller:
    """Make the teller for the table of a snapshot."""
    return Teller(say, snapshot.seating, state.rules.home, hedgehog=has_hedgehog(snapshot))


def has_hedgehog(snapshot: Snapshot | None) -> bool:
    """Return True if the edition in play has a hedgehog in place of the tortoise."""
    setup = snapshot.setup if snapshot is not None else None
    return is_hedgehog(setup.edition if setup is not None else DEFAULT_EDITION)


def is_hedgehog(edition: str) -> bool:
    """Return True if an edition has a hedgehog; False if its file is missing or has mistakes."""
    return board_words(edition).get("tortoise") == "hedgehog"


def board_words(edition: str) -> Mapping[str, str]:
    """Return the names of squares on an edition's board; empty if its file has mistakes."""
    try:
        return load_edition(edition).words
    except BadSetup:
        return {}


def edition_name(edition: str) -> str:
    """Return the name of an edition; its id, if its file is missing or has mistakes."""
    try:
        return load_edition(edition).name
    except BadSetup:
        return edition


def animal(message: str, say: Speech, /, *, hedgehog: bool, **facts: object) -> str:
    """Return a message that may name the tortoise, with the animal in play."""
    return say._(HEDGEHOG.get(message, message) if hedgehog else message, **facts)


# Small words


def ordinal(number: int, say: Speech) -> str:
    """1st, 2nd, 3rd, 4th, ...: a place in the race."""
    match number:
        case 1:
            return say.p_("place", "1st")
        case 2:
            return say.p_("place", "2nd")
        case 3:
            return say.p_("place", "3rd")
        case 4:
            return say.p_("place", "4th")
        case 5:
            return say.p_("place", "5th")
        case 6:
            return say.p_("place", "6th")
        case _:
            return say.p_("place", "{number}th", number=number)


def carrots(count: int, say: Speech) -> str:
    """A number of carrots."""
    return say.n_("{count} carrot", "{count} carrots", count)


def lettuces(count: int, say: Speech) -> str:
    """A number of lettuces."""
    return say.n_("{count} lettuce", "{count} lettuces", count)


def colour_name(colour: str, say: Speech) -> str:
    """A runner's colour."""
    match colour:
        case "red":
            return say.p_("colour", "red")
        case "yellow":
            return say.p_("colour", "yellow")
        case "green":
            return say.p_("colour", "green")
        case "blue":
            return say.p_("colour", "blue")
        case "pink":
            return say.p_("colour", "pink")
        case "black":
            return say.p_("colour", "black")
        case _:
            return colour


def kind_name(kind: str, say: Speech, called: Mapping[str, str] | None = None) -> str:
    """Return the name of a kind of square.

    Args:
        kind: as in a track, or START or HOME.
        say: the language.
        called: the edition's own names of squares, if they are not the usual ones.
    """
    own = (called or {}).get(_KINDS.get(kind, ""))
    match own or _KINDS.get(kind, kind):
        case "hare":
            return say.p_("square", "hare")
        case "carrot":
            return say.p_("square", "carrot")
        case "lettuce":
            return say.p_("square", "lettuce")
        case "bed":
            return say.p_("square", "bed")
        case "tortoise":
            return say.p_("square", "tortoise")
        case "hedgehog":
            return say.p_("square", "hedgehog")
        case "flag":
            return say.p_("square", "flag")
        case "2" | "3" | "4":
            return say.p_("square", "number {number}", number=kind)
        case "START":
            return say.p_("square", "START")
        case "HOME":
            return say.p_("square", "HOME")
        case other:
            return other


_KINDS: Final = {
    HARE: "hare",
    CARROT: "carrot",
    LETTUCE: "lettuce",
    TORTOISE: "tortoise",
    FLAG: "flag",
}


def card_title(name: str, say: Speech) -> str:
    """Return the title of a hare card or table action; a numbered card has its number."""
    return say._(CARDS[name][0]) if name in CARDS else name


def card_text(name: str, say: Speech, options: Options) -> str:
    """Return the effect of a hare card or table action, by this game's options."""
    if name in CARDS:
        text = _text_of(name, options) or CARDS[name][1]
        return say._(text, restore=carrots(options.restore_carrots, say))
    amount = abs(int(name))
    if int(name) > 0:
        return say.n_("Draw {count} carrot.", "Draw {count} carrots.", amount)
    return say.n_(
        "Pay {count} carrot, or start again.", "Pay {count} carrots, or start again.", amount
    )


def _text_of(name: str, options: Options) -> str | None:
    """Return the text of a card that differs between editions (R7.1, R7.2, R8.3)."""
    match name:
        case "give-ten" if options.give_ten == "all-or-nothing":
            return mark("Give 10 carrots to each player behind you, if you can afford it.")
        case "more-behind" if options.equal == "again":
            return mark(
                "More players behind you than in front: miss your next turn. If not, move again "
                "at once."
            )
        case "carrot-forward" if not options.skip_occupied_carrots:
            return mark("Run on to the next carrot square at no cost, if it is free.")
        case "carrot-back" if not options.skip_occupied_carrots:
            return mark("Go back to the nearest carrot square, if it is free.")
        case "ten" if options.ten_may_be_declined:
            return mark("Draw 10 carrots, or pay 10, or neither.")
    return None


def place(square: int, home: int, say: Speech) -> str:
    """Return a square's name, standing alone."""
    if square == 0:
        return say.p_("square", "START")
    return say.p_("square", "HOME") if square == home else say._("square {square}", square=square)


def stretches(squares: list[int], say: Speech, home: int | None = None) -> list[str]:
    """List squares by number, or as HOME; three and more in a row as the first and the last."""
    told: list[str] = []
    for _, row in itertools.groupby(enumerate(squares), lambda each: each[1] - each[0]):
        names = [say.p_("square", "HOME") if square == home else str(square) for _, square in row]
        if len(names) > 2:
            told.append(say.p_("squares", "{first} to {last}", first=names[0], last=names[-1]))
        else:
            told += names
    return told


def listed(names: list[str], last: str = "and") -> str:
    """Join names in English, for terminals and builders: A, B and C."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def lights_out(trouble: str, say: Speech) -> str:
    """Describe a fault of the lights, and that the game works without them."""
    return say._(
        "The board's lights are out. {trouble} The game continues by phone and without them.",
        trouble=say._(trouble),
    )


def held_up(say: Speech) -> str:
    """Return the reason of the wait: moves cannot be written to the disk."""
    return say._(
        "The board cannot save the game right now, so the game has to wait. Is the disk full "
        "or read-only?"
    )


def saved(rescued: Rescued, say: Speech) -> str:
    """Report damaged saved games, and the number recovered."""
    if not rescued.games:
        return say._(
            "This board's saved games were damaged, and none of them could be read. The "
            "damaged file is kept as {file}.",
            file=rescued.kept,
        )
    if rescued.lost == 0:
        return say._(
            "This board's saved games were damaged. Nothing is missing: every action was there a "
            "second time. The damaged file is kept as {file}.",
            file=rescued.kept,
        )
    if rescued.lost:
        return say._(
            "This board's saved games were damaged, and the last actions are lost (at least: "
            "{lost}). The rest was recovered (games: {games}, actions: {actions}). The damaged "
            "file is kept as {file}.",
            lost=rescued.lost,
            games=rescued.games,
            actions=rescued.actions,
            file=rescued.kept,
        )
    return say._(
        "This board's saved games were damaged. What could be read was recovered (games: "
        "{games}, actions: {actions}). Please check whether the last moves are there. The "
        "damaged file is kept as {file}.",
        games=rescued.games,
        actions=rescued.actions,
        file=rescued.kept,
    )
