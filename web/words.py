"""Everything the pages say, in English.

Sentences are made from codes and facts here and nowhere else, so that other languages can
take this module's place.
"""

import itertools
from collections.abc import Collection
from typing import Final

import msgspec

from controller.rules import State
from controller.rules.events import (
    Arrived,
    Baulked,
    CardDrawn,
    Carried,
    Chewed,
    Collected,
    Dealt,
    Declined,
    Drew,
    DrewByCard,
    DrewForLettuces,
    Event,
    FreeRide,
    GameOver,
    Gave,
    GiftDiscarded,
    GiftKept,
    LaidDown,
    LostHalf,
    Moved,
    MovedBack,
    MustMiss,
    NothingHappened,
    Paid,
    PaidByCard,
    Passed,
    Payout,
    PlaysAgain,
    Restarted,
    Rested,
    Restored,
    Rolled,
    Shown,
    TurnEnded,
    TurnMissed,
    WaitedAlone,
    Woke,
)
from controller.rules.track import CARROT, FLAG, HARE, LETTUCE, TORTOISE
from controller.table.pieces import Colour, Seating
from controller.table.referee import FACE_DOWN, Errand, Mismatch
from hardware.ports import ReaderState

KIND_NAMES = {
    HARE: "hare",
    CARROT: "carrot",
    LETTUCE: "lettuce",
    TORTOISE: "tortoise",
    FLAG: "flag",
    "2": "number 2",
    "3": "number 3",
    "4": "number 4",
    "HOME": "HOME",
    "START": "START",
}

CARDS = {
    "give-ten": (
        "A gift",
        "Give 10 carrots to each player behind you. If that is too much, 5 each, or 1 each.",
    ),
    "more-behind": (
        "Ahead or behind?",
        "More players behind you than in front: miss your next turn. Fewer: move again at once.",
    ),
    "restore": ("A fresh bundle", "Your carrots become exactly {restore}."),
    "ten-per-lettuce": (
        "Green fingers",
        "Draw 10 carrots for every lettuce you hold. With none, miss your next turn.",
    ),
    "free-ride": ("Free ride", "Take back the carrots this move has cost you."),
    "lose-half": ("Half is gone", "Lose half your carrots, the loss rounded down."),
    "show": ("Cards on the table", "Show everybody how many carrots you hold."),
    "shuffle": (
        "All change",
        "Take 1 carrot from each player who has one. Then the hare cards are shuffled.",
    ),
    "0": ("Shuffle", "The hare cards are shuffled."),
    "miss": ("Sit out", "Miss your next turn."),
    "ten": ("Ten", "Draw 10 carrots or pay 10."),
    "carrot-forward": (
        "To the carrots",
        "Run on to the next free carrot square, at no cost.",
    ),
    "carrot-back": ("Back to the carrots", "Go back to the nearest free carrot square."),
    "position-forward": ("Overtake", "Run past the next runner ahead, at no cost."),
    "position-back": ("Drop back", "Go back behind the next runner."),
    "chew-lettuce": ("Lettuce at once", "Chew a lettuce next turn, as on a lettuce square."),
    "chew-carrot": ("A bite", "Chew a carrot: pay 1."),
    "free": ("Nothing to pay", "Take back the carrots this move has cost you."),
    "again": ("Once more", "Move again at once, and pay for it."),
}

READER_STATES: Final[dict[ReaderState, tuple[str, str]]] = {
    "healthy": ("Healthy", "It answers whenever it is asked."),
    "suspect": ("Suspect", "It has failed lately, and is still read."),
    "resetting": ("Resetting", "It fails again and again, and is being reset."),
    "quarantined": (
        "Quarantined",
        "A reset did not help: its square is not read. It is tried again after a pause.",
    ),
    "back": ("Back", "It answers again, and is watched for a while."),
    "absent": ("No reader", "This square has none: what stands here is told by phone."),
}
"""How a reader is, and what that means."""

TAG_QUALITIES = {
    "good": "Reads well",
    "weak": "Weak: often missed",
    "garbled": "Garbled: sometimes read wrong",
    "moving": "Moving: in reach half the time",
}

