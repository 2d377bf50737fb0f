"""Writes what firmware/PROTOCOL.md says into both sides: constants, and vectors to test with.

python -m tools.protocol
"""

import json
import random
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cobs import cobs

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "firmware" / "PROTOCOL.md"
HOST: Final = ROOT / "hardware" / "scanner" / "words.py"
DEVICE: Final = ROOT / "firmware" / "words.py"
VECTORS: Final = ROOT / "firmware" / "vectors.json"

WIDTHS: Final[Mapping[str, int]] = {"u8": 1, "u16": 2, "u32": 4}
TICKED: Final = re.compile(r"`([^`]*)`")


@dataclass(frozen=True)
class Message:
    """A row of the table of messages."""

    name: str
    kind: int
    fields: tuple[tuple[str, str], ...]

    def body(self, number: int, acknowledged: int, values: Mapping[str, Any]) -> bytes:
        """The message as a body, CRC included."""
        said = bytes((self.kind, number, acknowledged))
        for name, form in self.fields:
            said += _bytes(values[name], form)
        return said + zlib.crc32(said).to_bytes(4, "little")


@dataclass(frozen=True)
class Page:
    """What the page says."""

    constants: tuple[tuple[str, int, str], ...]
    messages: Mapping[str, Message]
    examples: tuple[tuple[str, int, int, dict[str, Any]], ...]


def read_page() -> Page:
    """Read the tables."""
    text = PAGE.read_text("utf-8")
    constants = tuple(
        (name, int(value), what)
        for title in ("Constants", "Failures", "Reasons of a refusal")
        for name, value, what in _rows(text, title)
    )
    messages = {
        name: Message(name, int(kind), tuple(_fields(fields)))
        for name, kind, _, fields, _ in _rows(text, "Messages")
    }
    examples = tuple(
        (name, int(number), int(acknowledged), json.loads(values))
        for name, number, acknowledged, values in _rows(text, "Examples")
    )
    return Page(constants, messages, examples)


def files(page: Page) -> dict[Path, str]:
    """What the generated files have to say."""
    named = [*page.constants, *((each.name, each.kind, "") for each in page.messages.values())]
    made = "made from firmware/PROTOCOL.md by python -m tools.protocol."
    host = [f'"""Protocol constants, {made}"""', "", "from typing import Final", ""]
    host += [f"{name}: Final = {value}" for name, value, _ in named]
    device = [f'"""Protocol constants, {made}"""', ""]
    device += ["from micropython import const", ""]
    device += [f"{name} = const({value})" for name, value, _ in named]
    vectors = ",\n".join(json.dumps(each, ensure_ascii=False) for each in _vectors(page))
    return {
        HOST: "\n".join(host) + "\n",
        DEVICE: "\n".join(device) + "\n",
        VECTORS: f"[\n{vectors}\n]\n",
    }


def _rows(text: str, title: str) -> Iterator[list[str]]:
    """The rows of the table below a title, without their ticks."""
    section = text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    for line in lines[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        yield [TICKED.sub(r"\1", cells[0]), *cells[1:]]


def _fields(cell: str) -> Iterator[tuple[str, str]]:
    for field in cell.strip("`").split():
        name, form = field.split(":")
        yield name, form


def _bytes(value: Any, form: str) -> bytes:
    if form in WIDTHS:
        return int(value).to_bytes(WIDTHS[form], "little")
    return str(value).encode() if form == "text" else bytes.fromhex(value)


def _vectors(page: Page) -> Iterator[dict[str, Any]]:
    for name, number, acknowledged, values in page.examples:
        body = page.messages[name].body(number, acknowledged, values)
        yield _vector(name, number, acknowledged, values, body)
    # Every length there can be, zero bytes included, for the stuffing and the CRC.
    longest = {name: value for name, value, _ in page.constants}["LONGEST"]
    rng = random.Random(1)
    for length in range(longest - 7 - 4 + 1):
        part = bytes(rng.choice((0, 0, 255, rng.randrange(256))) for _ in range(length))
        values = {"total": longest, "offset": length, "part": part.hex()}
        body = page.messages["WIRING"].body(length % 256, 255 - length % 256, values)
        yield _vector("WIRING", length % 256, 255 - length % 256, values, body)


def _vector(
    name: str, number: int, acknowledged: int, values: Mapping[str, Any], body: bytes
) -> dict[str, Any]:
    return {
        "name": name,
        "number": number,
        "acknowledged": acknowledged,
        "fields": values,
        "wire": (cobs.encode(body) + b"\0").hex(),
    }


def main() -> None:
    """Write the files that differ."""
    for path, text in files(read_page()).items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"{path.relative_to(ROOT)} is new.")


if __name__ == "__main__":
    main()
