"""The installable app: its manifest, and the service worker that keeps its shell.

The shell is all that is public and never changes: scripts, styles, fonts, and the page that
says the board is out of reach. No other page and no answer of the API is ever cached.
"""

import json
import re
from typing import Final

from flask import Blueprint, Response, render_template, url_for

from web.pages.assets import shipped
from web.pages.speaking import spoken

COLOURS: Final = {"background_color": "#f4ecda", "theme_color": "#4a7a37"}
"""Paper behind the app while it starts, leaf around it. Icons lie on the same leaf."""

ICONS: Final = (
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "any"),
    ("icons/maskable.png", "512x512", "maskable"),
)
"""File, size and purpose of each; `tools/icons.py` draws them."""

OFFLINE: Final = "offline.html"

ASKED: Final = "no-cache"
"""Cache header of the worker: browsers ask each time for a newer one."""


def app_shell() -> Blueprint:
    """Make the routes of the manifest, the service worker and the offline page."""
    routes = Blueprint("app_shell", __name__)

    @routes.get("/manifest.webmanifest")
    def get_manifest() -> Response:
        answer = Response(json.dumps(_manifest()), mimetype="application/manifest+json")
        answer.headers["Vary"] = "Accept-Language, Cookie"
        return answer

    @routes.get("/sw.js")
    def get_worker() -> Response:
        shell = f"const SHELL = {json.dumps(_shell())};\n".encode()
        answer = Response(shell + shipped().read("js/sw.js"), mimetype="text/javascript")
        answer.headers["Cache-Control"] = ASKED
        return answer

    @routes.get("/offline")
    def get_offline() -> str:
        return render_template(OFFLINE)

    return routes


def _manifest() -> dict[str, object]:
    speech = spoken()
    return {
        "id": "/",
        "name": speech._("Hare & Tortoise"),
        "short_name": speech._("Hare & Tortoise"),
        "description": speech._("Your hand of carrots, and the race on the board."),
        "lang": speech.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        **COLOURS,
        "icons": [
            {
                "src": url_for("static", filename=file),
                "sizes": size,
                "type": "image/png",
                "purpose": purpose,
            }
            for file, size, purpose in ICONS
        ],
    }


def _shell() -> dict[str, object]:
    """Return the data of the worker: its release, and the files that the offline page needs."""
    page = url_for("app_shell.get_offline")
    files = re.escape(url_for("static", filename=""))
    needed = re.findall(rf'"({files}[^"]+)"', render_template(OFFLINE))
    return {"version": shipped().version, "page": page, "needed": sorted(set(needed))}
