"""Request bodies and queries: reads them in the shape they must have."""

from typing import Any, Literal, TypeVar

import msgspec
from flask import request
from werkzeug.exceptions import BadRequest

from controller.json_data import BadJson, any_json

Mode = Literal["play", "workshop", "acceptance"]

_T = TypeVar("_T")


def body(shape: type[_T]) -> _T:
    """Decode the request's JSON into a struct.

    Raises:
        BadRequest: the shape differs; the message names the field.
    """
    found: _T = any_body(shape)
    return found


def any_body(shape: Any) -> Any:
    """Decode the request's JSON into one of several structs. Raises as `body`."""
    try:
        return any_json(request.get_data(), shape)
    except BadJson as error:
        raise BadRequest(f"The request is not understood: {error}.") from error


def query(shape: type[_T]) -> _T:
    """Read the part of the request's address after “?” as a struct.

    Raises:
        BadRequest: the shape differs; the message names the field.
    """
    try:
        return msgspec.convert(request.args.to_dict(), shape, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(f"The request is not understood: {error}.") from error


class NothingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class ModeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mode to enter."""

    mode: Mode
