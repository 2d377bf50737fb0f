"""Draws the picture of a race as SVG, for messengers: light, square, with its own font.

Sizes are in units of the picture; shown 360 wide, three of them are a pixel.
"""

import base64
import re
import unicodedata
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from controller.game.pieces import PieceLook
from web.pages.assets import FOLDER, TEMPLATES
from web.views.race_picture import Finisher, RacePicture, RunnerLine

SIDE: Final = 1080
"""Width and height."""
MARGIN: Final = 60
CHART_TOP: Final = 262
ROW: Final = 66
TEAM_ROW: Final = 88
NARROW_ROW: Final = 62
"""Heights of a row of the final order: usual, with the team below each name, or one of many."""
WORDS: Final = 138
"""Width of the words beside the chart."""
TOKEN: Final = 50
TALL: Final = 1.24
"""Width of a runner, and its height in widths."""
READABLE: Final = 30
"""Least size of a name beside others; else each gets a row of its own."""
LEAST: Final = 24
"""Least size of a text; one that still does not fit is shortened."""
LONG_RACE: Final = 110
"""Turns from which on lines are finer."""
TICKS: Final = {1: None, 2: (8, 30), 3: (5, 13), 4: (15, 35), 5: (5, 10, 5, 35), 6: (5, 50)}
"""Ink and gap of the ticks across a line, by the runner's number: as in the pages."""

SVG: Final = "http://www.w3.org/2000/svg"
_RULE: Final = re.compile(r"\.(s-[\w-]+)(?:\[[^\]]*\])? \{[^}]*\}")
_FONT_FILE: Final = re.compile(r'url\("\.\./font/([\w.-]+)"\)')


class Room(NamedTuple):
    """Where the chart lies: its edges, and what it shows between them."""

    left: float
    right: float
    top: float
    bottom: float
    turns: int
    home: int

    def x(self, turn: int) -> float:
        """Return the place of a turn."""
        return round(self.left + (self.right - self.left) * turn / max(1, self.turns), 1)

    def y(self, square: int) -> float:
        """Return the place of a square."""
        return round(self.bottom - (self.bottom - self.top) * square / self.home, 1)


