"""Writing a record."""

import msgspec

from controller.game.editions.options import OPTIONS
from controller.game.records.form import Record
from controller.json_data import BadJson, any_json


def write(record: Record) -> str:
    """Write a record as text."""
    head = record.header
    lines = [f"edition: {head.edition}"]
    for number, seat in enumerate(head.seats):
        name = f" {_name_text(seat.name)}" if seat.name else ""
        lines.append(f"seat {number}: {','.join(seat.colours)}{name}")
    lines += [
        f"opponent {number}: {_name_text(seat.opponent)}"
        for number, seat in enumerate(head.seats)
        if seat.opponent
    ]
    lines.append(f"first: {head.first}")
    if head.date is not None:
        lines.append(f"date: {head.date.isoformat()}")
    lines += [
        f"{option}: {value_text(head.options[option])}"
        for option in OPTIONS
        if option in head.options
    ]
    if head.start:
        lines.append(f"start: {head.start}")
    if head.result:
        lines.append(f"result: {' '.join(map(str, head.result))}")
    lines.append("")
    lines += [f"{number}. {action}" for number, action in enumerate(record.actions, start=1)]
    return "\n".join(lines) + "\n"


def _name_text(name: str) -> str:
    plain = name == name.strip() and name.isprintable() and not name.startswith('"')
    return name if plain else _json(name)


def value_text(value: object) -> str:
    """Format the value of an option: a word without quotes, unless that is ambiguous."""
    if isinstance(value, str) and value.isprintable() and value and value == value.strip():
        try:
            any_json(value)
        except BadJson:
            return value
    return _json(value)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
