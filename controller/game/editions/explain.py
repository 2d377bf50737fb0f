"""An edition told in plain English.

Source: R13.
"""

import textwrap
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from controller.game.editions import catalogue
from controller.game.editions.forms import (
    CARD_RULES,
    SEATS,
    START_CARROTS,
    TABLE_RULES,
    WITH_PATCH_TOTAL,
    Edition,
)
from controller.game.rules import Track
from controller.plural import counted

LABEL_WIDTH: Final = 15
HARES: Final[Mapping[str, str]] = {
    "text-cards": "Cards with text; you draw one when you land.",
    "number-cards": "Cards with a number of carrots to draw or pay; if you can't pay, you "
    "start again.",
    "deck-1978": "Cards with an action each; you draw one when you land.",
    "table-1974": "Numbered cards; the number and your place in the race select an action from a "
    "table.",
    "die-table": "A die; the number and your place in the race select an action from a table.",
    "tournament": "No luck involved: a runner waits, pays 10 carrots to the patch each time it "
    "is passed, and draws 10 if it moves on unpassed.",
    "flat-cost": "Nothing happens; the next move forward costs 5 carrots a square.",
    "nap": "The runner sleeps for a turn, or until somebody passes it.",
    "off": "Nobody may land on them.",
}
KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "H": ("hare", "hares"),
    "C": ("carrot", "carrots"),
    "L": ("lettuce", "lettuces"),
    "T": ("tortoise", "tortoises"),
    "2": ("two", "twos"),
    "3": ("three", "threes"),
    "4": ("four", "fours"),
    "F": ("flag", "flags"),
}


def explain(edition: Edition, default: Edition, width: int) -> str:
    """Describe an edition: rules of play, differences from the default, and sources.

    Args:
        edition: the edition.
        default: the edition to compare it with.
        width: of the lines, in letters.

    Raises:
        BadRules: its track, deck or table is missing or wrong.
    """
    told, usual = facts(edition), facts(default)
    lines = [
        *textwrap.wrap(f"{edition.name} ({edition.id}), {edition.year}", width),
        *textwrap.wrap(edition.about, width),
        "",
        *_listed(told.items(), width),
    ]
    if edition.id != default.id:
        differing = [(label, text) for label, text in usual.items() if told[label] != text]
        lines.append("")
        if differing:
            lines += textwrap.wrap(f"{default.name} has instead:", width)
            lines += _listed(differing, width)
        else:
            lines += textwrap.wrap(f"It plays exactly like {default.name}.", width)
    sources = _sources(edition)
    if sources:
        lines += ["", "How this is known:", *_listed(sources, width)]
    return "\n".join(lines)


def describe_track(track: Track) -> str:
    """Describe a track: its length and its squares."""
    counts = [(track.kinds.count(kind), *called) for kind, called in KINDS.items()]
    kinds = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    return f"{counted(track.home - 1, 'square')} and HOME at {track.home}: {', '.join(kinds)}"


def facts(edition: Edition) -> dict[str, str]:
    """Return the facts of an edition by heading; the headings are the same for all."""
    options = edition.options
    two = edition.two_runners
    first = "may" if options["first_runner_lettuces"] else "must not"
    return {
        "players": "2 to 6. Two have two runners each, unless they agree on one; three may agree "
        "on two.",
        "track": f"{options['track']}: {describe_track(catalogue.track(options['track']))}.",
        "carrots": f"{_by_seats(edition.start_carrots)}; {two.start_carrots} with two runners "
        "each.",
        "lettuces": f"{options['lettuces']} each; {two.lettuces} with two runners each, of which "
        f"the first {first} come HOME with lettuces left.",
        "hare squares": _hares(edition),
        "HOME": _home(edition),
        "restart": "A player who cannot move starts again with "
        + (
            "as many carrots as this game began with, at least 15."
            if options["restart_carrots"] == START_CARROTS
            else f"{counted(options['restart_carrots'], 'carrot')}."
        ),
        "patch": _patch(edition),
        "baulk": _baulk(edition),
        "hands": "Everybody sees them." if options["open_hands"] else "Each player's own affair.",
        "words": _words(edition),
    }


