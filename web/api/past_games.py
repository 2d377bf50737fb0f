"""The games of a board, and what its host does with them. See docs/api.md."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Annotated, Final, Literal

import msgspec
from flask import Blueprint, Response

from controller.table.actor import GameActor
from controller.table.commands import Load, Mend, Pause, SetAside, SetPace
from web.access.guard import Guard
from web.languages.language import speech
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import body, query
from web.views.shapes.basics import Played
from web.views.shapes.game import AnalysisTold, Games
from web.views.story import game_listed, story

RECORD: Final = "hareboard-{game}.txt"
"""File name of a record."""
PICTURE: Final = "hareboard-{game}.svg"
"""File name of a picture."""


class PauseBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """True to pause the game, False to resume it."""

    paused: bool


class PaceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that a computer opponent takes for an action, at least."""

    pace_s: float


class SetAsideBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game, with the version that the host has seen."""

    version: int


class MendBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side that is right: board or game."""

    by: Literal["board", "game"]
    version: int


class LoadBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body: the game is in the URL."""


class PictureQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a picture is wanted.

    Attributes:
        names: with the players' names, or with the colours of their runners.
        language: of its texts; that of all answers if left out.
        utc_offset_min: minutes from UTC to the time of the reader, for the day of the race; the
            board's if left out.
    """

    names: Literal["yes", "no"] = "no"
    language: Literal["en", "de", "fr", "it", "es", "ca", "pt"] | msgspec.UnsetType = msgspec.UNSET
    utc_offset_min: Annotated[int, msgspec.Meta(ge=-1439, le=1439)] | msgspec.UnsetType = (
        msgspec.UNSET
    )


def archive(service: GameActor, guard: Guard) -> Blueprint:
    """Make the routes that list, tell, export, pause, set aside, mend and load games.

    Args:
        service: the game.
        guard: identifies the sender.
    """
    routes = Blueprint("archive", __name__, url_prefix="/api/games")
    _telling(routes, service)
    _hosting(routes, service, guard)
    return routes


def _telling(routes: Blueprint, service: GameActor) -> None:
    @routes.get("")
    def get_games() -> Response:
        listed = service.games()
        say = spoken()
        rows = tuple(game_listed(each, say) for each in listed.rows)
        return as_json(Games(rows, listed.unread))

    @routes.get("/<int:game>/record")
    def get_record(game: int) -> Response:
        answer = Response(service.record(game), mimetype="text/plain")
        answer.headers.set("Content-Disposition", "attachment", filename=RECORD.format(game=game))
        return answer

    @routes.get("/<int:game>/story")
    def get_story(game: int) -> Response:
        return as_json(story(service.story(game), spoken()))

    @routes.get("/<int:game>/picture.svg")
    def get_picture(game: int) -> Response:
        from web.pages.race_svg import race_svg  # noqa: PLC0415 - few games are drawn
        from web.views.race_picture import race_picture  # noqa: PLC0415 - few games are drawn

        wanted, told = query(PictureQuery), service.story(game)
        say = spoken() if wanted.language is msgspec.UNSET else speech(wanted.language)
        day = day_of(told.begun_at, wanted.utc_offset_min)
        drawn = race_svg(race_picture(told, day, say, names=wanted.names == "yes"))
        answer = Response(drawn, mimetype="image/svg+xml")
        answer.headers.set("Content-Disposition", "attachment", filename=PICTURE.format(game=game))
        return answer

    @routes.get("/<int:game>/analysis")
    def get_analysis(game: int) -> Response:
        analysis = service.analysis(game)
        if analysis is None:
            return as_json(AnalysisTold(ready=False, chances=(), turning_points=(), sources=()))
        from web.views.analysis import analysis_told  # noqa: PLC0415 - few games are analysed

        return as_json(analysis_told(service.story(game), analysis, spoken()))


def day_of(begun_at: str, utc_offset_min: int | msgspec.UnsetType) -> date:
    """Return the day of a time in UTC, at an offset or else at the board."""
    begun = datetime.fromisoformat(begun_at).replace(tzinfo=UTC)
    if utc_offset_min is msgspec.UNSET:
        return begun.astimezone().date()
    return begun.astimezone(timezone(timedelta(minutes=utc_offset_min))).date()


def _hosting(routes: Blueprint, service: GameActor, guard: Guard) -> None:
    def carry_out(command: Pause | SetPace | SetAside | Mend | Load) -> Response:
        return as_json(Played(ok=True, version=service.submit(command)))

    @routes.post("/pause")
    def post_pause() -> Response:
        guard.host()
        return carry_out(Pause(body(PauseBody).paused))

    @routes.post("/pace")
    def post_pace() -> Response:
        guard.host()
        return carry_out(SetPace(body(PaceBody).pace_s))

    @routes.post("/set-aside")
    def post_set_aside() -> Response:
        guard.host()
        return carry_out(SetAside(body(SetAsideBody).version))

    @routes.post("/mend")
    def post_mend() -> Response:
        guard.host()
        wanted = body(MendBody)
        return carry_out(Mend(wanted.by, wanted.version))

    @routes.post("/<int:game>/load")
    def post_load(game: int) -> Response:
        guard.host()
        body(LoadBody)
        return carry_out(Load(game))
