"""The traffic of whole games: what people do with their phones, sensible or not."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.game.rules import Action, State, legal
from controller.game.rules.events import CardDrawn, Dealt
from controller.table.lit_squares import destination
from tests.support.rules.any_rules import any_action
from tests.support.rules.random_play import Chooser, careless, homeward
from tests.support.web.deals import HOST, NAMES, SPARE, WATCHER, Chance, Deal, any_deal
from tests.support.web.worlds import Received, Step, World, check_tokens, public

MOST_STEPS: Final = 1500
MOSTLY: Final = 0.95
"""Who plays carelessly hardly ever gets HOME."""
LOOKS: Final = 0.4
"""How often a phone reads what its stream has for it: a slow one skips states."""


@dataclass(frozen=True)
class Other:
    """In what a twin differs: which seat was dealt how many carrots more; None for none."""

    seat: int | None
    more: int

    def also(self, state: State) -> State:
        """A state as it is in the twin, as long as the hand was neither halved nor filled up."""
        if self.seat is None:
            return state
        seats = list(state.seats)
        hand = seats[self.seat]
        seats[self.seat] = msgspec.structs.replace(hand, carrots=hand.carrots + self.more)
        return msgspec.structs.replace(state, seats=tuple(seats))

    def in_both(self, state: State) -> list[Action]:
        """What is legal in both worlds."""
        there = set(legal(self.also(state)))
        return [action for action in legal(state) if action in there]


@dataclass
class Recording:
    """One game as it was played."""

    deal: Deal
    seed: int
    chance: Chance
    steps: list[Step] = field(default_factory=list)
    knowable: list[Any] = field(default_factory=list)
    """What everybody may know after each step."""
    ends: list[int] = field(default_factory=list)
    """How much has been received after each step."""
    other: Other = Other(None, 0)
    begun: int = 0
    """How much had been received before the first step."""
    received: list[Received] = field(default_factory=list)
    log: str = ""
    over: bool = False
    log_ends: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    """How many cards were drawn from each deal before the next one."""


def play(folder: Path, seed: int, other: Callable[[Deal], Other]) -> Recording:
    """Play a game to its end, or for long enough, and record it.

    Args:
        folder: where it is played.
        seed: decides everything.
        other: what its twin is going to be like: the game is one that both can play for long.

    Raises:
        Leak: somebody was sent another's token.
    """
    rng = random.Random(seed)
    deal, chance = any_deal(rng), Chance(seed)
    made = Recording(deal, seed, chance)
    chooser = homeward if rng.random() < MOSTLY else careless
    made.other = other(deal)
    with World(folder, deal, chance, seed) as world:
        made.begun = len(world.received)
        _look(world, made, list(world.holders))
        while len(made.steps) < MOST_STEPS and world.now.phase == "playing":
            for step in _what_next(world, made, rng, chooser):
                _record(world, made, step)
            _look(world, made, [who for who in world.holders if rng.random() < LOOKS])
        made.over = world.now.phase == "over"
        made.received = list(world.received)
        made.log = world.log.getvalue()
        made.drawn = _drawn(world)
        for who in (WATCHER, HOST):
            for page in PAGES:
                world.do(Step(who, "GET", page))
        check_tokens(world)
    return made


def _record(world: World, made: Recording, step: Step) -> None:
    world.do(step)
    made.steps.append(step)
    made.knowable.append(public(world.now))
    made.ends.append(len(world.received))
    made.log_ends.append(world.log.tell())


def _drawn(world: World) -> list[int]:
    (game,) = world.service.games().rows
    drawn: list[int] = []
    for turn in world.service.story(game.game).turns:
        for event in turn.ply.step.events if turn.ply is not None else ():
            if isinstance(event, Dealt):
                drawn.append(0)
            elif isinstance(event, CardDrawn):
                drawn[-1] += 1
    return drawn


def _look(world: World, made: Recording, those: Sequence[str]) -> None:
    """Some look at their page."""
    for who in those:
        seats = world.holders[who]
        for seat in sorted(seats):
            _record(world, made, Step(who, "NEXT", f"/api/seats/{seat}/live"))
        if not seats:
            _record(world, made, Step(who, "NEXT", "/api/watch/live"))


# What people do

PAGES: Final = (
    *("/", "/join", "/seat/0", "/watch", "/host", "/setup", "/rules", "/games/1", "/lights"),
    "/people",
    *("/api/me", "/api/watch", "/api/track", "/api/editions", "/api/rules", "/api/games"),
    *("/api/games/1/story", "/api/games/1/record", "/api/lights", "/api/openapi.json", "/healthz"),
    *("/api/table", "/api/terminal", "/api/readers", "/api/seats/9", "/api/nothing", "/nowhere"),
    *("/words/seat.js", "/sw.js", "/manifest.webmanifest", "/offline", "/api/games/99/story"),
)
"""What anybody may ask for, or is refused."""


def _what_next(
    world: World, made: Recording, rng: random.Random, chooser: Chooser
) -> Iterator[Step]:
    """Everything up to the next action of the game."""
    for _ in range(rng.choice((0, 1, 1, 2))):
        yield _nosy(world, made.other, rng)
    happening = rng.random()
    if happening < 0.12:
        yield from _hands(world, made.other, rng)
    elif happening < 0.16:
        yield from _host(world, made.other, rng)
    elif happening < 0.19:
        yield from _hand_over(world, rng)
    state = world.now.state
    if state is None or state.to_act is None:
        return
    who = holder(world, state.to_act)
    # At last the game has to end, also if the twin cannot follow.
    both = made.other.in_both(state) if len(made.steps) < MOST_STEPS / 3 else ()
    if state.prompt in ("deal", "roll"):  # with real cards or dice, said on the phone
        action = str(any_action(state, rng))
    else:
        action = str(chooser(state, both or legal(state), rng))
    play = {"action": action, "version": world.now.version}
    yield Step(who, "POST", f"/api/seats/{state.to_act}/play", play)


def holder(world: World, seat: int) -> str:
    """The phone that has a seat."""
    return next(who for who, seats in world.holders.items() if seat in seats)


def _nosy(world: World, other: Other, rng: random.Random) -> Step:
    """Somebody asks for something, theirs or not, sensible or not."""
    state = world.now.state
    who, seat = rng.choice(list(world.holders)), rng.randrange(len(NAMES))
    if rng.random() < 0.4:
        return Step(who, "GET", rng.choice(PAGES))
    if rng.random() < 0.4:
        paths = (f"/api/seats/{seat}", f"/api/seats/{seat}/live")
        squares = [f"/api/seats/{each}/why/{rng.randrange(66)}" for each in world.holders[who]]
        return Step(who, "GET", rng.choice((*paths, *squares, *squares)))
    version = world.now.version - rng.choice((0, 0, 0, 1))
    if state is not None and rng.random() < 0.5:
        actions = ("f64", "f63", "b", "draw", "pay", "keep", "chew", "restart", "f0:9", "x", "f5")
        action = rng.choice(actions)
        play = {"action": action, "version": version}
        if state.to_act is not None and rng.random() < 0.5:
            who, seat = holder(world, state.to_act), state.to_act
        wrong = Step(who, "POST", f"/api/seats/{seat}/play", play)
        legal_somewhere = any(_is_legal(each, seat, action) for each in (state, other.also(state)))
        return Step(who, "GET", "/api/me") if legal_somewhere else wrong
    posts: tuple[tuple[str, Any], ...] = (
        (f"/api/seats/{seat}/take-back", {"version": version}),
        (f"/api/seats/{seat}/hand-over", {"no": 1}),
        ("/api/confirm", {"version": version}),
        ("/api/games", {"seats": [{"name": "Ann", "colours": ["red"]}]}),
        ("/api/games/mend", {"by": "game", "version": version}),
        ("/api/games/mend", {"by": "board", "version": version}),
        ("/api/games/1/load", {}),
        ("/api/lights", {"brightness": 0.5}),
        ("/api/join", {"seat": seat, "code": None}),
        ("/api/join", "{not json"),
        ("/api/join/tap", {}),
        ("/api/join/tap/nothing", {}),
        ("/api/host", {"pin": "000000"}),
        ("/api/host/show-pin", {}),
        ("/api/seats/0/play", {"action": 7}),
    )
    return Step(who, "POST", *rng.choice(posts))


def _is_legal(state: State, seat: int, action: str) -> bool:
    return state.to_act == seat and action in map(str, legal(state))


def _hands(world: World, other: Other, rng: random.Random) -> Iterator[Step]:
    """A hand puts a runner somewhere, people look why it may not stand there, and it is gone."""
    state = world.now.state
    assert state is not None
    seat = state.to_act if state.to_act is not None and rng.random() < 0.7 else 0
    colour = rng.choice(world.now.seating.players[seat].colours)
    differ = {destination(state, action) for action in legal(state)} ^ {
        destination(state, action) for action in legal(other.also(state))
    }
    squares = [square for square in range(1, 65) if square not in differ]
    yield Step(WATCHER, "SENSE", body=(colour, rng.choice(squares)))
    for who in (WATCHER, HOST, *rng.sample(sorted(world.holders), 2)):
        yield Step(who, "GET", "/api/watch")
    for who, seats in sorted(world.holders.items()):
        for each in sorted(seats):
            yield Step(who, "GET", f"/api/seats/{each}")
    if rng.random() < 0.5:
        yield Step(WATCHER, "WAIT", body=1.0)
    yield Step(WATCHER, "SENSE", body=(colour, None))


def _host(world: World, other: Other, rng: random.Random) -> Iterator[Step]:
    """The host lets the game wait, or sets it aside, and goes on."""
    pauses: list[tuple[str, Any]]
    if rng.random() < 0.5:
        pauses = [("/api/games/pause", {"paused": paused}) for paused in (True, False)]
    else:
        (game,) = [each for each in world.service.games().rows if each.state == "playing"]
        pauses = [
            ("/api/games/set-aside", {"version": world.now.version}),
            (f"/api/games/{game.game}/load", {}),
        ]
    for path, body in pauses:
        yield Step(HOST, "POST", path, body)
        for _ in range(3):
            yield _nosy(world, other, rng)


def _hand_over(world: World, rng: random.Random) -> Iterator[Step]:
    """Somebody hands a seat over to a phone that has none; the old one goes on looking."""
    having = [who for who, seats in world.holders.items() if seats]
    free = [who for who in (SPARE, *world.holders) if not world.holders[who] and who != HOST]
    giver, taker = rng.choice(having), free[0]
    seat = min(world.holders[giver])
    yield Step(giver, "POST", f"/api/seats/{seat}/hand-over", {})
    code = msgspec.json.decode(world.received[-1].data.rpartition(b"\n\n")[2])["code"]
    world.codes[code] = giver
    yield Step(taker, "POST", "/api/join", {"seat": None, "code": code})
    yield Step(giver, "NEXT", f"/api/seats/{seat}/live")
    yield Step(giver, "GET", f"/api/seats/{seat}")
