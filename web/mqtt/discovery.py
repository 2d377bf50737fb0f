"""Tells Home Assistant of a board: one device with its entities.

Source: Home Assistant, MQTT integration, “Device discovery payload”. Templates are Home
Assistant's; they read the messages of `web.mqtt.messages`.
"""

from typing import Any, Final

import msgspec

from web.mqtt.topics import BoardTopics

_VIEW: Final = "{% set view = value_json.view %}"
_PLACES: Final = (
    "{% set race = namespace(runners=[]) %}"
    "{% for seat in view.seats %}{% for runner in seat.runners %}"
    "{% set race.runners = race.runners + [(runner.position, seat.seat)] %}"
    "{% endfor %}{% endfor %}"
    "{% set ranked = view.ranking | map(attribute='seat') | list %}"
    "{% set order = (ranked + (race.runners | sort | map('last') | list)) | unique %}"
    "{% for at in order %}{{ '' if loop.first else ', ' }}{{ view.seats[at].name }}{% endfor %}"
)
"""Who has come in, then the others by their leading runners."""


def discovery(
    topics: BoardTopics, *, name: str, version: str, address: str, commands: bool
) -> bytes:
    """Return the discovery message of a board.

    Args:
        topics: the board's topics.
        name: name of the board.
        version: version of the program.
        address: URL of the board's pages.
        commands: True if the board takes commands.
    """
    components = _sensors(topics) | _controls(topics)
    for entity, component in components.items():
        component["unique_id"] = f"hareboard-{topics.board}-{entity}"
    if not commands:
        components |= _removed(_controls(topics))
    return msgspec.json.encode(
        {
            "device": {
                "identifiers": [f"hareboard-{topics.board}"],
                "name": name,
                "manufacturer": "hareboard",
                "model": "Hare & Tortoise board",
                "sw_version": version,
                "configuration_url": address,
            },
            "origin": {"name": "hareboard", "sw_version": version},
            "availability_topic": topics.status,
            "availability_template": "{{ value_json.state }}",
            "qos": 1,
            "components": components,
        }
    )


def _removed(components: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return what removes components: Home Assistant keeps one that is only left out."""
    return {name: {"platform": each["platform"]} for name, each in components.items()}


def _sensors(topics: BoardTopics) -> dict[str, dict[str, Any]]:
    table = {"platform": "sensor", "state_topic": topics.table}
    health = {"state_topic": topics.health, "entity_category": "diagnostic"}
    return {
        "turn": table
        | {
            "name": "Turn",
            "icon": "mdi:rabbit",
            "value_template": _VIEW
            + "{{ view.seats[view.to_act].name if view.to_act is not none else '' }}",
        },
        "phase": table
        | {
            "name": "Phase",
            "icon": "mdi:flag-checkered",
            "device_class": "enum",
            "options": ["setup", "playing", "paused", "over"],
            "value_template": _VIEW
            + "{{ 'paused' if view.paused and view.phase == 'playing' else view.phase }}",
        },
        "winner": table
        | {
            "name": "Winner",
            "icon": "mdi:trophy",
            "value_template": _VIEW
            + "{{ view.ranking[0].name if view.phase == 'over' and view.ranking else '' }}",
        },
        "places": table
        | {
            "name": "Places",
            "icon": "mdi:podium",
            "value_template": _VIEW + _PLACES,
        },
        "headline": table
        | {
            "name": "Headline",
            "icon": "mdi:message-text",
            "value_template": _VIEW + "{{ view.headline }}",
        },
        "trouble": health
        | {
            "platform": "binary_sensor",
            "name": "Trouble",
            "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.trouble else 'OFF' }}",
            "json_attributes_topic": topics.health,
            "json_attributes_template": "{{ {'trouble': value_json.trouble} | tojson }}",
        },
        "readers-out": health
        | {
            "platform": "sensor",
            "name": "Readers out",
            "icon": "mdi:nfc-off",
            "state_class": "measurement",
            "value_template": "{{ value_json.readers_out | count }}",
        },
        "temperature": health
        | {
            "platform": "sensor",
            "name": "Temperature",
            "device_class": "temperature",
            "state_class": "measurement",
            "unit_of_measurement": "°C",
            "value_template": "{{ value_json.temperature_c }}",
        },
    }


def _controls(topics: BoardTopics) -> dict[str, dict[str, Any]]:
    command = {"command_topic": topics.command, "qos": 1}
    state = command | {"state_topic": topics.table, "entity_category": "config"}
    buttons = {"confirm": "Confirm", "take-back": "Take back", "pause": "Pause", "resume": "Resume"}
    return {
        name: command
        | {
            "platform": "button",
            "name": title,
            "payload_press": msgspec.json.encode({"command": name}).decode(),
        }
        for name, title in buttons.items()
    } | {
        "brightness": state
        | {
            "platform": "number",
            "name": "Brightness",
            "icon": "mdi:brightness-6",
            "min": 0,
            "max": 100,
            "unit_of_measurement": "%",
            "value_template": "{{ (value_json.view.look.brightness * 100) | round }}",
            "command_template": '{"command": "look", "brightness": {{ value / 100 }}}',
        },
        "night": state
        | {
            "platform": "switch",
            "name": "Night mode",
            "icon": "mdi:weather-night",
            "value_template": "{{ 'ON' if value_json.view.look.night else 'OFF' }}",
            "state_on": "ON",
            "state_off": "OFF",
            "payload_on": '{"command": "look", "night": true}',
            "payload_off": '{"command": "look", "night": false}',
        },
    }
