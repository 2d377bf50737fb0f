"""A house with both rooms, in this process: a simulated board that has a board file."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from flask import Flask, request_started
from werkzeug.test import Client

from controller.appliance.network import NetworkActor
from controller.bootstrap import (
    Table,
    own_file,
    parse_simulated,
    simulated_table,
)
from controller.bootstrap.acceptance import AcceptanceTable, simulated_acceptance
from controller.bootstrap.calibration import CalibrationTable, simulated_calibration
from tests.support.companion import phones_of
from tests.support.partners.letters import letters_of
from web.access.address import PageAddress
from web.modes.mode_switch import ModeSwitch
from web.modes.modes import BoardContext, make_mode_switch
from web.server.request_body import Mode

BOARD: Final = "sim://prototype-2x2"


@contextmanager
def mode_switch_in(
    folder: Path, board: str = BOARD, *, metrics: bool = False, network: NetworkActor | None = None
) -> Iterator[ModeSwitch]:
    """A house whose game is open; closed at the end.

    Args:
        folder: where everything is kept.
        board: its address.
        metrics: whether there are figures.
        network: the network it keeps itself.
    """
    address = parse_simulated(board)
    file = None if address.file is None else own_file(address.file, folder, copy=True)

    def open_table() -> Table:
        table = simulated_table(
            folder, chance=random.Random(7), address=replace(address, file=file)
        )
        table.start()
        return table

    def open_calibration() -> CalibrationTable:
        assert file is not None, "only asked for where there is one"
        table = simulated_calibration(folder, file)
        table.start()
        return table

    def open_acceptance() -> AcceptanceTable:
        assert file is not None, "only asked for where there is one"
        table = simulated_acceptance(folder, file)
        table.start()
        return table

    switch = make_mode_switch(
        BoardContext(
            folder=folder,
            place=PageAddress("127.0.0.1", 8064),
            phones=phones_of(folder),
            letters=letters_of(folder),
            file=file,
            wired=False,
            open_table=open_table,
            open_calibration=None if file is None else open_calibration,
            open_acceptance=None if file is None else open_acceptance,
            metrics=metrics,
            network=network,
        )
    )
    switch.enter("play")
    try:
        yield switch
    finally:
        switch.close()


def app_of(switch: ModeSwitch, name: Mode) -> Flask:
    """Enter a mode and return its application."""
    seen: list[Flask] = []

    def note(sender: Flask, **_: Any) -> None:
        seen.append(sender)

    switch.enter(name)
    with request_started.connected_to(note):
        assert Client(switch).get("/healthz").status_code == 200
    (app,) = seen
    return app
