"""Sentences about refusals, with every reason."""

from collections.abc import Mapping
from typing import Final, cast

from controller.game.pieces import NameAt
from controller.game.rules import BadSetup, Reason
from controller.game.rules.errors import ReasonCode
from controller.refusal import Refusal
from web.languages.language import Speech, mark
from web.views.opponents import named_in
from web.views.shapes.basics import RefusalCode, TroubleView, WhyAnswer
from web.views.words import animal, carrots, colour_name, held_up

COUNTED: Final[Mapping[ReasonCode, str]] = {
    "too-few-carrots": mark("That costs {need}, and you have {have}."),
    # How many it holds could tell what others hold.
    "patch-too-small": mark("The patch holds fewer carrots than that."),
    "too-many-carrots": mark("You would reach HOME with {have}; only {limit} are allowed."),
}
"""Reasons with an amount of carrots in their sentence, in singular and plural."""


def refusal(refused: Refusal | BadSetup, say: Speech, *, hedgehog: bool = False) -> TroubleView:
    """Return a refusal for programs and for people: its code, its sentence and every reason."""
    reasons: tuple[Reason, ...] = getattr(refused, "reasons", ())
    told = tuple(WhyAnswer(each.code, reason(each, say, hedgehog=hedgehog)) for each in reasons)
    if refused.code == "not-saved":
        message = held_up(say)  # without the path that builders read in the log
    elif told:
        message = " ".join(each.message for each in told)
    else:
        message = animal(
            refused.template, say, hedgehog=hedgehog, **_translated(refused.facts, say)
        )
    # A test holds that every code raised is one of these.
    return TroubleView(cast("RefusalCode", refused.code), message, told)


def reason(why: Reason, say: Speech, *, hedgehog: bool) -> str:
    """Describe a reason why an action is not legal, for the player who asked."""
    if why.code in COUNTED:
        counted = "need" if "need" in why.facts else "have"
        amount = carrots(int(why.facts[counted]), say)
        return say._(COUNTED[why.code], **{**why.facts, counted: amount})
    return animal(why.template, say, hedgehog=hedgehog, **_translated(why.facts, say))


def _translated(facts: Mapping[str, int | str | NameAt], say: Speech) -> dict[str, object]:
    """Return the facts, with those that are words or names translated."""
    return {name: _fact(name, fact, say) for name, fact in facts.items()}


def _fact(name: str, fact: int | str | NameAt, say: Speech) -> object:
    if isinstance(fact, NameAt):
        return named_in(fact.players, say)[fact.seat].name
    return colour_name(str(fact), say) if name == "colour" else fact
