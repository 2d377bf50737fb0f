"""What happens at the table, and what is wrong there, in words.

Sentences are made from codes and facts, whole ones for every case, so that each language can
say them its own way. The English of what is told to builders is here, too.
"""

import itertools
from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from controller.commands import Refusal
from controller.editions import DEFAULT_EDITION, load_edition
from controller.rules import BadSetup, Reason, State
from controller.rules.errors import ReasonCode
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
from controller.rules.options import Options
from controller.rules.track import CARROT, FLAG, HARE, LETTUCE, TORTOISE
from controller.snapshot import Snapshot
from controller.table.pieces import Colour, Seating
from controller.table.referee import FACE_DOWN, Errand, Mismatch
from hardware.ports import ReaderState
from web.language import Speech, mark

HEDGEHOG: Final[Mapping[str, str]] = {
    mark("{who} went back to the tortoise on square {to} and drew {amount}."): mark(
        "{who} went back to the hedgehog on square {to} and drew {amount}."
    ),
    mark("Square {square} is a tortoise: it is reached backwards only."): mark(
        "Square {square} is a hedgehog: it is reached backwards only."
    ),
    mark("The nearest tortoise behind, square {square}, is taken."): mark(
        "The nearest hedgehog behind, square {square}, is taken."
    ),
    mark("There is no tortoise square behind."): mark("There is no hedgehog square behind."),
    mark("This turn the runner must move back to a tortoise."): mark(
        "This turn the runner must move back to a hedgehog."
    ),
    mark("This turn you must go back to the nearest tortoise, or start again."): mark(
        "This turn you must go back to the nearest hedgehog, or start again."
    ),
    mark("Next turn you must go back to the nearest tortoise, or start again."): mark(
        "Next turn you must go back to the nearest hedgehog, or start again."
    ),
    mark("From here you may go back to the tortoise before, or run on."): mark(
        "From here you may go back to the hedgehog before, or run on."
    ),
    mark("Back to the tortoise: 10 for every square."): mark(
        "Back to the hedgehog: 10 for every square."
    ),
}
"""What names the tortoise, with what an edition says that has a hedgehog in its place."""

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
    "lose-half": (mark("Half is gone"), mark("Lose half your carrots, the loss rounded down.")),
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
        mark("Chew a lettuce next turn, as on a lettuce square."),
    ),
    "chew-carrot": (mark("A bite"), mark("Chew a carrot: pay 1.")),
    "free": (mark("Nothing to pay"), mark("Take back the carrots this move has cost you.")),
    "again": (mark("Once more"), mark("Move again at once, and pay for it.")),
}
"""Title and text of every hare card and action; numbered cards explain themselves."""

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
"""How a reader is, and what that means: for builders, in English."""

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


class Teller(msgspec.Struct, frozen=True):
    """Tells of one table.

    Attributes:
        say: the language.
        seating: who plays with which runner.
        home: the number of HOME.
        hedgehog: whether the edition has a hedgehog where others have a tortoise.
    """

    say: Speech
    seating: Seating
    home: int
    hedgehog: bool = False

    def tell(self, message: str, **facts: object) -> str:
        """A message, about the animal that the edition has."""
        return animal(message, self.say, hedgehog=self.hedgehog, **facts)

    def name(self, seat: int) -> str:
        """What the player at a seat is called."""
        return self.seating.players[seat].name


def teller(snapshot: Snapshot, state: State, say: Speech) -> Teller:
    """Who tells of the table of a snapshot."""
    return Teller(say, snapshot.seating, state.rules.home, hedgehog=has_hedgehog(snapshot))


def has_hedgehog(snapshot: Snapshot | None) -> bool:
    """Whether the edition in play has a hedgehog where others have a tortoise."""
    setup = snapshot.setup if snapshot is not None else None
    return is_hedgehog(setup.edition if setup is not None else DEFAULT_EDITION)


def is_hedgehog(edition: str) -> bool:
    """Whether an edition has a hedgehog; not one whose file has gone or has mistakes."""
    return board_words(edition).get("tortoise") == "hedgehog"


def board_words(edition: str) -> Mapping[str, str]:
    """What the board of an edition calls its squares; nothing if its file has mistakes."""
    try:
        return load_edition(edition).words
    except BadSetup:
        return {}


