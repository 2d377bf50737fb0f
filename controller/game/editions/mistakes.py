"""Mistakes in editions, data files and options, with how to mend them."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

from controller.game.rules import BadSetup

LONGEST_SHOWN: Final = 40


class Misfit(str):
    """A sentence about options that do not go together, and what it was made of.

    Args:
        template: the sentence, which names its facts in braces.
        facts: what it names.

    Attributes:
        template: as given.
        facts: as given.
    """

    template: str
    facts: dict[str, int | str]

    def __new__(cls, template: str, **facts: int | str) -> "Misfit":
        made = super().__new__(cls, template.format_map(facts))
        made.template = template
        made.facts = facts
        return made


class BadRules(BadSetup):
    """An edition, a data file or options that make no game.

    Attributes:
        code: `unknown-edition` or `bad-option` (engine protocol).
        problems: everything that is wrong, a sentence each, never empty.
    """

    def __init__(self, code: str, problems: Sequence[str]) -> None:
        self.problems = tuple(map(str, problems))
        match problems:
            case [Misfit() as only]:
                super().__init__(code, only.template, **only.facts)
            case _:
                super().__init__(code, " ".join(self.problems))


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: what was probably meant, or a full stop."""
    by_folded = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(word.casefold(), by_folded, n=1)
    return f"; did you mean “{by_folded[near[0]]}”?" if near else "."


def shown(value: object) -> str:
    """A wrong value as it can stand in a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f"“{value}”" if isinstance(value, str) else str(value)
    except ValueError:  # Python does not write out numbers of thousands of digits
        text = "a number of thousands of digits"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def either(words: Sequence[str]) -> str:
    """Words as a choice: `a, b or c`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
