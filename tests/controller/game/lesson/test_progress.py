"""Which set-ups of a lesson are refused."""

from pathlib import Path

import msgspec
import pytest

from controller.game.editions.files import FOLDER_VARIABLE
from controller.game.lesson.progress import refuse_lesson_that_cannot_be
from controller.game.rules import BadSetup
from tests.support.lesson.steps import setup_of

NUMBERS = 'name = "Numbers"\nsquares = "' + "2 3 4 " * 21 + '"\n'


@pytest.mark.parametrize("players", [2, 3])
def test_a_track_of_ones_own_without_any_square_of_the_lesson_is_refused(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "tracks").mkdir()
    (tmp_path / "tracks" / "numbers.toml").write_text(NUMBERS, "utf-8")
    setup = setup_of("parlett-2018", players, {"track": "numbers"})
    with pytest.raises(BadSetup, match="does not fit these rules: start the race"):
        refuse_lesson_that_cannot_be(setup)
    refuse_lesson_that_cannot_be(msgspec.structs.replace(setup, lesson=msgspec.UNSET))


def test_a_lesson_for_opponents_alone_is_refused() -> None:
    setup = setup_of("parlett-2018", 3, {})
    refuse_lesson_that_cannot_be(setup)
    seats = tuple(msgspec.structs.replace(seat, opponent="walker") for seat in setup.seats)
    with pytest.raises(BadSetup, match="let a person play"):
        refuse_lesson_that_cannot_be(msgspec.structs.replace(setup, seats=seats))
