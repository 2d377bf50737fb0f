"""The command `hareboard record`: prints a saved game as a record."""

from pathlib import Path

import click
import platformdirs

from controller.game.journal.command import unusable
from controller.game.journal.entries import KeptGame
from controller.game.journal.files.file_format import JOURNAL_FILE
from controller.game.journal.journal import JournalError
from controller.game.journal.kept_games import kept_games
from controller.game.journal.saved_game import replayed
from controller.game.records.replaying import record_of_kept
from controller.game.records.writing import write
from controller.game.rules import IllegalAction, RulesError
from controller.game.rules.finish import side_of
from controller.game.setup import Setup
from controller.json_data import BadJson, from_json
from controller.plain_text import plain
from controller.plural import counted
from controller.privileges import become_owner

LAST = "last"


@click.command()
@click.argument("game", required=False)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the games.  [default: your user data folder]",
)
def record(game: str | None, data: Path | None) -> None:
    """List the saved games, or print the record of one.

    GAME is a number of the list, or “last”. The record contains hands and cards; undone actions
    are left out. Stop hareboard first; it continues a running game afterwards.
    """
    folder = data or Path(platformdirs.user_data_dir("hareboard", appauthor=False))
    become_owner(folder)
    try:
        games = kept_games(folder / JOURNAL_FILE)
    except (JournalError, OSError) as error:
        raise unusable(error) from error
    if game is not None:
        click.echo(_written(_chosen(game, games, folder)), nl=False)
    elif games:
        for number, kept in enumerate(games, start=1):
            said = f"{number:>4}  {kept.begun_at[:10]}  {_players(kept)}: {_how_far(kept)}"
            click.echo(plain(said))
    else:
        click.echo(_none(folder))


def _none(folder: Path) -> str:
    return (
        f"No games are kept in {folder}. Name their folder with --data: make simulate has them in "
        ".data, an installed board in /var/lib/hareboard."
    )


def _chosen(game: str, games: tuple[KeptGame, ...], folder: Path) -> KeptGame:
    if not games:
        raise click.ClickException(_none(folder))
    if game == LAST:
        return games[-1]
    numbers = {str(number): kept for number, kept in enumerate(games, start=1)}
    if game not in numbers:
        there = f"there are games 1 to {len(games)}" if len(games) > 1 else "there is game 1 only"
        raise click.ClickException(f"There is no game “{game}” in {folder}: {there}.")
    return numbers[game]


def _written(kept: KeptGame) -> str:
    try:
        return write(record_of_kept(kept))
    except (RulesError, IndexError) as error:
        cause = error.refusal if isinstance(error, IllegalAction) else error
        raise click.ClickException(f"This game cannot be replayed ({cause}).") from error


def _players(kept: KeptGame) -> str:
    try:
        setup = from_json(kept.entries[0].text, Setup)
    except BadJson:
        return "somebody"
    return ", ".join(player.name for player in setup.seats)


def _how_far(kept: KeptGame) -> str:
    try:
        setup, game = replayed(kept.entries)
    except (RulesError, IndexError):
        return "cannot be replayed"
    if ranking := game.state.ranking:
        winners = side_of(ranking[0], game.state.rules.options.teams)
        return f"over, {' and '.join(setup.seats[seat].name for seat in winners)} won"
    count = len(game.history)
    how = {"abandon": "abandoned", "aside": "set aside"}.get(kept.entries[-1].kind, "under way")
    return f"{how} after {counted(count, 'action')}"
