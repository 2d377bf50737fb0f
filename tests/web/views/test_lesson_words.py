"""The lesson is told in every language, step by step, with runners on the wood."""

from pathlib import Path

import pytest

from controller.game.editions.files import FOLDER_VARIABLE
from tests.support.table.learner import do_step, go, lesson_of, tidy
from tests.support.table.tabletop import Tabletop
from tests.support.tiers import sample
from web.languages.language import ENGLISH, LANGUAGES, in_english, speech
from web.views.headline import headline
from web.views.instruction import instruction
from web.views.lesson import lesson_seen


def told(top: Tabletop, language: str) -> list[str]:
    """What everybody is told, in a language."""
    say = speech(language)
    seen = lesson_seen(top.snapshot, say)
    assert seen is not None
    return [headline(top.snapshot, None, say), instruction(top.snapshot, None, say), seen.says]


@pytest.mark.parametrize("language", sample(7, LANGUAGES))
def test_every_step_is_told_and_done_in_every_language(tmp_path: Path, language: str) -> None:
    top = Tabletop(tmp_path, lesson=True)
    steps = len(lesson_of(top).parts)
    for number in range(steps):
        assert lesson_of(top).index == number
        tidy(top)
        here, english = told(top, language), told(top, ENGLISH)
        do_step(top)
        here += told(top, language)
        english += told(top, ENGLISH)
        assert all(here[:2])
        assert not any("{" in each for each in here)
        if language != ENGLISH:
            assert [own for own, text in zip(here, english, strict=True) if own == text != ""] == []
        go(top, "next")
    assert top.snapshot.lesson is None


def test_a_table_of_ones_own_has_the_rolls_that_the_lesson_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "rules"))
    table = tmp_path / "rules" / "tables" / "die-table.toml"
    table.parent.mkdir(parents=True)
    table.write_text(f"rows = {[['miss'] * 6, ['again'] * 6]}")
    top = Tabletop(tmp_path, lesson=True, options={"hare": "die-table"})
    while lesson_of(top).part.step.id != "hare":
        go(top, "next")
    assert "a number from 1 to 2 is rolled" in told(top, ENGLISH)[2]


def test_a_wrong_move_is_answered_kindly(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    hint = "In this step, go to carrot square 2: it is lit."
    for square, reason in ((4, "In a race that would be a move."), (11, "Square 11 is a tortoise")):
        top.move("Ann", square)
        assert headline(top.snapshot, 0, in_english()) == "Try again, Ann"
        answer = instruction(top.snapshot, 0, in_english())
        assert answer.startswith(reason)
        assert answer.endswith(hint)
