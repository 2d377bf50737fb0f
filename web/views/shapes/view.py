"""The view of a game: what everybody sees, and what is a player's own."""

from typing import Literal

from controller.board.file.voice import VoiceDetail
from controller.game.pieces import Colour
from controller.game.rules.state import Prompt
from controller.game.setup import Setup
from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.table.referee import MismatchKind
from controller.table.remote.kept_races import RaceRole
from controller.table.state import Phase
from web.views.shapes.basics import (
    Carrots,
    Count,
    Hexadecimal,
    Kind,
    Seat,
    Seconds,
    Sentence,
    Shape,
    SquareAt,
)


class RunnerSeen(Shape, frozen=True):
    """A runner, public part."""

    runner: Count
    colour: Colour
    position: Count
    square: SquareAt
    place: str
    face_down: bool
    asleep: bool
    arrived: Count | None


class SeatSeen(Shape, frozen=True):
    """A player, public part; carrots only with open hands.

    A seat is `taken` by a phone, or held by the screen at the board, from which phones may take it;
    or its `opponent`, a character, plays by itself; or its player sits at another board, whose
    name is in `elsewhere`.
    """

    seat: Seat
    name: str
    opponent: str | None
    elsewhere: str | None
    taken: bool
    screen: bool
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
    """The action that the board proposes."""

    seat: Seat
    square: SquareAt
    sentence: Sentence


class MismatchSeen(Shape, frozen=True):
    """One difference of placement and expected placement."""

    kind: MismatchKind
    colour: Colour | None
    square: SquareAt | None
    belongs: SquareAt | None
    sentence: Sentence


class ErrandSeen(Shape, frozen=True):
    """A runner to be carried for the game."""

    colour: Colour
    square: SquareAt | None
    belongs: SquareAt
    sentence: Sentence


class Blind(Shape, frozen=True):
    """Squares that the board cannot see."""

    squares: tuple[SquareAt, ...]
    sentence: Sentence


class TableSeen(Shape, frozen=True):
    """The state of the physical board."""

    understood: Understood | None
    in_hand: tuple[Colour, ...]
    mismatches: tuple[MismatchSeen, ...]
    errands: tuple[ErrandSeen, ...]
    blind: Blind | None


class TakeBackSeen(Shape, frozen=True):
    """The action that may be taken back, and the seat that may."""

    seat: Seat
    offered: bool
    sentence: Sentence


class CardFace(Shape, frozen=True):
    """What a hare card, or a roll, says."""

    card: str
    title: str
    text: Sentence


class LogLine(Shape, frozen=True):
    """An entry of the log, with the card that was drawn then."""

    number: Count
    seat: Seat | None
    sentence: Sentence
    card: CardFace | None


class LitSquare(Shape, frozen=True):
    """A lit square, its light at its brightest, what that means.

    Of a move to it: the cost, what going back to a tortoise draws, and what the square does.
    """

    square: SquareAt
    meaning: Meaning
    colour: Hexadecimal
    cost: Carrots | None
    gain: Carrots | None
    sentence: Sentence | None


class MoveSeen(Shape, frozen=True):
    """The latest move of a runner: from a square, 0 for START, to another."""

    colour: Colour
    start: SquareAt
    to: SquareAt


class ClockSeen(Shape, frozen=True):
    """The clock of a game: `remind_s` seconds until a reminder, or `move_s` seconds for each move.

    `turn` counts the turns; `reserves_s` is what each seat had left when this one began. The
    heartbeat of a stream says how long this turn has been.
    """

    turn: Count
    runs: bool
    remind_s: Count | None
    move_s: Count | None
    reserves_s: tuple[Seconds, ...]


class Ranked(Shape, frozen=True):
    """A place of the ranking."""

    place: Count
    seat: Seat
    name: str


class Homeward(Shape, frozen=True):
    """The conditions for going HOME from here."""

    can: bool
    sentence: Sentence


class RunnerHeld(Shape, frozen=True):
    """A runner, private part for its player."""

    runner: Count
    colour: Colour
    position: Count
    square: SquareAt
    kind: Kind
    here: Sentence
    home: Homeward
    race_card: tuple[Count, ...]