NO_CHIPS = (
    "This board senses the runners directly: it has no chips that could fail. Those of a sim:// "
    "board can."
)
TRACE_ONLY = (
    "These readers say again what was recorded: they do not see the runners here, and nothing "
    "can be made to go wrong."
)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, ..."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def carrots(count: int) -> str:
    """A number of carrots."""
    return "1 carrot" if count == 1 else f"{count} carrots"


def lettuces(count: int) -> str:
    """A number of lettuces."""
    return "1 lettuce" if count == 1 else f"{count} lettuces"


def card(name: str) -> tuple[str, str]:
    """Title and text of a hare card; numbered cards explain themselves."""
    if name in CARDS:
        return CARDS[name]
    amount = carrots(abs(int(name)))
    return name, f"Draw {amount}." if int(name) > 0 else f"Pay {amount}, or start again."


def place(square: int | None, home: int) -> str:
    """A square as one says it."""
    if square is None:
        return "beside the board"
    return {0: "START", home: "HOME"}.get(square, f"square {square}")


def listed(names: list[str], last: str = "and") -> str:
    """Names in a row: A, B and C."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def lights_out(trouble: str) -> str:
    """What is wrong with the board's lights, and that the game needs none."""
    return f"The board's lights are out. {trouble} The game goes on by phone and without them."


def unseen(squares: Collection[int], home: int, *, here: bool) -> str:
    """What to do about squares whose readers are out, on a phone or told beside it."""
    where = "here on the phone" if here else "on the phone"
    if len(squares) >= home:
        return f"The board cannot see any square: play {where}."
    which = listed(_stretches(sorted(squares), home))
    them = "it" if len(squares) == 1 else "them"
    said = which if which == "HOME" else f"square{'s' * (len(squares) > 1)} {which}"
    return f"The board cannot see {said}: play moves to {them} {where}."


def _stretches(squares: list[int], home: int) -> list[str]:
    """Squares as one lists them: three and more in a row are told by the first and the last."""
    told: list[str] = []
    for _, row in itertools.groupby(enumerate(squares), lambda each: each[1] - each[0]):
        names = ["HOME" if square == home else str(square) for _, square in row]
        told += [f"{names[0]} to {names[-1]}"] if len(names) > 2 else names
    return told


# The fields of an event may be named, and what `_facts` adds to them.
_HAPPENED: Final[dict[type[Event], str]] = {
    Payout: "{who} left square {square} as {nth} and drew {carrots}.",
    Moved: "{who} moved to {where} for {cost_amount}.",
    MovedBack: "{who} went back to the tortoise on {to} and drew {carrots}.",
    LaidDown: "",
    Arrived: "{who} is HOME, {nth}!",
    Drew: "{who} stayed and drew {amount}.",
    Paid: "{who} stayed and paid {amount}.",
    Chewed: "{who} chewed a lettuce as {nth} and drew {carrots}.",
    TurnMissed: "{who} missed a turn.",
    Restarted: "{who} could not move and starts again with {amount}.",
    TurnEnded: "{who} still cannot move; the turn is over.",
    CardDrawn: "{who} drew “{title}”.",
    Gave: "{who} gives {each_amount} to {names}.",
    GiftKept: "{who} kept {amount}.",
    GiftDiscarded: "{who} put {amount} in the patch.",
    MustMiss: "{who} will miss a turn.",
    PlaysAgain: "{who} moves again.",
    NothingHappened: "Nothing comes of it.",
    Restored: "{who} now holds exactly {amount}.",
    DrewForLettuces: "{who} drew {carrots} for {lettuces_held}.",
    FreeRide: "{who} took back {amount}.",
    LostHalf: "{who} lost half the carrots.",
    Shown: "{who} holds {amount}.",
    Collected: "{who} collected a carrot each from {names}.",
    Dealt: "The hare cards were shuffled.",
    Carried: "{who} is carried to {where}.",
    Rolled: "{who} rolled {value}: {action_title}.",
    DrewByCard: "{who} drew {amount}.",
    PaidByCard: "{who} paid {amount}.",
    Declined: "{who} left it at that.",
    Rested: "{who} slept on.",
    Woke: "{who} was passed and wakes.",
    Passed: "{passer} passed {who}, who paid {amount}.",
    WaitedAlone: "Nobody passed {who}, who drew {amount}.",
    Baulked: "The patch ran short for {who}; half of every other hand went into it.",
    GameOver: "The race is over.",
}


