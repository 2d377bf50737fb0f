"""The commands `hareboard editions`: list and explain editions, check rule files."""

import shutil
import textwrap
from pathlib import Path
from typing import Final

import click

from controller.game.editions.explain import explain
from controller.game.editions.files import (
    KINDS,
    REPLACEABLE,
    SINGULAR,
    own_folder,
    own_names,
    shipped_files,
    unused,
)
from controller.game.editions.inspect import inspect
from controller.game.editions.mistakes import BadRules
from controller.game.editions.rulesets import DEFAULT_EDITION, edition_ids, load_edition
from controller.plural import counted

WIDEST: Final = 90


@click.group(invoke_without_command=True)
@click.pass_context
def editions(context: click.Context) -> None:
    """List and explain editions; check your own."""
    if context.invoked_subcommand is None:
        context.invoke(list_editions)


@editions.command("list")
def list_editions() -> None:
    """List all editions."""
    folder = own_folder()
    broken, notes = set(), []
    for kind in KINDS:
        for name in own_names(kind):
            path = folder / kind / f"{name}.toml"
            if problems := inspect(path, kind).problems:
                broken.add((kind, name))
                notes.append(
                    f"{path.name}: {counted(len(problems), 'mistake')}; see “hareboard editions "
                    f"check {path}”."
                )
            elif kind in REPLACEABLE and name in shipped_files(kind):
                notes.append(f"Your own {name} takes the place of the shipped {SINGULAR[kind]}.")
    rows = []
    for name in edition_ids():
        if ("editions", name) not in broken:
            edition = load_edition(name)
            yours = "" if name in shipped_files("editions") else " (yours)"
            mark = " (default)" if name == DEFAULT_EDITION else yours
            rows.append((edition.year, name, f"{edition.name}{mark}"))
    wide = max(len(name) for _, name, _ in rows)
    for year, name, called in sorted(rows):
        click.echo(f"{name:<{wide}}  {year}  {called}")
    notes += unused()
    notes.append(f"“hareboard editions show {DEFAULT_EDITION}” explains one of them.")
    notes.append(f"Your own go into {folder}.")
    click.echo()
    for note in notes:
        click.echo(note)


@editions.command()
@click.argument("edition")
def show(edition: str) -> None:
    """Explain an edition."""
    try:
        text = explain(load_edition(edition), load_edition(DEFAULT_EDITION), _width())
    except BadRules as error:
        raise click.ClickException("\n".join(error.problems)) from error
    click.echo(text)


@editions.command()
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Check the file of an edition, track, deck or table."""
    finding = inspect(file)
    for problem in finding.problems:
        click.echo(problem, err=True)
    if finding.problems:
        raise click.ClickException(f"{counted(len(finding.problems), 'mistake')} in {file}.")
    for said in (f"{file.name} is fine: {finding.what}.", *finding.remarks):
        click.echo(textwrap.fill(said, _width(), break_long_words=False, break_on_hyphens=False))


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST)
