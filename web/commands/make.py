"""The command `hareboard board make`: writes the build files of a board."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from controller.atomic_files import keep_whole, make_folder
from controller.board.make.makers import MAKERS as CONTROLLER_MAKERS
from controller.board.make.order import PAPERS, MadeFile, Maker, Order, Paper
from controller.board.named import read_named
from controller.game.editions.rulesets import DEFAULT_EDITION, edition_ids
from controller.plural import counted
from web.languages.language import ENGLISH, LANGUAGES


def _artwork(order: Order) -> Iterator[MadeFile]:
    from web.artwork.surface import surface_files  # noqa: PLC0415 - it needs libraries of an extra

    return surface_files(order)


def _sheets(order: Order) -> Iterator[MadeFile]:
    from web.artwork.sheets.files import sheet_files  # noqa: PLC0415 - as above

    return sheet_files(order)


MAKERS: Final[tuple[Maker, ...]] = (
    Maker(
        "artwork",
        "the printed surface at 1:1 as PDF, whole and tiled",
        _artwork,
        ("brotli", "fontTools", "reportlab"),
    ),
    Maker(
        "sheets",
        "runners, cards, the table card and wire labels to cut out, at 1:1 as PDF",
        _sheets,
        ("brotli", "fontTools", "reportlab"),
    ),
    *CONTROLLER_MAKERS,
)


def _help() -> str:
    kinds = "\n".join(f"  {maker.name}: {maker.about}" for maker in MAKERS)
    return (
        "Write build files of a board: drawings to print, cut and order.\n\n"
        "FILE may be the name of an example. The same board, edition, language and paper make the "
        "same bytes again.\n\n"
        f"\b\nKinds of files, for --only:\n{kinds}\n"
    )


@click.command("make", help=_help())
@click.argument("file")
@click.option("--out", metavar="FOLDER", required=True, type=Path, help="Write into FOLDER.")
@click.option(
    "--paper",
    type=click.Choice(PAPERS),
    default="A4",
    show_default=True,
    help="The printer's paper.",
)
@click.option(
    "--only",
    multiple=True,
    type=click.Choice([maker.name for maker in MAKERS]),
    help="Make only this kind; may be given several times.",
)
@click.option(
    "--edition",
    type=click.Choice(edition_ids()),
    default=DEFAULT_EDITION,
    show_default=True,
    help="The edition whose track and cards are printed.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    help="Of printed words.",
)
def make_command(
    file: str, out: Path, paper: Paper, only: tuple[str, ...], edition: str, language: str
) -> None:
    """Write the build files of a board."""
    order = Order(read_named(file), edition, language, paper)
    for maker in MAKERS:
        if only and maker.name not in only:
            continue
        if maker.missing:
            wanted = (
                f"{maker.name} needs {', '.join(maker.missing)}: install hareboard with its extra, "
                f"pip install -e '.[{maker.extra}]' in the checkout."
            )
            if only:
                raise click.ClickException(wanted)
            click.echo(f"Left out: {wanted}", err=True)
            continue
        _write(maker, order, out)


def _write(maker: Maker, order: Order, out: Path) -> None:
    """Write the files of one maker, and say which."""
    paths = []
    for made in maker.make(order):
        path = out / made.path
        try:
            make_folder(path.parent)
            keep_whole(path, made.data)
        except OSError as error:
            raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from error
        paths.append(path)
    click.echo(f"{maker.name}: {counted(len(paths), 'file')}")
    for path in paths:
        click.echo(f"  {path}")