def animal(message: str, say: Speech, /, *, hedgehog: bool, **facts: object) -> str:
    """A message that may name the tortoise, about the animal there is."""
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
    """A kind of square by its name.

    Args:
        kind: as in a track, or START or HOME.
        say: the language.
        called: what the edition's board calls its squares, where that is not their usual name.
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
    """What a hare card or an action of a table is called; a numbered card by its number."""
    return say._(CARDS[name][0]) if name in CARDS else name


def card_text(name: str, say: Speech, options: Options) -> str:
    """What a hare card or an action of a table does, as this game has it."""
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
    """The text of a card that some editions have otherwise (R7.1, R7.2, R8.3)."""
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
    """A square by itself."""
    if square == 0:
        return say.p_("square", "START")
    return say.p_("square", "HOME") if square == home else say._("square {square}", square=square)


def _where(square: int, home: int, say: Speech) -> str:
    """Where a runner stands, or belongs."""
    if square == 0:
        return say.p_("where", "on START")
    if square == home:
        return say.p_("where", "on HOME")
    return say.p_("where", "on square {square}", square=square)


def _onto(square: int, home: int, say: Speech) -> str:
    """Where one puts a runner."""
    if square == 0:
        return say.p_("put it", "on START")
    if square == home:
        return say.p_("put it", "on HOME")
    return say.p_("put it", "on square {square}", square=square)


def _to(square: int, home: int, say: Speech) -> str:
    """Where one carries a runner to."""
    if square == 0:
        return say.p_("carry it", "to START")
    if square == home:
        return say.p_("carry it", "to HOME")
    return say.p_("carry it", "to square {square}", square=square)


def _from(square: int, home: int, say: Speech) -> str:
    """Where one carries a runner from."""
    if square == 0:
        return say.p_("carry it", "from START")
    if square == home:
        return say.p_("carry it", "from HOME")
    return say.p_("carry it", "from square {square}", square=square)


def listed(names: list[str], last: str = "and") -> str:
    """Names in a row in English, for terminals and builders: A, B and C."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


# What is out of order


def lights_out(trouble: str, say: Speech) -> str:
    """What is wrong with the board's lights, and that the game needs none."""
    return say._(
        "The board's lights are out. {trouble} The game goes on by phone and without them.",
        trouble=say._(trouble),
    )


def held_up(say: Speech) -> str:
    """Why the game has to wait: what is played cannot be written to the disk."""
    return say._(
        "The board cannot save the game just now, so it waits. Is its disk full, or read-only?"
    )


def unseen(squares: Collection[int], home: int, say: Speech, *, here: bool) -> str:
    """What to do about squares whose readers are out, on a phone or told beside it."""
    if len(squares) >= home:
        if here:
            return say._("The board cannot see any square: play here on the phone.")
        return say._("The board cannot see any square: play on the phone.")
    if set(squares) == {home}:
        if here:
            return say._("The board cannot see HOME: play moves to it here on the phone.")
        return say._("The board cannot see HOME: play moves to it on the phone.")
    told = say.listed(_stretches(sorted(squares), home, say))
    if len(squares) == 1:
        if here:
            return say._(
                "The board cannot see square {square}: play moves to it here on the phone.",
                square=told,
            )
        return say._(
            "The board cannot see square {square}: play moves to it on the phone.", square=told
        )
    if here:
        return say._(
            "The board cannot see squares {squares}: play moves to them here on the phone.",
            squares=told,
        )
    return say._(
        "The board cannot see squares {squares}: play moves to them on the phone.", squares=told
    )


def _stretches(squares: list[int], home: int, say: Speech) -> list[str]:
    """Squares as one lists them: three and more in a row are told by the first and the last."""
    told: list[str] = []
    for _, row in itertools.groupby(enumerate(squares), lambda each: each[1] - each[0]):
        names = [say.p_("square", "HOME") if square == home else str(square) for _, square in row]
        if len(names) > 2:
            told.append(say.p_("squares", "{first} to {last}", first=names[0], last=names[-1]))
        else:
            told += names
    return told


# What has happened. The fields of an event may be named, and what `_facts` adds to them.

