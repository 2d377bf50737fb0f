"""Malformed requests are refused early, with a plain 400 and one line of the log."""

import logging
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from web.server.well_formed import WellFormed, is_host, is_origin


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [b"ok"]


@pytest.mark.parametrize(
    "text",
    [
        "localhost",
        "hareboard.local",
        "hareboard.local.:80",
        "192.0.2.7:8064",
        "[::1]",
        "[2001:db8::1]:80",
        "my_laptop",
        "a" * 63,
    ],
)
def test_hosts(text: str) -> None:
    assert is_host(text)
    assert is_origin(f"http://{text}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a..b",
        ".",
        "a" * 64,
        ".".join(["a" * 63] * 5),
        "[",
        "[::1",
        "::1",
        "[::1%wlan0]",
        "[192.0.2.7]",
        "board:123456",
        "board:x",
        "board\n",
        "board\x00",
        "a, b",
        "user@board",
        "bücher",
        "board/",
    ],
)
def test_what_is_no_host(text: str) -> None:
    assert not is_host(text)
    assert not is_origin(f"http://{text}")


def test_origins() -> None:
    assert is_origin("null")
    assert not is_origin("board")
    assert not is_origin("http:/board")


@pytest.mark.parametrize(
    "changed",
    [
        {"HTTP_HOST": "a..b"},
        {"HTTP_HOST": "a" * 64},
        {"HTTP_HOST": None},
        {"HTTP_ORIGIN": "http://["},
        {"PATH_INFO": "/a\nERROR: forged"},
        {"PATH_INFO": "/\x1b[2J"},
        {"PATH_INFO": "/\x7f"},
        {"PATH_INFO": "/\xc2\x9b2J"},  # U+009B, which steers terminals too
        {"PATH_INFO": "/\xe2\x80\xa8"},  # U+2028, a line break
    ],
)
def test_a_malformed_request_does_not_reach_the_application(
    changed: dict[str, str | None], caplog: pytest.LogCaptureFixture
) -> None:
    environ = {**EnvironBuilder("/").get_environ(), "REMOTE_ADDR": "192.0.2.7", **changed}
    environ = {name: value for name, value in environ.items() if value is not None}
    guarded = WellFormed(app)
    for _ in range(300):
        body, status, headers = run_wsgi_app(guarded, environ)
        assert (status, headers["Content-Type"]) == (
            "400 Bad Request",
            "text/plain; charset=utf-8",
        )
        assert b"".join(body).startswith(b"This request is malformed: ")
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "\n" not in record.getMessage()


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"PATH_INFO": "/\xc3\xa9\xff"},  # é, and a byte that is no UTF-8
        {"HTTP_HOST": None, "SERVER_PROTOCOL": "HTTP/1.0"},
        {"HTTP_ORIGIN": "null"},
    ],
)
def test_a_well_formed_request_does(changed: dict[str, str | None]) -> None:
    environ = {**EnvironBuilder("/").get_environ(), **changed}
    environ = {name: value for name, value in environ.items() if value is not None}
    body, status, _ = run_wsgi_app(WellFormed(app), environ)
    assert (b"".join(body), status) == (b"ok", "200 OK")
