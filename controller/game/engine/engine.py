"""The engine: a line in, a line out, one game at a time."""

import random

import msgspec
from msgspec import UnsetType

from controller.game.editions.rulesets import make_ruleset
from controller.game.engine import catalogue
from controller.game.engine.answers import Answer, alike, position, reasons, refusal
from controller.game.engine.requests import (
    AnyRequest,
    ChanceRequest,
    EditionsRequest,
    EngineRefusal,
    NewRequest,
    PerftRequest,
    PlayRequest,
    RecordRequest,
    SetRequest,
    UndoRequest,
    WhyRequest,
    read_request,
)
from controller.game.history import Game
from controller.game.records import record_of, write
from controller.game.rules import Action, BadSetup, IllegalAction, State, new_game, why
from controller.game.rules.perft import perft
from controller.game.rules.setup import FEWEST_SEATS, MOST_SEATS
from controller.game.rules.text.check import BadState, read_state


class Engine:
    """One game at a time, driven by requests. Not thread-safe."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._chance = random.Random()

    @property
    def state(self) -> State | None:
        """Current position, None before the first game."""
        return None if self._game is None else self._game.state

    def answer(self, line: bytes) -> bytes:
        """Answer a line of any content; a refused one leaves the game unchanged."""
        try:
            answer = {"ok": True, **self._answer(read_request(line))}
        except EngineRefusal as error:
            answer = refusal(error.code, str(error))
        except IllegalAction as error:
            answer = refusal("illegal-action", str(error), reasons(error.reasons))
        except BadState as error:
            answer = refusal("bad-state", str(error), alike("bad-state", error.problems))
        except BadSetup as error:
            problems = getattr(error, "problems", (str(error),))
            answer = refusal(error.code, str(error), alike(error.code, problems))
        except RecursionError:  # untested: in Python 3.11 the JSON reader fails before
            answer = refusal("bad-request", "The request is nested too deeply.")
        return msgspec.json.encode(answer)

    def _answer(self, request: AnyRequest) -> Answer:
        match request:
            case EditionsRequest():
                return {"editions": catalogue.editions(), "options": catalogue.options()}
            case NewRequest():
                return self._new(request)
            case SetRequest(state):
                return self._begin(read_state(state, make_ruleset), random.SystemRandom())
            case PlayRequest(action):
                return self._play(self._running(), action)
            case ChanceRequest():
                return self._draw(self._running())
            case UndoRequest():
                return self._undo(self._running())
            case WhyRequest(action):
                return {"reasons": reasons(why(self._running().state, action))}
            case PerftRequest(depth):
                return {"leaves": perft(self._running().state, depth)}
            case RecordRequest():
                return {"record": write(record_of(self._running()))}

    def _running(self) -> Game:
        if self._game is None:
            raise EngineRefusal("no-game", "There is no game: begin one with “new” or “set”.")
        return self._game

    def _new(self, request: NewRequest) -> Answer:
        seats, seed = request.seats, request.seed
        if not FEWEST_SEATS <= seats <= MOST_SEATS:
            raise EngineRefusal("bad-request", f"A game has 2 to 6 seats, not {seats}.")
        if not 0 <= request.first < seats:
            raise EngineRefusal("bad-request", f"first: there is no seat {request.first}.")
        rules = make_ruleset(request.edition, seats, request.options)
        chance = random.SystemRandom() if isinstance(seed, UnsetType) else random.Random(seed)
        return self._begin(new_game(rules, seats, request.first), chance)

    def _begin(self, start: State, chance: random.Random) -> Answer:
        answer = position(start)
        self._game, self._chance = Game(start), chance
        return answer

    def _draw(self, game: Game) -> Answer:
        state = game.state
        match state.prompt:
            case "deal":
                cards = self._chance.sample(state.pile, len(state.pile))
                return self._play(game, Action("deal", cards=tuple(cards)))
            case "roll":
                value = self._chance.randint(1, len(state.rules.table))
                return self._play(game, Action("roll", value=value))
            case _:
                raise EngineRefusal("bad-request", "No chance action is due.")

    def _play(self, game: Game, action: Action | str) -> Answer:
        self._game = after = game.push(action)
        return position(after.state, after.plies[-1].step.events)

    def _undo(self, game: Game) -> Answer:
        if game.last is None:
            raise EngineRefusal("bad-request", "Nothing has been played that could be taken back.")
        self._game = before = game.pop()
        return position(before.state)
