"""Reads JSON that others wrote, with one error for everything that can be wrong with it."""

from typing import Any, TypeVar, cast

import msgspec

from controller.plain_text import plain

_T = TypeVar("_T")


class BadJson(ValueError):
    """It is not JSON, or not of this shape; the message says where, in plain text."""


def from_json(data: bytes | str, shape: type[_T]) -> _T:
    """Read JSON as a value of this type.

    Raises:
        BadJson: it is not JSON, not UTF-8, nested too deeply, or of another shape.
    """
    return cast(_T, any_json(data, shape))


def any_json(data: bytes | str, shape: Any = Any) -> Any:
    """Read JSON of any shape, or of one of several. Raises as `from_json`."""
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadJson(plain(str(error))) from error
    except RecursionError as error:
        raise BadJson("It is nested too deeply") from error
