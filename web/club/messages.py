"""What the club screen reads of the boards' messages; it ignores everything else in them."""

from typing import Annotated, Any, Literal

import msgspec

from controller.game.pieces import Colour

Text = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class ReadRunner(msgspec.Struct, frozen=True):
    """A runner: its square, and its place in the race."""

    colour: Colour
    square: Number
    position: Number
    arrived: Number | None


class ReadSeat(msgspec.Struct, frozen=True):
    """A player with one runner or two; `opponent` is a computer's character."""

    seat: Number
    name: Text
    opponent: Text | None
    runners: Annotated[tuple[ReadRunner, ...], msgspec.Meta(min_length=1, max_length=2)]


class ReadRanked(msgspec.Struct, frozen=True):
    """A seat that has arrived; the first comes first."""

    seat: Number


class ReadSetup(msgspec.Struct, frozen=True):
    """The game, as it was set up."""

    edition: Text
    options: dict[str, Any] = {}


class ReadOtherBoard(msgspec.Struct, frozen=True):
    """The other board of a race: of two, the one with the authority tells how it ended."""

    role: Literal["authority", "guest", "alone"]


class ReadView(msgspec.Struct, frozen=True):
    """What spectators see."""

    phase: Literal["setup", "playing", "over"]
    paused: bool
    setup: ReadSetup | None
    to_act: Number | None
    seats: Annotated[tuple[ReadSeat, ...], msgspec.Meta(max_length=6)]
    ranking: Annotated[tuple[ReadRanked, ...], msgspec.Meta(max_length=6)]
    other_board: ReadOtherBoard | None = None


class ReadTable(msgspec.Struct, frozen=True):
    """Topic `table`."""

    board_name: Text
    begun_at: Text | None
    names: bool
    view: ReadView


class ReadStatus(msgspec.Struct, frozen=True):
    """Topic `status`."""

    state: Literal["online", "offline"]
