"""Reads the drawings of the pages as shapes to print: symbols, inks, letters.

Source: `web/templates/_symbols.svg`, `web/static/css`, `web/static/font`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

WEB: Final = Path(__file__).resolve().parents[1]
STYLES: Final = ("base", "parts", "board", "symbols")
SVG: Final = "{http://www.w3.org/2000/svg}"
VIEW: Final = 100.0
"""Width and height of a symbol's own box."""
_VARIABLE: Final = re.compile(r"--([\w-]+):\s*([^;}]+)")
_RULE: Final = re.compile(r'\.(s-[\w-]+)(\[fill="none"\])?\s*\{([^}]*)\}')
_INK: Final = re.compile(r"(fill|stroke):\s*([^;]+)")
NARROW_SPACES: Final = "\u2009\u202f"
"""Thin spaces, as before French marks; the font has none."""
NARROW_SHARE: Final = 0.6
_KAPPA: Final = 0.5522847498


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour: red, green and blue, and how much it covers, 0 to 1."""

    red: float
    green: float
    blue: float
    cover: float = 1.0


@dataclass(frozen=True, slots=True)
class PrintedShape:
    """One outline to fill or to draw.

    Attributes:
        outline: calls of a fontTools pen, each with its points.
        fill: ink inside; None for none.
        stroke: ink of the line; None for none.
        width: of the line.
        round: True if the line has round ends and corners.
        dash: lengths of ink and gap along the line; None for a whole line.
    """

    outline: tuple[tuple[str, tuple[Any, ...]], ...]
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 1.0
    round: bool = False
    dash: tuple[float, ...] | None = None


@cache
def variables() -> Mapping[str, str]:
    """Return the custom properties of the pages by day."""
    found: dict[str, str] = {}
    for name in STYLES:
        text = (WEB / "static" / "css" / f"{name}.css").read_text("utf-8")
        day = re.sub(r"@media \(prefers-color-scheme: dark\) \{.*?\n\}", "", text, flags=re.DOTALL)
        found |= {key: value.strip() for key, value in _VARIABLE.findall(day)}
    return found


def ink(value: str) -> Ink | None:
    """Return the ink of a CSS colour: `var(--name)`, `#rrggbb`, `#rgb`, `rgb(r g b / a)`, `none`.

    Raises:
        ValueError: it is none of these.
    """
    value = value.strip()
    if value == "none":
        return None
    if value.startswith("var(--"):
        return ink(variables()[value[6:-1]])
    if match := re.fullmatch(r"#([0-9a-f]{3}|[0-9a-f]{6})", value, re.IGNORECASE):
        digits = match[1] if len(match[1]) == 6 else "".join(2 * each for each in match[1])
        return Ink(*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)))
    if value.startswith("rgb("):
        parts = [float(each) for each in re.findall(r"[\d.]+", value)]
        return Ink(*(each / 255 for each in parts[:3]), *parts[3:])
    raise ValueError(f"{value} is no colour that can be printed.")


@cache
def symbol(name: str) -> tuple[PrintedShape, ...]:
    """Return the shapes of a symbol in its own box, with y down."""
    root = ET.parse(WEB / "templates" / "_symbols.svg").getroot()
    found = root.find(f"{SVG}symbol[@id='{name}']")
    assert found is not None, name
    return tuple(_shapes(found))


def placed(
    shapes: tuple[PrintedShape, ...], left: float, top: float, size: float
) -> Iterator[PrintedShape]:
    """Yield the shapes of a symbol at a place on the board, in a box of this size, with y up."""
    yield from moved_to(shapes, left, top, size / VIEW)


def moved_to(
    shapes: tuple[PrintedShape, ...], left: float, top: float, scale: float
) -> Iterator[PrintedShape]:
    """Yield the shapes of a symbol with the upper left corner of its box here, and y up."""
    yield from moved(shapes, Transform(scale, 0, 0, -scale, left, top), scale)


def moved(shapes: tuple[PrintedShape, ...], by: Transform, scale: float) -> Iterator[PrintedShape]:
    """Yield shapes transformed, their lines scaled."""
    for shape in shapes:
        pen = RecordingPen()
        turned = TransformPen(pen, by)
        for call, points in shape.outline:
            getattr(turned, call)(*points)
        dash = shape.dash and tuple(length * scale for length in shape.dash)
        yield replace(shape, outline=tuple(pen.value), width=shape.width * scale, dash=dash)


def letters(text: str, size: float) -> tuple[PrintedShape, float]:
    """Return the outline of a text with its baseline at the origin, y up, and its width.

    Args:
        text: the text.
        size: of the font, in the unit of the result.

    Raises:
        ValueError: the font has no such letter.
    """
    outline: list[tuple[str, tuple[Any, ...]]] = []
    x = 0.0
    for letter in text:
        calls, width = _glyph(letter)
        pen = RecordingPen()
        turned = TransformPen(pen, Transform(size, 0, 0, size, x, 0))
        for call, points in calls:
            getattr(turned, call)(*points)
        outline += pen.value
        x += width * size
    return PrintedShape(tuple(outline), fill=Ink(0, 0, 0)), x


def text_width(text: str, size: float) -> float:
    """Return how far a text reaches, by the widths of the font's letters."""
    return sum(_glyph(letter)[1] for letter in text) * size


