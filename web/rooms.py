"""The rooms of the house: the game, and the workshop in which its board is set right."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask

from controller.appliance.chronicle import Chronicle
from controller.appliance.standing import Running
from controller.board import BadBoard, read_board
from controller.commands import Refusal
from controller.doctor import Case, Examiner, ReaderReport, Site
from controller.doctor import Table as Examined
from controller.journal import JournalError
from controller.network import Network
from controller.watch import Watch
from controller.wiring import Table, WorkshopTable
from controller.wiring.gauges import gauges_of
from controller.wiring.watching import watch_over
from hardware.clock import MonotonicClock
from hardware.errors import HardwareError
from web.app import create_app
from web.body import body
from web.builder import builder
from web.guard import Guard
from web.house import House, Occupant, RoomBody
from web.phones import Phones
from web.place import Place
from web.status import how_it_is, status
from web.status_line import game_status, workshop_status
from web.welcome import welcome
from web.workshop.app import create_workshop_app, door


@dataclass(frozen=True)
class Premises:
    """Where a board is, and how it is opened.

    Attributes:
        folder: where its games are kept.
        place: where its pages are.
        phones: the register of its phones, the same whatever room is open.
        file: its board file; None if it has none.
        wired: whether it is made of wood, wired to this computer.
        open_table: makes the table of the game, and starts it.
        open_workshop: likewise of the workshop; None if there is nothing to set right.
        metrics: whether there are figures for Prometheus.
        network: the network it keeps itself; None if it does not.
    """

    folder: Path
    place: Place
    phones: Phones
    file: Path | None
    wired: bool
    open_table: Callable[[], Table]
    open_workshop: Callable[[], WorkshopTable] | None
    metrics: bool = False
    network: Network | None = None


def make_house(premises: Premises) -> House:
    """A house with these rooms; none is open yet."""
    clock = MonotonicClock()
    begun_s = clock.now_s()

    def tell_of(app: Flask, table: Table | WorkshopTable, watch: Watch) -> Chronicle:
        def tell() -> Running:
            return how_it_is(table, watch, premises.place, clock.now_s() - begun_s)

        app.register_blueprint(status(tell))
        if premises.metrics:
            _add_metrics(app, table, tell)
        return Chronicle(tell)

    def play() -> Occupant:
        table = premises.open_table()
        watch = watch_over(table)
        app = create_app(
            table.service, premises.phones, premises.place, table, watch, premises.network
        )
        app.register_blueprint(builder(Examiner(lambda: _case(premises, table), MonotonicClock())))
        chronicle = tell_of(app, table, watch)
        app.register_blueprint(door())
        app.register_blueprint(doors(house, premises, app.extensions["guard"]))
        return Occupant(
            app,
            table.service.begin_stop,
            table.stop,
            watch,
            lambda: game_status(table.service.snapshot),
            chronicle.look,
        )

    def workshop() -> Occupant:
        if premises.open_workshop is None:
            raise Refusal(
                "no-workshop",
                "This board has no board file, so there is nothing to be learned about its wiring.",
            )
        table = premises.open_workshop()
        watch = watch_over(table)
        app = create_workshop_app(table, premises.phones, watch)
        chronicle = tell_of(app, table, watch)
        if premises.network is not None:
            app.register_blueprint(welcome(premises.network, premises.place))
        app.register_blueprint(doors(house, premises, app.extensions["guard"]))
        return Occupant(
            app,
            table.workshop.begin_stop,
            table.stop,
            watch,
            lambda: workshop_status(table.workshop.snapshot),
            chronicle.look,
        )

    house = House({"play": play, "workshop": workshop}, clock)
    return house


def _add_metrics(app: Flask, table: Table | WorkshopTable, tell: Callable[[], Running]) -> None:
    # Only who asks for figures waits for the library at the start.
    from web.metrics import Sources, add_metrics  # noqa: PLC0415

    add_metrics(
        app,
        Sources(
            tell=tell,
            gauges=lambda: gauges_of(table.devices),
            snapshot=lambda: table.service.snapshot if isinstance(table, Table) else None,
            streams=app.extensions["streams"],
            site=Site(),
        ),
    )


def doors(house: House, premises: Premises, guard: Guard) -> Blueprint:
    """The routes from one room to the other: only the host goes through."""
    routes = Blueprint("doors", __name__)

    @routes.get("/api/room")
    def get_room() -> dict[str, Any]:
        return {"room": house.room, "workshop": premises.open_workshop is not None}

    @routes.post("/api/room")
    def post_room() -> dict[str, Any]:
        guard.host()
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
        host=premises.place.host,
        port=premises.place.port,
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