_HAPPENED: Final[dict[type[Event], str]] = {
    Payout: mark("{who} left square {square} as {nth} and drew {amount}."),
    Moved: mark("{who} moved to square {to} for {cost_amount}."),
    MovedBack: mark("{who} went back to the tortoise on square {to} and drew {amount}."),
    LaidDown: "",
    Arrived: mark("{who} is HOME, {nth}!"),
    Drew: mark("{who} stayed and drew {amount}."),
    Paid: mark("{who} stayed and paid {amount}."),
    Chewed: mark("{who} chewed a lettuce as {nth} and drew {amount}."),
    TurnMissed: mark("{who} missed a turn."),
    Restarted: mark("{who} could not move and starts again with {amount}."),
    TurnEnded: mark("{who} still cannot move; the turn is over."),
    CardDrawn: mark("{who} drew “{title}”."),
    Gave: mark("{who} gives {each_amount} each to {names}."),
    GiftKept: mark("{who} kept {amount}."),
    GiftDiscarded: mark("{who} put {amount} in the patch."),
    MustMiss: mark("{who} will miss a turn."),
    PlaysAgain: mark("{who} moves again."),
    NothingHappened: mark("Nothing comes of it."),
    Restored: mark("{who} now holds exactly {amount}."),
    DrewForLettuces: mark("{who} drew {amount} for {lettuces_held}."),
    FreeRide: mark("{who} took back {amount}."),
    LostHalf: mark("{who} lost half the carrots."),
    Shown: mark("{who} holds {amount}."),
    Collected: mark("{who} collected a carrot each from {names}."),
    Dealt: mark("The hare cards were shuffled."),
    Carried: mark("{who} is carried to square {to}."),
    Rolled: mark("{who} rolled {value}: {action_title}."),
    DrewByCard: mark("{who} drew {amount}."),
    PaidByCard: mark("{who} paid {amount}."),
    Declined: mark("{who} left it at that."),
    Rested: mark("{who} slept on."),
    Woke: mark("{who} was passed and wakes."),
    Passed: mark("{passer} passed {who}, who paid {amount}."),
    WaitedAlone: mark("Nobody passed {who}, who drew {amount}."),
    Baulked: mark("The patch ran short for {who}; half of every other hand went into it."),
    GameOver: mark("The race is over."),
}


def happened(event: Event, table: Teller) -> str:
    """What happened, as a sentence; empty for what goes without saying."""
    template = _particular(event, table.home) or _HAPPENED[type(event)]
    return table.tell(template, **_facts(event, table)) if template else ""


def _particular(event: Event, home: int) -> str | None:
    """The sentence of an event that is not told as usual."""
    match event:
        case Moved(to=to) if to == home:
            return mark("{who} ran HOME for {cost_amount}.")
        case Gave(each=0):
            return mark("{who} cannot afford a gift.")
        case Gave(to=(_,)):
            return mark("{who} gives {each_amount} to {names}.")
        case Collected(givers=()):
            return mark("Nobody has a carrot to give.")
        case Collected(givers=(_,)):
            return mark("{who} collected a carrot from {names}.")
        case Passed(back=True):
            return mark("{passer} passed {who}, who paid the last {amount} and must go back.")
        case LostHalf(carrots=int()):
            return mark("{who} lost {amount}, half the hand.")
    return None


def _facts(event: Event, table: Teller) -> dict[str, object]:
    """Everything a sentence about an event may want to name."""
    say = table.say
    facts: dict[str, Any] = msgspec.structs.asdict(event)

    def number(*fields: str) -> int:
        values = (facts.get(field) for field in fields)
        return next((value for value in values if isinstance(value, int)), 0)

    seats = next((facts[field] for field in ("to", "givers") if field in facts), ())
    if isinstance(seats, tuple) and seats:
        facts["names"] = say.listed([table.name(seat) for seat in seats])
    if "seat" in facts:
        facts["who"] = table.name(number("seat"))
    facts["nth"] = ordinal(number("position", "place"), say)
    facts["amount"] = carrots(number("carrots"), say)
    facts["cost_amount"] = carrots(number("cost"), say)
    facts["each_amount"] = carrots(number("each"), say)
    facts["lettuces_held"] = lettuces(number("lettuces"), say)
    if isinstance(event, CardDrawn):
        facts["title"] = card_title(event.card, say)
    if isinstance(event, Rolled):
        facts["action_title"] = card_title(event.action, say)
    if isinstance(event, Passed):
        facts["passer"] = table.name(event.by)
    return facts


# The wood


def mismatch(fault: Mismatch, state: State, table: Teller) -> str:
    """A mismatch as a sentence that says what to do."""
    home, say = table.home, table.say
    if fault.kind == "stranger":
        return _stranger(fault, table)
    assert fault.colour is not None
    assert fault.belongs is not None
    runner = _runner(fault.colour, table)
    if fault.square is None or fault.kind == "missing":
        return say._(
            "{runner} is missing: put it {there}.",
            runner=runner,
            there=_onto(fault.belongs, home, say),
        )
    here, there = _where(fault.square, home, say), _where(fault.belongs, home, say)
    match fault.kind:
        case "wrong-way-up":
            whom, onto = _the_runner(fault.colour, table), _onto(fault.square, home, say)
            if _face_down(fault.colour, state, table.seating):
                return say._("Lay {runner} {there} face down.", runner=whom, there=onto)
            return say._("Stand {runner} {there} upright.", runner=whom, there=onto)
        case "crowded":
            return say._(
                "Square {square} is crowded: {runner} belongs {there}.",
                square=fault.square,
                runner=runner,
                there=there,
            )
        case _ if fault.reasons:
            return say._(
                "{runner} may not stop {here}: put it back {there}, or where it may go.",
                runner=runner,
                here=here,
                there=_onto(fault.belongs, home, say),
            )
        case _:
            return say._(
                "{runner} stands {here} and belongs {there}.",
                runner=runner,
                here=here,
                there=there,
            )


