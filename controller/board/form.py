"""What a board is, and how its file is read."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from controller.board.buses import read_bus
from controller.board.claims import Claims
from controller.board.readers import NO_SUPPLY, read_readers
from controller.board.sheet import Sheet, numbers
from controller.board.squares import read_squares
from controller.table.pieces import Tag
from hardware.buttons import ButtonSettings
from hardware.lights.settings import LightSettings
from hardware.pn532.settings import ArraySettings, Bus, Place, Supply
from hardware.ports import Uid

SECTIONS: Final = ("name", "about", "squares", "readers")


class WebSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the pages are served.

    Attributes:
        host: the address to listen on; 0.0.0.0 lets phones in.
        port: the port to listen on.
    """

    host: str = "0.0.0.0"
    port: int = 8064


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board, as its file describes it.

    Attributes:
        name: what people call it.
        about: one line on it; may be empty.
        squares: where every square lies, those without a reader too.
        settings: how the readers are read.
        supply: what feeds them; None if the file does not say.
        buses: what they are wired to; each square with a reader is on exactly one.
        advice: sentences on what is allowed and yet often goes wrong.
        lights: the lights; None if the board has none.
        buttons: the buttons; None if the board has none.
        tags: whose tag is which; empty if the file does not say.
        web: where the pages are served.
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
    sheet = Sheet.of(path)
    sheet.allow(SECTIONS)
    name = sheet.text("name")
    about = sheet.text("about", "")
    section = sheet.section("squares")
    places, without = read_squares(section) if section is not None else ({}, frozenset[int]())
    claims = Claims()
    buses: list[Bus] = []
    readers = sheet.section("readers")
    settings, supply = None, None
    if readers is not None:
        wired: set[int] = set()
        before = sheet.mistakes
        tables = readers.sections("bus")
        for number, table in enumerate(tables, start=1):
            bus, squares = read_bus(table, places, claims, number)
            wired.update(squares)
            if bus is not None:
                buses.append(bus)
        if not tables and readers.value("bus") in (None, []):
            readers.refuse("bus", "is missing: write [[readers.bus]] above the keys of each bus.")
        elif section is not None and places and sheet.mistakes == before:
            _compare(section, set(places), wired, without)
        there = {square: place for square, place in places.items() if square in wired}
        settings, supply = read_readers(readers, there)
        if supply is None and "supply" not in readers:
            claims.advise(NO_SUPPLY)
    sheet.finish()
    assert name is not None
    assert about is not None
    assert settings is not None
    return Board(
        name=name,
        about=about,
        squares=MappingProxyType(places),
        settings=settings,
        supply=supply,
        buses=tuple(buses),
        advice=tuple(claims.advice),
    )


def _compare(section: Sheet, squares: set[int], wired: set[int], without: frozenset[int]) -> None:
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
