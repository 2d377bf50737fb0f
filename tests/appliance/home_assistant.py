"""The board in a real Home Assistant, the newest that the Debian's Python takes.

`make appliance ARGS="--suite trixie --only home-assistant"`: device discovery needs Home Assistant
2024.11, and so Python 3.12.
"""

import json
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any, Final

from tests.appliance.container import Container
from tests.appliance.installed_board import BOARD, SERVICE, THIS, Board, told
from tests.appliance.wood import BUSY_S, LOOK_S
from tests.support.waiting import until

INSTALL: Final = ("apt-get", "-qq", "install", "-y", "--no-install-recommends")
PACKAGES: Final = ("mosquitto", "python3-venv", "python3-dev", "gcc", "libc6-dev")
HOME: Final = "/root/home-assistant"
PYTHON: Final = f"{HOME}/venv/bin/python"
PIP: Final = (PYTHON, "-m", "pip", "install", "--quiet")
MANIFEST: Final = "python3*/site-packages/homeassistant/components/mqtt/manifest.json"
INSIDE: Final = Path(__file__).with_name("inside_home_assistant.py")
KEPT: Final = "/etc/hareboard/board.toml"
"""The board file of an installed board."""
MQTT: Final = '\n[mqtt]\nhost = "127.0.0.1"\n'
ENTITIES: Final = {
    *("binary_sensor.four_squares_trouble", "button.four_squares_confirm"),
    *("button.four_squares_pause", "button.four_squares_resume", "button.four_squares_take_back"),
    *("number.four_squares_brightness", "sensor.four_squares_headline"),
    *("sensor.four_squares_phase", "sensor.four_squares_places"),
    *("sensor.four_squares_readers_out", "sensor.four_squares_temperature"),
    *("sensor.four_squares_turn", "sensor.four_squares_winner", "switch.four_squares_night_mode"),
}
CONTROLS: Final = {
    entity for entity in ENTITIES if entity.startswith(("button.", "number.", "switch."))
}


class HomeAssistant:
    """Home Assistant's core with its integration MQTT, in a container.

    Args:
        box: the container.
    """

    def __init__(self, box: Container) -> None:
        self._box = box
        self._folder = box.path(f"{HOME}/config")
        self._folder.mkdir(parents=True)
        box.path(f"{HOME}/{INSIDE.name}").write_text(INSIDE.read_text("utf-8"), "utf-8")
        box.run("python3", "-m", "venv", f"{HOME}/venv")
        box.run(*PIP, "homeassistant")
        (manifest,) = box.path(f"{HOME}/venv/lib").glob(MANIFEST)
        box.run(*PIP, *json.loads(manifest.read_text("utf-8"))["requirements"])

    def start(self) -> None:
        """Start it; what it knew before is not looked at any more."""
        (self._folder / "seen.json").unlink(missing_ok=True)
        words = (PYTHON, f"{HOME}/{INSIDE.name}", f"{HOME}/config")
        self._box.run("systemd-run", "--quiet", "--collect", "--unit=home-assistant", *words)

    def stop(self) -> None:
        """End it in order, so that it keeps its registries."""
        self._box.run("systemctl", "stop", "home-assistant")

    def seen(self) -> dict[str, Any]:
        """What it knows: version, devices, entities by their unique ids, and states."""
        path = self._folder / "seen.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def shows(self, wanted: Mapping[str, str]) -> None:
        """Wait until entities are in these states.

        Raises:
            AssertionError: they are not; with what it shows and has logged.
        """
        seen: dict[str, Any] = {}

        def met() -> bool:
            seen.update(self.seen())
            return bool(wanted.items() <= seen.get("states", {}).items())

        try:
            until(met, f"{wanted}", BUSY_S, LOOK_S)
        except TimeoutError as late:
            log = self._box.ask("journalctl", "--unit=home-assistant", "--lines=60").stdout
            raise AssertionError(f"{late}\n{seen}\n{log}") from None

    def has(self, entities: Set[str]) -> None:
        """Wait until it has these entities and no other."""
        until(lambda: set(self.seen()["entities"]) == entities, f"{entities}", BUSY_S, LOOK_S)

    def calls(self, domain: str, service: str, entity: str, **data: object) -> None:
        """Call a service for an entity, and wait until that is done."""
        asked = self._folder / "asked.json"
        written = asked.with_suffix(".new")
        written.write_text(json.dumps([[domain, service, {"entity_id": entity, **data}]]), "utf-8")
        written.rename(asked)
        until(lambda: not asked.exists(), f"{domain}.{service} is done", BUSY_S, LOOK_S)


