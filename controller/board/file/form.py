"""The board as a value, and the reader of a whole board file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec

from controller.board.file.broker import BrokerSettings
from controller.board.file.buses import TRANSPORTS, read_bus
from controller.board.file.lights import read_lights
from controller.board.file.measures import Measures, read_measures
from controller.board.file.pins import Claims
from controller.board.file.readers import USUAL_MODULE, read_readers
from controller.board.file.sections import WebSettings, read_buttons, read_opponents, read_tags
from controller.board.file.squares import read_squares
from controller.board.file.voice import BoardVoice, read_voice
from controller.game.pieces import Tag
from controller.plural import numbers
from controller.toml import TomlSection
from hardware.lights.settings import LightSettings
from hardware.ports import Uid
from hardware.presses import ButtonSettings
from hardware.sensing.settings import ArraySettings, Bus, Place, Supply


class BoardKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of a board file."""

    name: str
    squares: TomlSection
    readers: TomlSection
    about: str = ""
    lights: TomlSection | None = None
    buttons: TomlSection | None = None
    tags: TomlSection | None = None
    web: WebSettings = WebSettings()
    opponents: TomlSection | None = None
    mqtt: BrokerSettings | None = None
    voice: TomlSection | None = None
    measures: TomlSection | None = None


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
        module: key of the readers' module in `hardware/modules`.
        lights: the lights; None if the board has none.
        buttons: the buttons; None if the board has none.
        tags: runner and end of each UID; empty if the file does not say.
        web: address and port of the pages.
        opponents: programs that may be opponents: the words of each command, by name.
        broker: MQTT broker to publish to; None if the file names none.
        voice: the loudspeaker; None if the board has none.
        measures: sizes and distances of the wood.
    """

    name: str
    about: str
    squares: Mapping[int, Place]
    settings: ArraySettings
    supply: Supply | None
    buses: tuple[Bus, ...]
    advice: tuple[str, ...]
    module: str = USUAL_MODULE
    lights: LightSettings | None = None
    buttons: ButtonSettings | None = None
    tags: Mapping[Uid, Tag] = MappingProxyType({})
    web: WebSettings = WebSettings()
    opponents: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    broker: BrokerSettings | None = None
    voice: BoardVoice | None = None
    measures: Measures = Measures()


def read_board(path: Path) -> Board:
    """Read a board file. No device is opened.

    Raises:
        BadFile: it cannot be read, or something in it is wrong; with every problem.
    """
    return _board(TomlSection.of(path))


def parse_board(text: str, file: str) -> Board:
    """Parse the text of a board file.

    Args:
        text: content of the file.
        file: name of the file in messages.

    Raises:
        BadFile: something in it is wrong; with every problem.
    """
    return _board(TomlSection.of_text(text, file))


def _board(table: TomlSection) -> Board:
    keys = table.read(BoardKeys)
    squares, readers, lights, buttons, tags, opponents, loudspeaker, wood = map(
        table.inner,
        ("squares", "readers", "lights", "buttons", "tags", "opponents", "voice", "measures"),
    )
    places, without = read_squares(squares) if squares else ({}, frozenset())
    claims = Claims(places)
    buses, wired = _buses(readers, squares, without, claims) if readers else ((), ())
    there = {square: place for square, place in places.items() if square in wired}
    settings, supply = read_readers(readers, there, claims) if readers else (None, None)
    module = readers.value("module") if readers else None
    light_settings = read_lights(lights, supply, claims) if lights else None
    button_settings = read_buttons(buttons, claims) if buttons else None
    register = read_tags(tags) if tags else {}
    programs = read_opponents(opponents) if opponents else {}
    voice = read_voice(loudspeaker, claims) if loudspeaker else None
    measures = read_measures(wood) if wood else Measures()
    if keys is None or settings is None:
        return table.finish(None)
    board = Board(
        name=keys.name,
        about=keys.about,
        squares=MappingProxyType(places),
        settings=settings,
        supply=supply,
        buses=buses,
        lights=light_settings,
        buttons=button_settings,
        tags=MappingProxyType(register),
        web=keys.web,
        opponents=MappingProxyType(programs),
        broker=keys.mqtt,
        voice=voice,
        measures=measures,
        advice=tuple(claims.advice),
        module=module or USUAL_MODULE,
    )
    return table.finish(board)


def _buses(
    table: TomlSection,
    section: TomlSection | None,
    without: frozenset[int],
    claims: Claims,
) -> tuple[tuple[Bus, ...], set[int]]:
    """Read the buses of the readers, and the squares that have a reader."""
    before = table.mistakes
    tables = table.inners("bus")
    read = [read_bus(each, claims, number) for number, each in enumerate(tables, start=1)]
    buses = tuple(bus for bus in read if bus is not None)
    wired = {square for bus in buses for square in bus.squares}
    _check_kinds(tables)
    if table.value("bus") in (None, []):
        table.refuse("bus", "is missing: write [[readers.bus]] above the keys of each bus.")
    elif section is not None and tables and claims.squares and table.mistakes == before:
        _compare(section, set(claims.squares), wired, without)
        if not wired:
            table.refuse("bus", "no square has a reader; one at least is needed.")
    return buses, wired


def _check_kinds(tables: Sequence[TomlSection]) -> None:
    """Refuse a mix of readers on co-processors (read there) and on the computer (read here)."""
    first: dict[bool, TomlSection] = {}
    for table in tables:
        kind = table.value("transport")
        if isinstance(kind, str) and kind in TRANSPORTS:
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
    section: TomlSection, squares: set[int], wired: set[int], without: frozenset[int]
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
