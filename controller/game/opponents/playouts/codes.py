"""The whole numbers of a compact position: a word stands for its place in a list."""

from typing import Final

PROMPTS: Final = ("move", "gift", "ten", "deal", "roll", "over")
MOVE_DUE, GIFT_DUE, TEN_DUE, DEAL_DUE, ROLL_DUE, OVER = range(6)

OBLIGATIONS: Final = (None, "chew", "leave", "rest", "back")
CHEW, LEAVE, REST, BACK = range(1, 5)

KINDS: Final = (None, "H", "C", "L", "T", "F", "2", "3", "4")
HARE, CARROT, LETTUCE, TORTOISE = range(1, 5)

HARES: Final = (
    *("text-cards", "number-cards", "deck-1978", "table-1974", "die-table"),
    *("tournament", "nap", "flat-cost", "off"),
)
TEXT_CARDS, NUMBER_CARDS, DECK_1978, TABLE_1974, DIE_TABLE, TOURNAMENT, NAP = range(7)

EFFECTS: Final = (
    *("give-ten", "more-behind", "restore", "ten-per-lettuce"),
    *("free-ride", "lose-half", "show", "shuffle"),
    *("miss", "ten", "carrot-forward", "carrot-back", "position-forward", "position-back"),
    *("chew-lettuce", "chew-carrot", "free", "again"),
)
"""What cards, dice and tables do; a numbered card is its number."""
GIVE_TEN, MORE_BEHIND, RESTORE, TEN_PER_LETTUCE, FREE_RIDE, LOSE_HALF, SHOW, SHUFFLE = range(8)
MISS_TURN, TEN, CARROT_FORWARD, CARROT_BACK, POSITION_FORWARD, POSITION_BACK = range(8, 14)
CHEW_LETTUCE, CHEW_CARROT, FREE, AGAIN = range(14, 18)

# An action is a number: a move of runner `r` to a square, forward or back, is the square and
# `r` times the number of squares; the others are below zero.
ACTIONS: Final = (
    *("", "draw", "pay", "decline", "chew", "rest", "miss", "keep", "discard", "deal", "roll"),
    *("restart", "1:restart", "2:restart"),
)
"""The notation of the action `-n` is at `n`."""
DRAW, PAY, DECLINE, CHEW_IT, TAKE_REST, MISS_IT, KEEP, DISCARD, DEAL, ROLL = range(-1, -11, -1)
RESTART = -11
"""That of a seat's first runner is one below, and so on."""

UNLIMITED: Final = -1
"""What a patch that never runs out holds."""

PARTS: Final = 16
"""Parts of the unit of turns, in which chance changes what an action seems to take."""
