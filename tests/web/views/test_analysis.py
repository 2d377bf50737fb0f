"""What is told of an action that would have been better."""

import pytest

from controller.game.advice.analysis import Alternative
from controller.game.history import Game
from controller.game.pieces import Player, Seating
from tests.support.rules.positions import position
from web.languages.language import in_english
from web.views.analysis import better_told
from web.views.words import Teller


@pytest.mark.parametrize(
    ("turns_sooner", "reasons"),
    [
        (0.7, ()),
        (0.8, ("About 1 turn sooner HOME, by the board's estimate.",)),
        (2.4, ("About 2 turns sooner HOME, by the board's estimate.",)),
    ],
)
def test_how_much_sooner_is_told_only_where_it_is_much(
    turns_sooner: float, reasons: tuple[str, ...]
) -> None:
    start = position([61, 63, 20], carrots=[11, 2, 65], lettuces=0)
    (ply,) = Game(start).replay(["draw"]).plies
    players = (("Ann", "red"), ("Ben", "blue"), ("Cem", "green"))
    seating = Seating(tuple(Player(name, (colour,)) for name, colour in players))  # type: ignore[arg-type]  # colours
    better = Alternative("f64", 1.0, 0.25, turns_sooner, (), ())
    told = better_told(better, ply, Teller(in_english(), seating, 64))
    assert (told.sentence, told.chance, told.chance_as_played) == ("Better: HOME.", 100, 25)
    assert told.reasons == reasons