def happened(event: Event, seating: Seating, home: int) -> str:
    """What happened, as a sentence; empty for what goes without saying."""
    match event:
        case Gave(each=0):
            return "{who} cannot afford a gift.".format(**_facts(event, seating, home))
        case Collected(givers=()):
            return "Nobody has a carrot to give."
        case Passed(back=True):
            facts = _facts(event, seating, home)
            told = "{passer} passed {who}, who paid the last {amount} and must go back."
            return told.format(**facts)
        case LostHalf(carrots=int(lost)):
            facts = _facts(event, seating, home)
            return f"{facts['who']} lost {carrots(lost)}, half the hand."
    return _HAPPENED[type(event)].format(**_facts(event, seating, home))


def _facts(event: Event, seating: Seating, home: int) -> dict[str, object]:
    """Everything a sentence about an event may want to name."""
    facts: dict[str, object] = msgspec.structs.asdict(event)

    def number(*fields: str) -> int:
        values = (facts.get(field) for field in fields)
        return next((value for value in values if isinstance(value, int)), 0)

    seats = next((facts[field] for field in ("to", "givers") if field in facts), ())
    if isinstance(seats, tuple) and seats:
        facts["names"] = listed([seating.players[seat].name for seat in seats])
    if "seat" in facts:
        facts["who"] = seating.players[number("seat")].name
    facts["where"] = place(number("to"), home)
    facts["nth"] = ordinal(number("position", "place"))
    facts["amount"] = carrots(number("carrots"))
    facts["cost_amount"] = carrots(number("cost"))
    facts["each_amount"] = f"{carrots(number('each'))} each"
    facts["lettuces_held"] = lettuces(number("lettuces"))
    if isinstance(event, CardDrawn):
        facts["title"] = card(event.card)[0]
    if isinstance(event, Rolled):
        facts["action_title"] = CARDS[event.action][0]
    if isinstance(event, Passed):
        facts["passer"] = seating.players[event.by].name
    return facts


def mismatch(fault: Mismatch, state: State, seating: Seating) -> str:
    """A mismatch as a sentence that says what to do."""
    home = state.rules.home
    if fault.kind == "stranger":
        if fault.colour is not None:
            return f"Nobody plays {fault.colour}: take it off square {fault.square}."
        return f"Something unknown lies on {place(fault.square, home)}: take it away."
    assert fault.colour is not None
    runner = whose(fault.colour, seating)
    right = place(fault.belongs, home)
    here = place(fault.square, home)
    match fault.kind:
        case "missing":
            return f"{runner} is missing: put it on {right}."
        case "wrong-way-up":
            down = _face_down(fault.colour, state, seating)
            return f"{'Lay' if down else 'Stand'} {runner} on {here} {_side(down=down)}."
        case "crowded":
            return f"{here.capitalize()} is crowded: {runner} belongs on {right}."
        case _ if fault.reasons:
            return f"{runner} may not stop on {here}: put it back on {right}, or where it may go."
        case _:
            return f"{runner} stands on {here} and belongs on {right}."


def errand(task: Errand, state: State, seating: Seating) -> str:
    """An errand as a friendly request."""
    home = state.rules.home
    runner = whose(task.colour, seating)
    if task.square == task.belongs:
        return f"Please lay {runner} on {place(task.square, home)} {_side(down=task.face_down)}."
    right = place(task.belongs, home)
    laid = ", face down" if task.face_down else ""
    if task.square is None:
        return f"Please put {runner} on {right}{laid}."
    return f"Please carry {runner} from {place(task.square, home)} to {right}{laid}."


def whose(colour: str, seating: Seating) -> str:
    """A runner as one speaks of it; by its colour too where its player has two."""
    for player in seating.players:
        if colour in player.colours:
            return f"{player.name}'s {colour if len(player.colours) > 1 else ''} runner".replace(
                "  ", " "
            )
    return f"the {colour} runner"


def _face_down(colour: Colour, state: State, seating: Seating) -> bool:
    runner = seating.runner(colour)
    if runner is None:
        return False
    seat, index = runner
    return state.seats[seat].runners[index].obligation in FACE_DOWN


def _side(*, down: bool) -> str:
    return "face down" if down else "upright"
