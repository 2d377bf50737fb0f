"""The application while a board is calibrated: one page for the phone, and its API."""

import time
from collections.abc import Iterator
from typing import Final

from flask import Blueprint, Flask, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as Redirect

from controller.bootstrap import SimulatedDevices
from controller.bootstrap.calibration import CalibrationTable
from controller.bootstrap.watchdog import Watchdog
from controller.json_data import BadJson, any_json
from controller.maintenance.calibration.actor import CalibrationActor
from controller.maintenance.calibration.answers import Answer
from controller.refusal import Refusal
from web.access.guard import Guard
from web.access.phones import Phones
from web.api.health import health
from web.api.joining import people
from web.api.openapi_route import openapi
from web.api.readers import readers
from web.api.simulator.readers import BreakableReaders, add_readers
from web.api.simulator.world import add_world, looks
from web.languages.language import Speech, mark
from web.modes.calibration.view import view
from web.modes.policy import add_manners
from web.pages.app_shell import app_shell
from web.pages.board_key import board_key
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Feed, Streams, event, is_due
from web.server.routes import LateRule
from web.views.shapes.basics import Played
from web.views.track import track

IN_CALIBRATION: Final = mark("The board is in the workshop. The game continues afterwards.")


def create_calibration_app(
    table: CalibrationTable, phones: Phones, watch: Watchdog | None = None
) -> Flask:
    """Make the application of a board that is being calibrated.

    Args:
        table: the board.
        phones: the register of its phones: only the host's may calibrate.
        watch: the watchdog of the threads.
    """
    app = Flask("web")
    app.url_rule_class = LateRule
    streams = Streams()
    simulated = isinstance(table.devices, SimulatedDevices)
    guard = Guard(phones, lambda: (), simulated=simulated)
    app.extensions["guard"] = guard
    app.extensions["streams"] = streams
    app.register_blueprint(people(guard, table.actor.board.name))
    app.register_blueprint(calibration(table.actor, guard, streams, watch))
    app.register_blueprint(openapi(guard))
    app.register_blueprint(readers(table.devices.board, table.devices.clock))
    app.register_blueprint(app_shell())
    app.register_blueprint(board_key(guard, lambda: "/board"))
    app.register_blueprint(_closed())
    if isinstance(table.devices, SimulatedDevices):
        app.register_blueprint(_bench(table.devices, table.actor, streams))
    add_manners(app)
    return app


def calibration(
    actor: CalibrationActor, guard: Guard, streams: Streams, watch: Watchdog | None = None
) -> Blueprint:
    """Make the page `/workshop`, and its API."""
    routes = Blueprint("calibration", __name__)
    routes.register_blueprint(health(actor, watch))

    @routes.get("/")
    def get_index() -> Redirect:
        return redirect(url_for("calibration.get_page"))

    @routes.get("/workshop")
    def get_page() -> str:
        return render_template("workshop.html")

    @routes.get("/api/workshop")
    def get_state() -> Response:
        return as_json(view(actor.snapshot, actor.board, actor.file, spoken()))

    @routes.get("/api/workshop/live")
    def get_live() -> Response:
        return streams.respond(Feed(_views(actor, spoken()), actor.watchers))

    @routes.post("/api/workshop/answer")
    def post_answer() -> Response:
        guard.host()
        return as_json(Played(ok=True, version=actor.submit(_answer(request.get_data()))))

    return routes


def _bench(devices: SimulatedDevices, actor: CalibrationActor, streams: Streams) -> Blueprint:
    """Make the simulator's routes without a game: its page, hands, lights and readers."""
    routes = Blueprint("simulator", __name__)
    under = Blueprint("world", __name__, url_prefix="/api/simulator")

    @routes.get("/board")
    def get_board() -> str:
        return render_template("bench.html")

    @routes.get("/api/track")
    def get_track() -> Response:
        return as_json(track(None, spoken()))

    @under.get("")
    def get_simulator() -> Response:
        return as_json(looks(devices))

    add_world(under, devices, lambda: actor.alive, streams)
    add_readers(under, BreakableReaders(devices))
    routes.register_blueprint(under)
    return routes


def _closed() -> Blueprint:
    """Answer the game's routes: pages redirect to calibration, the API refuses."""
    routes = Blueprint("closed", __name__)

    @routes.get("/watch")
    @routes.get("/setup")
    @routes.get("/lights")
    @routes.get("/builder")
    @routes.get("/join")
    @routes.get("/host")
    @routes.get("/card")
    @routes.get("/wifi")
    @routes.get("/rules")
    @routes.get("/seat/<int:_number>")
    @routes.get("/games/<int:_number>")
    def get_page(_number: int = 0) -> Redirect:
        return redirect(url_for("calibration.get_page"))

    @routes.route("/api/<path:_rest>", methods=["GET", "POST"])
    def any_order(_rest: str) -> Response:
        raise Refusal("in-workshop", IN_CALIBRATION)

    return routes


def _answer(data: bytes) -> Answer:
    try:
        answer: Answer = any_json(data, Answer)
    except BadJson as error:
        raise BadRequest(f"The request is not understood: {error}.") from error
    return answer


def _views(actor: CalibrationActor, say: Speech) -> Iterator[bytes | None]:
    """Yield the newest view at every change, a heartbeat when nothing changes."""
    revision, told_s = -1, 0.0
    while actor.alive:
        snapshot = actor.snapshot
        if snapshot.revision != revision:
            yield event("view", view(snapshot, actor.board, actor.file, say))
            revision = snapshot.revision
        elif is_due(told_s):
            yield event("heartbeat", {"revision": revision})
        else:
            yield None
            continue
        told_s = time.monotonic()
