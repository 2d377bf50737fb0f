"""Shapes of tables: what each key may be, by the types of a struct or dataclass.

| type of a field | value of its key |
|---|---|
| `str` | a text with something in it; an empty one only if that is the default |
| `bool` | true or false |
| `Literal["a", "b"]` | one of these words |
| `Annotated[int, Limits(1, 64)]`, `Annotated[float, Limits(0, 1)]` | a number within limits |
| `Annotated[T, function]` | what the function returns; it raises a `ValueError` of sentences |
| a struct, a dataclass | a section of that shape |
| `dict[Literal["a", "b"], T]` | a section with all of these keys; with some of them if `T | None` |
| `TomlSection`, `list[TomlSection]` | a section, or repeated sections, to be read from `inner` |
| `object` | anything |

A field with a default may be left out.
"""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

from controller.toml.mistakes import meant, quoted, shown

_PLAIN: Final = (str, bool, int, float, object)


@dataclass(frozen=True, slots=True)
class Limits:
    """Least and greatest value of a number, and its unit in a sentence."""

    low: float
    high: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class KeyShape:
    """Shape of the value of one key.

    Attributes:
        kind: its type, without annotation and None (`Any`: there is no type of all types).
        note: its limits, or the function that reads it.
        needed: True if the key may not be left out.
        default: its value if it is left out.
    """

    kind: Any
    note: object = None
    needed: bool = True
    default: object = None

    @property
    def is_section(self) -> bool:
        """True for a section, or several, to be read key by key."""
        plain = self.kind in _PLAIN or get_origin(self.kind) is Literal
        return not plain and not callable(self.note)


def key_shapes(shape: Any) -> Mapping[str, KeyShape]:
    """Return the shape of each key of a struct, a dataclass or a `dict[Literal[...], T]`."""
    return _key_shapes(shape)


@cache
def _key_shapes(shape: Any) -> Mapping[str, KeyShape]:
    if get_origin(shape) is dict:
        words, kind = get_args(shape)
        needed = NoneType not in get_args(kind)
        return {word: key_shape(kind, needed=needed) for word in get_args(words)}
    kinds = get_type_hints(shape, include_extras=True)
    return {
        key: key_shape(kinds[key], needed=each.default is each.empty, default=each.default)
        for key, each in inspect.signature(shape).parameters.items()
    }


def key_shape(kind: Any, *, needed: bool = True, default: object = None) -> KeyShape:
    """Return the shape that a type declares."""
    if NoneType in get_args(kind):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    kind, note, *_ = get_args(kind) if get_origin(kind) is Annotated else (kind, None)
    return KeyShape(kind, note, needed, default)


def as_text(value: object, default: object = None) -> str:
    """Return a text that has something in it, or is the default.

    Raises:
        ValueError: the value is none.
    """
    if isinstance(value, str) and (value.strip() or value == default):
        return value
    raise ValueError(f"{shown(value)} is not a text with something in it.")


def read_value(value: object, shape: KeyShape) -> object:
    """Return a value of a shape that is no section.

    Raises:
        ValueError: the value has another shape; with a sentence for each mistake.
    """
    kind, note = shape.kind, shape.note
    if callable(note):
        return note(value)
    if get_origin(kind) is Literal:
        words = get_args(kind)
        if isinstance(value, str) and value in words:
            return value
        near = meant(value, words) if isinstance(value, str) else "."
        raise ValueError(f"{shown(value)} is not {quoted(words)}{near}")
    if isinstance(note, Limits):
        number = isinstance(value, int | float) and type(value) in (int, kind)
        if isinstance(value, int | float) and number and note.low <= value <= note.high:
            return value
        named = "a whole number" if kind is int else "a number"
        raise ValueError(
            f"{shown(value)} is not {named} from {note.low} to {note.high}{note.unit}."
        )
    if kind is bool and not isinstance(value, bool):
        raise ValueError(f"{shown(value)} is neither true nor false.")
    assert kind in (str, bool, object), f"{kind} needs limits"
    return as_text(value, shape.default) if kind is str else value
