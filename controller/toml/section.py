"""Tables of a TOML file, read by shapes; every mistake is noted with its line."""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar, get_origin

from controller.foreign_files import read_small
from controller.toml.lines import Spot, lines_of
from controller.toml.mistakes import BadFile, Problem, meant, shown
from controller.toml.shapes import KeyShape, key_shape, key_shapes, read_value

Shape = TypeVar("Shape")
Variant = TypeVar("Variant")
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True)
class _TomlText:
    """Text of a file, and the mistakes noted in it."""

    name: str
    text: str
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def lines(self) -> Mapping[Spot, int]:
        """Line of each key and list entry."""
        return lines_of(self.text)


class TomlSection:
    """A TOML file, or one section of it, being read.

    What reads returns None for anything missing or wrong, and notes the mistakes; `finish`
    refuses the file with all of them.
    """

    def __init__(self, file: _TomlText, data: Mapping[str, object], spot: Spot = ()) -> None:
        self._file = file
        self._data = data
        self._spot = spot

    @classmethod
    def of(cls, path: Path) -> Self:
        """Open a file.

        Raises:
            BadFile: it cannot be read, or is not TOML.
        """
        try:
            text = read_small(path).decode("utf-8-sig")
            return cls.of_text(text.replace("\r\n", "\n"), path.name)
        except OSError as error:
            reason = f"it cannot be read: {error.strerror}."
        except UnicodeDecodeError:
            reason = "it is not a text file in UTF-8."
        raise BadFile([Problem(path.name or str(path), None, "", reason)])

    @classmethod
    def of_text(cls, text: str, file: str) -> Self:
        """Read the text of a file; `file` is its name in messages.

        Raises:
            BadFile: it is not TOML.
        """
        try:
            return cls(_TomlText(file, text), tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise BadFile([_not_toml(file, str(error))]) from error
        except (ValueError, RecursionError):  # a number too long, or lists too deep, for Python
            reason = "a number is too long, or lists lie too deep in each other."
        raise BadFile([Problem(file, None, "", reason)])

    @property
    def mistakes(self) -> int:
        """Number of mistakes noted so far, in the whole file."""
        return len(self._file.problems)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def value(self, key: str, *entry: str | int) -> Any:
        """Return a value of any type, or an entry in its list; None if the key is missing."""
        value: Any = self._data.get(key)
        for at in entry:
            value = value[at]
        return value

    def line(self, *keys: str | int) -> int | None:
        """Return the line of a key or of an entry in its list; else of the table around it."""
        spot = (*self._spot, *keys)
        while spot and spot not in self._file.lines:
            spot = spot[:-1]
        return self._file.lines.get(spot)

    def refuse(self, key: str, reason: str, *entry: str | int) -> None:
        """Note a mistake in a key, or in an entry of its list."""
        named = " ".join(part for part in (self._section, key) if part)
        self._note(self.line(key, *entry), named, reason)

    def need(self, key: str, why: str = "") -> bool:
        """Check whether the key is present; note it as missing if not."""
        if key not in self._data:
            self.refuse(key, f"is missing{why}.")
        return key in self._data

    def word(self, key: str, words: Sequence[Word]) -> Word | None:
        """Return one of the given words."""
        if self.need(key):
            self._take(key, KeyShape(Literal[tuple(words)]))
        return next((word for word in words if word == self.value(key)), None)

    def read(
        self, shape: type[Shape], where: str = "", *, by_default: bool = False
    ) -> Shape | None:
        """Read the whole table.

        Args:
            shape: a struct, a dataclass or a `dict[Literal[...], T]`.
            where: addition to the sentence about an unknown key.
            by_default: True to give a key that is wrong its default, so that the rest of the
                table can be checked.
        """
        values = self._values(key_shapes(shape), where, by_default=by_default)
        return None if values is None else shape(**values)

    def read_each(self, keys: Collection[str], kind: object) -> dict[str, Any]:
        """Read a table in which any of these keys may be, with values of one type.

        Returns:
            The right values, in the order of the file.
        """
        self._refuse_others(keys, "")
        shape = key_shape(kind)
        values = {key: self._take(key, shape) for key in self if key in keys}
        return {key: value for key, value in values.items() if value is not None}

    def read_variant(
        self,
        common: type[Shape],
        key: str,
        variants: Mapping[str, type[Variant]],
        *,
        by_default: bool = False,
    ) -> tuple[Shape, Variant] | None:
        """Read the whole table, of which some keys depend on the word under `key`.

        Args:
            common: shape of the other keys, `key` among them.
            key: the key of the word.
            variants: shape of the keys that depend on it, by the word.
            by_default: as of `read`.
        """
        word = self.word(key, [*variants])
        shapes = [common, *variants.values()] if word is None else [common, variants[word]]
        known = [key_shapes(each) for each in shapes]
        values = self._values(
            {name: each for keys in known for name, each in keys.items()},
            "" if word is None else f" with {key} = “{word}”",
            needed=word is not None,
            by_default=by_default,
        )
        if values is None or word is None:
            return None
        first, second = ({name: values[name] for name in keys if name in values} for keys in known)
        return common(**first), variants[word](**second)

    def inner(self, key: str) -> "TomlSection | None":
        """Return a section; None if there is none."""
        value = self._data.get(key)
        return self._inner(value, key) if isinstance(value, dict) else None

    def inners(self, key: str) -> list["TomlSection"]:
        """List the sections of a key that may repeat."""
        value = self._data.get(key)
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            return []
        return [self._inner(each, key, at) for at, each in enumerate(value)]

    def finish(self, found: Shape | None) -> Shape:
        """Return what was made of the file, if no mistake was noted in it.

        Raises:
            BadFile: with every mistake.
        """
        if found is None or self._file.problems:
            raise BadFile(self._file.problems)
        return found

    def _values(
        self,
        shapes: Mapping[str, KeyShape],
        where: str,
        *,
        needed: bool = True,
        by_default: bool = False,
    ) -> dict[str, Any] | None:
        """Return the value of each known key; None if one is wrong or missing."""
        self._refuse_others(shapes, where)
        values = {key: self._take(key, shapes[key]) for key in self if key in shapes}
        missing = [
            key for key, each in shapes.items() if needed and each.needed and key not in self
        ]
        for key in missing:
            above = f": write {self._title(key)} above its keys" if shapes[key].is_section else ""
            self.need(key, above)
        if by_default:
            wrong = {key for key, value in values.items() if value is None}
            missing += [key for key in wrong if shapes[key].needed]
            values = {key: value for key, value in values.items() if key not in wrong}
        return None if missing or None in values.values() else values

    def _refuse_others(self, known: Collection[str], where: str) -> None:
        place = f" in {self._section}" if self._spot else ""
        for key in self:
            if key not in known:
                said = f"there is no key “{key}”{place}{where}{meant(key, known)}"
                self._note(self.line(key), "", said)

    def _take(self, key: str, shape: KeyShape) -> object:
        """Return the value of a key; note it if it is wrong."""
        value, kind = self._data[key], shape.kind
        if shape.is_section and get_origin(kind) is list:
            several = self.inners(key)
            if value != [] and not several:
                single = "a section in single brackets" if isinstance(value, dict) else shown(value)
                above = f"write [{self._title(key)}] above the keys of each."
                self.refuse(key, f"this is {single}: {above}")
            return several
        if shape.is_section:
            inner = self.inner(key)
            if inner is None:
                above = f"write {self._title(key)} above its keys."
                self.refuse(key, f"{shown(value)} is not a section: {above}")
            return inner if inner is None or kind is TomlSection else inner.read(kind)
        try:
            return read_value(value, shape)
        except ValueError as error:
            for reason in error.args:
                self.refuse(key, reason)
            return None

    def _note(self, line: int | None, key: str, reason: str) -> None:
        self._file.problems.append(Problem(self._file.name, line, key, reason))

    def _inner(self, data: Mapping[str, object], *keys: str | int) -> "TomlSection":
        return TomlSection(self._file, data, (*self._spot, *keys))

    @property
    def _section(self) -> str:
        if not self._spot:
            return ""
        title = self._title()
        return f"[{title}]" if isinstance(self._spot[-1], int) else title

    def _title(self, *keys: str) -> str:
        spot = (*self._spot, *keys)
        return f"[{'.'.join(key for key in spot if isinstance(key, str))}]"


_PLAINER: Final = {"Cannot overwrite a value": "this name is written twice: leave one out"}
"""Words of the TOML library that do not say what to do, and plainer ones."""


def _not_toml(file: str, said: str) -> Problem:
    """Turn the TOML library's message into a problem with its line number."""
    reason, _, place = said.removesuffix(")").rpartition(" (at ")
    words = place.replace(",", "").split()
    if words[:1] == ["line"] and words[1].isdigit():
        reason = _PLAINER.get(reason, reason)
        return Problem(file, int(words[1]), "", f"{reason} (column {words[-1]}).")
    return Problem(file, None, "", f"{said}.")
