"""The games of a board, and what its host does with them. See docs/api.md."""

from typing import Any, Final, Literal

import msgspec
from flask import Blueprint, Response

from controller.game.rules import State
from controller.game.rules.ruleset.track import LETTUCE, members
from controller.table.actor import GameActor
from controller.table.commands import Load, Mend, Pause, SetAside
from controller.table.past_games import GameSummary, Story
from web.access.guard import Guard
from web.pages.speaking import spoken
from web.server.request_body import body
from web.views.story import edition_name, story

RECORD: Final = "hareboard-{game}.txt"
"""File name of a record."""


class PauseBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """True to pause the game, False to resume it."""

    paused: bool


class SetAsideBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game, with the version that the host has seen."""

    version: int


class MendBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side that is right: board or game."""

    by: Literal["board", "game"]
    version: int


class LoadBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body: the game is in the URL."""


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
    def get_games() -> dict[str, Any]:
        return {"games": [_summary(each) for each in service.games()]}

    @routes.get("/<int:game>/record")
    def get_record(game: int) -> Response:
        answer = Response(service.record(game), mimetype="text/plain")
        answer.headers.set("Content-Disposition", "attachment", filename=RECORD.format(game=game))
        return answer

    @routes.get("/<int:game>/story")
    def get_story(game: int) -> dict[str, Any]:
        told = service.story(game)
        return {**story(told, spoken()), **_course(told)}


def _hosting(routes: Blueprint, service: GameActor, guard: Guard) -> None:
    def carry_out(command: Pause | SetAside | Mend | Load) -> dict[str, Any]:
        return {"ok": True, "version": service.submit(command)}

    @routes.post("/pause")
    def post_pause() -> dict[str, Any]:
        guard.host()
        return carry_out(Pause(body(PauseBody).paused))

    @routes.post("/set-aside")
    def post_set_aside() -> dict[str, Any]:
        guard.host()
        return carry_out(SetAside(body(SetAsideBody).version))

    @routes.post("/mend")
    def post_mend() -> dict[str, Any]:
        guard.host()
        wanted = body(MendBody)
        return carry_out(Mend(wanted.by, wanted.version))

    @routes.post("/<int:game>/load")
    def post_load(game: int) -> dict[str, Any]:
        guard.host()
        body(LoadBody)
        return carry_out(Load(game))


def _summary(summary: GameSummary) -> dict[str, Any]:
    return {
        "game": summary.game,
        "begun_at": summary.begun_at,
        "edition": summary.edition,
        "edition_name": edition_name(summary.edition),
        "players": list(summary.players),
        "state": summary.state,
        "winner": summary.winner,
        "played": summary.played,
        "can_load": summary.can_load,
    }


def _course(told: Story) -> dict[str, Any]:
    """Return the extra data for the picture of a story: start, lettuces and winner."""
    first = next((turn.ply.before for turn in told.turns if turn.ply is not None), None)
    last = next(
        (turn.ply.step.state for turn in reversed(told.turns) if turn.ply is not None), None
    )
    return {
        "begun_at": told.begun_at,
        "start": None if first is None else _standing(first, over=told.over),
        "lettuces": [] if first is None else list(members(first.rules.track.of_kind(LETTUCE))),
        "ranking": [] if last is None else list(last.ranking),
    }


def _standing(state: State, *, over: bool) -> dict[str, Any]:
    """Return the places of all runners; the carrots only once the game is over."""
    return {
        "squares": [[runner.at for runner in seat.runners] for seat in state.seats],
        "carrots": [seat.carrots for seat in state.seats] if over else None,
    }
