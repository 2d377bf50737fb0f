"""The address of the pages for phones, and its QR code."""

import io
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from flask import request

from controller.own_address import own_address

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
QUIET_ZONE: Final = 4
"""Modules around a QR code (ISO/IEC 18004, 9.1)."""

HTTP_PORT: Final = 80
"""The port that browsers use when the URL names none."""


@dataclass(frozen=True)
class PageAddress:
    """The address the pages are served at.

    Attributes:
        host: the address the server listens on.
        port: its port.
    """

    host: str
    port: int

    @property
    def reachable(self) -> bool:
        """Return True if other machines can reach the pages."""
        return self.host not in LOOPBACK and self.host != "localhost"

    def address(self) -> str:
        """Return the host part that other machines use, as far as this machine can tell."""
        everywhere = self.host in ("0.0.0.0", "::", "")
        return self.at((own_address() or "127.0.0.1") if everywhere else self.host)

    def at(self, host: str) -> str:
        """Return the URL of the pages by a given name or address, without the usual port."""
        port = "" if self.port == HTTP_PORT else f":{self.port}"
        return f"http://{f'[{host}]' if ':' in host else host}{port}"

    def join(self, code: str) -> str:
        """Return the URL of the join page; the code is in the fragment, so no server logs it."""
        return f"{self.asked()}/join#{code}"

    def asked(self) -> str:
        """Return the pages' URL by the request's host name; if that is loopback, by `address`."""
        asked = urlsplit(request.host_url)
        name = f"[{asked.hostname}]" if ":" in (asked.hostname or "") else asked.hostname
        return self.address() if name in LOOPBACK_NAMES else request.host_url.rstrip("/")


def qr(link: str) -> str:
    """Draw a link as a QR code, in SVG."""
    drawn = io.BytesIO()
    import segno  # noqa: PLC0415 - it brings an HTTP client with it: only who draws a code waits

    segno.make_qr(link, error="m").save(
        drawn,
        kind="svg",
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        xmldecl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
        nl=False,
    )
    return drawn.getvalue().decode()
