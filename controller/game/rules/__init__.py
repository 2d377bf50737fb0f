"""The rules of Hare & Tortoise: pure functions over frozen values.

`new_game` makes a position, `legal` lists its legal actions, `apply` carries one out, `why`
lists the reasons why another one is not legal. Chance is an action like any other, so a list of
actions replays a game exactly. This package uses no clock, file, random number or thread.

Numbers such as R4.7 are those of the rules in docs/rules.md.
"""

from controller.game.rules.apply import Step, apply, apply_legal
from controller.game.rules.errors import BadSetup, IllegalAction, Reason, RulesError
from controller.game.rules.legal import legal, why
from controller.game.rules.perft import perft
from controller.game.rules.ruleset.build import Ruleset, build_ruleset
from controller.game.rules.ruleset.options import Options
from controller.game.rules.ruleset.track import Track
from controller.game.rules.setup import new_game
from controller.game.rules.state import Runner, Seat, State, to_builtins
from controller.game.rules.text.notation import Action, parse

__all__ = [
    "Action",
    "BadSetup",
    "IllegalAction",
    "Options",
    "Reason",
    "RulesError",
    "Ruleset",
    "Runner",
    "Seat",
    "State",
    "Step",
    "Track",
    "apply",
    "apply_legal",
    "build_ruleset",
    "legal",
    "new_game",
    "parse",
    "perft",
    "to_builtins",
    "why",
]
