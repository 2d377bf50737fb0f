"""Refuses malformed requests before any of the program's own code reads them."""

import ipaddress
import logging
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from web.server.limits import Complaints

Application = Callable[..., Iterable[bytes]]
"""Answers requests (WSGI)."""

_PORT: Final = re.compile(r"(?::[0-9]{1,5})?")
_NAME: Final = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?", re.IGNORECASE
)
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that would end a line of the log, or steer a terminal that shows it."""

_LOG: Final = logging.getLogger(__name__)


def is_host(text: str) -> bool:
    """Return True for a host with or without a port, as in the header `Host`.

    Source: RFC 9110, 7.2; RFC 1035, 2.3.4 on the length of names.
    """
    name, bracket, rest = text.rpartition("]")
    if bracket:
        try:
            ipaddress.IPv6Address(name.removeprefix("["))
        except ValueError:
            return False
        return name.startswith("[") and "%" not in name and _PORT.fullmatch(rest) is not None
    name, colon, port = text.partition(":")
    return _NAME.fullmatch(name) is not None and _PORT.fullmatch(colon + port) is not None


def is_origin(text: str) -> bool:
    """Return True for an origin, as in the header `Origin`. Source: RFC 6454, 7.1."""
    scheme = _SCHEME.match(text)
    return text == "null" or (scheme is not None and is_host(text[scheme.end() :]))


def mistake(environ: dict[str, Any]) -> str | None:
    """Return what is malformed in a request's head; None if nothing is."""
    host = environ.get("HTTP_HOST")
    if host is None and environ.get("SERVER_PROTOCOL") != "HTTP/1.0":
        return "it has no Host."
    if host is not None and not is_host(host):
        return "its Host is no host name."
    if not is_origin(environ.get("HTTP_ORIGIN", "null")):
        return "its Origin is no origin."
    # As WSGI hands it over: each byte as a character (PEP 3333).
    path = environ.get("PATH_INFO", "").encode("latin-1", "replace").decode("utf-8", "replace")
    if _CONTROL.search(path):
        return "its path has control characters."
    return None


class WellFormed:
    """Hands well-formed requests to an application; answers others with a plain 400.

    Args:
        app: the application.
    """

    def __init__(self, app: Application) -> None:
        self._app = app
        self._complaints = Complaints(_LOG, "malformed requests")

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request (WSGI)."""
        reason = mistake(environ)
        if reason is None:
            return self._app(environ, start_response)
        self._complaints.add(str(environ.get("REMOTE_ADDR")), reason)
        body = f"This request is malformed: {reason}\n".encode()
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        start_response("400 Bad Request", headers)
        return [body]
