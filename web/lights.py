"""The lights: what they mean, and how people want them to look. See docs/api.md."""

from typing import Any

import msgspec
from flask import Blueprint, render_template

from controller.commands import SetLook
from controller.light.frames import one_round, period_s
from controller.light.look import Look
from controller.light.meanings import meanings
from controller.light.themes import load_theme, theme_ids
from controller.service import Service
from hardware.ports import RGB
from web.api import body


def lights(service: Service) -> Blueprint:
    """The page `/lights`, and its API."""
    routes = Blueprint("lights", __name__)

    @routes.get("/lights")
    def get_page() -> str:
        return render_template("lights.html")

    @routes.get("/api/lights")
    def get_lights() -> dict[str, Any]:
        snapshot = service.snapshot
        return {
            "look": msgspec.to_builtins(snapshot.look),
            "themes": [_theme(theme) for theme in sorted(theme_ids(), key=_usual_first)],
            "legend": _legend(snapshot.look),
        }

    @routes.post("/api/lights")
    def post_lights() -> dict[str, Any]:
        return {"ok": True, "version": service.submit(body(SetLook))}

    return routes


def _usual_first(theme: str) -> tuple[bool, str]:
    return theme != Look().theme, theme


def _theme(theme: str) -> dict[str, Any]:
    loaded = load_theme(theme)
    return {
        "theme": theme,
        "name": loaded.name,
        "about": loaded.about,
        "colours": [_hex(loaded.colours[meaning]) for meaning in meanings()],
    }


def _legend(look: Look) -> list[dict[str, Any]]:
    return [
        {
            "meaning": meaning,
            "title": light.title,
            "text": light.text,
            "moves": light.moves,
            "period_s": period_s(light, look),
            "frames": [_hex(colour) for colour in one_round(meaning, look)],
        }
        for meaning, light in meanings().items()
    ]


def _hex(colour: RGB) -> str:
    return bytes(colour).hex()
