"""A position as one line of text, and back.

Seven fields with blanks between them; a field without a value is a `-`:

    55,3@4/65,3@0/40,2!@22c 1 move 0 2.0 - give-ten,restore,...

1. the seats, `/` between them: carrots, lettuces, `!` if the next turn is missed, then for
   each runner `@` and its square, followed by its obligation: `c` to chew, `l` to leave, `r` to
   rest, `b` to move back; and `p` if it waits and was passed,
2. the seat to act,
3. the prompt with its data: `gift:10:1:2,3` (amount, giver, seats still waiting),
   `ten:0` (runner), `deal:1:0:15` and `roll:1:0:15` (seat, runner, cost of the move; a first
   `deal` has nothing), `over:2,0,1` (the final order),
4. the seat that began,
5. the runners at HOME in order of arrival, each as seat`.`runner,
6. the carrots in the patch; `-` is a patch that never runs out,
7. the pile, top first.

The rules are not part of it. Source: R14.5.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NoReturn, TypeVar, get_args

from controller.game.rules.errors import RulesError, did_you_mean
from controller.game.rules.ruleset.build import Ruleset
from controller.game.rules.setup import FEWEST_SEATS, MOST_SEATS
from controller.game.rules.state import (
    Drawing,
    FirstDeal,
    Gift,
    Obligation,
    Pending,
    Prompt,
    Runner,
    Seat,
    State,
    Ten,
)

NONE: Final = "-"
FIELDS: Final = (
    "the seats",
    "the seat to act",
    "the prompt",
    "the seat that began",
    "the runners at HOME",
    "the carrots in the patch",
    "the pile",
)
_LETTERS: Final[dict[Obligation, str]] = {letter: letter[0] for letter in get_args(Obligation)}
_OWED: Final = {letter: obligation for obligation, letter in _LETTERS.items()}
_PROMPTS: Final[dict[str, Prompt]] = {prompt: prompt for prompt in get_args(Prompt)}
_SEAT: Final = re.compile(r"([0-9]+),([0-9]+)(!?)((?:@[0-9]+[a-z]*)+)", re.ASCII)
_RUNNER: Final = re.compile(r"@([0-9]+)([a-z]*)", re.ASCII)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)

_T = TypeVar("_T")


class BadPosition(RulesError, ValueError):
    """Line that is not a position.

    Attributes:
        column: column of the mistake, counted from 1.
        problem: the text found there and the text expected.
    """

    def __init__(self, column: int, problem: str) -> None:
        self.column = column
        self.problem = problem
        super().__init__(f"Position, column {column}: {problem}")


def write_position(state: State) -> str:
    """Write a position as one line."""
    arrivals = ",".join(f"{seat}.{runner}" for seat, runner in state.home)
    return " ".join(
        (
            "/".join(map(_seat_text, state.seats)),
            NONE if state.to_act is None else str(state.to_act),
            _prompt_text(state),
            str(state.first),
            arrivals or NONE,
            NONE if state.patch is None else str(state.patch),
            ",".join(state.pile) or NONE,
        )
    )


def read_position(text: str, rules: Ruleset) -> State:
    """Read the position a line denotes, under these rules.

    This does not check whether it can occur in a game.

    Raises:
        BadPosition: it is not in the notation, or does not fit the rules.
    """
    words = [_Word(found[0], found.start() + 1) for found in re.finditer(r"\S+", text)]
    if len(words) < len(FIELDS):
        problem = f"The line ends before {FIELDS[len(words)]}; a position has seven fields."
        raise BadPosition(len(text) + 1, problem)
    if len(words) > len(FIELDS):
        words[len(FIELDS)].refuse("the end of the position after its seven fields")
    seats = tuple(_seat(word, rules) for word in words[0].split("/"))
    count = len(seats)
    if not FEWEST_SEATS <= count <= MOST_SEATS:
        words[0].refuse(f"{FEWEST_SEATS} to {MOST_SEATS} seats, “/” between them")
    to_act = words[1].or_none(lambda word: word.number("a seat", count))
    prompt, pending, ranking = _prompt(words[2], count, rules)
    if (to_act is None) != (prompt == "over"):
        wanted = f"“{NONE}” when the game is over" if prompt == "over" else "the seat to act"
        words[1].refuse(wanted)
    return State(
        rules=rules,
        to_act=to_act,
        prompt=prompt,
        first=words[3].number("a seat", count),
        seats=seats,
        pile=words[6].or_none(lambda word: tuple(_card(card, rules) for card in word.split(",")))
        or (),
        patch=words[5].or_none(lambda word: word.number("a number of carrots")),
        home=words[4].or_none(lambda word: tuple(_arrivals(word, count, rules))) or (),
        pending=pending,
        ranking=ranking,
    )


def _seat_text(seat: Seat) -> str:
    runners = "".join(
        f"@{runner.at}{_LETTERS[runner.obligation] if runner.obligation else ''}"
        f"{'p' if runner.passed else ''}"
        for runner in seat.runners
    )
    return f"{seat.carrots},{seat.lettuces:d}{'!' if seat.miss else ''}{runners}"


def _prompt_text(state: State) -> str:
    match state.pending:
        case Gift(amount, giver, waiting):
            facts = [str(amount), str(giver), ",".join(map(str, waiting))]
        case Ten(runner):
            facts = [str(runner)]
        case Drawing(seat, runner, cost):
            facts = [str(seat), str(runner), str(cost)]
        case _:
            facts = [",".join(map(str, state.ranking))] if state.ranking else []
    return ":".join((state.prompt, *facts))


class _Word:
    """Part of the line, and the column it begins in."""

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column

    def refuse(self, expected: str, known: tuple[str, ...] = ()) -> NoReturn:
        found = f"found “{self.text}”" if self.text else "found nothing"
        hint = did_you_mean(self.text, known)
        raise BadPosition(self.column, f"{found}, expected {expected}.{hint}")

    def split(self, separator: str) -> "Iterator[_Word]":
        column = self.column
        for part in self.text.split(separator):
            yield _Word(part, column)
            column += len(part) + 1

    def or_none(self, read: "Callable[[_Word], _T]") -> _T | None:
        return None if self.text == NONE else read(self)

    def number(self, what: str, below: int | None = None) -> int:
        allowed = "" if below is None else f" from 0 to {below - 1}"
        if not _NUMBER.fullmatch(self.text) or (below is not None and int(self.text) >= below):
            self.refuse(f"{what}{allowed}")
        return int(self.text)


def _seat(word: _Word, rules: Ruleset) -> Seat:
    found = _SEAT.fullmatch(word.text)
    if found is None:
        word.refuse("a seat, such as “65,3@0”: carrots, lettuces, and where its runner is")
    carrots, lettuces = (_Word(found[group], word.column + found.start(group)) for group in (1, 2))
    runners = tuple(
        _runner(each[1], each[2], word.column + found.start(4) + each.start() + 1, rules)
        for each in _RUNNER.finditer(found[4])
    )
    if len(runners) != rules.options.runners:
        wanted = "one runner" if rules.options.runners == 1 else "two runners"
        word.refuse(f"a seat with {wanted}, “@” and a square for each")
    held = carrots.number("a number of carrots")
    return Seat(held, lettuces.number("a number of lettuces"), found[3] == "!", runners)


def _runner(at: str, letters: str, column: int, rules: Ruleset) -> Runner:
    square = _Word(at, column).number("a square", rules.home + 1)
    owed = letters.removesuffix("p")
    if owed and owed not in _OWED:
        wanted = "c, l, r or b for what a runner owes, then p if somebody went past"
        _Word(letters, column + len(at)).refuse(wanted)
    return Runner(square, _OWED.get(owed), letters.endswith("p"))


def _prompt(
    word: _Word, seats: int, rules: Ruleset
) -> tuple[Prompt, Pending | None, tuple[int, ...]]:
    name, *facts = word.split(":")
    prompt = _PROMPTS.get(name.text)
    if prompt is None:
        name.refuse(f"a prompt: {', '.join(_PROMPTS)}", tuple(_PROMPTS))
    ranking: tuple[int, ...] = ()
    pending: Pending | None = None
    match prompt, facts:
        case "move", []:
            pass
        case "deal", []:
            pending = FirstDeal()
        case "over", [order]:
            ranking = _seats(order, seats)
        case "gift", [amount, giver, waiting]:
            each, who = amount.number("a number of carrots"), giver.number("a seat", seats)
            pending = Gift(each, who, _seats(waiting, seats))
        case "ten", [index]:
            pending = Ten(index.number("a runner", rules.options.runners))
        case "deal" | "roll", [seat, index, cost]:
            who, which = (
                seat.number("a seat", seats),
                index.number("a runner", rules.options.runners),
            )
            pending = Drawing(who, which, cost.number("a number of carrots"))
        case _:
            word.refuse(_SHAPES[prompt])
    return prompt, pending, ranking


_SHAPES: Final[dict[Prompt, str]] = {
    "move": "“move” alone",
    "gift": "“gift:10:1:2,3”: amount, giver, seats that still wait",
    "ten": "“ten:0”: the runner",
    "deal": "“deal” alone before the first move, else “deal:1:0:15”: seat, runner, cost",
    "roll": "“roll:1:0:15”: seat, runner, cost",
    "over": "“over:2,0,1”: the seats in their final order",
}


def _seats(word: _Word, count: int) -> tuple[int, ...]:
    return tuple(each.number("a seat", count) for each in word.split(","))


def _arrivals(word: _Word, seats: int, rules: Ruleset) -> Iterator[tuple[int, int]]:
    for each in word.split(","):
        parts = tuple(each.split("."))
        if len(parts) != 2:
            each.refuse("seat.runner, such as “2.0”")
        seat, runner = parts
        yield seat.number("a seat", seats), runner.number("a runner", rules.options.runners)


def _card(word: _Word, rules: Ruleset) -> str:
    if word.text not in rules.deck:
        word.refuse("a card of this game's deck", rules.deck)
    return word.text
