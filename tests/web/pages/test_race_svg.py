"""The picture of a race: well-formed, without strangers' names, and with room for every text."""

import itertools
from datetime import date
from functools import cache
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from controller.game.pieces import PIECES, Player
from controller.table.past_games import Story
from tests.support.records.stories import NAMES, finished, seats
from web.artwork.drawings import text_width
from web.languages.language import LANGUAGES, speech
from web.pages.race_svg import LEAST, MARGIN, SIDE, SVG, Room, race_svg
from web.views.race_picture import race_picture

DAY = date(2026, 9, 24)
LONG: Final = (
    "Maximiliane von Schwarz-",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "&<Bé \"n\" 'x'>]]>",
    "陳大文" * 8,
    "محمد بن عبد الله",
    "🐇" * 24,
)
RACES: Final = {
    "two with two runners": lambda: finished(seats(LONG[:2], runners=2), 2),
    "three": lambda: finished(seats(NAMES[:3]), 3),
    "six": lambda: finished(seats(NAMES), 5),
    "six with long names": lambda: finished(seats(LONG), 6),
    "teams": lambda: finished(seats(NAMES), 4, teams=[[0, 3], [1, 4], [2, 5]]),
}


@cache
def run(race: str) -> Story:
    return RACES[race]()


def drawn(race: str, language: str = "en", *, names: bool = False) -> bytes:
    return race_svg(race_picture(run(race), DAY, speech(language), names=names))


def every(root: ET.Element, tag: str) -> list[ET.Element]:
    return [*root.iter(f"{{{SVG}}}{tag}")]


def texts(file: bytes) -> list[ET.Element]:
    return every(ET.fromstring(file), "text")


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("race", RACES)
def test_it_is_well_formed_and_has_names_only_if_they_are_wanted(race: str, *, names: bool) -> None:
    for language in LANGUAGES:
        file = drawn(race, language, names=names)
        root = ET.fromstring(file)
        assert root.get("lang") == language
        assert (root.get("width"), root.get("height")) == (str(SIDE), str(SIDE))
        title, text = root.find(f"{{{SVG}}}title"), root.find(f"{{{SVG}}}desc")
        assert title is not None
        assert text is not None
        assert title.text
        assert text.text
        assert root.get("aria-labelledby") == f"{title.get('id')} {text.get('id')}"
        everything = "".join([file.decode(), *root.itertext()]).casefold()
        for player in run(race).players:
            assert (player.name.casefold() in everything) is names


def box(text: ET.Element) -> tuple[float, float, float, float]:
    """Left, top, right and baseline of a text."""
    size = float(text.get("font-size", 0))
    width = sum(width_of(letter, size) for letter in text.text or "")
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    left = x - (width / 2 if text.get("text-anchor") == "middle" else 0)
    return left, y - 0.7 * size, left + width, y


def width_of(letter: str, size: float) -> float:
    try:
        return text_width(letter, size)
    except ValueError:  # of other fonts, hardly any letter is wider than it is high
        return size


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("race", RACES)
def test_every_text_fits_and_lies_on_no_other(race: str, *, names: bool) -> None:
    for language in LANGUAGES:
        boxes = [(*box(text), text.text) for text in texts(drawn(race, language, names=names))]
        for at, (left, top, right, bottom, one) in enumerate(boxes):
            assert MARGIN - 24 <= left < right <= SIDE - MARGIN + 24, one
            assert 0 < top < bottom < SIDE - 10, one
            assert (names and run(race).players[0].name in LONG) or "…" not in (one or "")
            for other_left, other_top, other_right, other_bottom, other in boxes[:at]:
                apart = left >= other_right or right <= other_left
                assert apart or top >= other_bottom or bottom <= other_top, (one, other)


def test_names_of_usual_length_are_whole_and_long_ones_are_whole_if_there_is_room() -> None:
    written = [text.text for text in texts(drawn("six with long names", names=True))]
    assert set(LONG[:3]) <= set(written)
    sizes = [float(text.get("font-size", 0)) for text in texts(drawn("six", names=True))]
    assert min(sizes) >= 18
    named = [text for text in texts(drawn("six", names=True)) if text.text in NAMES]
    assert len(named) == 6
    assert all(float(text.get("font-size", 0)) >= 30 for text in named)
    assert all(
        float(text.get("font-size", 0)) >= LEAST
        for text in texts(drawn("six with long names", names=True))
        if text.text in LONG
    )


