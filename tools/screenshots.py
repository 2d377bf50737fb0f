"""Takes the pictures of README: the board on a laptop and a phone in the middle of a game, lights.

    make screenshots

The pages are the real ones, served as `hareboard simulate` serves them; the players are
`tools.autoplayer`, the deal is always the same.
"""

import os
import random
import tempfile
import threading
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, sync_playwright

from controller.bootstrap import SimulatedTable, simulated_table
from controller.config import Settings
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tools import lights_picture
from tools.autoplayer import choose
from web.access.address import PageAddress
from web.access.phones import PHONES_FILE, Phones
from web.languages.language import in_english
from web.modes.game_app import create_app
from web.server.server import Server
from web.views.onlookers import view

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
PLAYERS: Final = (
    Player("Ann", ("red",)),
    Player("Ben", ("blue",)),
    Player("Cem", ("green",)),
)
SEED: Final = 11
ACTIONS: Final = 26
ARGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def main() -> None:
    """Play a while, then take the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        table = simulated_table(Path(folder), Settings(settle_s=60.0), random.Random(SEED))
        server = Server("127.0.0.1", 0)
        table.start()
        phones = Phones(Path(folder) / PHONES_FILE, table.clock)
        place = PageAddress("127.0.0.1", server.port)
        app = create_app(table.actor, phones, place, table)
        thread = threading.Thread(target=server.run, args=(app,))
        thread.start()
        try:
            _play_a_while(table)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=os.environ["HAREBOARD_CHROMIUM"], args=ARGS
                )
                address = f"http://127.0.0.1:{server.port}"
                _take(browser, address, table, phones.board_key)
                lights_picture.take(browser, address, PICTURES / "lights.png")
                browser.close()
        finally:
            table.stop()
            server.close()
            thread.join()


def _play_a_while(table: SimulatedTable) -> None:
    """Play by phone, carrying every runner to where the game has it."""
    rng = random.Random(SEED)
    service = table.actor
    service.submit(Begin(Setup(PLAYERS)))
    for number in range(ACTIONS + 10 * len(PLAYERS)):
        seen = service.snapshot
        assert seen.state is not None
        assert seen.state.to_act is not None
        seat = seen.state.to_act
        me = msgspec.to_builtins(view(seen, seat, in_english(), (), "").me)
        if number >= ACTIONS and len(me["destinations"]) > 5:
            break
        service.submit(Play(seat, choose(me, rng), seen.version))
    for seat in range(len(PLAYERS)):
        for runner in view(service.snapshot, None, in_english(), (), "").seats[seat].runners:
            if runner.square in range(1, 65):
                table.world.put(runner.colour, runner.square, face_down=runner.face_down)


def _take(browser: Browser, address: str, table: SimulatedTable, key: str) -> None:
    state = table.actor.snapshot.state
    assert state is not None
    seat = f"/seats/{state.to_act}"
    pictures: list[tuple[str, str, dict[str, Any]]] = [
        ("phone", f"/seat/{state.to_act}", {"viewport": {"width": 390, "height": 844}}),
        ("board", "/board", {"viewport": {"width": 1366, "height": 800}}),
    ]
    for name, path, how in pictures:
        context = browser.new_context(device_scale_factor=1.5, **how)
        context.request.get(f"{address}/board/{key}")
        if name == "phone":
            context.request.post(f"{address}/api/join", data={"seat": state.to_act})
        page = context.new_page()
        page.goto(address + path)
        page.wait_for_function("() => document.body.dataset.live === 'yes'")
        # The runners glide to their places, and the phone in the dock opens.
        page.wait_for_timeout(1500)
        target = PICTURES / f"{name}.png"
        page.screenshot(path=target)
        print(target.relative_to(PICTURES.parent.parent))
        if name == "phone":  # the screen beside the board takes every seat
            context.request.post(f"{address}/api{seat}/leave", data={})
        context.close()


if __name__ == "__main__":
    main()
