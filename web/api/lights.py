"""The lights: what they mean, and how people want them to look. See docs/api.md."""

from typing import Any

import msgspec
from flask import Blueprint, render_template

from controller.light.frames import one_round, period_s
from controller.light.look import Look
from controller.light.meanings import meanings
from controller.light.themes import load_theme, theme_ids
from controller.table.actor import GameActor
from controller.table.commands import SetLook
from hardware.ports import RGB
from web.access.guard import Guard
from web.languages.language import Speech
from web.pages.speaking import spoken
from web.server.request_body import body


def lights(service: GameActor, guard: Guard) -> Blueprint:
    """Make the page `/lights`, and its API."""
    routes = Blueprint("lights", __name__)

    @routes.get("/lights")
    def get_page() -> str:
        return render_template("lights.html")

    @routes.get("/api/lights")
    def get_lights() -> dict[str, Any]:
        snapshot, say = service.snapshot, spoken()
        return {
            "look": msgspec.to_builtins(snapshot.look),
            "themes": [_theme(theme, say) for theme in sorted(theme_ids(), key=_usual_first)],
            "legend": _legend(snapshot.look, say),
        }

    @routes.post("/api/lights")
    def post_lights() -> dict[str, Any]:
        guard.player()
        return {"ok": True, "version": service.submit(body(SetLook))}

    return routes


def _usual_first(theme: str) -> tuple[bool, str]:
    return theme != Look().theme, theme


def _theme(theme: str, say: Speech) -> dict[str, Any]:
    loaded = load_theme(theme)
    return {
        "theme": theme,
        "name": say._(loaded.name),
        "about": say._(loaded.about),
        "colours": [_hex(loaded.colours[meaning]) for meaning in meanings()],
    }


def _legend(look: Look, say: Speech) -> list[dict[str, Any]]:
    return [
        {
            "meaning": meaning,
            "title": say._(light.title),
            "text": say._(light.text),
            "moves": say._(light.moves),
            "period_s": period_s(light, look),
            "frames": [_hex(colour) for colour in one_round(meaning, look)],
        }
        for meaning, light in meanings().items()
    ]


def _hex(colour: RGB) -> str:
    return bytes(colour).hex()