def _stranger(fault: Mismatch, table: Teller) -> str:
    say = table.say
    assert fault.square is not None
    if fault.colour is None:
        here = _where(fault.square, table.home, say)
        return say._("Something unknown lies {here}: take it away.", here=here)
    colour = colour_name(fault.colour, say)
    if fault.square == table.home:
        return say._("Nobody plays {colour}: take it off HOME.", colour=colour)
    return say._(
        "Nobody plays {colour}: take it off square {square}.", colour=colour, square=fault.square
    )


def errand(task: Errand, table: Teller) -> str:
    """An errand as a friendly request."""
    home, say = table.home, table.say
    runner = _the_runner(task.colour, table)
    onto = _onto(task.belongs, home, say)
    if task.square == task.belongs:
        if task.face_down:
            return say._("Please lay {runner} {there} face down.", runner=runner, there=onto)
        return say._("Please stand {runner} {there} upright.", runner=runner, there=onto)
    if task.square is None:
        if task.face_down:
            return say._("Please put {runner} {there}, face down.", runner=runner, there=onto)
        return say._("Please put {runner} {there}.", runner=runner, there=onto)
    facts = {
        "runner": runner,
        "here": _from(task.square, home, say),
        "there": _to(task.belongs, home, say),
    }
    if task.face_down:
        return say._("Please carry {runner} {here} {there}, face down.", **facts)
    return say._("Please carry {runner} {here} {there}.", **facts)


def _runner(colour: str, table: Teller) -> str:
    """A runner that is or does something; by its colour too where its player has two."""
    for player in table.seating.players:
        if colour in player.colours:
            if len(player.colours) == 1:
                return table.say.p_("who is or does", "{name}'s runner", name=player.name)
            return table.say.p_(
                "who is or does",
                "{name}'s {colour} runner",
                name=player.name,
                colour=colour_name(colour, table.say),
            )
    return colour_name(colour, table.say)


def _the_runner(colour: str, table: Teller) -> str:
    """A runner that something is done with."""
    for player in table.seating.players:
        if colour in player.colours:
            if len(player.colours) == 1:
                return table.say.p_("whom to move", "{name}'s runner", name=player.name)
            return table.say.p_(
                "whom to move",
                "{name}'s {colour} runner",
                name=player.name,
                colour=colour_name(colour, table.say),
            )
    return colour_name(colour, table.say)


def _face_down(colour: Colour, state: State, seating: Seating) -> bool:
    runner = seating.runner(colour)
    if runner is None:
        return False
    seat, index = runner
    return state.seats[seat].runners[index].obligation in FACE_DOWN


# Refusals

COUNTED: Final[Mapping[ReasonCode, str]] = {
    "too-few-carrots": mark("That costs {need}, and you have {have}."),
    "too-many-carrots": mark("You would reach HOME with {have}; {limit} are allowed."),
    "patch-too-small": mark("The patch holds only {have}."),
}
"""Reasons with an amount of carrots in their sentence, which may be a single one."""


def refusal(refused: Refusal | BadSetup, say: Speech, *, hedgehog: bool = False) -> dict[str, Any]:
    """A refusal as an answer has it: its code, its sentence and every reason."""
    reasons: tuple[Reason, ...] = getattr(refused, "reasons", ())
    told = [
        {"code": each.code, "message": reason(each, say, hedgehog=hedgehog)} for each in reasons
    ]
    if refused.code == "not-saved":
        message = held_up(say)  # without the path that builders read in the log
    elif told:
        message = " ".join(each["message"] for each in told)
    else:
        message = animal(
            refused.template, say, hedgehog=hedgehog, **_translated(refused.facts, say)
        )
    return {"code": refused.code, "message": message, "reasons": told}


def reason(why: Reason, say: Speech, *, hedgehog: bool) -> str:
    """A reason why an action is not legal, spoken to the player who asked."""
    if why.code in COUNTED:
        counted = "need" if "need" in why.facts else "have"
        amount = carrots(int(why.facts[counted]), say)
        return say._(COUNTED[why.code], **{**why.facts, counted: amount})
    return animal(why.template, say, hedgehog=hedgehog, **_translated(why.facts, say))


def _translated(facts: Mapping[str, int | str], say: Speech) -> dict[str, object]:
    """Facts, those of them that are words in the language they are said in."""
    return {
        name: colour_name(str(fact), say) if name == "colour" else fact
        for name, fact in facts.items()
    }
