"""The board as a value, and the reader of a whole board file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from controller.board.file.buses import TRANSPORT_KEYS, read_bus
from controller.board.file.buttons import read_buttons
from controller.board.file.claims import Claims
from controller.board.file.lights import read_lights
from controller.board.file.readers import NO_SUPPLY, read_readers
from controller.board.file.sheet import BoardSheet, numbers
from controller.board.file.squares import read_squares
from controller.board.file.tags import read_tags
from controller.board.file.web import WebSettings, read_web
from controller.game.pieces import Tag
from hardware.lights.settings import LightSettings
from hardware.ports import Uid
from hardware.presses import ButtonSettings
from hardware.sensing.settings import ArraySettings, Bus, Place, Supply

SECTIONS: Final = ("name", "about", "squares", "readers", "lights", "buttons", "tags", "web")


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board, as its file describes it.

    Attributes:
        name: name shown to people.
        about: description in one line; may be empty.
        squares: place of every square, with or without a reader.
        settings: timing and phases of the readers.
        supply: power supply of the readers; None if the file does not say.
        buses: buses of the readers; each square with a reader is on exactly one.
        advice: sentences on allowed settings that often go wrong.
        lights: the lights; None if the board has none.
        buttons: the buttons; None if the board has none.
        tags: runner and end of each UID; empty if the file does not say.
        web: address and port of the pages.
    """

    name: str
    about: str
    squares: Mapping[int, Place]
    settings: ArraySettings
    supply: Supply | None
    buses: tuple[Bus, ...]
    advice: tuple[str, ...]
    lights: LightSettings | None = None
    buttons: ButtonSettings | None = None
    tags: Mapping[Uid, Tag] = MappingProxyType({})
    web: WebSettings = WebSettings()


def read_board(path: Path) -> Board:
    """Read a board file. No device is opened.

    Raises:
        BadBoard: it cannot be read, or something in it is wrong; with every problem.
    """
    return _board(BoardSheet.of(path))


def parse_board(text: str, file: str) -> Board:
    """Parse the text of a board file.

    Args:
        text: content of the file.
        file: name of the file in messages.

    Raises:
        BadBoard: something in it is wrong; with every problem.
    """
    return _board(BoardSheet.of_text(text, file))


def _board(sheet: BoardSheet) -> Board:
    sheet.allow(SECTIONS)
    name = sheet.text("name")
    about = sheet.text("about", "")
    section = sheet.section("squares")
    places, without = read_squares(section) if section is not None else ({}, frozenset[int]())
    claims = Claims()
    readers = sheet.section("readers")
    buses, settings, supply = (
        _readers(readers, section, places, without, claims)
        if readers is not None
        else ((), None, None)
    )
    lights = sheet.section("lights", needed=False)
    buttons = sheet.section("buttons", needed=False)
    tags = sheet.section("tags", needed=False)
    web = sheet.section("web", needed=False)
    board = Board(
        name=name or "",
        about=about or "",
        squares=MappingProxyType(places),
        settings=settings or ArraySettings(places={}),
        supply=supply,
        buses=buses,
        lights=None if lights is None else read_lights(lights, places, supply, claims),
        buttons=None if buttons is None else read_buttons(buttons, claims),
        tags=MappingProxyType({} if tags is None else read_tags(tags)),
        web=WebSettings() if web is None else read_web(web),
        advice=tuple(claims.advice),
    )
    sheet.finish()
    return board


def _readers(
    sheet: BoardSheet,
    section: BoardSheet | None,
    places: Mapping[int, Place],
    without: frozenset[int],
    claims: Claims,
) -> tuple[tuple[Bus, ...], ArraySettings | None, Supply | None]:
    """Read the buses, the timing and the supply of the readers."""
    buses: list[Bus] = []
    wired: set[int] = set()
    before = sheet.mistakes
    tables = sheet.sections("bus")
    for number, table in enumerate(tables, start=1):
        bus, squares = read_bus(table, places, claims, number)
        wired.update(squares)
        if bus is not None:
            buses.append(bus)
    _check_kinds(tables)
    if not tables and sheet.value("bus") in (None, []):
        sheet.refuse("bus", "is missing: write [[readers.bus]] above the keys of each bus.")
    elif section is not None and places and sheet.mistakes == before:
        _compare(section, set(places), wired, without)
        if not wired:
            sheet.refuse("bus", "no square has a reader; one at least is needed.")
    there = {square: place for square, place in places.items() if square in wired}
    settings, supply = read_readers(sheet, there)
    if supply is None and "supply" not in sheet:
        claims.advise(NO_SUPPLY)
    return tuple(buses), settings, supply


def _check_kinds(tables: Sequence[BoardSheet]) -> None:
    """Refuse a mix of readers on co-processors (read there) and on the computer (read here)."""
    first: dict[bool, BoardSheet] = {}
    for table in tables:
        kind = table.value("transport")
        if isinstance(kind, str) and kind in TRANSPORT_KEYS:
            first.setdefault(kind == "scanner", table)
    if len(first) == 2:
        before, table = first.values()
        table.refuse(
            "transport",
            f"“{table.value('transport')}” does not go together with "
            f"“{before.value('transport')}” in line {before.line('transport')}: either all readers "
            "of a board are on co-processors, or none is. Wire all in one of the two ways.",
        )


def _compare(
    section: BoardSheet, squares: set[int], wired: set[int], without: frozenset[int]
) -> None:
    """Note squares that lack a reader, and those that have one though they should not."""
    lacking = squares - wired - without
    if lacking:
        one = len(lacking) == 1
        section.refuse(
            "without_reader" if "without_reader" in section else "",
            f"square{'' if one else 's'} {numbers(lacking)} {'has' if one else 'have'} no reader: "
            "wire one on a bus, or say so with “without_reader”.",
        )
    both = sorted(wired & without)
    if both:
        section.refuse("without_reader", f"{numbers(both)}: there is a reader, on a bus below.")
