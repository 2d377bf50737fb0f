"""The view of a game: what everybody sees, and what is a player's own."""

from controller.game.pieces import Colour
from controller.game.rules.state import Prompt
from controller.game.setup import Setup
from controller.light.look import Look
from controller.table.referee import MismatchKind
from controller.table.snapshot import Phase
from web.views.shapes.basics import Carrots, Count, Kind, Seat, Sentence, Shape, SquareAt


class RunnerSeen(Shape, frozen=True):
    """A runner, as everybody sees it."""

    runner: Count
    colour: Colour
    position: Count
    square: SquareAt
    place: str
    face_down: bool
    asleep: bool
    arrived: Count | None


class SeatSeen(Shape, frozen=True):
    """A player, as everybody sees them; carrots only with open hands."""

    seat: Seat
    name: str
    taken: bool
    lettuces: Count
    misses_turn: bool
    carrots: Carrots | None
    team: Count | None
    arrived: Count | None
    runners: tuple[RunnerSeen, ...]


class CardSeen(Shape, frozen=True):
    """The hare card, or the roll, that was drawn last."""

    number: Count
    seat: Seat
    card: str
    title: str
    text: Sentence
    outcome: str


class Understood(Shape, frozen=True):
    """What the wood proposes."""

    seat: Seat
    square: SquareAt
    sentence: Sentence


class MismatchSeen(Shape, frozen=True):
    """One difference of wood and game."""

    kind: MismatchKind
    colour: Colour | None
    square: SquareAt | None
    belongs: SquareAt | None
    sentence: Sentence


class ErrandSeen(Shape, frozen=True):
    """A runner that somebody must carry for the game."""

    colour: Colour
    square: SquareAt | None
    belongs: SquareAt
    sentence: Sentence


class Blind(Shape, frozen=True):
    """Squares that the board cannot see."""

    squares: tuple[SquareAt, ...]
    sentence: Sentence


class TableSeen(Shape, frozen=True):
    """What the wood says."""

    understood: Understood | None
    in_hand: tuple[Colour, ...]
    mismatches: tuple[MismatchSeen, ...]
    errands: tuple[ErrandSeen, ...]
    blind: Blind | None


class TakeBackSeen(Shape, frozen=True):
    """What may be taken back, and by whom."""

    seat: Seat
    offered: bool
    sentence: Sentence


class LogLine(Shape, frozen=True):
    """Something that happened."""

    number: Count
    seat: Seat | None
    sentence: Sentence


class Ranked(Shape, frozen=True):
    """A place of the ranking."""

    place: Count
    seat: Seat
    name: str


class Homeward(Shape, frozen=True):
    """What it takes to get HOME from here."""

    can: bool
    sentence: Sentence


class RunnerHeld(Shape, frozen=True):
    """A runner, as its player sees it."""

    runner: Count
    colour: Colour
    position: Count
    square: SquareAt
    kind: Kind
    here: Sentence
    home: Homeward
    race_card: tuple[Count, ...]


class Destination(Shape, frozen=True):
    """Where a runner may go now."""

    action: str
    runner: Count
    colour: Colour
    square: SquareAt
    kind: Kind
    name: str
    by_phone: bool
    cost: Carrots
    gain: Carrots
    after: Carrots
    sentence: Sentence
    risk: str


class ChoiceOffered(Shape, frozen=True):
    """Something to do that is no move."""

    action: str
    label: str
    sentence: Sentence


class RollAsked(Shape, frozen=True, tag_field="kind", tag="roll"):
    """A die that the player has rolled."""

    values: Count


class CardOfPile(Shape, frozen=True):
    """A card, and how often it is in the pile."""

    card: str
    title: str
    count: Count


class DealAsked(Shape, frozen=True, tag_field="kind", tag="deal"):
    """A pile that the player has shuffled."""

    cards: tuple[CardOfPile, ...]


class RefusalSeen(Shape, frozen=True):
    """Why a runner may not stay where it was set down."""

    square: SquareAt | None
    sentence: Sentence


class Hand(Shape, frozen=True):
    """What is a player's own."""

    seat: Seat
    carrots: Carrots
    lettuces: Count
    my_turn: bool
    runners: tuple[RunnerHeld, ...]
    destinations: tuple[Destination, ...]
    choices: tuple[ChoiceOffered, ...]
    chance: RollAsked | DealAsked | None
    refusal: RefusalSeen | None


class View(Shape, frozen=True):
    """Everything that a spectator may see; and in a seat's own view its hand, `me`."""

    board: str
    version: Count
    revision: Count
    phase: Phase
    paused: bool
    can_mend: bool
    headline: Sentence
    edition_name: str
    setup: Setup | None
    lettuces_each: Count | None
    to_act: Seat | None
    prompt: Prompt | None
    seats: tuple[SeatSeen, ...]
    card: CardSeen | None
    table: TableSeen
    take_back: TakeBackSeen | None
    log: tuple[LogLine, ...]
    ranking: tuple[Ranked, ...]
    trouble: str | None
    look: Look
    lights_trouble: str | None
    rescued: str | None
    me: Hand | None


class WhyNot(Shape, frozen=True):
    """Whether a runner may go to a square, and all that is in its way."""

    square: SquareAt
    name: str
    may: bool
    sentences: tuple[Sentence, ...]
