"""Request bodies: reads JSON in the shape it must have."""

from typing import Literal, TypeVar

import msgspec
from flask import request
from werkzeug.exceptions import BadRequest

from controller.json_data import BadJson, from_json

Mode = Literal["play", "workshop"]

_T = TypeVar("_T")


def body(shape: type[_T]) -> _T:
    """Decode the request's JSON into a struct.

    Raises:
        BadRequest: the shape differs; the message names the field.
    """
    try:
        return from_json(request.get_data(), shape)
    except BadJson as error:
        raise BadRequest(f"The request is not understood: {error}.") from error


class NothingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class ModeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mode to enter."""

    mode: Mode
