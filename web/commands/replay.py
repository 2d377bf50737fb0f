"""The command `hareboard replay`: prints a record move by move."""

import shutil
import sys
from pathlib import Path
from typing import Final

import click

from controller.game.history import Game, Ply
from controller.game.pieces import Player, Seating
from controller.game.records import Record, RecordError, replay
from controller.game.rules import State
from controller.plain_text import plain
from controller.privileges import become_owner
from web.commands.track_picture import TrackPicture
from web.languages.language import in_english
from web.views.events import happened
from web.views.words import Teller, is_hedgehog, listed, ordinal

LARGEST_RECORD_BYTES: Final = 1024 * 1024
"""Largest record that is read; a race of a thousand moves has a fiftieth of it."""


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", is_flag=True, help="Wait for Enter after each move.")
@click.option(
    "--track/--no-track",
    default=True,
    show_default=True,
    help="Draw the track with the runners after each move.",
)
def replay_command(file: Path, *, step: bool, track: bool) -> None:
    """Check a record of a game and print it move by move.

    After each move the track is drawn: each runner by its number, in its colour if the output
    is a terminal, with dashes on its way. NO_COLOR=1 in the environment turns colours off.

    If an action is illegal or the result is wrong, only that error is printed.
    """
    become_owner(file)
    try:
        record, game = replay(_text(file))
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no record: it is not UTF-8 text.") from error
    except RecordError as error:
        where = f"{file}, line {error.line}, column {error.column}"
        raise click.ClickException(f"{where}: {plain(error.problem)}") from error
    seating = _seating(record)
    table = Teller(
        in_english(),
        seating,
        game.state.rules.home,
        hedgehog=is_hedgehog(game.state.rules.edition),
    )
    click.echo(_title(record, seating))
    picture = TrackPicture(seating, shutil.get_terminal_size().columns) if track else None
    if picture is not None:
        click.echo(f"{picture.legend(game.start, table.say)}\n\n{picture.draw(game.start)}")
    for number, ply in enumerate(game.plies, start=1):
        # At the end of the input no one is waiting for the next step.
        if step and number > 1 and not sys.stdin.readline():
            step = False
        click.echo(_told(number, ply, table))
        # A deal moves no runner.
        if picture is not None and ply.action.kind != "deal":
            click.echo(picture.draw(ply.step.state, ply.before))
    click.echo(f"\n{_end(game, seating)}")


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        content = opened.read(LARGEST_RECORD_BYTES + 1)
    if len(content) > LARGEST_RECORD_BYTES:
        raise click.ClickException(
            f"{file} is no record of a game: it is larger than {LARGEST_RECORD_BYTES // 1024} KiB."
        )
    return content.decode("utf-8")


def _seating(record: Record) -> Seating:
    """Return the players; one without a known name gets the colours as name."""
    return Seating(
        tuple(
            Player(plain(seat.name) or listed([*seat.colours]).capitalize(), seat.colours)
            for seat in record.header.seats
        )
    )


def _title(record: Record, seating: Seating) -> str:
    header = record.header
    players = [f"{each.name} ({listed([*each.colours])})" for each in seating.players]
    lines = [f"{header.edition}: {listed(players)}"]
    if header.date is not None:
        lines.append(f"Begun on {header.date}")
    if header.options:
        rules = (f"{option} {value}" for option, value in header.options.items())
        lines.append(f"House rules: {', '.join(rules)}")
    if header.start:
        lines.append(f"From the position {header.start}")
    return "\n".join(lines)


def _told(number: int, ply: Ply, table: Teller) -> str:
    chance = ply.action.kind in ("deal", "roll")
    who = "chance" if chance else table.name(ply.seat)
    # The cards of a deal would reveal the next draws.
    what = "deal" if ply.action.kind == "deal" else str(ply.action)
    sentences = [happened(event, table) for event in ply.step.events]
    return "\n".join(
        (
            f"\n{number:>4}. {who}: {what}",
            f"      {' '.join(filter(None, sentences))}",
            f"      Carrots: {_hands(ply.step.state, table.seating)}",
        )
    )


def _hands(state: State, seating: Seating) -> str:
    pairs = zip(seating.players, state.seats, strict=True)
    return ", ".join(f"{player.name} {seat.carrots}" for player, seat in pairs)


def _end(game: Game, seating: Seating) -> str:
    state = game.state
    if state.to_act is not None:
        return f"The record ends here, with {seating.players[state.to_act].name} to go on."
    order = enumerate((seating.players[seat].name for seat in state.ranking), start=1)
    places = (f"{ordinal(place, in_english())} {name}" for place, name in order)
    return f"Final order: {', '.join(places)}."
