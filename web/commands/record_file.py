"""Record files that somebody names on the command line."""

from pathlib import Path
from typing import Final

import click
import msgspec

from controller.game.history import Game
from controller.game.pieces import Player, Seating
from controller.game.records import Record, RecordError, replay
from controller.game.records.writing import value_text
from controller.plain_text import plain
from controller.privileges import become_owner
from web.views.words import listed

LARGEST_RECORD_BYTES: Final = 1024 * 1024
"""Largest record that is read; a race of a thousand moves has a fiftieth of it."""


def read_record(file: Path) -> tuple[Record, Game]:
    """Read and replay a record, as the owner of its file.

    Raises:
        ClickException: it cannot be read, is no record, or is of an impossible game.
    """
    become_owner(file)
    try:
        return replay(_text(file))
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no record: it is not UTF-8 text.") from error
    except RecordError as error:
        where = f"{file}, line {error.line}, column {error.column}"
        raise click.ClickException(f"{where}: {plain(error.problem)}") from error


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        content = opened.read(LARGEST_RECORD_BYTES + 1)
    if len(content) > LARGEST_RECORD_BYTES:
        raise click.ClickException(
            f"{file} is no record of a game: it is larger than {LARGEST_RECORD_BYTES // 1024} KiB."
        )
    return content.decode("utf-8")


def seating_of(record: Record) -> Seating:
    """Return the players; one without a known name gets the colours as name."""
    return Seating(
        tuple(
            Player(
                plain(seat.name) or listed([*seat.colours]).capitalize(),
                seat.colours,
                seat.opponent or msgspec.UNSET,
            )
            for seat in record.header.seats
        )
    )


def title_of(record: Record, seating: Seating) -> str:
    """Return the players, the rules and the beginning, a line each."""
    header = record.header
    players = [f"{each.name} ({listed([*each.colours])})" for each in seating.players]
    lines = [f"{header.edition}: {listed(players)}"]
    if header.date is not None:
        lines.append(f"Begun on {header.date}")
    if header.options:
        rules = (f"{option} {value_text(value)}" for option, value in header.options.items())
        lines.append(f"House rules: {', '.join(rules)}")
    if header.start:
        lines.append(f"From the position {header.start}")
    return "\n".join(lines)
