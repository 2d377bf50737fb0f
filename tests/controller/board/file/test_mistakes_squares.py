"""Every mistake in a board file is told: those of the squares."""

from pathlib import Path

import pytest

from tests.support.board.broken import DRAWN, GOOD, told


@pytest.mark.parametrize(
    ("text", "right", "wrong", "sentence"),
    [
        (GOOD, 'name = "A board"\n', "", "b.toml: name: is missing."),
        (GOOD, '"A board"', "7", "b.toml, line 1: name: 7 is not a text with something in it."),
        (
            GOOD,
            "[readers]\n",
            "[lihgts]\n[readers]\n",
            "b.toml, line 5: there is no key “lihgts”; did you mean “lights”?",
        ),
        (
            GOOD,
            "[squares]",
            "[sqares]",
            "b.toml, line 2: there is no key “sqares”; did you mean “squares”?",
        ),
        (
            GOOD,
            "count = 4",
            "count = 65",
            "b.toml, line 3: [squares] count: 65 is not a whole number from 1 to 64.",
        ),
        (GOOD, "count = 4\n", "", "b.toml, line 2: [squares] count: is missing."),
        (
            GOOD,
            "columns = 2",
            "colums = 2",
            "b.toml, line 4: there is no key “colums” in [squares]; did you mean “columns”?",
        ),
        (
            GOOD,
            "columns = 2",
            'columns = 2\nlayout = "serpent"',
            (
                "b.toml, line 5: [squares] layout: “serpent” is not “serpentine”, “rows” or "
                "“columns”; did you mean “serpentine”?"
            ),
        ),
        (
            GOOD,
            "columns = 2",
            'columns = 2\ncorner = "topleft"',
            (
                "b.toml, line 5: [squares] corner: “topleft” is not “top-left”, “top-right”, "
                "“bottom-left” or “bottom-right”; did you mean “top-left”?"
            ),
        ),
        (
            GOOD,
            "columns = 2",
            'columns = 2\ndirection = "down"',
            (
                "b.toml, line 5: [squares] direction: “down” is not possible with the layout "
                "“serpentine” from the corner “bottom-left”; write “right” or “up”."
            ),
        ),
        (
            GOOD,
            "columns = 2",
            "columns = 2\nwithout_reader = [3]",
            ("b.toml, line 5: [squares] without_reader: 3: there is a reader, on a bus below."),
        ),
        (
            GOOD,
            "columns = 2",
            "columns = 2\nwithout_reader = [5]",
            (
                "b.toml, line 5: [squares] without_reader: 5 is no square of this board: the "
                "squares are 1 to 4."
            ),
        ),
        (
            DRAWN,
            "[0, 1]",
            "[0, 0]",
            "b.toml, line 3: [squares] places: square 2 lies where square 1 lies.",
        ),
        (
            DRAWN,
            "[0, 1]",
            "[0, -1]",
            (
                "b.toml, line 3: [squares] places: square 2: [0, -1] is not a place: write "
                "[row, column], each from 0 to 63."
            ),
        ),
        (
            DRAWN,
            "[readers]",
            "columns = 2\n[readers]",
            (
                "b.toml, line 4: [squares] columns: “places” already says where each square "
                "lies; leave one of them out."
            ),
        ),
        (
            DRAWN,
            "[readers]",
            "count = 5\n[readers]",
            "b.toml, line 4: [squares] count: 5 are counted, but “places” has 4.",
        ),
        (
            DRAWN,
            "[[0, 0], [0, 1], [1, 1], [1, 0]]",
            '"1 2\\n4 4"',
            "b.toml, line 3: [squares] places: square 4 is drawn twice.",
        ),
        (
            DRAWN,
            "[[0, 0], [0, 1], [1, 1], [1, 0]]",
            '"1 x\\n4 3"',
            ("b.toml, line 3: [squares] places: “x” in a drawing is neither a square nor “-”."),
        ),
        (
            DRAWN,
            "[[0, 0], [0, 1], [1, 1], [1, 0]]",
            '"1 2\\n5 4"',
            (
                "b.toml, line 3: [squares] places: square 3 is missing: they are numbered from "
                "1 on, without a gap."
            ),
        ),
        (
            DRAWN,
            "[[0, 0], [0, 1], [1, 1], [1, 0]]",
            "[]",
            "b.toml, line 3: [squares] places: there is no square in it.",
        ),
        (
            DRAWN,
            "[[0, 0], [0, 1], [1, 1], [1, 0]]",
            "true",
            ("b.toml, line 3: [squares] places: true is neither a drawing nor a list of places."),
        ),
        (
            GOOD,
            "columns = 2",
            'columns = 2\nlayout = "rows"\ndirection = "sideways"',
            (
                "b.toml, line 6: [squares] direction: “sideways” is not “left”, “right”, “up” or "
                "“down”."
            ),
        ),
        (
            DRAWN,
            "[[0, 0], [0, 1], [1, 1], [1, 0]]",
            str([[row, column] for row in range(8) for column in range(9)]),
            "b.toml, line 3: [squares] places: 72 squares are too many; 64 is the most.",
        ),
    ],
)
def test_a_mistake_is_told(
    tmp_path: Path, text: str, right: str, wrong: str, sentence: str
) -> None:
    assert sentence in told(tmp_path, text, right, wrong)
