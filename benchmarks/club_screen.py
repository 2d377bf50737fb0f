"""The club screen with thirty live boards in a real browser: processor time, and a picture.

python -m benchmarks.club_screen [--slower 4] [--seconds 30] [--picture FILE.png]

Light boards publish over Mosquitto: runners that walk at random, and a message of each board every
three seconds. They have no chips, no journal and no rules. The browser is slowed down as Chromium
does for developers (`Emulation.setCPUThrottlingRate`); times are those of the page's main thread
(`Performance.getMetrics`), at that speed and in processor time, so a busy machine adds nothing.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import sync_playwright

from benchmarks.phone import browser_path
from controller.game.pieces import COLOURS
from tests.support.mqtt.broker import HERE, Mosquitto

BOARDS: Final = 30
EVERY_S: Final = 3.0
"""Time between two messages of a board."""
HOME: Final = 64
SCREEN: Final[Any] = {"width": 1920, "height": 1080}
NAMES: Final = ("Ada", "Béla", "Chloé", "Dov", "Finn", "Hana", "Igor", "Kofi", "Maximiliane", "Zoe")
PATIENCE_S: Final = 60.0


class LightBoard:
    """A board that publishes what the club screen reads, and plays by no rules."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.id = f"{number:08x}"
        self._name = f"Table {number}"
        self._number = number
        self._chance = chance
        self._race = 0
        self._players: list[str] = []
        self._squares: list[int] = []
        self._to_act = 0
        self._begin()

    def message(self) -> bytes:
        """Return the table's message."""
        seats = range(len(self._squares))
        order = sorted(seats, key=lambda seat: (-self._squares[seat], seat))
        over = HOME in self._squares
        view = {
            "phase": "over" if over else "playing",
            "paused": False,
            "setup": {"edition": "tournament-2019"},
            "to_act": None if over else self._to_act,
            "seats": [
                {
                    "seat": seat,
                    "name": self._players[seat],
                    "opponent": None,
                    "runners": [
                        {
                            "colour": COLOURS[seat],
                            "square": square,
                            "position": order.index(seat) + 1,
                            "arrived": 1 if square == HOME else None,
                        }
                    ],
                }
                for seat, square in enumerate(self._squares)
            ],
            "ranking": [{"seat": seat} for seat in order] if over else [],
        }
        begun_at = f"2026-11-25T18:00:00.{self._race:06d}+00:00"
        told = {"board_name": self._name, "begun_at": begun_at, "names": True, "view": view}
        return json.dumps(told).encode()

    def move(self) -> None:
        """Move a runner; after a race begin the next."""
        if HOME in self._squares:
            self._begin()
            return
        free = set(range(1, HOME)) - set(self._squares)
        ahead = self._squares[self._to_act] + self._chance.randint(1, 3)
        square = min((at for at in free if at >= ahead), default=HOME)
        self._squares[self._to_act] = square
        self._to_act = (self._to_act + 1) % len(self._squares)

    def _begin(self) -> None:
        self._race += 1
        first = self._number * 4
        self._players = [
            f"{NAMES[at % len(NAMES)]} {chr(65 + at // len(NAMES))}"
            for at in range(first, first + 4 - self._number % 2)
        ]
        self._squares = [0] * len(self._players)
        self._to_act = 0


@contextmanager
def light_boards(port: int, boards: int, seed: int = 1) -> Iterator[None]:
    """Let so many light boards publish, each in the middle of its second race."""
    chance = random.Random(seed)
    tables = [LightBoard(number, chance) for number in range(1, boards + 1)]
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.connect(HERE, port)
    client.loop_start()
    ended = threading.Event()

    def publish(table: LightBoard, what: str, payload: bytes) -> None:
        client.publish(f"hareboard/v1/{table.id}/{what}", payload, qos=1, retain=True)

    def run() -> None:
        at = 0
        while not ended.wait(EVERY_S / boards):
            table = tables[at % boards]
            table.move()
            publish(table, "table", table.message())
            at += 1

    for table in tables:
        publish(table, "status", b'{"state": "online"}')
        while b'"over"' not in table.message():
            table.move()
        publish(table, "table", table.message())
        for _ in range(chance.randint(10, 80)):
            table.move()
        publish(table, "table", table.message())
    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        client.disconnect()
        client.loop_stop()


@contextmanager
def club_screen(folder: Path, broker: int) -> Iterator[str]:
    """Run the club screen; yield the address of its page."""
    words = ("club", "--broker", f"{HERE}:{broker}", "--port", "0", "--data", str(folder))
    program = subprocess.Popen(
        (Path(sys.executable).with_name("hareboard"), *words), stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    try:
        yield program.stdout.readline().split()[-1]
    finally:
        program.terminate()
        program.wait(PATIENCE_S)
        program.stdout.close()


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Mosquitto(Path(folder)) as broker,
        club_screen(Path(folder), broker.port) as address,
        light_boards(broker.port, BOARDS),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=SCREEN, reduced_motion="reduce")
        page.goto(address)
        page.locator(".club-board").nth(BOARDS - 1).wait_for(timeout=PATIENCE_S * 1000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
        before, begun_s = _metrics(session), time.monotonic()
        page.wait_for_timeout(asked.seconds * 1000)
        after, passed_s = _metrics(session), time.monotonic() - begun_s
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        if asked.picture is not None:
            page.screenshot(path=asked.picture)
        browser.close()
    print(f"{BOARDS} boards, a message of each every {EVERY_S} s, {asked.slower}x slower:")
    for name in ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration"):
        print(f"  {name:<20}{(after[name] - before[name]) / passed_s * 1000:7.1f} ms per second")
    print(f"  {'JSHeapUsedSize':<20}{after['JSHeapUsedSize'] / 1e6:7.1f} MB")


def _metrics(session: Any) -> dict[str, float]:
    told = session.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in told}


if __name__ == "__main__":
    main()
