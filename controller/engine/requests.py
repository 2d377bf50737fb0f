"""What may be asked of the engine, and how it is read from a line."""

import json
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

DEEPEST: Final = 8
"""Actions; nobody could wait for a deeper count."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="cmd"):
    """Root of all requests."""


class Editions(Request, frozen=True, tag="editions"):
    """List the editions and options there are."""


class New(Request, frozen=True, tag="new"):
    """Begin a game; its chance comes from `seed` if one is given."""

    edition: str
    seats: int
    first: int = 0
    options: dict[str, Any] = {}
    seed: int | UnsetType = UNSET


class Set(Request, frozen=True, tag="set"):
    """Go on from a whole position."""

    state: dict[str, Any]


class Play(Request, frozen=True, tag="play"):
    """Play an action, or the chance action that is due."""

    action: str


class Chance(Request, frozen=True, tag="chance"):
    """Draw the chance action that is due."""


class Undo(Request, frozen=True, tag="undo"):
    """Take back the last action."""


class Why(Request, frozen=True, tag="why"):
    """Say why an action is not legal."""

    action: str


class Perft(Request, frozen=True, tag="perft"):
    """Count the action sequences of this length."""

    depth: Annotated[int, Meta(ge=0, le=DEEPEST)]


class Record(Request, frozen=True, tag="record"):
    """Write the record of the game so far."""


AnyRequest = Editions | New | Set | Play | Chance | Undo | Why | Perft | Record


class Refused(Exception):
    """A request that cannot be met.

    Attributes:
        code: one of the protocol's error codes.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_request(line: bytes) -> AnyRequest:
    """The request in a line.

    Raises:
        Refused: it is not JSON (`bad-json`), or no request (`bad-request`).
    """
    plain = _json(line)
    if not isinstance(plain, dict):
        raise Refused("bad-request", "A request is a JSON object with a “cmd”.")
    try:
        request: AnyRequest = msgspec.convert(plain, AnyRequest)
    except msgspec.ValidationError as error:
        raise Refused("bad-request", f"{error}.") from error
    return request


def _json(line: bytes) -> Any:
    """What a line says, if it says one thing: JSON, and no name twice in one object."""
    try:
        plain = msgspec.json.decode(line)
    except msgspec.ValidationError:  # JSON perhaps, but with a number beyond all bounds
        _check_names(line)
        raise Refused("bad-request", "A number is too large.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad-json", f"{error}.") from error
    except RecursionError:
        raise Refused("bad-json", "It is nested too deeply.") from None
    _check_names(line)
    return plain


def _check_names(line: bytes) -> None:
    try:
        json.loads(
            line.decode(), object_pairs_hook=_one_of_each, parse_int=len, parse_constant=_no_number
        )
    except ValueError as error:
        raise Refused("bad-json", f"{error}.") from error
    except RecursionError:
        raise Refused("bad-json", "It is nested too deeply.") from None


def _one_of_each(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("A name stands twice in one object")


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not JSON")
