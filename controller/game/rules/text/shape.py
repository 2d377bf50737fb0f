"""Reads JSON values into a position: whether all is there, and of its type.

`controller.game.rules.text.check` checks their meaning. This module notes every fault and
continues reading, so that all are reported at once.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar, get_type_hints

import msgspec

from controller.game.rules.state import (
    Drawing,
    FirstDeal,
    Gift,
    Pending,
    Prompt,
    Runner,
    Seat,
    Ten,
)

STATE_FIELDS: Final[dict[str, Any]] = {
    "edition": str,
    "options": dict[str, Any],
    "to_act": int | None,
    "prompt": Prompt,
    "first": int,
    "seats": list[Any],
    "pile": tuple[str, ...],
    "patch": int | None,
    "home": tuple[tuple[int, int], ...],
    "pending": dict[str, Any] | None,
    "ranking": tuple[int, ...],
}
"""Fields of STATE; seats and pending are checked further."""

LONGEST_SHOWN: Final = 40

_T = TypeVar("_T")


class Shapes:
    """Reads plain values and notes faults in their shape.

    Attributes:
        problems: a sentence for every fault so far.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []

    def fields(
        self, value: Mapping[str, Any], types: Mapping[str, Any], where: str
    ) -> dict[str, Any]:
        """Return the fields that are present and of their type; note the others."""
        self.problems += [f"{where}“{name}” is missing." for name in types if name not in value]
        self.problems += [
            f"{where}there is no field “{shown(name)}”." for name in value if name not in types
        ]
        sound = {}
        for name, type_ in types.items():
            if name in value:
                try:
                    sound[name] = msgspec.convert(value[name], type_)
                except msgspec.ValidationError as error:
                    self.problems.append(f"{where}{name}: {error}.")
        return sound

    def struct(self, kind: type[_T], value: Any, where: str) -> _T | None:
        """Read a struct, which needs all its fields; None if one is wrong."""
        types = _TYPES[kind]
        if not isinstance(value, dict):
            self.problems.append(f"{where}an object with {listed(types)} is due.")
            return None
        sound = self.fields(value, types, where)
        return kind(**sound) if sound.keys() == types.keys() == value.keys() else None

    def seats(self, values: list[Any]) -> tuple[Seat, ...] | None:
        """Read the seats with their runners; None if one of them is wrong."""
        found = [self._seat(value, f"Seat {number}: ") for number, value in enumerate(values)]
        sound = tuple(seat for seat in found if seat is not None)
        return sound if len(sound) == len(values) else None

    def _seat(self, value: Any, where: str) -> Seat | None:
        types = {**_TYPES[Seat], "runners": list[Any]}
        if not isinstance(value, dict):
            self.problems.append(f"{where}an object with {listed(types)} is due.")
            return None
        sound = self.fields(value, types, where)
        found = [
            self.struct(Runner, each, f"{where}runner {number}: ")
            for number, each in enumerate(sound.get("runners", ()))
        ]
        runners = tuple(runner for runner in found if runner is not None)
        if len(runners) < len(found) or not sound.keys() == types.keys() == value.keys():
            return None
        return Seat(**{**sound, "runners": runners})

    def pending(self, prompt: Prompt, value: dict[str, Any] | None) -> tuple[bool, Pending | None]:
        """Return whether pending has the shape its prompt needs, and its value."""
        kind = _PENDING.get(prompt)
        if kind is None:
            if value is not None:
                self.problems.append(f"pending: null is due at the prompt “{prompt}”.")
            return value is None, None
        if prompt == "deal" and value == {}:
            return True, FirstDeal()
        found = self.struct(kind, value, "pending: ")
        return found is not None, found


_PENDING: Final[dict[Prompt, type[Pending]]] = {
    "gift": Gift,
    "ten": Ten,
    "deal": Drawing,
    "roll": Drawing,
}
_TYPES: Final[dict[type, dict[str, Any]]] = {
    kind: get_type_hints(kind) for kind in (Seat, Runner, Gift, Ten, Drawing)
}


def shown(text: str) -> str:
    """Shorten a text from outside for a sentence."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def listed(names: Iterable[str]) -> str:
    """Format names for a sentence."""
    return ", ".join(names)
