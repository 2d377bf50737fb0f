"""A recorder under the traffic of whole games: who was sent what, and whether they may know it.

    python -m tests.web.recorder 500 [first seed]

Every game is played through the real application, from Flask down to the rules and the journal:
a phone for each seat (now and then one phone for two), a spectator and a host, each with its own
cookies. Each follows its stream; besides, they ask for everything there is, theirs or not, send
what is refused, put runners where they may not stand, pause, mend, take back, set the game aside
and hand seats over. Every byte that each of them is sent is recorded, headers, errors and pages
included, and what the server logs.

What is proved, for each game:

1. Another hand makes no difference. The game is played a second time in a twin: one seat was
   dealt more carrots, and what lies in the pile and is never drawn lies in another order. The
   same requests are sent. As long as everything that everybody may know is the same in both (who
   stands where, what was done, what the events say to everybody: see `public`), whatever is sent
   to anybody but that seat's phone must be the same, byte for byte, and so must the log. A byte
   that depended on the hand or on the pile's order, by whatever way, would differ. In every
   fourth game only the pile differs; then nobody at all may be sent a different byte. So it is
   where the patch is counted: a hand with more carrots would be one that no such game can have.
2. No hand is told. In most twins the seat holds thousands of carrots: its number of carrots, at
   any time of the game, is in nothing that others are sent, unless a card has shown it.
3. No token is told. Nothing that a phone is sent holds another's token, a code that is not for
   it, or the PIN; nor does the log.

That the seat's own phone is sent something else in the twin is checked as well: otherwise the
comparison would prove nothing. The twin ends where the hand makes a difference to everybody: a
move that one can pay and the other cannot, a card that shows the hand, the end of the race. Open
hands are left out. So is what is public once a race is over: its story and its record.

The lit squares are struck out of what spectators are sent: a screen at the board shows what
everybody there sees, and how far they reach depends on the mover's carrots, as on the board.

Everything that is random in the server is drawn from a seed, and the clock stands still unless
it is told otherwise; the date is the only thing that is struck out before bytes are compared.
"""

import random
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.game.rules.events import Shown
from controller.game.setup import start_game
from controller.table.snapshot import Snapshot
from tests.support.web.deals import Deal, SameChance, dealt_more
from tests.support.web.worlds import Leak, Received, World, public, told
from tests.web.traffic import Other, Recording, play

MANY: Final = 7000
"""So many carrots more that their number cannot be there by chance."""
LENGTH: Final = re.compile(rb"^Content-Length: \d+$", re.MULTILINE)
"""How long an answer is may happen to be any number; that it is the same is compared."""
LIGHTS: Final = re.compile(rb'(?<="lights":)\[[^]]*\]')
"""The lit squares of a view."""
SPOKEN: Final = re.compile(
    rb',?\{"number":\d+,"detail":"all","private":false,"sentence":"(?:[^"\\]|\\.)*"\}'
)
"""What is read aloud in full detail: the lit squares are named there."""
NUMBER: Final = re.compile(rb"(?<![\w.-])\d{3,}(?![\w-])")


@dataclass
class Compared:
    """What a twin has shown.

    Attributes:
        steps: how many steps of the game were the same for everybody.
        same: how many answers and events were compared, and were the same.
        other: how many the seat's own phone got that differed, as they must.
    """

    steps: int = 0
    same: int = 0
    other: int = 0


def compare(folder: Path, made: Recording) -> Compared:
    """Play a game again in its twin.

    Args:
        folder: where the twin is played.
        made: the game.

    Raises:
        Leak: somebody else can tell.
    """
    seen, seat = Compared(), made.other.seat
    chance = SameChance(made.chance, made.drawn, made.seed)
    with ExitStack() as stack:
        if seat is not None:
            stack.enter_context(dealt_more(seat, made.other.more))
        twin = stack.enter_context(World(folder, made.deal, chance, made.seed))
        held = _Held(seat)
        _compare(made.received[: made.begun], twin.received, seat, seen)
        for number, step in enumerate(made.steps):
            begin = len(twin.received)
            twin.do(step)
            if public(twin.now) != made.knowable[number]:
                break
            held.look(twin.now)
            _compare(made.received[begin : made.ends[number]], twin.received[begin:], seat, seen)
            held.check(twin.received[begin:])
            if made.log[: made.log_ends[number]] != twin.log.getvalue():
                raise Leak(f"the log of game {made.seed} tells a hand, or the pile")
            seen.steps += 1
    return seen


