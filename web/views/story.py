"""The story of a game, for everybody: what happened, where the runners stood, who held what."""

from typing import Any

from controller.game.editions.rulesets import load_edition
from controller.game.pieces import Seating
from controller.game.rules import BadSetup
from controller.game.rules.events import seen_by
from controller.table.past_games import Story, Turn
from web.languages.language import Speech
from web.views import words
from web.views.events import happened
from web.views.words import Teller


def story(told: Story, say: Speech) -> dict[str, Any]:
    """Return a story as JSON values; hands only once the game is over."""
    table = Teller(say, Seating(told.players), told.home, hedgehog=words.is_hedgehog(told.edition))
    return {
        "game": told.game,
        "edition_name": edition_name(told.edition),
        "players": [{"name": each.name, "colours": each.colours} for each in told.players],
        "home": told.home,
        "over": told.over,
        "turns": [_turn(turn, table) for turn in told.turns],
    }


def _turn(turn: Turn, table: Teller) -> dict[str, Any]:
    return {
        "number": turn.number,
        "seat": turn.seat,
        "sentence": _sentence(turn, table),
        "squares": turn.squares,
        "carrots": turn.carrots,
    }


def _sentence(turn: Turn, table: Teller) -> str:
    if turn.ply is None:
        return table.say._("The runners were taken over as they stood on the board.")
    told = [happened(seen_by(each, None), table) for each in turn.ply.step.events]
    return " ".join(filter(None, told))


def edition_name(edition: str) -> str:
    """Return the name of an edition; its id, if its file is missing or has mistakes."""
    try:
        return load_edition(edition).name
    except BadSetup:
        return edition