def found_by_home_assistant(board: Board) -> None:
    """Discovered, followed, told what to do; both start again; commands off; taken away."""
    box, wood = board.box, board.wood
    if box.ask("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 12))").returncode:
        told("not on this Debian, whose Python takes no such Home Assistant: --suite trixie")
        return
    box.run("apt-get", "-qq", "update")
    box.run(*INSTALL, *PACKAGES)
    home = HomeAssistant(box)
    box.path(BOARD).write_text(wood.board_file + MQTT + "commands = true\n", "utf-8")
    box.run(THIS, "--board", BOARD)
    wood.until_up()
    home.start()
    # Here are no lights that could be driven, which is trouble.
    home.shows({"sensor.four_squares_phase": "setup", "binary_sensor.four_squares_trouble": "on"})
    seen = home.seen()
    assert seen["devices"] == ["Four squares"], seen
    assert set(seen["entities"]) == ENTITIES, seen
    told(f"Home Assistant {seen['version']} has found the board and its {len(ENTITIES)} entities")
    _follows_and_commands(board, home)
    _starts_again(board, home)
    _takes_no_commands(board, home)
    _is_taken_away(board, home)


def _follows_and_commands(board: Board, home: HomeAssistant) -> None:
    wood = board.wood
    wood.begin()
    home.shows({"sensor.four_squares_phase": "playing", "sensor.four_squares_turn": "Red"})
    wood.moves("Ann", 2)
    home.shows({"sensor.four_squares_turn": "Yellow"})
    told("a race is followed: phase and turn")

    home.calls("button", "press", "button.four_squares_pause")
    home.shows({"sensor.four_squares_phase": "paused"})
    home.calls("button", "press", "button.four_squares_resume")
    home.shows({"sensor.four_squares_phase": "playing"})
    home.calls("number", "set_value", "number.four_squares_brightness", value=30)
    home.calls("switch", "turn_on", "switch.four_squares_night_mode")
    home.shows({"switch.four_squares_night_mode": "on"})
    assert float(home.seen()["states"]["number.four_squares_brightness"]) == 30
    told("its buttons pause and resume, brightness and night mode reach the lights")


def _starts_again(board: Board, home: HomeAssistant) -> None:
    entities = home.seen()["entities"]
    board.ends_and_comes_back("KILL", BUSY_S)
    home.shows({"sensor.four_squares_turn": "Yellow"})
    told("the board was killed and came back: shown again")

    home.stop()
    board.box.run("systemctl", "restart", "mosquitto")
    home.start()
    home.shows({"sensor.four_squares_turn": "Yellow"})
    assert home.seen()["entities"] == entities
    told("Home Assistant and the broker started again: the same entities")


def _takes_no_commands(board: Board, home: HomeAssistant) -> None:
    for settings, shown in (("", ENTITIES - CONTROLS), ("commands = true\n", ENTITIES)):
        _restarts_with(board, settings)
        home.has(shown)
        home.shows({"sensor.four_squares_turn": "Yellow"})
    told(f"commands switched off: its {len(CONTROLS)} controls are gone; on again: they are back")


def _restarts_with(board: Board, settings: str) -> None:
    """Restart the board with other settings of MQTT."""
    board.box.run("systemctl", "stop", SERVICE)
    board.box.path(KEPT).write_text(board.wood.board_file + MQTT + settings, "utf-8")
    board.box.run("systemctl", "start", SERVICE)
    board.wood.until_up()


def _is_taken_away(board: Board, home: HomeAssistant) -> None:
    board.box.run("systemctl", "stop", SERVICE)
    home.shows({"sensor.four_squares_turn": "unavailable"})
    told("a board that is off is unavailable")

    _restarts_with(board, "home_assistant = false\n")
    until(lambda: not home.seen()["devices"], "the device is gone", BUSY_S, LOOK_S)
    assert home.seen()["entities"] == {}
    told("taken away: `home_assistant = false`")
