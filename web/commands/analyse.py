"""The command `hareboard analyse`: tells who stood how, and what turned a race."""

from pathlib import Path
from typing import Final

import click
import msgspec

from controller.game.advice.analysis import Analysis, analyse
from controller.game.pieces import Seating
from controller.table.past_games import story_of_game
from web.commands.record_file import read_record, seating_of, title_of
from web.languages.language import in_english
from web.views.analysis import analysis_told
from web.views.shapes.game import AnalysisTold, BetterTold

ROWS: Final = 16
"""Rows of the table of chances, about."""
TOLD_CHANGE: Final = 5
"""Changes of a chance that are told, in % of all."""


@click.command("analyse")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the analysis as JSON.")
def analyse_command(file: Path, *, as_json: bool) -> None:
    """Analyse a record of a game.

    Prints each player's chance to win over the game, the actions that turned the race with what
    would have been better, and carrots by source. Chances are estimates. “hareboard record”
    prints records of saved games.
    """
    record, game = read_record(file)
    analysis = analyse(game)
    if as_json:
        click.echo(msgspec.json.encode(analysis).decode())
        return
    seating = seating_of(record)
    told = analysis_told(story_of_game(game, seating.players), analysis, in_english())
    click.echo(title_of(record, seating))
    click.echo(f"\nChances to win, in %, after so many actions\n{_chances(analysis, seating)}")
    click.echo(f"\nWhat turned the race\n{_points(told, seating)}")
    click.echo(f"\nCarrots earned and spent\n{_carrots(told, seating)}")


def _chances(analysis: Analysis, seating: Seating) -> str:
    last = len(analysis.chances) - 1
    shown = sorted({*range(0, last, max(1, last // ROWS)), last})
    rows = [["", *_names(seating)]]
    rows += [[str(at), *(f"{100 * each:.0f}" for each in analysis.chances[at])] for at in shown]
    return _columns(rows)


def _points(told: AnalysisTold, seating: Seating) -> str:
    lines = []
    for point in told.turning_points:
        lines.append(f"{point.number:>4}. {point.sentence}")
        changes = (
            f"{name} {change:+}"
            for name, change in zip(_names(seating), point.changes, strict=True)
            if abs(change) >= TOLD_CHANGE
        )
        lines.append(f"      {', '.join(changes)}")
        if point.better is not None:
            lines += _better(point.better)
    return "\n".join(line for line in lines if line.strip()) or "  Nothing did."


def _better(better: BetterTold) -> list[str]:
    chances = f"Chance to win {better.chance} %, as played {better.chance_as_played} %."
    lines = [f"      {better.sentence} {chances}", *(f"        {each}" for each in better.reasons)]
    if better.reasons_as_played:
        lines += ["      As played:", *(f"        {each}" for each in better.reasons_as_played)]
    return lines


def _carrots(told: AnalysisTold, seating: Seating) -> str:
    rows = [["", *_names(seating)]]
    for source in told.sources:
        both = zip(source.earned, source.spent, strict=True)
        rows.append([source.title, *(_signed(earned, spent) for earned, spent in both)])
    return _columns(rows)


def _signed(earned: int, spent: int) -> str:
    return " ".join([f"+{earned}"] * (earned > 0) + [f"-{spent}"] * (spent > 0)) or "0"


def _names(seating: Seating) -> list[str]:
    return [player.name for player in seating.players]


def _columns(rows: list[list[str]]) -> str:
    """Lay rows out in columns, the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [f"  {row[0]:<{widths[0]}}"]
            + [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    )
