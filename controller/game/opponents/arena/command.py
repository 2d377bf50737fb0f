"""The command `hareboard arena`: races among computer opponents."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from controller.game.editions.rulesets import DEFAULT_EDITION, make_ruleset
from controller.game.history import Game
from controller.game.opponents.arena.match import Match, Outcome, play_all
from controller.game.opponents.arena.standings import Standings, stand
from controller.game.opponents.characters import OPPONENTS, UnknownOpponent, find_opponent
from controller.game.opponents.programs.option import NamedProgram
from controller.game.opponents.programs.player import USUAL_TIME_S
from controller.game.records.form import Record, RecordSeat
from controller.game.records.replaying import nameless, record_of
from controller.game.records.writing import value_text, write
from controller.game.rules import BadSetup, new_game
from controller.game.rules.setup import FEWEST_SEATS, MOST_SEATS
from controller.json_data import BadJson, any_json
from controller.plain_text import plain
from controller.plural import counted

LIST: Final = "\n\n\b\n" + "\n".join(
    f"{name:14}{opponent.description}" for name, opponent in OPPONENTS.items()
)


class HouseRule(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """An option and its value, like `patch_total=300`."""

    name = "OPTION=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """Split the text; a value that is no JSON is a word."""
        option, found, text = str(value).partition("=")
        if not found:
            self.fail(f"“{value}” has no “=”.", param, ctx)
        try:
            return option, any_json(text)
        except BadJson:
            return option, text


@click.command(
    help="Let computer opponents race, and count who wins. OPPONENTS are two to six of:" + LIST
)
@click.argument("entrants", nargs=-1, required=True, metavar="OPPONENTS...")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1), help="Races to play."
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same races.")
@click.option("--edition", default=DEFAULT_EDITION, show_default=True, help="Rules to play by.")
@click.option(
    "--option", "options", multiple=True, type=HouseRule(), help="House rule; may be repeated."
)
@click.option(
    "--processes",
    type=click.IntRange(1),
    help="Processes to race in; the result is the same.  [default: one for each processor]",
)
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a record of each race to this folder.",
)
@click.option(
    "--opponent",
    "programs",
    multiple=True,
    type=NamedProgram(),
    help="Program that may be named among OPPONENTS (docs/engine.md); may be repeated.",
)
@click.option(
    "--time",
    "time_s",
    default=USUAL_TIME_S,
    show_default=True,
    type=click.FloatRange(0.01, 3600),
    metavar="SECONDS",
    help="Time of such a program for an answer.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def arena(
    entrants: tuple[str, ...],
    games: int,
    seed: int,
    edition: str,
    options: tuple[tuple[str, Any], ...],
    processes: int | None,
    records: Path | None,
    programs: tuple[tuple[str, tuple[str, ...]], ...],
    time_s: float,
    as_json: bool,  # noqa: FBT001 - a flag of the command line
) -> None:
    """Race and print the standings."""
    if not FEWEST_SEATS <= len(entrants) <= MOST_SEATS:
        raise click.UsageError(f"Two to six opponents race, not {len(entrants)}.")
    match = Match(entrants, edition, dict(options), seed, dict(programs), time_s)
    try:
        for name in {*entrants} - {*match.programs}:
            find_opponent(name)
        make_ruleset(edition, len(entrants), match.options)
    except (UnknownOpponent, BadSetup) as error:
        raise click.ClickException(plain(str(error))) from error
    outcomes: list[Outcome] = []
    try:
        _play(match, games, processes or os.cpu_count() or 1, records, outcomes)
    except BrokenProcessPool as error:
        raise click.ClickException(
            "A process that raced was killed, perhaps for want of memory: ask for fewer with "
            "--processes."
        ) from error
    finally:  # a night of races is not lost if something ends it
        if outcomes:
            result = stand(match, outcomes)
            click.echo(msgspec.json.encode(result).decode() if as_json else table_of(result))


def _play(
    match: Match, games: int, processes: int, records: Path | None, outcomes: list[Outcome]
) -> None:
    """Play the races, with a bar on a terminal; collect outcomes, and write each record at once."""
    if records is not None:
        with _writing_into(records):
            records.mkdir(parents=True, exist_ok=True)
        if any(records.glob("race-*.txt")):  # others' would be overwritten, or mixed with these
            raise click.ClickException(
                f"{records} has records of other races. Name another folder with --records."
            )
    with click.progressbar(
        play_all(match, games, min(processes, games)), length=games, label="Races", file=sys.stderr
    ) as bar:
        for number, outcome in enumerate(bar, start=1):
            outcomes.append(outcome)
            if records is not None:
                path = records / f"race-{number:0{len(str(games))}}.txt"
                with _writing_into(records):
                    path.write_text(write(_record(match, outcome)), "utf-8")


@contextmanager
def _writing_into(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = f"Cannot write into {folder}: {error.strerror}."
        raise click.ClickException(f"{problem} Name another folder with --records.") from error


def _record(match: Match, outcome: Outcome) -> Record:
    count = len(outcome.seating)
    rules = make_ruleset(match.edition, count, match.options)
    game = Game(new_game(rules, count)).replay(outcome.actions)
    seats = [
        RecordSeat(seat.colours, match.entrants[entrant], match.entrants[entrant])
        for seat, entrant in zip(
            nameless(count, rules.options.runners), outcome.seating, strict=True
        )
    ]
    return record_of(game, seats)


def table_of(result: Standings) -> str:
    """Return the standings as text."""
    match = result.match
    rules = "".join(f", {option}={value_text(each)}" for option, each in match.options.items())
    lines = [
        f"{counted(result.races, 'race')} of {match.edition}{rules}, seed {match.seed}",
        f"{'':14}{'wins':>14}{'95 %':>16}{'place':>8}{'turns':>8}{'rating':>14}",
    ]
    for each in result.standings:
        name = each.name + (f" x{each.entrants}" if each.entrants > 1 else "")
        error = "?" if each.rating.error is None else f"{each.rating.error:.0f}"
        lines.append(
            f"{name:18}{each.share:>10.1%}{each.low:>9.1%}{each.high:>7.1%}{each.place:>8.2f}"
            f"{each.turns:>8.1f}{each.rating.points:>+8.0f} ±{error:>4}"
        )
    if len({*match.entrants}) < len(match.entrants):
        lines.append("Shares, places and turns are of one of several entrants of the same name.")
    for each in result.standings:
        if each.plain_moves:
            faults = ", ".join(f"{kind} {count}" for kind, count in each.faults.items())
            moves = counted(each.plain_moves, "plain move")
            lines.append(f"{each.name} did not always answer: {faults}; {moves} played for it.")
    if result.given_up:
        numbers = ", ".join(map(str, result.given_up))
        lines.append(f"Not ended, and not counted: {numbers}.")
    return "\n".join(lines)
