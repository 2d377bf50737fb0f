"""Cards for players who use their own: hare cards, carrots, lettuces."""

from typing import Final

from controller.board.make.layout import Box
from controller.board.make.order import Order
from controller.game.editions.rulesets import make_ruleset
from controller.game.pieces import PIECES
from web.artwork.drawings import PrintedShape, ink, moved_to, rounded
from web.artwork.drawings import symbol as drawn
from web.artwork.sheets.pieces import CutOut
from web.artwork.texts import PrintedText, set_paragraph, set_text
from web.languages.language import speech
from web.views import words

HARE_MM: Final = (63.0, 88.0)
CARROT_MM: Final = (44.0, 63.0)
LETTUCE_MM: Final = (32.0, 44.0)
CORNER_MM: Final = 3.0
INSET_MM: Final = 3.0
TITLE_MM: Final = 6.0
TEXT_MM: Final = 4.2
LEAST_TEXT_MM: Final = 2.8
"""Smallest text on a card: 8 points."""
CARROT_CARDS: Final = {1: 18, 3: 12, 5: 12, 10: 18, 15: 12, 30: 12, 60: 10}
"""How many carrot cards of each amount. Source: R13.5, the box of 2000."""
FEWEST_SEATS: Final = 2


def hare_cards(order: Order) -> tuple[CutOut, ...]:
    """Return the hare cards of an edition, with backs; none if it plays without them."""
    rules = make_ruleset(order.edition)
    say = speech(order.language)
    width, height = HARE_MM
    middle = width / 2
    cards = []
    for name in rules.deck:
        title = words.card_title(name, say)
        size = 14.0 if name.lstrip("+-").isdigit() and title == name else TITLE_MM
        title_field = Box((middle, height - 14), width - 12, 14)
        text_field = Box((middle, 22), width - 12, 30)
        texts = (
            set_text(title, size, title_field),
            *set_paragraph(
                words.card_text(name, say, rules.options), TEXT_MM, text_field, LEAST_TEXT_MM
            ),
        )
        art = moved_to(drawn("hare"), middle - 15, height - 21, 0.3)
        cards.append(CutOut(width, height, (*_frame(width, height), *art), texts, back=_back()))
    return tuple(cards)


def carrot_cards(order: Order) -> tuple[CutOut, ...]:
    """Return the carrots: cards of 1, 3, 5, 10, 15, 30 and 60."""
    say = speech(order.language)
    width, height = CARROT_MM
    middle = width / 2
    art = tuple(moved_to(drawn("carrot"), middle - 11, height - 20, 0.22))
    pieces = []
    for amount, copies in CARROT_CARDS.items():
        texts: tuple[PrintedText, ...] = (
            set_text(str(amount), 14, Box((middle, height - 12), width - 12, 12)),
            set_text(words.carrots(amount, say), 5, Box((middle, 10), width - 12, 7)),
        )
        card = CutOut(width, height, (*_frame(width, height), *art), texts)
        pieces += [card] * copies
    return tuple(pieces)


def lettuce_cards(order: Order) -> tuple[CutOut, ...]:
    """Return enough lettuces for as many players as there are runners."""
    say = speech(order.language)
    width, height = LETTUCE_MM
    art = tuple(moved_to(drawn("lettuce"), width / 2 - 11, height - 6, 0.22))
    text = set_text(words.lettuces(1, say), 4, Box((width / 2, 9), width - 10, 6))
    needed = max(
        seats * make_ruleset(order.edition, seats).options.lettuces
        for seats in range(FEWEST_SEATS, len(PIECES) + 1)
    )
    return (CutOut(width, height, (*_frame(width, height), *art), (text,)),) * needed


def _frame(width: float, height: float) -> tuple[PrintedShape, ...]:
    """Return the ground of a card, and a line inside its edge."""
    inner = (INSET_MM, INSET_MM, width - 2 * INSET_MM, height - 2 * INSET_MM)
    return (
        PrintedShape(rounded(0, 0, width, height), ink("var(--sheet)")),
        PrintedShape(rounded(*inner, CORNER_MM), None, ink("var(--wood-edge)"), 0.5),
    )


def _back() -> tuple[PrintedShape, ...]:
    """Return the back of a hare card."""
    width, height = HARE_MM
    inner = (INSET_MM, INSET_MM, width - 2 * INSET_MM, height - 2 * INSET_MM)
    return (
        PrintedShape(rounded(0, 0, width, height), ink("var(--hedge-light)")),
        PrintedShape(rounded(*inner, CORNER_MM), ink("var(--sheet)")),
        *moved_to(drawn("hare"), width / 2 - 22, height / 2 + 22, 0.44),
    )
