"""Reads the section [tags]: the runner of each UID."""

import re
from typing import Final

from controller.board.file.sheet import BoardSheet
from controller.game.editions.mistakes import either, shown
from controller.game.pieces import COLOURS, Tag
from hardware.ports import Uid

UID_BYTES: Final = (4, 7, 10)
_UID: Final = re.compile(r"[0-9a-f]+")


def read_tags(sheet: BoardSheet) -> dict[Uid, Tag]:
    """Read the register of tags; those with something wrong are left out."""
    sheet.allow(COLOURS)
    tags: dict[Uid, Tag] = {}
    lines: dict[Uid, int | None] = {}
    for colour in COLOURS:
        if colour in sheet and not isinstance(sheet.value(colour), dict):
            given = shown(sheet.value(colour))
            sheet.refuse(colour, f'{given} should be like {{ base = "04a1b2c3d4e5f6" }}.')
            continue
        runner = sheet.section(colour, needed=False)
        if runner is None:
            continue
        runner.allow(("base", "crown"))
        runner.need("base", ": the UID of the tag under the runner")
        for tag in (Tag(colour, "base"), Tag(colour, "crown")):
            uid = _uid(runner, tag.end) if tag.end in runner else None
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


def _uid(sheet: BoardSheet, key: str) -> Uid | None:
    value = sheet.value(key)
    given = re.sub(r"[\s:-]", "", value).lower() if isinstance(value, str) else ""
    if _UID.fullmatch(given) and len(given) in [2 * each for each in UID_BYTES]:
        return Uid(given)
    sizes = either([str(each) for each in UID_BYTES])
    sheet.refuse(
        key,
        f"{shown(value)} is no UID: {sizes} bytes in hexadecimal, in quotes, like "
        "“04 A1 B2 C3 D4 E5 F6”.",
    )
    return None
