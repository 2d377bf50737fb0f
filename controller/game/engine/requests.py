"""Requests to the engine, and how a line is read."""

import json
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

DEEPEST: Final = 8
"""Actions; a deeper count would take too long."""


class EngineRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="cmd"):
    """Root of all requests."""


class EditionsRequest(EngineRequest, frozen=True, tag="editions"):
    """List all editions and options."""


class NewRequest(EngineRequest, frozen=True, tag="new"):
    """Begin a game; its chance comes from `seed` if one is given."""

    edition: str
    seats: int
    first: int = 0
    options: dict[str, Any] = {}
    seed: int | UnsetType = UNSET


class SetRequest(EngineRequest, frozen=True, tag="set"):
    """Continue from a whole position."""

    state: dict[str, Any]


class PlayRequest(EngineRequest, frozen=True, tag="play"):
    """Play an action, or the chance action that is due."""

    action: str


class ChanceRequest(EngineRequest, frozen=True, tag="chance"):
    """Draw the chance action that is due."""


class UndoRequest(EngineRequest, frozen=True, tag="undo"):
    """Take back the last action."""


class WhyRequest(EngineRequest, frozen=True, tag="why"):
    """List the reasons why an action is not legal."""

    action: str


class PerftRequest(EngineRequest, frozen=True, tag="perft"):
    """Count the action sequences of this length."""

    depth: Annotated[int, Meta(ge=0, le=DEEPEST)]


class RecordRequest(EngineRequest, frozen=True, tag="record"):
    """Write the record of the game so far."""


AnyRequest = (
    EditionsRequest
    | NewRequest
    | SetRequest
    | PlayRequest
    | ChanceRequest
    | UndoRequest
    | WhyRequest
    | PerftRequest
    | RecordRequest
)
COMMANDS: Final = tuple(each.__struct_config__.tag for each in get_args(AnyRequest))


class EngineRefusal(Exception):
    """A request that cannot be met.

    Attributes:
        code: one of the protocol's error codes.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_request(line: bytes) -> AnyRequest:
    """Read the request in a line.

    Raises:
        EngineRefusal: it is not JSON (`bad-json`), or no request (`bad-request`).
    """
    plain = _json(line)
    if not isinstance(plain, dict) or plain.get("cmd") not in COMMANDS:
        commands = ", ".join(f"“{each}”" for each in COMMANDS)
        what = f"A request is a JSON object whose “cmd” is one of {commands}."
        raise EngineRefusal("bad-request", what)
    try:
        request: AnyRequest = msgspec.convert(plain, AnyRequest)
    except msgspec.ValidationError as error:
        raise EngineRefusal("bad-request", f"{error}.") from error
    return request


def _json(line: bytes) -> Any:
    """Decode a line of JSON, with no name twice in one object."""
    try:
        plain = msgspec.json.decode(line)
    except msgspec.ValidationError:  # JSON perhaps, but with a number beyond all bounds
        _check_names(line)
        raise EngineRefusal("bad-request", "A number is too large.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EngineRefusal("bad-json", f"{error}.") from error
    except RecursionError:
        raise EngineRefusal("bad-json", "It is nested too deeply.") from None
    _check_names(line)
    return plain


def _check_names(line: bytes) -> None:
    try:
        json.loads(
            line.decode(), object_pairs_hook=_one_of_each, parse_int=len, parse_constant=_no_number
        )
    except ValueError as error:
        raise EngineRefusal("bad-json", f"{error}.") from error
    except RecursionError:
        raise EngineRefusal("bad-json", "It is nested too deeply.") from None


def _one_of_each(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("A name stands twice in one object")


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not JSON")
