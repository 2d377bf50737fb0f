"""The languages of the pages: message catalogues, and the one that a request is answered in.

A message's identity is its English text; `web/languages` has a catalogue for every other language.
`python -m tools.messages` keeps them up to date with the code. English needs neither a catalogue
nor Babel, so both are imported with the first other language.
"""

# ruff: noqa: PLC0415 - importing on demand, as above

import gettext
import re
import threading
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from flask import Request

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ENGLISH: Final = "en"
LANGUAGES: Final = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "es": "Español",
    "ca": "Català",
    "pt": "Português",
}
"""Every language of the pages: its code, and its name in itself."""

COOKIE: Final = "language"
"""Cookie of the chosen language; it is no secret, so pages set it themselves."""

PLURALS: Final = ("(n != 1)", "(n > 1)")
"""The supported plural rules; `web/static/js/lib/text.js` has the same ones."""


EUPHONY: Final = {
    "es": (
        (re.compile(r" y (?=h?i(?!e)\w+$)", re.IGNORECASE), " e "),
        (re.compile(r" o (?=h?o\w+$)", re.IGNORECASE), " u "),
    )
}
"""Words that change before certain names: Ana e Inés. Browsers know that, Babel does not."""

_DE: Final = re.compile(r"\b([dD]|[qQ]u)e (?=\{(\w+)\})")
ELISION: Final = {"fr": _DE, "ca": _DE}
"""Words that lose their end before a fact that begins with a vowel: le pion d'Ida.

`web/static/js/lib/text.js` has the same.
"""
_VOWEL: Final = re.compile("[aeiouàáâäèéêëìíîïòóôöùúûüœ]", re.IGNORECASE)

_READING: Final = threading.Lock()


def mark(message: str) -> str:
    """Mark a message for the catalogues; it is translated later, where it is used."""
    return message


class ScriptMessages(msgspec.Struct, frozen=True):
    """The messages of a page's scripts, with the language and its plural rule."""

    language: str
    plurals: str
    messages: Mapping[str, str | Sequence[str]]


class Speech:
    """Translates messages into one language.

    Args:
        language: one of `LANGUAGES`.
        messages: its catalogue; a message missing there is said in English. None for English.

    Attributes:
        language: its code.
    """

    def __init__(self, language: str, messages: "Catalog | None" = None) -> None:
        self.language = language
        self._messages = gettext.NullTranslations()
        self._plurals = PLURALS[0]
        self._for_scripts: tuple[tuple[str, str | Sequence[str], frozenset[str]], ...] = ()
        if messages is None:
            return
        from web.languages.catalogue import compiled, in_scripts

        self._messages = compiled(messages)
        self._plurals = messages.plural_expr
        self._for_scripts = tuple(in_scripts(messages))  # the whole catalogue takes a megabyte

    def _(self, message: str, /, **facts: object) -> str:
        """Return a message, with its facts filled in."""
        return self._filled(self._messages.gettext(message), facts)

    def n_(self, one: str, many: str, count: int, /, **facts: object) -> str:
        """Return a message in the singular or plural for a count, which it names `{count}`."""
        return self._filled(self._messages.ngettext(one, many, count), {"count": count, **facts})

    def p_(self, context: str, message: str, /, **facts: object) -> str:
        """Return a message whose English text has several meanings; the context tells which."""
        return self._filled(self._messages.pgettext(context, message), facts)

    def _filled(self, message: str, facts: dict[str, object]) -> str:
        if not facts:
            return message
        if (word := ELISION.get(self.language)) is not None:
            message = word.sub(
                lambda found: (
                    f"{found[1]}\u2019" if _VOWEL.match(str(facts[found[2]])) else found[0]
                ),
                message,
            )
        return message.format_map(facts)

    def listed(self, names: Sequence[str], *, last: Literal["and", "or"] = "and") -> str:
        """Join names: A, B and C; or with `last` as "or"."""
        if self.language == ENGLISH:  # no comma before the last one, as everywhere in the pages
            joined = ", ".join(names[:-1])
            return f"{joined} {last} {names[-1]}" if joined else "".join(names)
        from babel.lists import format_list

        style: Literal["standard", "or"] = "standard" if last == "and" else "or"
        joined = format_list(list(names), style=style, locale=self.language)
        for sound, word in EUPHONY.get(self.language, ()):
            joined = sound.sub(word, joined)
        return joined

    def for_scripts(self, files: Collection[str]) -> ScriptMessages:
        """Return the messages that scripts need, with the plural rule.

        Args:
            files: the scripts' names, such as `js/parts/phone/hand.js`.
        """
        told = {
            key: message
            for key, message, places in self._for_scripts
            if not places.isdisjoint(files)
        }
        return ScriptMessages(self.language, self._plurals, told)


def speech(language: str) -> Speech:
    """Return the speech of a language; English for an unknown language."""
    with _READING:  # a hundred phones may ask for one at once
        return _speech(language if language in LANGUAGES else ENGLISH)


@cache
def _speech(language: str) -> Speech:
    if language == ENGLISH:
        return Speech(ENGLISH)
    from web.languages.catalogue import catalogue

    return Speech(language, catalogue(language))


def language_of(request: Request) -> str:
    """Return the language of the answer: the one chosen on this phone, else the browser's."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(list(LANGUAGES), ENGLISH)


def in_english() -> Speech:
    """Return the English speech, for terminals and logs."""
    return speech(ENGLISH)
