"""The command `hareboard engine`."""

import os
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

import click
import msgspec

from controller.game.engine.answers import refusal
from controller.game.engine.engine import Engine

LONGEST_LINE: Final = 1 << 22
"""Bytes, without the line's end; a longer line is refused unread."""

_TOO_LONG: Final = msgspec.json.encode(
    refusal("bad-json", f"The line is longer than {LONGEST_LINE} bytes.")
)


@click.command()
def engine() -> None:
    """Play by the rules over standard input and output, for bots.

    Reads one JSON request per line and writes one JSON answer per line. docs/engine.md describes
    the requests.
    """
    if sys.stdin is None or sys.stdout is None:  # closed before we were started
        return
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The reader closed the pipe. The flush at exit must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line, each at once, until the requests end.

    Raises:
        BrokenPipeError: the reader of the answers has closed the pipe.
    """
    engine = Engine()
    for line in _lines(requests):
        answers.write((_TOO_LONG if line is None else engine.answer(line)) + b"\n")
        answers.flush()


def _lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """Yield every line, None for one that is too long; the last may lack its end."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = requests.readline(LONGEST_LINE)
        yield None