def test_every_runner_has_its_line_its_shape_and_its_number() -> None:
    root = ET.fromstring(drawn("six"))
    dashes = {line.get("stroke-dasharray") for line in every(root, "polyline")}
    assert len(dashes) == 6  # one is plain; nobody has to see colours
    for look in PIECES:
        shapes = [use.get("href") for use in every(root, "use")]
        assert shapes.count(f"#shape-{look.shape}") == 2  # at its line's end, and in the order
        assert look.rgb in [line.get("stroke") for line in every(root, "polyline")]
    there = {symbol.get("id") for symbol in every(root, "symbol")}
    assert {f"#{name}" for name in there} == {use.get("href") for use in every(root, "use")}


@pytest.mark.parametrize("race", RACES)
def test_no_runner_lies_on_another(race: str) -> None:
    shapes = [
        {key: float(use.get(key, 0)) for key in ("x", "y", "width", "height")}
        for use in every(ET.fromstring(drawn(race, names=True)), "use")
        if use.get("href") != "#ears"
    ]
    for at, one in enumerate(shapes):
        for other in shapes[:at]:
            beside = abs(one["x"] - other["x"]) >= min(one["width"], other["width"])
            apart = abs(one["y"] - other["y"]) + 0.2 > min(one["height"], other["height"])
            assert beside or apart


@pytest.mark.parametrize("race", RACES)
def test_a_line_leads_through_all_squares_of_its_runner(race: str) -> None:
    picture = race_picture(run(race), DAY, speech("en"), names=False)
    root = ET.fromstring(race_svg(picture))
    left, right, top, bottom = chart_edges(root)
    room = Room(left, right, top, bottom, picture.turns, picture.home)
    for line in picture.lines:
        (found,) = [each for each in every(root, "polyline") if each.get("stroke") == line.look.rgb]
        points = [tuple(map(float, each.split(","))) for each in found.get("points", "").split()]
        for turn, square in enumerate(line.squares):
            assert height_at(points, room.x(turn)) == pytest.approx(room.y(square), abs=0.2)
        assert points[-1] == (room.x(len(line.squares) - 1), room.y(line.squares[-1]))


def chart_edges(root: ET.Element) -> tuple[float, float, float, float]:
    """The edges of the chart, read from the lines of START and HOME."""
    levels = [path.get("d", "") for path in every(root, "path") if path.get("stroke-width") == "2"]
    ends = []
    for level in levels:
        start, right = level.removeprefix("M").split("H")
        x, y = map(float, start.split())
        ends.append((x, float(right), y))
    heights = [y for _, _, y in ends]
    return ends[0][0], ends[0][1], min(heights), max(heights)


def height_at(points: list[tuple[float, ...]], x: float) -> float:
    """The height of a line at a place."""
    for (left, y), (right, next_y) in itertools.pairwise(points):
        if left <= x <= right:
            return y if right == left else y + (next_y - y) * (x - left) / (right - left)
    raise AssertionError(x)


def test_a_name_full_of_markup_stays_text() -> None:
    players = (Player("</text><script>alert(1)</script>"[:24], ("red",)), *seats(NAMES)[1:3])
    picture = race_picture(finished(players, 3), DAY, speech("en"), names=True)
    root = ET.fromstring(race_svg(picture))
    assert not every(root, "script")
    assert players[0].name in [text.text for text in every(root, "text")]


def test_nothing_is_asked_from_elsewhere() -> None:
    """A picture in a messenger, or drawn on a canvas, can fetch nothing."""
    file = drawn("six", names=True).decode()
    assert "url(" in file
    assert file.count("url(") == file.count('url("data:font/woff2;base64,')
    assert "var(" not in file
    assert file.count("http") == 1  # the name of SVG itself


def test_a_name_of_an_edition_that_is_far_too_long_is_cut_short() -> None:
    picture = replace(race_picture(run("three"), DAY, speech("en"), names=False), game="hare " * 40)
    (found,) = [each for each in texts(race_svg(picture)) if (each.text or "").startswith("hare ")]
    assert (found.text or "").endswith("…")
    assert float(found.get("font-size", 0)) >= LEAST
    assert box(found)[2] <= SIDE - MARGIN
