"""Puts a script and all it imports into one, as pages fetch it: no tool, no second copy.

Scripts are written as modules, in a plain form: `import { a, b as c } from "./other.js";`, and
`export` before a function, a class or a constant. A bundle has each of them as a function that
returns its exports. Files that the server makes at run time, such as words, stay an import.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from posixpath import dirname, join, normpath
from typing import Final

from rjsmin import jsmin

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_OUTSIDE: Final = re.compile(r'^import [^"]* from "(/[^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_TEXT: Final = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|`((?:\\.|[^`\\])*)`', re.DOTALL)
"""A text in quotes, or in backticks."""
_MARK: Final = re.compile(r"\\.|\$\{|[{}]", re.DOTALL)

Read = Callable[[str], str]
"""The source of a script, by its name."""


class NotPlain(ValueError):
    """A script is not in the form that can be bundled."""


def imported(name: str, source: str) -> list[str]:
    """List the scripts that a script imports, by their names."""
    return [_beside(name, path) for _, path in _IMPORT.findall(source)]


def modules(name: str, read: Read) -> list[str]:
    """List a script and everything it imports, by their names.

    Raises:
        NotPlain: they import each other.
    """
    return _in_order(name, read, ())


def outside(source: str) -> list[str]:
    """List the addresses that a script imports: files made while the server runs."""
    return list(dict.fromkeys(_OUTSIDE.findall(source)))


def bundle(names: Sequence[str], read: Read) -> str:
    """Return scripts that run one after the other, with everything they import.

    Raises:
        NotPlain: one of the scripts is written in another form, or they import each other.
    """
    order = list(dict.fromkeys(each for name in names for each in _in_order(name, read, ())))
    parts = [_wrapped(each, read(each)) for each in order if each not in names]
    parts += [f"{{\n{_body(name, read(name))}\n}}\n" for name in names]
    return "\n".join([*_imports_from_outside(order, read), *parts])


def importable(name: str, read: Read) -> str:
    """Return a script with everything it imports, which exports what the script does.

    Raises:
        NotPlain: as `bundle`.
    """
    order = _in_order(name, read, ())
    parts = [_wrapped(each, read(each)) for each in order]
    exports = f"export const {{ {_exported(read(name))} }} = {_called(name)};\n"
    return "\n".join([*_imports_from_outside(order, read), *parts, exports])


def _imports_from_outside(names: Sequence[str], read: Read) -> dict[str, None]:
    return dict.fromkeys(found.group() for each in names for found in _OUTSIDE.finditer(read(each)))


@cache
def _minified(name: str, source: str) -> str:
    """Return a script without comments and needless blanks.

    Raises:
        NotPlain: a text in backticks has another one inside, in which blanks would be lost.
    """
    small: str = jsmin(source)
    for text in filter(None, (found[1] for found in _TEXT.finditer(small))):
        if _ends_inside_braces(text):
            raise NotPlain(f"{name}: a text in backticks is inside another one, after “{text}”.")
    return small


def _ends_inside_braces(text: str) -> bool:
    """Check whether the backtick after a text ends it only by being inside of `${`."""
    depth = 0
    for mark in _MARK.findall(text):
        if mark == "${" or (mark == "{" and depth):
            depth += 1
        elif mark == "}" and depth:
            depth -= 1
    return depth > 0


def _in_order(name: str, read: Read, above: tuple[str, ...]) -> list[str]:
    """List a script after all it imports."""
    if name in above:
        raise NotPlain(f"{name} is imported by what it imports itself.")
    order: dict[str, None] = {}
    for other in imported(name, read(name)):
        order.update(dict.fromkeys(_in_order(other, read, (*above, name))))
    return [*order, name]


def _wrapped(name: str, source: str) -> str:
    body = f"{_body(name, source)}\nreturn {{ {_exported(source)} }};"
    return f"const {_called(name)} = (() => {{\n{body}\n}})();"


def _exported(source: str) -> str:
    return ", ".join(_EXPORT.findall(source))


def _body(name: str, source: str) -> str:
    def constants(found: re.Match[str]) -> str:
        names = re.sub(r"\s+as\s+", ": ", found[1])
        return f"const {{{names}}} = {_called(_beside(name, found[2]))};"

    plain = _EXPORT.sub("", _OUTSIDE.sub("", _IMPORT.sub(constants, source)))
    if (other := _OTHER.search(plain)) is not None:
        raise NotPlain(f"{name}: “{other.group()}” is not understood.")
    return _minified(name, plain)


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def _called(name: str) -> str:
    """Return the name of a module within a bundle."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