def _by_seats(amounts: Mapping[int, int]) -> str:
    spans = [(amount, list(group)) for amount, group in groupby(SEATS, key=amounts.__getitem__)]
    if len(spans) == 1:
        return f"{spans[0][0]} each"
    return ", ".join(
        f"{amount} with {seats[0]} players"
        if len(seats) == 1
        else f"{amount} with {seats[0]} {'or' if len(seats) == 2 else 'to'} {seats[-1]}"
        for amount, seats in spans
    )


def _hares(edition: Edition) -> str:
    options = edition.options
    hare = options["hare"]
    said = [HARES[hare]]
    if hare in CARD_RULES:
        said.append(f"{len(catalogue.deck(edition.deck or hare).cards)} of them.")
    if edition.deck:
        said.append(f"They are those of “{edition.deck}”.")
    if hare in TABLE_RULES and edition.table:
        said.append(f"The table is “{edition.table}”.")
    if hare == "text-cards":
        equal = "plays again" if options["equal"] == "again" else "does nothing"
        fallback = "5, or 1" if options["give_ten"] == "cascade" else "nothing"
        said.append(
            f"One restores the hand to {options['restore_carrots']}; whoever has as many players "
            f"behind as in front {equal}; whoever cannot give each player behind 10 gives "
            f"{fallback}."
        )
    return " ".join(said)


def _home(edition: Edition) -> str:
    limit = (
        "At most 10 carrots for the first to arrive, 20 for the second, and so on."
        if edition.options["home_limit"] == "place"
        else "At most 20 carrots, whatever the place."
    )
    if edition.options["finish"] == "first-home":
        return f"{limit} The first arrival ends the game."
    return f"{limit} The others play on for places."


def _patch(edition: Edition) -> str:
    total = edition.options["patch_total"]
    if total is None:
        return "It never runs out."
    return f"{total} carrots, the players' own among them; it can run out."


def _baulk(edition: Edition) -> str:
    baulk = edition.options["baulk"]
    if baulk == WITH_PATCH_TOTAL:
        return (
            "Only in a game whose patch can run out: when it falls short, all others first pay in "
            "half of what they hold."
        )
    if baulk:
        return "When the patch falls short, all others first pay in half of what they hold."
    return "No: a patch that falls short pays what it has."


def _words(edition: Edition) -> str:
    called = [f"a {kind} square is a {word}" for kind, word in edition.words.items()]
    return f"On the board {', '.join(called)}." if called else "The usual ones."


def _sources(edition: Edition) -> list[tuple[str, str]]:
    """List facts with their source, those of the same source together."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for fact, known in edition.provenance.items():
        grouped.setdefault((known.origin, known.source), []).append(fact)
    found = [
        (origin, f"{', '.join(facts)}: {source}.") for (origin, source), facts in grouped.items()
    ]
    track = catalogue.track(edition.options["track"])
    if track.provenance:
        found.append((f"track {track.name}", track.provenance))
    hare = edition.options["hare"]
    if hare in CARD_RULES:
        found.append(("the cards", catalogue.deck(edition.deck or hare).provenance))
    if hare in TABLE_RULES:
        found.append(("the table", catalogue.table(edition.table or hare).provenance))
    return [(label, text) for label, text in found if text]


def _listed(items: Iterable[tuple[str, str]], width: int) -> list[str]:
    """Lay out labels on the left, with texts wrapped beside them."""
    indent = " " * (LABEL_WIDTH + 2)
    return [
        line
        for label, text in items
        for line in textwrap.wrap(
            text,
            max(width, LABEL_WIDTH + 20),
            initial_indent=f"  {label:<{LABEL_WIDTH}}",
            subsequent_indent=indent,
        )
    ]
