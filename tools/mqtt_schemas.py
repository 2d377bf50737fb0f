"""Writes the JSON schemas of the MQTT messages into docs/mqtt-schemas.json.

python -m tools.mqtt_schemas
"""

from inspect import cleandoc
from pathlib import Path
from typing import Final

import msgspec

from web.mqtt.messages import (
    CommandMessage,
    EventMessage,
    HealthMessage,
    StatusMessage,
    TableMessage,
)

FILE: Final = Path(__file__).parent.parent / "docs" / "mqtt-schemas.json"
MESSAGES: Final = {
    "status": StatusMessage,
    "table": TableMessage,
    "event": EventMessage,
    "health": HealthMessage,
    "command": CommandMessage,
}


def main() -> None:
    """Write them."""
    FILE.write_bytes(schemas())


def schemas() -> bytes:
    """Return the schemas: that of each topic's messages, and the shapes they name."""
    found, shapes = msgspec.json.schema_components(MESSAGES.values(), ref_template="#/$defs/{name}")
    for shape in shapes.values():
        if "description" in shape:  # msgspec before 0.23 leaves its indentation
            shape["description"] = cleandoc(shape["description"])
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "topics": dict(zip(MESSAGES, found, strict=True)),
        "$defs": dict(sorted(shapes.items())),
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


if __name__ == "__main__":
    main()
