"""The application while a board is calibrated: one page for the phone, and its API."""

from collections.abc import Iterator

from flask import Blueprint, Flask, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as Redirect

from controller.bootstrap import SimulatedDevices
from controller.bootstrap.calibration import CalibrationTable
from controller.bootstrap.watchdog import Watchdog
from controller.maintenance.calibration.actor import CalibrationActor
from controller.maintenance.calibration.answers import Answer
from web.access.guard import Guard
from web.access.phones import Phones
from web.api.health import health
from web.api.joining import people
from web.api.openapi_route import openapi
from web.api.readers import readers
from web.api.simulator.readers import BreakableReaders
from web.languages.language import Speech
from web.modes.calibration.view import view
from web.modes.policy import add_manners
from web.modes.workshop_routes import bench, closed, views
from web.pages.app_shell import app_shell
from web.pages.board_key import board_key
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Feed, Streams
from web.server.request_body import any_body
from web.server.routes import LateRule
from web.views.shapes.basics import Played


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
    app.register_blueprint(closed("calibration.get_page", "/acceptance"))
    if isinstance(table.devices, SimulatedDevices):
        app.register_blueprint(
            bench(
                table.devices, lambda: table.actor.alive, streams, BreakableReaders(table.devices)
            )
        )
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
        answer: Answer = any_body(Answer)
        return as_json(Played(ok=True, version=actor.submit(answer)))

    return routes


def _views(actor: CalibrationActor, say: Speech) -> Iterator[bytes | None]:
    return views(
        lambda: actor.alive,
        lambda: actor.snapshot,
        lambda snapshot: view(snapshot, actor.board, actor.file, say),
    )
