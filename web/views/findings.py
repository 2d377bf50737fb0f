"""The doctor's sentences in the language of the page."""

from datetime import datetime
from typing import Final

from babel.dates import format_date

from controller.maintenance.doctor.findings import Sentence
from web.languages.language import ENGLISH, Speech
from web.views.words import colour_name

COLOURS: Final = frozenset({"colour", "colours"})
"""Facts that name colours of runners."""


def in_words(said: Sentence | str, say: Speech) -> str:
    """Return a sentence in a language; a quote unchanged, unless it is a message itself."""
    if not said or say.language == ENGLISH:
        return str(said)
    if isinstance(said, str):
        return say._(said)
    facts = {name: _fact(name, fact, say) for name, fact in said.facts.items()}
    if said.plural:
        text = say.n_(said.template, said.plural, said.count, **facts)
    else:
        text = say._(said.template, **facts)
    return " ".join((text, *(in_words(each, say) for each in said.then)))


def _fact(name: str, fact: object, say: Speech) -> object:
    if isinstance(fact, tuple):
        return say.listed([str(_fact(name, each, say)) for each in fact])
    if isinstance(fact, datetime):
        return f"{format_date(fact, 'long', locale=say.language)}, {fact:%H:%M}"
    if isinstance(fact, Sentence):
        return in_words(fact, say)
    return colour_name(str(fact), say) if name in COLOURS else fact
