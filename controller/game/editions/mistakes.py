"""Mistakes in editions, data files and options, with how to mend them."""

from collections.abc import Sequence

from controller.game.rules import BadSetup
from controller.toml import Problem


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

    def __init__(self, code: str, problems: Sequence[str | Problem]) -> None:
        self.problems = tuple(map(str, problems))
        super().__init__(code, " ".join(self.problems))
        match problems:
            case [Misfit() as first, *_]:  # people read the first one in their language
                self.template, self.facts = first.template, first.facts
