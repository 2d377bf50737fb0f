"""A house with both rooms, in this process: a simulated board that has a board file."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from flask import Flask, request_started
from werkzeug.test import Client

from controller.network import Network
from controller.wiring import (
    Table,
    WorkshopTable,
    file_path,
    own_file,
    simulated_table,
    simulated_workshop,
)
from tests.companion import phones_of
from web.house import House, Room
from web.place import Place
from web.rooms import Premises, make_house

BOARD: Final = "sim://prototype-2x2"


@contextmanager
def house_in(
    folder: Path, board: str = BOARD, *, metrics: bool = False, network: Network | None = None
) -> Iterator[House]:
    """A house whose game is open; closed at the end.

    Args:
        folder: where everything is kept.
        board: its address.
        metrics: whether there are figures.
        network: the network it keeps itself.
    """
    shipped = file_path(board)
    file = None if shipped is None else own_file(shipped, folder, copy=True)

    def open_table() -> Table:
        table = simulated_table(
            folder, chance=random.Random(7), address=board if file is None else f"sim://{file}"
        )
        table.start()
        return table

    def open_workshop() -> WorkshopTable:
        assert file is not None, "only asked for where there is one"
        table = simulated_workshop(folder, file)
        table.start()
        return table

    house = make_house(
        Premises(
            folder=folder,
            place=Place("127.0.0.1", 8064),
            phones=phones_of(folder),
            file=file,
            wired=False,
            open_table=open_table,
            open_workshop=None if file is None else open_workshop,
            metrics=metrics,
            network=network,
        )
    )
    house.enter("play")
    try:
        yield house
    finally:
        house.close()


def room(house: House, name: Room) -> Flask:
    """The application in a room, which is entered."""
    seen: list[Flask] = []

    def note(sender: Flask, **_: Any) -> None:
        seen.append(sender)

    house.enter(name)
    with request_started.connected_to(note):
        assert Client(house).get("/healthz").status_code == 200
    (app,) = seen
    return app
