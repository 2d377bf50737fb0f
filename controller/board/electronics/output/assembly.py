"""The order of assembly, each step with a check that `hareboard` performs."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.calculation.branches import branches, feed_gauge, supply_a
from controller.board.electronics.circuit import HUB, Circuit, CircuitPart
from controller.board.electronics.layout import WireLayout
from controller.board.electronics.output.drawings.steps import (
    acceptance_drawing,
    buttons_drawing,
    hub_drawing,
    lights_drawing,
    plan_drawing,
    readers_drawing,
    simulator_drawing,
    supply_drawing,
)
from controller.board.file.form import Board
from controller.plural import noun, numbers
from hardware.sensing.settings import UartPort

ONE_BY_ONE: Final = (
    "Until all rows are built, name the squares of the others in without_reader, and leave them "
    "out of [[readers.bus]]: see “Build row by row” in docs/build-a-board.md."
)


INSTALLED: Final = "/etc/hareboard/board.toml"
"""The board file of an installed board, which the workshop corrects."""
STILL_MISSING: Final = (
    "interfaces and pins are as the file asks; readers are still reported missing."
)
"""What a doctor should say of a computer that nothing is joined to yet; lights do not answer."""
KEEPS_SUPPLY: Final = "The Raspberry Pi keeps its own supply, and feeds the board by it."


@dataclass(frozen=True, slots=True)
class AssemblyStep:
    """A step.

    Attributes:
        title: what is built.
        work: what to do, one sentence each.
        check: command that checks it; empty if none can.
        expect: what the command, or an instrument, should show.
        drawing: what it looks like, as SVG.
    """

    title: str
    work: tuple[str, ...]
    check: str
    expect: str
    drawing: str


def assembly(
    circuit: Circuit, layout: WireLayout, board: Board, file: str
) -> tuple[AssemblyStep, ...]:
    """Return the steps that build a board.

    Args:
        circuit: its circuit.
        layout: its wires.
        board: the board.
        file: path or name of its board file, for the commands.
    """
    return tuple(_steps(circuit, layout, board, file))


def _steps(circuit: Circuit, layout: WireLayout, board: Board, file: str) -> Iterator[AssemblyStep]:
    yield AssemblyStep(
        "Check the plan",
        ("Read the advice, and change the board file until nothing is marginal.",),
        f"hareboard board check {file} --figures",
        "no mistake; each figure within its limit, or a reason of yours why not.",
        plan_drawing(board),
    )
    yield AssemblyStep(
        "Play on the board without hardware",
        ("Start the simulator, and an acceptance on emulated chips.",),
        f"hareboard board accept {file} --rehearse",
        "it ends without a finding.",
        simulator_drawing(board),
    )
    fuses = branches(circuit, layout, board)
    if fuses:
        yield AssemblyStep(
            "Supply and fuses",
            (
                *_feed(circuit, board),
                *(
                    f"{each.fuse}, {each.rating} time-lag, feeds {each.name} by "
                    f"{each.gauge.mm2:g} mm² (AWG {each.gauge.awg})."
                    for each in fuses
                ),
            ),
            f"hareboard board check {file} --figures",
            (
                "each fuse and wire is as it says. No command sees the voltage: with every fuse "
                "out, a meter shows 5 V before the fuses, and no connection between 5 V and ground "
                "behind them."
            ),
            supply_drawing(circuit, board, fuses),
        )
    called, file = on_the_board(circuit, file)
    yield AssemblyStep(
        "Computer",
        (f"Wire {', '.join(_named(part) for part in _at(circuit, HUB))}.", *prepared(circuit)),
        f"{called} doctor {file}",
        STILL_MISSING,
        hub_drawing(circuit),
    )
    yield from _readers(circuit, layout, board, file)
    if board.lights is not None:
        yield AssemblyStep(
            "Lights",
            (f"Chain the {board.lights.count} lights from DOUT to DIN, in the order of D1, D2, …",),
            f"{called} doctor {file}",
            "no finding about lights; then calibrate them at /workshop on a phone.",
            lights_drawing(board),
        )
    if board.buttons is not None:
        yield AssemblyStep(
            "Buttons",
            (f"Wire {', '.join(_named(part) for part in circuit.of_kind('button'))}.",),
            "",
            "with the power off a meter shows that each joins its two wires only while it is "
            "pressed; the acceptance, the next step, has each pressed three times.",
            buttons_drawing(circuit),
        )
    yield AssemblyStep(
        "Acceptance",
        ("Let the program measure the board square by square.",),
        f"{called} board accept {file}",
        "every square is accepted; clock, times and retries are set by what was measured.",
        acceptance_drawing(board),
    )


def on_the_board(circuit: Circuit, file: str) -> tuple[str, str]:
    """Return how hareboard is called once there is a computer, and with which board file.

    On a Raspberry Pi it is installed: only its own user and root may use the lights.

    Args:
        circuit: the circuit.
        file: path or name of the board file before.
    """
    if circuit.of_kind("computer"):
        return "sudo hareboard", INSTALLED
    return "hareboard", file


def prepared(circuit: Circuit) -> Iterator[str]:
    """Tell what a computer needs before it can check anything."""
    if circuit.of_kind("computer"):
        yield (
            "Install hareboard on it with this board file: “Install the software” in "
            "docs/build-a-board.md. Its service holds the readers: before you watch or measure "
            "them, type “sudo systemctl stop hareboard.socket hareboard”, and the same with "
            "“start” before you open its pages."
        )
    picos = circuit.of_kind("co-processor")
    if picos:
        yield "Put the firmware on each Pico: “A new board” in docs/firmware.md."
    if len(picos) > 1:
        yield (
            "Plug in one at a time, give it the number of its port in the board file (--number), "
            "and make these names: “Permanent port names” in docs/firmware.md."
        )


def _feed(circuit: Circuit, board: Board) -> Iterator[str]:
    """Tell how the fuses join the supply of the board, or that of its Raspberry Pi."""
    gauge = feed_gauge(board)
    computers = circuit.of_kind("computer")
    if not circuit.of_kind("supply"):
        for computer in computers:
            yield (
                f"Wire 5 V, pins 2 and 4 of {computer.ref}, to all fuses, and its ground to where "
                f"all ground wires meet. {KEEPS_SUPPLY}"
            )
    for supply in circuit.of_kind("supply"):
        yield (
            f"Wire 5 V of {supply.ref} to all fuses, and its ground to where all ground wires "
            f"meet, by {gauge.mm2:g} mm² (AWG {gauge.awg}): no fuse is before these two wires, so "
            f"they bear its {supply_a(board):g} A. Lead no ground of readers or lights through the "
            "computer."
        )
        for computer in computers:
            yield f"{supply.ref} feeds {computer.ref}, too: plug no other supply into it."


def _readers(
    circuit: Circuit, layout: WireLayout, board: Board, file: str
) -> Iterator[AssemblyStep]:
    """One step for each group of readers, with its circuit board."""
    sheets = dict.fromkeys(part.sheet for part in circuit.of_kind("reader"))
    ports = {bus.square: bus.port for bus in board.buses if isinstance(bus, UartPort)}
    called, file = on_the_board(circuit, file)
    for sheet in sheets:
        readers = [part for part in circuit.of_kind("reader") if part.sheet == sheet]
        squares = sorted(part.square for part in readers if part.square is not None)
        home = readers[0].home
        chips = [part for part in _at(circuit, home) if home != HUB]
        work = [ONE_BY_ONE] if len(sheets) > 1 and sheet == next(iter(sheets)) else []
        if chips:
            said = ", ".join(map(_named, chips))
            work.append(f"Solder {said}, and the small parts of the drawing, on its stripboard.")
        setting = reader_setting(circuit, readers, ports)
        work.append(f"Wire the {readers_of(squares)}, set to {setting}.")
        work += [f"It is on {ports[square]}." for square in squares if square in ports]
        yield AssemblyStep(
            f"Readers: {sheet}",
            tuple(work),
            f"{called} watch pn532://{file} --seconds 20",
            tag_shown(squares),
            readers_drawing(circuit, layout, board, readers),
        )


def readers_of(squares: Collection[int]) -> str:
    """Return `reader of square 5` or `readers of squares 1 to 4`."""
    many = len(squares)
    return f"{noun(many, 'reader')} of {noun(many, 'square')} {numbers(squares)}"


def tag_shown(squares: Collection[int]) -> str:
    """Return what `watch` should show once the readers of some squares are wired."""
    each = "each of the " if len(squares) > 1 else ""
    over = f"{each}{noun(len(squares), 'square')} {numbers(squares)}"
    return f"a tag held over {over} is shown with its square."


def reader_setting(
    circuit: Circuit, readers: Sequence[CircuitPart], serial: Collection[int] = ()
) -> str:
    """Return the bus that the readers' switches choose.

    Args:
        circuit: the circuit.
        readers: readers of one bus.
        serial: squares whose readers are on serial ports.
    """
    used = {each.number for each in circuit.needed if each.ref == readers[0].ref}
    if readers[0].data.roles.get("MISO") in used:
        return "SPI (first switch off, second on)"
    if readers[0].square in serial:
        return "its serial port (both switches off)"
    return "I2C (first switch on, second off)"


def _at(circuit: Circuit, where: str) -> tuple[CircuitPart, ...]:
    """List the parts on a circuit board that are no passive ones."""
    return tuple(
        part
        for part in circuit.parts.values()
        if part.where == where and part.data.kind not in ("fuse", "passive", "supply")
    )


def _named(part: CircuitPart) -> str:
    what = f" ({part.what})" if part.what else ""
    return f"{part.ref} {part.named}{what}"
