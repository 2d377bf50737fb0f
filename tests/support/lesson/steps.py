"""Steps of the lesson in a game, and their rules to try in the rules engine."""

from typing import Any, NamedTuple

from controller.game.lesson.facts import LessonFacts
from controller.game.lesson.positions import square_named
from controller.game.lesson.progress import LessonPart
from controller.game.pieces import COLOURS, Player
from controller.game.rules import Ruleset, State
from controller.game.rules.moves import price
from controller.game.setup import Setup
from tests.support.rules.positions import codes, events, play, position


class TaughtStep(NamedTuple):
    """A step in a game, and the rules to try."""

    part: LessonPart
    rules: Ruleset
    facts: LessonFacts

    @property
    def two(self) -> bool:
        return self.rules.options.runners == 2

    def square(self, name: str) -> int:
        square = square_named(name, self.rules.track)
        assert square is not None
        return square

    def stand(self, at: int, *others: int, rules: Ruleset | None = None, **hand: Any) -> State:
        """A turn of the first runner of seat 0; the other seats' first runners where named."""
        rules = rules or self.rules
        seats = max(2 if self.two else 3, len(others) + 1)
        squares = [at, *others, *[0] * (seats - 1 - len(others))]
        patch = None if rules.options.patch_total is None else 1000
        places: list[Any] = [(each, 0) for each in squares] if self.two else squares
        return position(places, rules=rules, patch=patch, **{"lettuces": 0, **hand})

    def act(self, action: str) -> str:
        """An action of the first runner."""
        return f"1:{action}" if self.two and action[0] in "fb" else action

    def codes(self, state: State, action: str) -> list[str]:
        return codes(state, self.act(action))

    def after(self, state: State, action: str) -> State:
        return play(state, self.act(action))

    def happened(self, state: State, action: str, kind: type) -> list[Any]:
        return [each for each in events(state, self.act(action)) if isinstance(each, kind)]

    def home_with(self, left: int, **hand: Any) -> State:
        """The first runner may run HOME and has so many carrots left then."""
        at = self.square("carrot last")
        return self.stand(at, carrots=price(self.rules, at, self.rules.home) + left, **hand)

    def into_home(self, state: State) -> list[str]:
        return self.codes(state, f"f{self.rules.home}")


def setup_of(edition: str, players: int, options: dict[str, Any]) -> Setup:
    seats = tuple(
        Player(f"P{seat}", COLOURS[seat::players][:2] if players == 2 else (COLOURS[seat],))
        for seat in range(players)
    )
    return Setup(seats, edition, options=options, lesson=True)
