"""Mistakes in editions, data files and options, with how to mend them."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

from controller.game.rules import BadSetup

LONGEST_SHOWN: Final = 40


class Misfit(str):
    """Sentence about options that do not fit together, with its template and facts.

    Args:
        template: the sentence, which names its facts in braces.
        facts: the values for the braces.

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
    """Invalid edition, data file or options.

    Attributes:
        code: `unknown-edition` or `bad-option` (engine protocol).
        problems: every mistake, a sentence each, never empty.
    """

    def __init__(self, code: str, problems: Sequence[str]) -> None:
        self.problems = tuple(map(str, problems))
        match problems:
            case [Misfit() as only]:
                super().__init__(code, only.template, **only.facts)
            case _:
                super().__init__(code, " ".join(self.problems))


def meant(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: a suggestion, or a full stop."""
    by_folded = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(word.casefold(), by_folded, n=1)
    return f"; did you mean “{by_folded[near[0]]}”?" if near else "."


def shown(value: object) -> str:
    """Format a wrong value for a sentence."""
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
    """Join words as a choice: `a, b or c`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
