"""The Flask application: pages, API, and the rules that hold for every answer."""

from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from controller.commands import Refusal
from controller.service import Service
from controller.wiring import SimulatedTable
from web.api import api, refused
from web.live import Streams
from web.simulator import simulator

THREADS: Final = 64
"""Threads of the server; an open stream holds one."""
STREAMS: Final = 48
LARGEST_REQUEST_BYTES: Final = 16 * 1024

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def create_app(service: Service, table: SimulatedTable | None = None) -> Flask:
    """The companion of one board.

    Args:
        service: the game.
        table: the simulated board, if it is one: its page and API are then served too.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST_BYTES
    streams = Streams(STREAMS)
    app.register_blueprint(api(service, streams))
    if table is not None:
        app.register_blueprint(simulator(table, streams))
    _pages(app, service)
    _manners(app)
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


def _manners(app: Flask) -> None:
    """Who may ask, how errors are told, and what every answer carries."""

    @app.before_request
    def only_from_here() -> None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if request.mimetype != "application/json":
            abort(415, "Requests that change something are JSON.")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            abort(403, "This request comes from another site.")

    @app.after_request
    def headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers["Cache-Control"] = "no-store"
        return response

    @app.errorhandler(Refusal)
    def on_refusal(refusal: Refusal) -> tuple[dict[str, Any], int]:
        return refused(refusal)

    @app.errorhandler(HTTPException)
    def on_http_error(error: HTTPException) -> tuple[Any, int]:
        code, message = error.code or 500, error.description or error.name
        if request.path.startswith("/api/"):
            name = "no-such-seat" if "/seats/" in request.path and code == 404 else "bad-request"
            return refused(Refusal(name, message))[0], code
        return render_template("error.html", title=error.name, message=message), code
