"""Reads the section [web]: host, port, metrics."""

import re
from ipaddress import ip_address
from typing import Final

import msgspec

from controller.board.file.sheet import BoardSheet
from controller.game.editions.mistakes import shown

WEB_KEYS: Final = ("host", "port", "metrics")
LAST_PORT: Final = 65_535
_HOST: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


class WebSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Address and port of the pages.

    Attributes:
        host: address to listen on; 0.0.0.0 lets phones connect.
        port: the port to listen on.
        metrics: True to serve metrics for Prometheus, at `/metrics`.
    """

    host: str = "0.0.0.0"
    port: int = 8064
    metrics: bool = False


def read_web(sheet: BoardSheet) -> WebSettings:
    """Read the address and port of the pages; the usual ones if something is wrong."""
    sheet.allow(WEB_KEYS)
    usual = WebSettings()
    host = sheet.text("host", usual.host)
    if host is not None and not _is_host(host):
        sheet.refuse(
            "host",
            f"{shown(host)} is no address to listen on: “0.0.0.0” lets phones in, “127.0.0.1” "
            "only this computer.",
        )
    port = sheet.whole("port", 1, LAST_PORT, usual.port)
    metrics = sheet.flag("metrics")
    if host is None or port is None:
        return usual
    return WebSettings(host=host, port=port, metrics=metrics)


def _is_host(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return bool(_HOST.fullmatch(host)) and not re.fullmatch(r"[\d.]+", host)
    return True
