"""The option `--opponent NAME=COMMAND` of commands."""

from typing import Any

import click


class NamedProgram(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A program by the name of its opponent, like `mine=./mine --quick`."""

    name = "NAME=COMMAND"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, tuple[str, ...]]:
        """Split the text into the name and the words of the command."""
        # Imported only here: most races are among characters.
        from controller.game.opponents.programs.named import (  # noqa: PLC0415 - as above
            BadCommand,
            words_of,
        )

        name, _, command = str(value).partition("=")
        try:
            return name, words_of(name, command)
        except BadCommand as error:
            self.fail(str(error), param, ctx)
