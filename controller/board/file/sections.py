"""Reads the short sections: [buttons], [tags], [web] and [opponents]."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec

from controller.board.file.addresses import is_host
from controller.board.file.pins import I2C_WIRES, Claims
from controller.board.file.scanners import co_processor
from controller.game.pieces import COLOURS, Colour, Tag
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import either, quoted, shown
from controller.toml.shapes import as_text
from hardware.ports import ButtonName, Uid
from hardware.presses import ButtonSettings

BUTTONS: Final[Mapping[str, ButtonName]] = {
    "confirm": "confirm",
    "take_back": "take-back",
    "carrot_draw": "carrot-draw",
    "carrot_pay": "carrot-pay",
}
PULLED_UP: Final = I2C_WIRES[1]
"""Pins with a resistor of 1.8 kΩ to 3.3 V on the Raspberry Pi."""
USUAL_BUTTONS: Final = ButtonSettings(pins={})
UID_BYTES: Final = (4, 7, 10)
_UID: Final = re.compile(r"[0-9a-f]+")


def _uid(value: object) -> Uid:
    given = re.sub(r"[\s:-]", "", value).lower() if isinstance(value, str) else ""
    if _UID.fullmatch(given) and len(given) in [2 * each for each in UID_BYTES]:
        return Uid(given)
    sizes = either([str(each) for each in UID_BYTES])
    raise ValueError(
        f"{shown(value)} is no UID: {sizes} bytes in hexadecimal, in quotes, like "
        "“04 A1 B2 C3 D4 E5 F6”."
    )


def _address(value: object) -> str:
    try:
        return str(ip_address(as_text(value)))
    except ValueError:
        raise ValueError(f"{shown(value)} is no address such as “127.0.0.1”.") from None


def _host(value: object) -> str:
    host = as_text(value)
    if is_host(host):
        return host
    raise ValueError(
        f"{shown(value)} is no address to listen on: “0.0.0.0” lets phones in, “127.0.0.1” "
        "only this computer."
    )


class ButtonKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [buttons]."""

    confirm: object = None
    take_back: object = None
    carrot_draw: object = None
    carrot_pay: object = None
    port: str | None = None
    pull: Literal["up", "down"] = "up"
    debounce_ms: Annotated[float, Limits(0, 500, ", in milliseconds")] = (
        USUAL_BUTTONS.debounce_s * 1000
    )
    hold_s: Annotated[float, Limits(0.5, 10, ", in seconds")] = USUAL_BUTTONS.hold_s


class TagKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of the tags of one runner."""

    base: Annotated[Uid, _uid] | None = None
    crown: Annotated[Uid, _uid] | None = None


class WebSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Address and port of the pages.

    Attributes:
        host: address to listen on; 0.0.0.0 lets phones connect.
        port: the port to listen on.
        metrics: True to serve metrics for Prometheus, at `/metrics`.
        proxy: address of a reverse proxy, whose word on a phone's address is believed.
    """

    host: Annotated[str, _host] = "0.0.0.0"
    port: Annotated[int, Limits(1, 65_535)] = 8064
    metrics: bool = False
    proxy: Annotated[str, _address] | None = None


def read_buttons(table: TomlSection, claims: Claims) -> ButtonSettings | None:
    """Read the buttons of a board; None if something about them is wrong."""
    keys = table.read(ButtonKeys, by_default=True)
    if keys is None:  # untested: every key has a default
        return None
    unclear = keys.port is None and "port" in table
    if not any(key in table for key in BUTTONS):
        table.refuse("", f"no button is named: write {quoted(BUTTONS)}, or leave the section out.")
    port = None if keys.port is None else co_processor(table, keys.port, claims)
    own = claims.of_co_processor(port) if unclear or keys.port is not None else claims
    pins = {name: own.pin(table, key) for key, name in BUTTONS.items() if key in table}
    for key, name in BUTTONS.items():
        if keys.pull == "down" and own is claims and pins.get(name) in PULLED_UP:
            table.refuse(
                key,
                f"a resistor on the Raspberry Pi pulls {pins[name]} up, so with “pull” = “down” it "
                "would always be pressed: take another pin.",
            )
    return ButtonSettings(
        MappingProxyType(pins), keys.pull == "up", keys.debounce_ms / 1000, keys.hold_s, port
    )


def read_opponents(table: TomlSection) -> dict[str, tuple[str, ...]]:
    """Read the commands of programs that may be opponents, by name."""
    from controller.game.opponents.programs.named import (  # noqa: PLC0415 - few boards have any
        BadCommand,
        words_of,
    )

    commands = {}
    for name, command in table.read_each([*table], str).items():
        try:
            commands[name] = words_of(name, command)
        except BadCommand as error:
            table.refuse(name, str(error))
    return commands


def read_tags(table: TomlSection) -> dict[Uid, Tag]:
    """Read the register of tags; those with something wrong are left out."""
    table.read(dict[Colour, object | None])
    tags: dict[Uid, Tag] = {}
    lines: dict[Uid, int | None] = {}
    for colour in COLOURS:
        runner = table.inner(colour)
        if runner is None:
            if colour in table:
                given = shown(table.value(colour))
                table.refuse(colour, f'{given} should be like {{ base = "04a1b2c3d4e5f6" }}.')
            continue
        runner.need("base", ": the UID of the tag under the runner")
        keys = runner.read(TagKeys) or TagKeys()
        for tag, uid in ((Tag(colour, "base"), keys.base), (Tag(colour, "crown"), keys.crown)):
            if uid is None:
                continue
            if uid in tags:
                other = tags[uid]
                runner.refuse(
                    tag.end,
                    f"{uid} is already the {other.end} of {other.colour} in line {lines[uid]}: "
                    "every tag has a UID of its own.",
                )
                continue
            tags[uid] = tag
            lines[uid] = runner.line(tag.end)
    return tags
