"""Preferences kept on disk: how the lights of this board look.

A small file beside the journal. It never stops a game: if it cannot be read, the defaults apply;
if it cannot be written, the choice is lost when the program ends. Both are logged.
"""

import logging
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.game.editions.mistakes import BadRules
from controller.json_data import BadJson, from_json
from controller.light.look import Look
from controller.light.themes import load_theme

_LOG: Final = logging.getLogger(__name__)


class _KeptLook(msgspec.Struct, frozen=True):
    """Content of the file."""

    look: Look


class Preferences:
    """Preferences in a file. Used by one thread only.

    Args:
        path: the file; created when people first choose a look.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def look(self) -> Look:
        """Return the look that was saved last; the usual one if there is no usable one."""
        try:
            look = from_json(read_small(self._path), _KeptLook).look
        except FileNotFoundError:
            return Look()
        except (OSError, BadJson) as error:
            _LOG.warning("%s cannot be read (%s): the lights look as usual.", self._path, error)
            return Look()
        problem = problem_with(look)
        if problem is not None:
            _LOG.warning("%s: %s The lights look as usual.", self._path, problem)
            return Look()
        return _without_test(look)

    def keep(self, look: Look) -> None:
        """Save a look, without the test pattern."""
        text = msgspec.json.format(msgspec.json.encode(_KeptLook(_without_test(look))))
        try:
            keep_whole(self._path, text + b"\n")
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): the lights look as chosen until the program ends. "
                "Is the folder there, writable, and the disk not full?",
                self._path,
                error,
            )


def problem_with(look: Look) -> str | None:
    """Return why this look is not possible, as a sentence; None if it is."""
    try:
        load_theme(look.theme)
    except BadRules as error:
        return str(error)
    if not 0 <= look.brightness <= 1:
        return f"A brightness is a number from 0 to 1, not {look.brightness:g}."
    return None


def _without_test(look: Look) -> Look:
    return msgspec.structs.replace(look, test=False)
