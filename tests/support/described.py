"""A client that holds every answer of the API against its description."""

import gzip
from typing import Any, Final

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from web.api.operations import Media, Operation, operations
from web.views.shapes.basics import RefusedAnswer

OPERATIONS: Final = operations()


class DescribedClient(FlaskClient):
    """Asks as any client does, and fails if an answer is not as it is described."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        check(self.application, answer)
        return answer


def check(app: Flask, answer: TestResponse) -> None:
    """Fail unless an answer is as the description has it."""
    request = answer.request
    if not request.path.startswith(("/api/", "/healthz")):
        return
    if answer.status_code >= 400 and request.path.startswith("/api/"):
        refused = msgspec.json.decode(_unpacked(answer), type=RefusedAnswer)
        assert answer.status_code < 500 or answer.status_code == 503, refused
        return
    operation = _operation(app, request.path, request.method)
    if operation is None:
        return
    if isinstance(operation.answer, Media):
        assert answer.mimetype == operation.answer.kind
        return
    assert answer.mimetype == "application/json"
    msgspec.json.decode(_unpacked(answer), type=operation.answer)


def _unpacked(answer: TestResponse) -> bytes:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.data) if packed else answer.data


def _operation(app: Flask, path: str, method: str) -> Operation | None:
    try:
        rule, _ = app.url_map.bind("board").match(path, method, return_rule=True)
    except HTTPException:
        return None
    assert isinstance(rule, Rule)
    asked = "GET" if method == "HEAD" else method
    return next(
        (each for each in OPERATIONS if (each.method, each.rule) == (asked, rule.rule)), None
    )
