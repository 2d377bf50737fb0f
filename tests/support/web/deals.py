"""What the recorder plays: any rules, on any phones, with chance that can be had again."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final, Literal

import msgspec

import controller.game.setup
from controller.game.editions.rulesets import edition_ids
from controller.game.pieces import COLOURS, Player
from controller.game.rules import BadSetup, State, new_game
from controller.game.setup import Setup, start_game
from tests.support.rules.any_rules import OPTIONS
from web.languages.catalogue import FOLDER
from web.languages.language import ENGLISH, LANGUAGES

NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")
WATCHER: Final = "watcher"
HOST: Final = "host"
SPARE: Final = "spare"
"""A phone that a seat may be handed over to."""


# Chance


class Secrets:
    """Follows the module `secrets`, from a seed: the same in both worlds."""

    compare_digest = staticmethod(compare_digest)

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"secrets {seed}")

    def token_hex(self, size: int) -> str:
        return self._rng.randbytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        # No digits: a number that is found in what was sent is not part of a token.
        return "".join(self._rng.choices("ABCDEFGHJKMNPQRSTVWXYZ", k=2 * size))

    def randbelow(self, below: int) -> int:
        return self._rng.randrange(below // 10, below)

    def choice(self, letters: str) -> str:
        return self._rng.choice(letters)


class Chance(random.Random):
    """Chance of the first world: it is remembered."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.dealt: list[list[str]] = []
        self.rolled: list[int] = []

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]  # of strings only
        super().shuffle(x)
        self.dealt.append(list(x))

    def randint(self, a: int, b: int) -> int:
        self.rolled.append(super().randint(a, b))
        return self.rolled[-1]


class SameChance(random.Random):
    """Chance of the twin: the same rolls and cards, the others in another order."""

    def __init__(self, first: Chance, drawn: Sequence[int], seed: int) -> None:
        super().__init__(seed)
        self._dealt = list(zip(first.dealt, [*drawn, *([0] * len(first.dealt))], strict=False))
        self._rolled = list(first.rolled)

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]  # of strings only
        order, drawn = self._dealt.pop(0) if self._dealt else (list(x), 0)
        rest = order[drawn:]
        super().shuffle(rest)
        x[:] = [*order[:drawn], *rest]

    def randint(self, a: int, b: int) -> int:
        return self._rolled.pop(0) if self._rolled else super().randint(a, b)


@contextmanager
def dealt_more(seat: int, carrots: int) -> Iterator[None]:
    """Games that are begun, and replayed, with more carrots in one hand."""

    def dealt(*args: Any) -> State:
        state = new_game(*args)
        seats = list(state.seats)
        seats[seat] = msgspec.structs.replace(seats[seat], carrots=seats[seat].carrots + carrots)
        return msgspec.structs.replace(state, seats=tuple(seats))

    with put_in(controller.game.setup, "new_game", dealt):
        yield


@contextmanager
def put_in(module: Any, name: str, value: Any) -> Iterator[None]:
    """Let a module have something else for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


# Games


@dataclass
class Deal:
    """A game to be recorded: who plays by which rules, on which phones."""

    setup: Setup
    holders: dict[str, set[int]]
    """The seats that each phone has at first."""
    languages: dict[str, str]


def any_deal(rng: random.Random) -> Deal:
    """Any rules that fit together, hands closed."""
    while True:
        seats = rng.randint(2, 6)
        options = {
            name: rng.choice(values)
            for name, values in OPTIONS.items()
            if rng.random() < (0.5 if name == "hare" else 0.2)
        }
        options["open_hands"] = False
        edition = rng.choice(edition_ids())
        chance: Literal["electronic", "by-hand"]
        chance = "by-hand" if rng.random() < 0.1 else "electronic"
        for each in (1, 2):
            players = tuple(
                Player(NAMES[seat], COLOURS[seat::seats][:each]) for seat in range(seats)
            )
            setup = Setup(players, edition, rng.randrange(seats), options, chance)
            try:
                start_game(setup)
            except BadSetup:
                continue
            return Deal(setup, *_phones(seats, rng))


def _phones(seats: int, rng: random.Random) -> tuple[dict[str, set[int]], dict[str, str]]:
    holders = {f"phone {seat}": {seat} for seat in range(seats)}
    if seats > 2 and rng.random() < 0.25:  # one phone for two
        holders["phone 0"] |= holders.pop("phone 1")
    holders |= {WATCHER: set(), HOST: set(), SPARE: set()}
    # Languages whose catalogue is there: English needs none.
    tongues = [each for each in LANGUAGES if each == ENGLISH or (FOLDER / f"{each}.po").exists()]
    return holders, {who: rng.choice(tongues) for who in holders}
