"""The application while a board is accepted: one page for the phone, and its API."""

from collections.abc import Iterator
from typing import Final

from flask import Blueprint, Flask, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as Redirect

from controller.bootstrap.acceptance import AcceptanceTable
from controller.bootstrap.watchdog import Watchdog
from controller.maintenance.acceptance.run import AcceptanceAnswer, AcceptanceRun
from web.access.guard import Guard
from web.access.phones import Phones
from web.api.health import health
from web.api.joining import people
from web.api.openapi_route import openapi
from web.languages.language import Speech
from web.modes.acceptance.view import acceptance_view
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

BUNDLE_NAME: Final = "hareboard.accept.tar.gz"


def create_acceptance_app(
    table: AcceptanceTable, phones: Phones, watch: Watchdog | None = None
) -> Flask:
    """Make the application of a board that is being accepted.

    Args:
        table: the board.
        phones: the register of its phones: only the host's may answer.
        watch: the watchdog of the threads.
    """
    app = Flask("web")
    app.url_rule_class = LateRule
    streams = Streams()
    guard = Guard(phones, lambda: (), simulated=table.rehearsal is not None)
    app.extensions["guard"] = guard
    app.extensions["streams"] = streams
    app.register_blueprint(people(guard, table.run.board.name))
    app.register_blueprint(acceptance(table.run, guard, streams))
    app.register_blueprint(health(table.run, watch))
    app.register_blueprint(openapi(guard))
    app.register_blueprint(app_shell())
    app.register_blueprint(board_key(guard, lambda: "/board"))
    app.register_blueprint(closed("acceptance.get_page", "/workshop"))
    if table.rehearsal is not None:
        app.register_blueprint(bench(table.rehearsal, lambda: table.run.alive, streams))
    add_manners(app)
    return app


def acceptance(run: AcceptanceRun, guard: Guard, streams: Streams) -> Blueprint:
    """Make the page `/acceptance`, and its API."""
    routes = Blueprint("acceptance", __name__)

    @routes.get("/")
    def get_index() -> Redirect:
        return redirect(url_for("acceptance.get_page"))

    @routes.get("/acceptance")
    def get_page() -> str:
        return render_template("acceptance.html")

    @routes.get("/api/acceptance")
    def get_state() -> Response:
        return as_json(acceptance_view(run.snapshot, run.facts, run.file, spoken()))

    @routes.get("/api/acceptance/live")
    def get_live() -> Response:
        return streams.respond(Feed(_views(run, spoken()), run.watchers))

    @routes.post("/api/acceptance/answer")
    def post_answer() -> Response:
        guard.host()
        answer: AcceptanceAnswer = any_body(AcceptanceAnswer)
        return as_json(Played(ok=True, version=run.submit(answer)))

    @routes.get("/api/acceptance/bundle")
    def get_bundle() -> Response:
        response = Response(run.bundle(), mimetype="application/gzip")
        response.headers["Content-Disposition"] = f'attachment; filename="{BUNDLE_NAME}"'
        return response

    return routes


def _views(run: AcceptanceRun, say: Speech) -> Iterator[bytes | None]:
    return views(
        lambda: run.alive,
        lambda: run.snapshot,
        lambda snapshot: acceptance_view(snapshot, run.facts, run.file, say),
    )