@cache
def _glyph(letter: str) -> tuple[tuple[tuple[str, tuple[Any, ...]], ...], float]:
    """Return the outline of a letter in a font of size 1, and its width.

    Raises:
        ValueError: the font has no such letter.
    """
    if letter in NARROW_SPACES:
        return (), NARROW_SHARE * _glyph(" ")[1]
    font = next((each for each in _fonts() if ord(letter) in each.getBestCmap()), None)
    if font is None:
        raise ValueError(f"The font has no letter “{letter}”.")
    scale = 1 / font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(letter)]]
    pen = DecomposingRecordingPen(glyphs)
    glyph.draw(TransformPen(pen, Transform(scale, 0, 0, scale, 0, 0)))
    return tuple(pen.value), glyph.width * scale


def bounds(shape: PrintedShape) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of an outline."""
    pen = BoundsPen(None)
    for call, points in shape.outline:
        getattr(pen, call)(*points)
    assert pen.bounds is not None
    left, bottom, right, top = pen.bounds
    return left, bottom, right, top


def circle(x: float, y: float, radius: float) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return the outline of a circle."""
    return rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def rounded(
    left: float, low: float, width: float, height: float, radius: float = 0.0
) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return the outline of a rectangle, with round corners if a radius is given."""
    right, high, k = left + width, low + height, radius * (1 - _KAPPA)
    return (
        ("moveTo", ((left + radius, low),)),
        ("lineTo", ((right - radius, low),)),
        ("curveTo", ((right - k, low), (right, low + k), (right, low + radius))),
        ("lineTo", ((right, high - radius),)),
        ("curveTo", ((right, high - k), (right - k, high), (right - radius, high))),
        ("lineTo", ((left + radius, high),)),
        ("curveTo", ((left + k, high), (left, high - k), (left, high - radius))),
        ("lineTo", ((left, low + radius),)),
        ("curveTo", ((left, low + k), (left + k, low), (left + radius, low))),
        ("closePath", ()),
    )


@cache
def _fonts() -> tuple[TTFont, ...]:
    folder = WEB / "static" / "font"
    return tuple(TTFont(folder / f"vollkorn-700-{part}.woff2") for part in ("latin", "latin-ext"))


@cache
def _rules() -> tuple[tuple[str, bool, Mapping[str, str]], ...]:
    text = (WEB / "static" / "css" / "symbols.css").read_text("utf-8")
    return tuple(
        (name, bool(hollow), dict(_INK.findall(body))) for name, hollow, body in _RULE.findall(text)
    )


def _look(element: ET.Element) -> dict[str, str]:
    """Return fill and stroke of an element, as the pages' style sheet has them."""
    look = {key: value for key in ("fill", "stroke") if (value := element.get(key))}
    hollow = look.get("fill") == "none"
    for name, only_hollow, inks in _rules():
        if name in element.get("class", "").split() and (hollow or not only_hollow):
            look |= inks
    return {"fill": "#000", "stroke": "none", **look}


def _shapes(group: ET.Element) -> Iterator[PrintedShape]:
    for element in group:
        look = _look(element)
        fill, stroke = ink(look["fill"]), ink(look["stroke"])
        if fill is not None:
            fill = replace(fill, cover=fill.cover * float(element.get("fill-opacity", "1")))
        yield PrintedShape(
            _outline(element),
            fill,
            stroke,
            float(element.get("stroke-width", "1")),
            "round" in (element.get("stroke-linecap"), element.get("stroke-linejoin")),
            tuple(map(float, element.get("stroke-dasharray", "").split())) or None,
        )


def _outline(element: ET.Element) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    def number(key: str, usual: float = 0.0) -> float:
        return float(element.get(key, usual))

    match element.tag.removeprefix(SVG):
        case "path":
            pen = RecordingPen()
            parse_path(element.get("d"), pen)
            return tuple(pen.value)
        case "circle":
            return circle(number("cx"), number("cy"), number("r"))
        case "rect":
            box = (number("x"), number("y"), number("width"), number("height"))
            return rounded(*box, number("rx"))
        case "text":
            shape, width = letters(element.text or "", number("font-size"))
            across = number("textLength", width) / width
            left = number("x") - across * width / 2
            by = Transform(across, 0, 0, -1, left, number("y"))
            return next(moved((shape,), by, 1.0)).outline
    raise ValueError(  # untested: no drawing that is printed has another shape
        f"{element.tag} cannot be printed."
    )
