"""The command `hareboard picture`: draws a finished race as SVG."""

from pathlib import Path

import click

from controller.refusal import Refusal
from controller.table.past_games import story_of_game
from web.commands.record_file import read_record, seating_of
from web.languages.language import ENGLISH, LANGUAGES, speech
from web.pages.race_svg import race_svg
from web.views.race_picture import race_picture


@click.command("picture")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--names", is_flag=True, help="Name the players; else runners are told by colour.")
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    help="Of the texts.",
)
def picture_command(file: Path, *, names: bool, language: str) -> None:
    """Draw the race of a record, and its final order, as SVG.

    “hareboard record” prints records of saved games. The picture is printed too: write it to a file
    with “> race.svg”.
    """
    record, game = read_record(file)
    told = story_of_game(game, seating_of(record).players)
    try:
        shown = race_picture(told, record.header.date, speech(language), names=names)
    except Refusal as refusal:
        raise click.ClickException(f"{file}: {refusal}") from refusal
    click.echo(race_svg(shown))