def race_svg(shown: RacePicture) -> bytes:
    """Return the picture as an SVG file."""
    ET.register_namespace("", SVG)
    size = str(SIDE)
    root = ET.Element(f"{{{SVG}}}svg", width=size, height=size, viewBox=f"0 0 {size} {size}")
    root.attrib |= {"lang": shown.language, "role": "img", "aria-labelledby": "title text"}
    root.attrib |= {"font-family": "Vollkorn, Georgia, serif", "font-weight": "700"}
    _add(root, "title", id="title").text = shown.headline
    _add(root, "desc", id="text").text = shown.text
    pictures = [
        "hare",
        "lettuce",
        "ears",
        *sorted({f"shape-{each.look.shape}" for each in shown.lines}),
    ]
    symbols = [deepcopy(_symbol(name)) for name in pictures]
    _add(root, "style").text = _styles(symbols)
    _add(root, "defs").extend(symbols)
    _add(root, "rect", width=SIDE, height=SIDE, fill=_ink("paper"))
    _draw_head(root, shown)
    columns = _columns(shown.finishers)
    rows = -(-len(shown.finishers) // columns)
    row = TEAM_ROW if shown.finishers[0].team else ROW if rows <= 3 else NARROW_ROW
    list_top = SIDE - MARGIN + 14 - rows * row
    _draw_chart(root, shown, list_top - 26)
    for at, finisher in enumerate(shown.finishers):
        column, line = divmod(at, rows)
        width = (SIDE - 2 * MARGIN) / columns
        _draw_finisher(root, finisher, MARGIN + column * width, list_top + line * row, width - 20)
    file: bytes = ET.tostring(root, "utf-8", xml_declaration=True)
    return file


def _draw_head(root: ET.Element, shown: RacePicture) -> None:
    _use(root, "hare", MARGIN, 36, 72)
    width = SIDE - 2 * MARGIN
    _write(root, shown.game, MARGIN + 90, 88, 36, width - 90, fill=_ink("leaf"))
    _write(root, shown.headline, MARGIN, 172, 68, width)
    _write(root, shown.about, MARGIN, 226, 36, width, fill=_ink("ink-soft"))


def _draw_chart(root: ET.Element, shown: RacePicture, bottom: float) -> None:
    sheet = {"x": MARGIN - 24, "y": CHART_TOP - 12, "width": SIDE - 2 * MARGIN + 48, "rx": 28}
    _add(root, "rect", **sheet, height=bottom - CHART_TOP + 12, fill=_ink("sheet"))
    left, right = MARGIN + WORDS, SIDE - MARGIN - 94
    room = Room(left, right, CHART_TOP + 46, bottom - 62, shown.turns, shown.home)
    for square in (0, *shown.lettuces, shown.home):
        y = room.y(square)
        _add(root, "path", d=f"M{room.left} {y}H{room.right}", stroke=_ink("line"), stroke_width=2)
        if square in shown.lettuces:
            _use(root, "lettuce", room.left - 58, y - 21, 42)
    for word, square in ((shown.start, 0), (shown.home_word, shown.home)):
        _write(
            root, word, MARGIN, room.y(square) + 10, 30, WORDS - 8, least=18, fill=_ink("ink-soft")
        )
    _draw_turns(root, room, shown.turn)
    for line in shown.lines:
        _draw_line(root, line, room)
    _draw_runners(root, shown.lines, room)


def _draw_turns(root: ET.Element, room: Room, word: str) -> None:
    step = next(each for each in _steps() if room.x(each) - room.left >= 100)
    y = room.bottom + 46
    _write(root, word, MARGIN, y, 28, WORDS - 30, fill=_ink("ink-soft"))
    for turn in range(0, room.turns + 1, step):
        label = _write(root, str(turn), room.x(turn), y, 28, 90, fill=_ink("ink-soft"))
        label.set("text-anchor", "middle")


def _steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _draw_line(root: ET.Element, line: RunnerLine, room: Room) -> None:
    points = [f"{room.x(turn)},{room.y(line.squares[turn])}" for turn in _corners(line.squares)]
    width = 9 if room.turns < LONG_RACE else 6
    group = _add(root, "g", fill="none", stroke_linejoin="round")
    look, ticks = line.look, TICKS[line.look.number]
    # The edge carries the line where the runner's own colour is too near to the paper's.
    strokes = [(_mixed(look.rgb, _ink("ink"), 0.55), width + 5), (look.rgb, width)]
    for colour, wide in strokes:
        _add(
            group,
            "polyline",
            points=" ".join(points),
            stroke=colour,
            stroke_width=wide,
            stroke_linecap="round",
        )
    if ticks:
        dashes = " ".join(map(str, ticks))
        _add(
            group,
            "polyline",
            points=" ".join(points),
            stroke=look.ink,
            stroke_width=width,
            stroke_dasharray=dashes,
        )


def _corners(squares: Sequence[int]) -> Iterator[int]:
    """Yield the turns where a line begins, ends or bends."""
    last = len(squares) - 1
    for turn, square in enumerate(squares):
        if turn in (0, last) or not squares[turn - 1] == square == squares[turn + 1]:
            yield turn


def _draw_runners(root: ET.Element, lines: Sequence[RunnerLine], room: Room) -> None:
    """Draw each runner at the end of its line; apart where they would lie on each other."""
    gap = min(TOKEN * TALL + 3, (room.bottom - room.top) / max(1, len(lines) - 1))
    ends = sorted(lines, key=lambda line: (-line.squares[-1], len(line.squares)))
    places: list[float] = []
    for line in ends:
        places.append(max(room.y(line.squares[-1]), places[-1] + gap if places else 0))
    floor = room.bottom
    for at in reversed(range(len(places))):
        places[at] = min(places[at], floor)
        floor = places[at] - gap
    for line, y in zip(ends, places, strict=True):
        end = f"{room.x(len(line.squares) - 1)} {room.y(line.squares[-1])}"
        way = f"M{end}L{room.right} {room.y(line.squares[-1])}L{room.right + 34} {y}"
        _add(
            root,
            "path",
            d=way,
            fill="none",
            stroke=_ink("ink-soft"),
            stroke_width=3,
            stroke_dasharray="4 9",
        )
        _draw_runner(root, line.look, room.right + 34, y, min(TOKEN, gap / TALL))


def _draw_runner(
    root: ET.Element, look: PieceLook, left: float, middle: float, size: float = TOKEN
) -> None:
    """Draw a runner as it stands on the board, its front around the middle."""
    group = _add(root, "g", fill=look.rgb, stroke=_mixed(look.rgb, "#000000", 0.42), stroke_width=5)
    for name in ("ears", f"shape-{look.shape}"):
        _use(group, name, left, middle - size * 0.78, size, size * TALL)
    y = middle + size * (0.26 if look.shape == "triangle" else 0.18)
    text = _write(group, str(look.number), left + size / 2, y, size / 2, size, fill=look.ink)
    text.attrib |= {"text-anchor": "middle", "stroke": "none"}


def _columns(finishers: Sequence[Finisher]) -> int:
    """Return 2 if all names are readable in half a row, else 1."""
    width = (SIDE - 2 * MARGIN) / 2 - 20
    fits = all(_ems(each.name) * READABLE <= width - _before_name(each) for each in finishers)
    return 2 if fits else 1


def _before_name(finisher: Finisher) -> float:
    return 92 + len(finisher.looks) * (TOKEN + 4) + 14


def _draw_finisher(root: ET.Element, each: Finisher, left: float, top: float, width: float) -> None:
    y = top + 44
    _write(root, each.place, left, y, 38, 86)
    for at, look in enumerate(each.looks):
        _draw_runner(root, look, left + 92 + at * (TOKEN + 4), y - 14)
    x = left + _before_name(each)
    _write(root, each.name, x, y, 38, left + width - x)
    if each.team:
        _write(root, each.team, x, y + 32, 26, left + width - x, fill=_ink("ink-soft"))


def _write(
    parent: ET.Element,
    text: str,
    x: float,
    y: float,
    size: float,
    width: float,
    *,
    least: float = LEAST,
    fill: str = "",
) -> ET.Element:
    """Write a line with its baseline at `y`, smaller or at last shorter to fit into a width."""
    while _ems(text) * least > width and len(text) > 1:
        text = f"{text.rstrip('…')[:-1]}…"
    size = round(min(size, width / _ems(text)), 1)
    element = _add(parent, "text", x=x, y=y, font_size=size, fill=fill or _ink("ink"))
    element.text = text
    return element


def _ems(text: str) -> float:
    """Return the width of a text in sizes of the font, or somewhat more.

    Names may have letters that the font lacks, so nobody knows their exact width.
    """
    return sum(map(_em, text)) or 1.0


def _em(letter: str) -> float:
    if letter in "ijltfrI.,:;'!|() ":
        return 0.45
    if letter in "mwMWÆæ@%&…" or unicodedata.east_asian_width(letter) in "WF" or letter > "\uffff":
        return 1.0
    return 0.62 if letter.islower() else 0.76


def _add(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    written = {
        key.replace("_", "-"): value if isinstance(value, str) else f"{round(value, 1):g}"
        for key, value in attributes.items()
    }
    return ET.SubElement(parent, f"{{{SVG}}}{tag}", written)


def _use(
    parent: ET.Element, name: str, x: float, y: float, width: float, height: float = 0
) -> None:
    _add(parent, "use", href=f"#{name}", x=x, y=y, width=width, height=height or width)


def _mixed(colour: str, other: str, share: float) -> str:
    """Return a colour, both as #rrggbb, with a share of another one."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


@cache
def _symbol(name: str) -> ET.Element:
    root = ET.parse(TEMPLATES / "_symbols.svg").getroot()
    found = root.find(f"{{{SVG}}}symbol[@id='{name}']")
    assert found is not None, name
    return found


def _styles(symbols: Sequence[ET.Element]) -> str:
    """Return the rules of the symbols, and the font of all texts, which the file brings along."""
    used = {each.get("class") for symbol in symbols for each in symbol.iter()}
    rules = [match[0] for match in _RULE.finditer(_sheet("symbols")) if match[1] in used]
    drawn = re.sub(r"var\(--([\w-]+)\)", lambda match: _ink(match[1]), "\n".join(rules))
    return f"{_fonts()}\n{drawn}"


@cache
def _fonts() -> str:
    def data(match: re.Match[str]) -> str:
        file = base64.b64encode((FOLDER / "font" / match[1]).read_bytes()).decode()
        return f'url("data:font/woff2;base64,{file}")'

    faces = re.findall(r"@font-face \{[^}]*\}", _sheet("base"))
    return _FONT_FILE.sub(data, "\n".join(faces))


def _ink(name: str) -> str:
    """Return a colour of the pages by day."""
    return _inks()[name]


@cache
def _inks() -> dict[str, str]:
    by_day = (_sheet(name).partition("@media")[0] for name in ("base", "symbols"))
    return dict(re.findall(r"--([\w-]+): (#\w+);", "\n".join(by_day)))


@cache
def _sheet(name: str) -> str:
    return (FOLDER / "css" / f"{name}.css").read_text("utf-8")
