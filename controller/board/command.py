"""The commands `hareboard board`: check board files, plan boards, show examples."""

import shutil
import textwrap
from typing import TYPE_CHECKING, Final

import click

from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, read_board
from controller.board.named import named_path, read_named
from controller.board.plan.picture import picture
from controller.board.plan.report import plan_text, summary
from controller.toml.mistakes import meant

if TYPE_CHECKING:
    from controller.board.electronics.calculation.verdict import Calculated

WIDEST: Final = 90


@click.group(invoke_without_command=True)
@click.pass_context
def board(context: click.Context) -> None:
    """Check board files, plan boards, show examples."""
    if context.invoked_subcommand is None:
        context.invoke(examples)


@board.command()
def examples() -> None:
    """List the example board files."""
    names = example_names()
    wide = max(map(len, names))
    for name in names:
        click.echo(f"{name:<{wide}}  {read_board(example_path(name)).about}")
    click.echo()
    click.echo("“hareboard board show NAME” prints one of them, to start from.")


@board.command()
@click.argument("name")
def show(name: str) -> None:
    """Print an example board file."""
    try:
        path = example_path(name)
    except KeyError as error:
        raise click.ClickException(
            f"There is no example “{name}”{meant(name, example_names())}"
        ) from error
    click.echo(path.read_text("utf-8"), nl=False)


@board.command()
@click.argument("file")
@click.option("--figures", is_flag=True, help="List every calculated figure of the electronics.")
@click.option(
    "--circuit-boards", is_flag=True, help="Reckon with row boards and hub, not wires by hand."
)
def check(file: str, *, figures: bool, circuit_boards: bool) -> None:
    """Check a board file: list its mistakes, advice, and marginal figures of the electronics.

    FILE may be the name of an example.
    """
    found = read_named(file)
    calculated = _with_circuit_boards(found) if circuit_boards else _by_hand(found)
    said = f"{named_path(file).name} is fine: {summary(found)}."
    for sentence in (said, *found.advice):
        click.echo(_wrapped(sentence))
    for figure in calculated:
        if figure.marginal:
            click.echo(_wrapped(f"Marginal: {figure.sentence}"))
        elif figures:
            click.echo(_wrapped(figure.sentence))


# Other commands are quick without the electronics.


def _by_hand(found: Board) -> "tuple[Calculated, ...]":
    from controller.board.electronics.calculation.figures import calculated  # noqa: PLC0415 - seldom asked for

    return calculated(found)


def _with_circuit_boards(found: Board) -> "tuple[Calculated, ...]":
    from controller.board.circuit_boards.building import building_of  # noqa: PLC0415 - seldom asked for

    building = building_of(found)
    if building is None:
        raise click.ClickException(
            "There are no circuit boards for this board file: they need readers on SPI whose rows "
            "of at most eight each have one decoder and one buffer, and one computer. Check it "
            "without --circuit-boards."
        )
    return building.figures()


@board.command()
@click.argument("file")
@click.option("--svg", metavar="OUT", help="Also draw it into the SVG file OUT; - prints it alone.")
@click.option("--from-below", is_flag=True, help="Draw it mirrored, as seen while soldering.")
def plan(file: str, svg: str | None, *, from_below: bool) -> None:
    """Show phases, times, pins, currents, power supply and parts.

    FILE may be the name of an example.
    """
    if from_below and svg is None:
        raise click.UsageError("--from-below is about the drawing: add --svg OUT.")
    found = read_named(file)
    if svg is not None:
        try:
            with click.open_file(svg, "w", encoding="utf-8") as out:
                out.write(picture(found, from_below=from_below))
        except OSError as error:
            raise click.ClickException(f"{svg} cannot be written: {error.strerror}.") from error
    if svg == "-":
        return
    click.echo(plan_text(found, _width()))
    if svg is not None:
        click.echo(f"\n{svg}: the drawing.")


def _wrapped(sentence: str) -> str:
    return textwrap.fill(sentence, _width(), break_long_words=False, break_on_hyphens=False)


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST)
