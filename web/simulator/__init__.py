"""The simulated board's page and API. See docs/api.md.

`world` has the wood, the buttons and the lights; `readers` has what is under the squares, and
what can be made to go wrong there.
"""

from typing import Any

from flask import Blueprint, render_template

from controller.wiring import SimulatedTable
from web.live import Streams
from web.simulator.readers import Readers, add_readers
from web.simulator.world import add_world, looks


def simulator(table: SimulatedTable, streams: Streams) -> Blueprint:
    """The routes of a simulated board."""
    routes = Blueprint("simulator", __name__)
    under = Blueprint("world", __name__, url_prefix="/api/simulator")
    readers = Readers(table)

    @routes.get("/board")
    def get_board() -> str:
        return render_template("board.html")

    @under.get("")
    def get_simulator() -> dict[str, Any]:
        return {**looks(table), **readers.words()}

    add_world(under, table, streams)
    add_readers(under, readers)
    routes.register_blueprint(under)
    return routes
