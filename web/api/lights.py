"""The lights: what they mean, and how people want them to look. See docs/api.md."""

from flask import Blueprint, Response, render_template

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
from web.server.answers import as_json
from web.server.request_body import body
from web.views.shapes.basics import Played
from web.views.shapes.game import LightsAnswer, Meaning, ThemeView


def lights(service: GameActor, guard: Guard) -> Blueprint:
    """Make the page `/lights`, and its API."""
    routes = Blueprint("lights", __name__)

    @routes.get("/lights")
    def get_page() -> str:
        return render_template("lights.html")

    @routes.get("/api/lights")
    def get_lights() -> Response:
        snapshot, say = service.snapshot, spoken()
        answer = LightsAnswer(
            look=snapshot.look,
            themes=tuple(_theme(theme, say) for theme in sorted(theme_ids(), key=_usual_first)),
            legend=_legend(snapshot.look, say),
        )
        return as_json(answer)

    @routes.post("/api/lights")
    def post_lights() -> Response:
        guard.player()
        return as_json(Played(ok=True, version=service.submit(body(SetLook))))

    return routes


def _usual_first(theme: str) -> tuple[bool, str]:
    return theme != Look().theme, theme


def _theme(theme: str, say: Speech) -> ThemeView:
    loaded = load_theme(theme)
    return ThemeView(
        theme=theme,
        name=say._(loaded.name),
        about=say._(loaded.about),
        colours=tuple(_hex(loaded.colours[meaning]) for meaning in meanings()),
    )


def _legend(look: Look, say: Speech) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(
            meaning=meaning,
            title=say._(light.title),
            text=say._(light.text),
            moves=say._(light.moves),
            period_s=period_s(light, look),
            frames=tuple(_hex(colour) for colour in one_round(meaning, look)),
        )
        for meaning, light in meanings().items()
    )


def _hex(colour: RGB) -> str:
    return bytes(colour).hex()
