"""The address of the pages for phones, and its QR code."""

import contextlib
import io
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import request

from web.access.guard import LOOPBACK, LOOPBACK_NAMES

QUIET_ZONE: Final = 4
"""Modules around a QR code (ISO/IEC 18004, 9.1)."""

HTTP_PORT: Final = 80
"""Where a browser asks that is told of no port."""

SOMEWHERE: Final = ("192.0.2.1", 9)
"""Nobody's address (RFC 5737): asked for the way there, a machine names its own."""


@dataclass(frozen=True)
class PageAddress:
    """Where the pages are served.

    Attributes:
        host: the address that is listened on.
        port: its port.
    """

    host: str
    port: int

    @property
    def reachable(self) -> bool:
        """Whether other machines get there."""
        return self.host not in LOOPBACK and self.host != "localhost"

    def address(self) -> str:
        """By what other machines reach the pages, as far as this one can tell."""
        everywhere = self.host in ("0.0.0.0", "::", "")
        return self.at((_own_address() or "127.0.0.1") if everywhere else self.host)

    def at(self, host: str) -> str:
        """The pages by a certain name or address; browsers leave the usual port out."""
        port = "" if self.port == HTTP_PORT else f":{self.port}"
        return f"http://{f'[{host}]' if ':' in host else host}{port}"

    def join(self, code: str) -> str:
        """The page that a phone joins by, with the code where no server and no log sees it."""
        return f"{self.asked()}/join#{code}"

    def asked(self) -> str:
        """The pages as who asks has found them: another one finds them by the same name."""
        asked = urlsplit(request.host_url)
        name = f"[{asked.hostname}]" if ":" in (asked.hostname or "") else asked.hostname
        return self.address() if name in LOOPBACK_NAMES else request.host_url.rstrip("/")


def qr(link: str) -> str:
    """A link as a QR code, as SVG."""
    drawn = io.BytesIO()
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


def _own_address() -> str | None:
    """This machine's address on its network; None without one."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(SOMEWHERE)
        return str(way.getsockname()[0])
    return None
