"""The Flask application: pages and API of a game."""

from typing import Any, Final

from flask import Flask, abort, render_template

from controller.service import Service
from controller.wiring import SimulatedTable, Table
from web.api import api
from web.lights import lights
from web.live import Streams
from web.manners import add_manners
from web.readers import readers
from web.simulator import simulator

THREADS: Final = 64
"""Threads of the server; an open stream holds one."""
STREAMS: Final = 48


def create_app(service: Service, table: Table | None = None) -> Flask:
    """The companion of one board.

    Args:
        service: the game.
        table: the board it is played on. Of a simulated one there is a page, too.
    """
    app = Flask(__name__)
    streams = Streams(STREAMS)
    app.register_blueprint(api(service, streams))
    app.register_blueprint(lights(service))
    if table is not None:
        app.register_blueprint(readers(table.board, table.clock))
    if isinstance(table, SimulatedTable):
        app.register_blueprint(simulator(table.devices, lambda: service.alive, streams))
    _pages(app, service)
    add_manners(app)
    return app


def _pages(app: Flask, service: Service) -> None:
    @app.get("/")
    def index() -> str:
        return render_template("index.html")

    @app.get("/seat/<int:seat>")
    def seat(seat: int) -> str:
        state = service.snapshot.state
        if state is None or seat >= len(state.seats):
            abort(404, "There is no such seat in this game.")
        return render_template("seat.html", seat=seat)

    @app.get("/watch")
    def watch() -> str:
        return render_template("watch.html")

    @app.get("/setup")
    def setup() -> str:
        return render_template("setup.html")

    @app.get("/healthz")
    def health() -> tuple[dict[str, Any], int]:
        if service.alive:
            return {"alive": True}, 200
        return {"alive": False, "reason": repr(service.failure or "stopped")}, 503
