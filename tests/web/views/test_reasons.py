"""Reasons, moves and sources of carrots in words, in every language."""

import itertools
from typing import Final

import pytest

from controller.game.advice.reasons import (
    AnyReason,
    ArrivesHome,
    Costs,
    DrawsGoingBack,
    LandsOnHare,
    LastLettuce,
    MayStay,
    Overtakes,
    PaidForLeaving,
    PassesLastLettuce,
    TooFewForHome,
    TooManyForHome,
    WaitedUnpassed,
    WillChew,
    WillPay,
)
from controller.game.pieces import Player, Seating
from controller.game.rules import legal
from tests.support.rules.positions import opening, position
from web.languages.language import LANGUAGES, in_english, speech
from web.views.analysis import SOURCES, source_name
from web.views.reasons import action_named, reason_told
from web.views.words import Teller

PLAYERS: Final = (
    Player("Ann", ("red",)),
    Player("Ben", ("blue",)),
    Player("Cem", ("green",)),
)
DOUBTS: Final = tuple(itertools.product(((), (1,), (1, 2)), (False, True), (False, True)))
EVERY: Final[tuple[AnyReason, ...]] = (
    *(WillPay(3, 30, *doubts) for doubts in DOUBTS),
    *(WillChew(3, 30, *doubts) for doubts in DOUBTS),
    ArrivesHome(2, 5),
    PaidForLeaving(3, 30, False),
    WaitedUnpassed(10, False),
    DrawsGoingBack(50, True),
    LastLettuce(1),
    PassesLastLettuce(2),
    MayStay(),
    LandsOnHare(),
    Overtakes((1, 2)),
    TooManyForHome(30, 10),
    TooFewForHome(6, 2),
    Costs(6, 59),
)


def table(language: str = "en", *, hedgehog: bool = False) -> Teller:
    return Teller(speech(language), Seating(PLAYERS), 64, hedgehog=hedgehog)


def told(reason: AnyReason) -> str:
    return reason_told(reason, opening().rules.options, table())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_of_its_own_in_every_language(language: str) -> None:
    sentences = [reason_told(each, opening().rules.options, table(language)) for each in EVERY]
    assert len({*sentences}) == len(EVERY)
    english = [told(each) for each in EVERY]
    assert (sentences == english) == (language == "en")
    assert all("{" not in each for each in sentences)
    sources = [source_name(each, table(language)) for each in SOURCES]
    assert len({*sources}) == len(SOURCES)


def test_a_payout_names_who_may_spoil_it() -> None:
    assert told(WillPay(3, 30, (1,), False, False)) == (
        "3rd there: leaving it draws 30 carrots, unless Ben passes."
    )
    assert told(WillChew(1, 10, (1, 2), True, True)) == (
        "1st there: the lettuce draws 10 carrots, unless Ben or Cem passes or somebody falls back. "
        "The patch may not have that many."
    )
    assert told(WillPay(3, 30, (), False, False)) == "3rd there: leaving it draws 30 carrots."


def test_a_move_is_named_by_its_square_and_runner() -> None:
    state = position([12, 30, 40])
    names = {str(each): action_named(each, state, table()) for each in legal(state)}
    assert (names["f13"], names["b"]) == ("square 13", "square 11")
    two = position([(15, 61), (30, 40)], lettuces=0)
    pair = (Player("Ann", ("red", "yellow")), Player("Ben", ("blue", "green")))
    teller = Teller(in_english(), Seating(pair), 64)
    names = {str(each): action_named(each, two, teller) for each in legal(two)}
    assert (names["2:f64"], names["1:b"]) == ("yellow: HOME", "red: square 11")
    assert (names["draw"], names["pay"]) == ("Draw 10 carrots", "Pay 10 carrots")


def test_an_edition_with_a_hedgehog_says_so() -> None:
    assert source_name("tortoises", table(hedgehog=True)) == "Hedgehogs"