class Destination(Shape, frozen=True):
    """A destination of a runner now."""

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
    """A choice that is not a move."""

    action: str
    label: str
    sentence: Sentence


class RollAsked(Shape, frozen=True, tag_field="kind", tag="roll"):
    """A die that the player has rolled."""

    values: Count


class CardOfPile(Shape, frozen=True):
    """A card, and its count in the pile."""

    card: str
    title: str
    count: Count


class DealAsked(Shape, frozen=True, tag_field="kind", tag="deal"):
    """A pile that the player has shuffled."""

    cards: tuple[CardOfPile, ...]


class LessonSeen(Shape, frozen=True):
    """The step of the lesson, from 1; once it is `done`, the next one, or the race if it `ends`.

    `says` is what it explains: before it is done, what to know for it; then what follows.
    """

    step: Count
    steps: Count
    id: str
    says: str
    done: bool
    ends: bool


class RefusalSeen(Shape, frozen=True):
    """The reason a runner may not stay where it was set down."""

    square: SquareAt | None
    sentence: Sentence


class HintSeen(Shape, frozen=True):
    """A move worth a thought, by name, and what is true of it."""

    action: str
    name: str
    sentences: tuple[Sentence, ...]


class HintsSeen(Shape, frozen=True):
    """The best few moves that the board finds, the best first; of the game at this version."""

    version: Count
    hints: tuple[HintSeen, ...]


class Hand(Shape, frozen=True):
    """The private part of a seat's view."""

    seat: Seat
    carrots: Carrots
    lettuces: Count
    my_turn: bool
    runners: tuple[RunnerHeld, ...]
    destinations: tuple[Destination, ...]
    choices: tuple[ChoiceOffered, ...]
    chance: RollAsked | DealAsked | None
    refusal: RefusalSeen | None
    hints: Count


SpokenDetail = VoiceDetail
"""How much is read aloud: whose turn and what is asked; moves and places too; everything."""


class SpokenSentence(Shape, frozen=True):
    """A sentence to be read aloud once, and the least detail at which it is.

    `number` is that of the action it tells of, or of the next one; 0 for what lasts. A `private`
    sentence is in its owner's view alone.
    """

    number: Count
    detail: SpokenDetail
    private: bool
    sentence: Sentence


class OtherBoardSeen(Shape, frozen=True):
    """The other board of the race.

    `sentence` says what the race waits for there, or what has become of the last action; `role` is
    this board's part.
    """

    name: str
    role: RaceRole
    reached: bool
    sentence: Sentence | None


class View(Shape, frozen=True):
    """The view of a spectator; in a seat's own view with its hand, `me`."""

    board: str
    version: Count
    revision: Count
    phase: Phase
    paused: bool
    can_mend: bool
    headline: Sentence
    named: Seat | None
    instruction: Sentence
    edition_name: str
    setup: Setup | None
    lettuces_each: Count | None
    to_act: Seat | None
    prompt: Prompt | None
    seats: tuple[SeatSeen, ...]
    card: CardSeen | None
    table: TableSeen
    lights: tuple[LitSquare, ...]
    take_back: TakeBackSeen | None
    log: tuple[LogLine, ...]
    last_move: MoveSeen | None
    clock: ClockSeen | None
    ranking: tuple[Ranked, ...]
    trouble: str | None
    look: Look
    lights_trouble: str | None
    rescued: str | None
    lesson: LessonSeen | None
    other_board: OtherBoardSeen | None
    me: Hand | None
    spoken: tuple[SpokenSentence, ...] = ()


Question = Literal["carrots", "square", "runners", "choices", "last-move"]
"""What somebody who cannot look may ask."""


class AnswerSeen(Shape, frozen=True):
    """The answer to a question, in a few sentences."""

    question: Question
    sentence: Sentence


class AnswersSeen(Shape, frozen=True):
    """The answers to all questions; spectators ask for nobody's carrots or square."""

    answers: tuple[AnswerSeen, ...]


class WhyNot(Shape, frozen=True):
    """The answer whether a runner may go to a square, with all reasons against it."""

    square: SquareAt
    name: str
    may: bool
    sentences: tuple[Sentence, ...]
