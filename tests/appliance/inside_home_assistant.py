"""Runs in Home Assistant's own Python: its core, with the integration MQTT and nothing else.

`python inside_home_assistant.py FOLDER` runs until it is told to end. In FOLDER it writes what it
knows into `seen.json`, over and over, and calls the services of `asked.json`, which it removes.
"""

import asyncio
import contextlib
import json
import signal
import sys
from pathlib import Path
from typing import Any

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.const import __version__
from homeassistant.core_config import async_process_ha_core_config
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.setup import async_setup_component

LOOK_S = 0.2
BROKER = {
    "entry_id": "broker",
    "version": 1,
    "minor_version": 1,
    "domain": "mqtt",
    "title": "broker",
    "data": {"broker": "127.0.0.1", "port": 1883},
    "options": {},
    "pref_disable_new_entities": False,
    "pref_disable_polling": False,
    "source": "user",
    "unique_id": None,
    "disabled_by": None,
}
"""The integration as its dialogue would have saved it."""


async def run(folder: Path) -> None:
    """Run Home Assistant until this process is told to end."""
    entries = folder / ".storage" / "core.config_entries"
    if not entries.exists():
        entries.parent.mkdir(parents=True)
        kept = {
            "version": 1,
            "minor_version": 1,
            "key": entries.name,
            "data": {"entries": [BROKER]},
        }
        entries.write_text(json.dumps(kept), "utf-8")
        (folder / "configuration.yaml").touch()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    hass = core.HomeAssistant(str(folder))
    hass.config.skip_pip = True  # what is needed is there
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    await async_process_ha_core_config(hass, {})
    for name in ("homeassistant", "mqtt"):
        if not await async_setup_component(hass, name, {}):
            sys.exit(f"{name} could not be set up")
    await hass.async_start()
    while not ended.is_set():
        await _call(hass, folder / "asked.json")
        _write(folder / "seen.json", _seen(hass))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), LOOK_S)
    await hass.async_stop()


async def _call(hass: core.HomeAssistant, asked: Path) -> None:
    if asked.exists():
        for domain, service, data in json.loads(asked.read_text("utf-8")):
            await hass.services.async_call(domain, service, data, blocking=True)
        asked.unlink()


def _seen(hass: core.HomeAssistant) -> dict[str, Any]:
    entities = entity_registry.async_get(hass).entities
    return {
        "version": __version__,
        "devices": [each.name for each in device_registry.async_get(hass).devices.values()],
        "entities": {each.entity_id: each.unique_id for each in entities.values()},
        "states": {each.entity_id: each.state for each in hass.states.async_all()},
    }


def _write(path: Path, what: dict[str, Any]) -> None:
    whole = path.with_suffix(".new")
    whole.write_text(json.dumps(what), "utf-8")
    whole.replace(path)


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1])))
