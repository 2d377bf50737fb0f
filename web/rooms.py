"""The rooms of the house: the game, and the workshop in which its board is set right."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint

from controller.board import BadBoard, read_board
from controller.commands import Refusal
from controller.doctor import Case, Examiner, ReaderReport, Site
from controller.doctor import Table as Examined
from controller.journal import JournalError
from controller.wiring import Table, WorkshopTable
from hardware.clock import MonotonicClock
from hardware.errors import HardwareError
from web.api import body
from web.app import create_app
from web.builder import builder
from web.house import House, Occupant, Room
from web.workshop.app import create_workshop_app, door


@dataclass(frozen=True)
class Premises:
    """Where a board is, and how it is opened.

    Attributes:
        folder: where its games are kept.
        host: the address of its pages.
        port: their port.
        file: its board file; None if it has none.
        wired: whether it is made of wood, wired to this computer.
        open_table: makes the table of the game, and starts it.
        open_workshop: likewise of the workshop; None if there is nothing to set right.
    """

    folder: Path
    host: str
    port: int
    file: Path | None
    wired: bool
    open_table: Callable[[], Table]
    open_workshop: Callable[[], WorkshopTable] | None


class RoomBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room that somebody wants to be open."""

    room: Room


def make_house(premises: Premises) -> House:
    """A house with these rooms; none is open yet."""

    def play() -> Occupant:
        table = premises.open_table()
        app = create_app(table.service, table)
        app.register_blueprint(builder(Examiner(lambda: _case(premises, table), MonotonicClock())))
        app.register_blueprint(door())
        app.register_blueprint(doors(house, premises))
        return Occupant(app, table.service.begin_stop, table.stop)

    def workshop() -> Occupant:
        if premises.open_workshop is None:
            raise Refusal(
                "no-workshop",
                "This board has no board file, so there is nothing to be learned about its wiring.",
            )
        table = premises.open_workshop()
        app = create_workshop_app(table)
        app.register_blueprint(doors(house, premises))
        return Occupant(app, table.workshop.begin_stop, table.stop)

    house = House({"play": play, "workshop": workshop}, MonotonicClock())
    return house


def doors(house: House, premises: Premises) -> Blueprint:
    """The routes from one room to the other."""
    routes = Blueprint("doors", __name__)

    @routes.get("/api/room")
    def get_room() -> dict[str, Any]:
        return {"room": house.room, "workshop": premises.open_workshop is not None}

    @routes.post("/api/room")
    def post_room() -> dict[str, Any]:
        wanted = body(RoomBody).room
        try:
            if premises.file is not None and wanted != house.room:
                read_board(premises.file)  # before anything is closed for it
            house.enter(wanted)
        except (BadBoard, HardwareError, JournalError) as error:
            raise Refusal("not-there", str(error)) from error
        except OSError as error:
            raise Refusal(
                "not-there", f"{error.strerror or error}. Is the disk full, or read-only?"
            ) from error
        return {"ok": True, "room": house.room}

    return routes


def _case(premises: Premises, table: Table) -> Case:
    """What the doctor is to look at, seen from inside the running game."""
    now_s = table.clock.now_s()
    snapshot = table.service.snapshot
    return Case(
        Site(),
        premises.folder,
        host=premises.host,
        port=premises.port,
        file=premises.file,
        board=table.board.file,
        wired=premises.wired,
        table=Examined(
            alive=table.service.alive,
            readers=tuple(
                ReaderReport.of(health, now_s) for health in table.board.sensing.readers()
            ),
            lights=snapshot.lights_trouble,
            players=frozenset(player.name for player in snapshot.seating.players),
            inside=True,
        ),
    )
