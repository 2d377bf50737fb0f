"""The status of the running program: `/api/status`. No hand is in it."""

from collections.abc import Callable
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from controller.appliance.status.status import GameNow, LightsNow, ReadersStatus, Running
from controller.bootstrap import RunningBoard, Table
from controller.bootstrap.gauges import gauges_of
from controller.bootstrap.watchdog import Watchdog
from controller.table.snapshot import Snapshot
from web.access.address import PageAddress
from web.server.answers import as_json

if TYPE_CHECKING:
    from controller.maintenance.acceptance.run import AcceptanceRun


def status(tell: Callable[[], Running]) -> Blueprint:
    """Make the route `/api/status`.

    Args:
        tell: returns the state of the program.
    """
    routes = Blueprint("status", __name__)

    @routes.get("/api/status")
    def get_status() -> Response:
        return as_json(tell())

    return routes


def how_it_is(table: RunningBoard, watch: Watchdog, place: PageAddress, up_s: float) -> Running:
    """Return the state of a program.

    Args:
        table: the board, with its game or its calibration.
        watch: the watchdog of the threads.
        place: the address of the pages.
        up_s: the time since the start, in seconds.
    """
    gauges = gauges_of(table.devices)
    file = table.devices.board.file
    actor = table.actor
    trouble = watch.trouble if actor.alive else repr(actor.failure or "stopped")
    return Running(
        version=_version(),
        up_s=round(up_s, 1),
        address=f"{place.address()}/",
        board=None if file is None else file.name,
        mode="play" if isinstance(table, Table) else "workshop",
        alive=trouble is None,
        trouble=trouble,
        game=_game(table.actor.snapshot, gauges.now_s) if isinstance(table, Table) else None,
        readers=ReadersStatus(
            there=len(gauges.readers),
            answering=len(gauges.readers) - len(gauges.out),
            out=gauges.out,
        ),
        lights=LightsNow(
            there=table.devices.lights is not None,
            trouble=actor.snapshot.lights_trouble,
            draw_ma=None if gauges.draw_ma is None else round(gauges.draw_ma, 1),
        ),
    )


def how_acceptance_is(
    run: "AcceptanceRun", watch: Watchdog, place: PageAddress, up_s: float
) -> Running:
    """Return the state of a program whose board is being accepted. See `how_it_is`."""
    trouble = watch.trouble if run.alive else repr(run.failure or "stopped")
    squares, silent = run.facts.squares, run.snapshot.silent
    return Running(
        version=_version(),
        up_s=round(up_s, 1),
        address=f"{place.address()}/",
        board=run.board.name,
        mode="acceptance",
        alive=trouble is None,
        trouble=trouble,
        game=None,
        readers=ReadersStatus(
            there=len(squares), answering=len(squares) - len(silent), out=tuple(sorted(silent))
        ),
        lights=LightsNow(there=bool(run.facts.lights), trouble=None, draw_ma=None),
    )


@cache
def _version() -> str:
    """Return the version of the running program; it is asked for every second."""
    return metadata.version("hareboard")


def _game(snapshot: Snapshot, now_s: float) -> GameNow:
    players = tuple(player.name for player in snapshot.seating.players)
    state, turn_s = snapshot.state, snapshot.turn_s(now_s)
    seat = None if state is None else state.to_act
    return GameNow(
        phase=snapshot.phase,
        players=players if state is not None else (),
        to_act=None if seat is None else players[seat],
        turn_s=None if turn_s is None else round(turn_s, 1),
        begun_at=snapshot.begun_at,
        actions=snapshot.played,
        paused=snapshot.paused,
        trouble=snapshot.trouble,
    )
