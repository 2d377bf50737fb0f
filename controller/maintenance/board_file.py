"""A board file into which something learned is written: how it is now, and why it isn't saved."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.board import BadFile, Board, read_board
from controller.refusal import Refusal


def read_again(path: Path) -> Board:
    """Return the contents of a board file as it is now.

    Raises:
        OSError: the file cannot be read.
        Refusal: `file-not-saved`: it is no longer a valid board file.
    """
    try:
        return read_board(path)
    except BadFile as error:
        raise Refusal(
            "file-not-saved",
            "{file} has been changed and is no longer a valid board file, so nothing was "
            "written. Fix it, then save again. {reason}",
            file=path.name,
            reason=str(error),
        ) from error


@contextmanager
def refusing_unsaved(path: Path) -> Iterator[None]:
    """Refuse with `file-not-saved` where a board file cannot be written within the context."""
    try:
        yield
    except BadFile as error:
        raise Refusal(
            "file-not-saved",
            "What was learned doesn't make a valid board file, so nothing was written. {reason}",
            reason=str(error),
        ) from error
    except OSError as error:
        raise Refusal(
            "file-not-saved",
            "{file} can't be written: {reason}. It hasn't changed.",
            file=path.name,
            reason=error.strerror or str(error),
        ) from error
