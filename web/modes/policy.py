"""Origin checks, error answers and headers of every application."""

from collections.abc import Callable
from typing import Final

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from controller.refusal import Refusal
from web.api.game import STATUS, refused
from web.languages.language import mark
from web.pages.assets import add_assets
from web.pages.speaking import add_speech, spoken
from web.server.answers import as_json

LARGEST_REQUEST_BYTES: Final = 16 * 1024

NO_ADDRESS: Final = mark("The board has no such address.")
NOT_HERE: Final = (
    mark("There is nothing here"),
    mark("This page doesn't exist, or no longer does. The start page leads everywhere."),
)
NOT_SO: Final = (
    mark("That did not work"),
    mark("The board could not do that. Go back and try again."),
)
"""The message of a page that cannot be shown: a title, and advice."""

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
"""Content-Security-Policy of pages; other answers are not opened as pages."""
HEADERS: Final = {
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def add_manners(app: Flask, hedgehog: Callable[[], bool] = lambda: False) -> None:
    """Install origin checks, headers and error handlers.

    Args:
        app: the application.
        hedgehog: returns True if the edition in play has a hedgehog in place of the tortoise.
    """
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST_BYTES
    add_speech(app)
    add_assets(app)

    @app.before_request
    def only_from_here() -> None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if request.mimetype != "application/json":
            abort(415, "Requests that change something need “Content-Type: application/json”.")
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != request.host:
            abort(403, "This request comes from another site.")

    @app.after_request
    def headers(response: Response) -> Response:
        if request.endpoint == "static":  # no file of ours that a browser opens as a page
            response.headers["X-Content-Type-Options"] = HEADERS["X-Content-Type-Options"]
            return response
        if response.mimetype == "text/html":
            response.headers.setdefault("Content-Security-Policy", POLICY)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @app.errorhandler(Refusal)
    def on_refusal(refusal: Refusal) -> Response:
        status = STATUS.get(refusal.code, 400)
        return as_json(refused(refusal, spoken(), hedgehog=hedgehog()), status)

    @app.errorhandler(HTTPException)
    def on_http_error(error: HTTPException) -> Response | tuple[str, int]:
        code = error.code or 500
        if request.path.startswith("/api/"):
            message = NO_ADDRESS if code == 404 else error.description or error.name
            return as_json(refused(Refusal("bad-request", message), spoken()), code)
        say = spoken()
        title, advice = NOT_HERE if code == 404 else NOT_SO
        return render_template("error.html", title=say._(title), message=say._(advice)), code
