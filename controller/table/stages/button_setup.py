"""Set-up by buttons: who plays the next race, without a page or phone.

While no game is under way a press of the confirm button shows who would play: the lights draw two
digits, the number of people and that of computer opponents. Further presses change both, and how
strong the opponents are; holding the button begins the race. People and house rules are those of
the race before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.game.editions.rulesets import DEFAULT_EDITION, make_ruleset
from controller.game.pieces import COLOURS, Colour, Player, key_of
from controller.game.rules import BadSetup
from controller.game.setup import LONGEST_NAME, MOST_PLAYERS, Setup
from controller.light.digits import number_shown
from controller.table.commands import SeatChange
from controller.table.state import ButtonSetup, TableState

CHARACTERS: Final = {
    "walker": "Snail",
    "alternator": "Frog",
    "sprinter": "Squirrel",
    "strategist-1": "Owlet",
    "weigher": "Mole",
    "strategist-2": "Owl",
    "strategist-3": "Wise Owl",
    "strategist-4": "Owl King",
}
"""English name of each character, the weakest first; pages offer the same."""
WEAKEST_FIRST: Final = tuple(CHARACTERS)
USUAL_OPPONENTS: Final = ("alternator", "sprinter", "strategist-1", "walker", "strategist-1")
NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")
"""Names of people who were not there before."""
ROOM: Final = LONGEST_NAME - len(" 6")
"""Letters of a name that a number follows."""
DEPENDS_ON_PLAYERS: Final = ("runners", "teams")
"""House rules that do not fit another number of players."""


def seats_changed(table: TableState, change: SeatChange, now_s: float) -> TableState:
    """Change who would play the next race, and show that with the lights.

    The first change only shows who played last, or one person against three.
    """
    shown, last = table.button_setup, _last_setup(table)
    setup = _changed(shown.setup, change, last) if shown is not None else last
    until_s = now_s + table.settings.sign_s
    table = table.change(button_setup=ButtonSetup(setup, until_s))
    if not table.canvas.suffices or table.lights_trouble is not None:
        return table
    return table.change(
        number=number_shown(_digits(setup, change), table.canvas, now_s, until_s - now_s)
    )


def button_setup_over(table: TableState, now_s: float) -> TableState:
    """Forget who would play, once nobody has pressed a button for a while."""
    shown = table.button_setup
    ends = shown is not None and now_s >= shown.until_s
    return table.change(button_setup=None) if ends else table


def _usual() -> Setup:
    return _seated(Setup((), DEFAULT_EDITION), NAMES[:1], USUAL_OPPONENTS[:3])


def _last_setup(table: TableState) -> Setup:
    """Return the set-up of the last race; all of its players sit at this board now.

    The file of its edition may have gone meanwhile, or have mistakes: then by the usual rules.
    """
    setup = msgspec.structs.replace(table.setup or _usual(), together=msgspec.UNSET)
    if _runners(setup, len(setup.seats), setup.options) is not None:
        return setup
    return _seated(setup, _names_of_people(setup), _characters(setup))


def _changed(setup: Setup, change: SeatChange, last: Setup) -> Setup:
    """Return the set-up after a change; names, colours and house rules are those of the last."""
    people, known = _names_of_people(setup), _names_of_people(last)
    characters, usual = _characters(setup), _characters(last)
    usual += USUAL_OPPONENTS[len(usual) :]
    match change:
        case "more-opponents":
            count = len(characters) + 1
            if len(people) + count > MOST_PLAYERS:
                count = max(0, 2 - len(people))
            characters = _of_number(characters, usual, count)
        case "fewer-people":
            count = len(people) - 1 if len(people) > 1 else MOST_PLAYERS - len(characters)
            people = _people(known, count)
            if len(people) + len(characters) < 2:
                characters = _of_number(characters, usual, 1)
        case "stronger":
            characters = [_beside(each, 1) for each in characters]
        case "weaker":
            characters = [_beside(each, -1) for each in characters]
    if (people, characters) == (known, _characters(last)):
        return last
    return _seated(last, people, characters)


def _names_of_people(setup: Setup) -> list[str]:
    return [player.name for player in setup.seats if player.opponent is msgspec.UNSET]


def _characters(setup: Setup) -> list[str]:
    return [str(each.opponent) for each in setup.seats if each.opponent is not msgspec.UNSET]


def _of_number(characters: Sequence[str], usual: Sequence[str], count: int) -> list[str]:
    """Return this number of characters, those that are there first."""
    return [*characters[:count], *usual[len(characters) : count]]


def _people(known: Sequence[str], count: int) -> list[str]:
    """Return names of this number of people, those that are known first."""
    taken = set(map(key_of, known))
    others = [name for name in NAMES if key_of(name) not in taken]
    return [*known, *others][:count]


def _beside(character: str, steps: int) -> str:
    """Return the character that is stronger or weaker by so many; a program stays."""
    if character not in WEAKEST_FIRST:
        return character
    at = WEAKEST_FIRST.index(character) + steps
    return WEAKEST_FIRST[max(0, min(at, len(WEAKEST_FIRST) - 1))]


def _seated(before: Setup, people: Sequence[str], characters: Sequence[str]) -> Setup:
    """Return the set-up with these people, then these characters."""
    count = len(people) + len(characters)
    options = dict(before.options)
    if count != len(before.seats):
        options = {key: value for key, value in options.items() if key not in DEPENDS_ON_PLAYERS}
    runners = _runners(before, count, options)
    if runners is None:  # a house rule does not fit this number of players
        options = {}
        runners = _runners(before, count, options)
    if runners is None:  # nor does the edition, a user's own
        before = msgspec.structs.replace(before, edition=DEFAULT_EDITION)
        runners = make_ruleset(DEFAULT_EDITION, count).options.runners
    had = [player for player in before.seats if player.opponent is not msgspec.UNSET]
    own = {player.name: player.colours for player in before.seats if player not in had}
    colours = [own.get(name, ()) for name in people]
    colours += [had[at].colours if at < len(had) else () for at in range(len(characters))]
    names = [*people, *_named(characters, people, had)]
    opponents: list[Any] = [*[msgspec.UNSET] * len(people), *characters]
    seats = tuple(map(Player, names, _coloured(colours, runners), opponents))
    first = before.first if count == len(before.seats) else 0
    return msgspec.structs.replace(before, seats=seats, options=options, first=first)


def _runners(setup: Setup, count: int, options: Mapping[str, Any]) -> int | None:
    """Return the runners of each player; None if the rules do not fit this number of players."""
    try:
        return make_ruleset(setup.edition, count, options).options.runners
    except BadSetup:
        return None


def _named(characters: Sequence[str], people: Sequence[str], had: Sequence[Player]) -> list[str]:
    """Return the name of each opponent: the one that people gave it, else its usual one.

    Of two with the same name the second gets a number.
    """
    taken = set(map(key_of, people))
    names: list[str] = []
    for at, character in enumerate(characters):
        usual = CHARACTERS.get(character, character)
        stays = at < len(had) and had[at].opponent == character
        name = had[at].name if stays and not had[at].name.startswith(usual) else usual
        number = 1
        while key_of(numbered := name if number == 1 else f"{name[:ROOM]} {number}") in taken:
            number += 1
        taken.add(key_of(numbered))
        names.append(numbered)
    return names


def _coloured(wanted: Sequence[Sequence[Colour]], runners: int) -> list[tuple[Colour, ...]]:
    """Return the colours of each seat's runners, as far as possible those that it had."""
    free = [colour for colour in COLOURS if not any(colour in own[:runners] for own in wanted)]
    seats: list[tuple[Colour, ...]] = []
    for own in wanted:
        kept = tuple(own[:runners])
        more = [free.pop(0) for _ in range(runners - len(kept))]
        seats.append((*kept, *more))
    return seats


def _digits(setup: Setup, change: SeatChange) -> str:
    """Return what the lights draw: people and opponents, or how strong the strongest is."""
    characters = _characters(setup)
    if change in ("stronger", "weaker"):
        known = [WEAKEST_FIRST.index(each) for each in characters if each in CHARACTERS]
        if known:
            return str(max(known) + 1)
    return f"{len(setup.seats) - len(characters)}{len(characters)}"