def _known(received: Received) -> bytes:
    """What was sent, without the lit squares that spectators see."""
    if not received.step.path.startswith("/api/watch"):
        return received.data
    return SPOKEN.sub(b"", LIGHTS.sub(b"", LENGTH.sub(b"", received.data)))


def _compare(
    first: Sequence[Received], second: Sequence[Received], seat: int | None, seen: Compared
) -> None:
    for one, other in zip(first, second, strict=True):
        assert one.step == other.step
        if seat is not None and seat in one.knows:
            seen.other += one.data != other.data
        elif _known(one) != _known(other):
            raise Leak(f"{told(one)} tells of another's secret: {_difference(one, other)}")
        else:
            seen.same += 1


class _Held:
    """The numbers of carrots that a hand has held, if they cannot be there by chance."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._numbers: set[bytes] = set()
        self._shown: set[bytes] = set()

    def look(self, now: Snapshot) -> None:
        if self._seat is None or now.state is None:
            return
        carrots = now.state.seats[self._seat].carrots
        if carrots >= MANY // 10:
            self._numbers.add(str(carrots).encode())
        for ply in now.plies:
            for event in ply.step.events:
                if isinstance(event, Shown) and event.seat == self._seat:
                    self._shown.add(str(event.carrots).encode())

    def check(self, received: Sequence[Received]) -> None:
        for each in received:
            if self._seat in each.knows:
                continue
            found = (self._numbers - self._shown) & set(NUMBER.findall(LENGTH.sub(b"", each.data)))
            if found:
                raise Leak(f"{told(each)} holds the carrots of seat {self._seat}: {found}")


def _difference(one: Received, other: Received) -> str:
    """Where two answers begin to differ, but for their length."""
    first, second = (LENGTH.sub(b"", each.data) for each in (one, other))
    at = next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
    around = slice(max(at - 80, 0), at + 80)
    return f"{first[around]!r} or {second[around]!r}"


# All of it


@dataclass
class Total:
    """What many games have shown."""

    games: int = 0
    over: int = 0
    steps: int = 0
    sent: int = 0
    bytes_sent: int = 0
    same: int = 0
    other: int = 0
    twin_steps: int = 0


def record_game(folder: Path, seed: int, total: Total) -> None:
    """Play one game and its twin.

    Raises:
        Leak: somebody was sent what is not theirs to know.
    """

    def other(deal: Deal) -> Other:
        rng = random.Random(f"twin {seed}")
        counted = start_game(deal.setup).state.patch is not None
        only_the_pile = seed % 4 == 3 or counted
        seat = None if only_the_pile else rng.randrange(len(deal.setup.seats))
        return Other(seat, rng.choice((1, 3, MANY, MANY)))

    made = play(folder / f"{seed}", seed, other)
    seen = compare(folder / f"{seed}-twin", made)
    if made.other.seat is not None and not seen.other:
        raise AssertionError(f"game {seed}: the owner sees no difference, so nothing is proved")
    total.games += 1
    total.over += made.over
    total.steps += len(made.steps)
    total.twin_steps += seen.steps
    total.sent += len(made.received)
    total.bytes_sent += sum(len(each.data) for each in made.received)
    total.same += seen.same
    total.other += seen.other


def main(arguments: Sequence[str]) -> int:
    """Record so many games, from a seed on; returns the exit status."""
    games = int(arguments[0]) if arguments else 25
    first = int(arguments[1]) if len(arguments) > 1 else 0
    total = Total()
    for seed in range(first, first + games):
        with tempfile.TemporaryDirectory() as folder:
            try:
                record_game(Path(folder), seed, total)
            except BaseException:
                print(f"Game {seed}: python -m tests.web.recorder 1 {seed}", file=sys.stderr)
                raise
        if total.games % 10 == 0:
            print(f"{total.games} games ...", flush=True)
    print(
        f"{total.games} games, {total.over} of them to their end, {total.steps} steps: "
        f"{total.sent} answers and events of {total.bytes_sent} bytes. In the twins "
        f"{total.twin_steps} steps alike, {total.same} answers and events compared and the same, "
        f"{total.other} that only their owner got and that differ. Nobody was sent what only "
        f"another may know."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
