"""Hints in words, for the player to act."""

from collections.abc import Sequence

from controller.game.advice.hints import Hint
from controller.game.rules import State
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views import words
from web.views.opponents import shown_to
from web.views.reasons import action_named, reason_told
from web.views.shapes.view import HintSeen, HintsSeen


def hints_seen(
    snapshot: Snapshot, version: int, state: State, hints: Sequence[Hint], say: Speech
) -> HintsSeen:
    """Return hints in words.

    Args:
        snapshot: the table.
        version: the version of the game that they are for.
        state: the position that the hints are for.
        hints: the hints, the best first.
        say: the language.
    """
    table = words.teller(shown_to(snapshot, say), state, say)
    return HintsSeen(
        version=version,
        hints=tuple(
            HintSeen(
                str(hint.action),
                action_named(hint.action, state, table),
                tuple(reason_told(each, state.rules.options, table) for each in hint.reasons),
            )
            for hint in hints
        ),
    )
