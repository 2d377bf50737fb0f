"""The command `hareboard replay`: prints a record move by move."""

import shutil
import sys
from pathlib import Path

import click

from controller.game.history import Game, Ply
from controller.game.pieces import Seating
from controller.game.rules import State
from web.commands.record_file import read_record, seating_of, title_of
from web.commands.track_picture import TrackPicture
from web.languages.language import in_english
from web.views.events import happened
from web.views.words import Teller, is_hedgehog, ordinal


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
    record, game = read_record(file)
    seating = seating_of(record)
    table = Teller(
        in_english(),
        seating,
        game.state.rules.home,
        hedgehog=is_hedgehog(game.state.rules.edition),
    )
    click.echo(title_of(record, seating))
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
