"""Four squares of wood in this process: readers on real ports, lights on a real helper."""

import random
from pathlib import Path
from typing import Any

from controller.bootstrap import simulated_pieces, simulated_uid
from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import MonotonicClock
from hardware.sensing.settings import Place
from hardware.simulated.pn532.plugs import PtyChip
from hardware.simulated.world import World
from tests.support.end_to_end.program import Program, playing_on
from tests.support.lights.pretending import Helper
from tests.support.waiting import until

PLACES = {1: Place(1, 0), 2: Place(1, 1), 3: Place(0, 1), 4: Place(0, 0)}
PLAYERS = {"Ann": "red", "Ben": "yellow", "Cem": "green"}


class Wood:
    """Four squares with a reader and a light each, and the program that runs on them.

    Args:
        folder: where everything is kept.
    """

    def __init__(self, folder: Path) -> None:
        clock = MonotonicClock()
        self.world = World(len(PLACES), simulated_pieces())
        emulation = emulate(self.world, PLACES, clock, random.Random(1))
        self.plugs = [
            PtyChip(chip, folder / f"reader-{square}", clock)
            for square, chip in emulation.chips.items()
        ]
        self.helper = self._helper(folder)
        self.file = folder / "board.toml"
        self.file.write_text(self._board_file(), "utf-8")
        self.data = folder / "data"
        self.program = self._started()

    def start_again(self) -> None:
        self.program.close()
        self.program = self._started()

    def _helper(self, folder: Path) -> Helper:
        return Helper(folder, "--keep")

    def _started(self) -> Program:
        return playing_on(self.file, self.data)

    def close(self) -> None:
        self.program.close()
        self.helper.until_dark()
        self.helper.end()
        for plug in self.plugs:
            plug.close()

    def begin(self) -> None:
        self.program.begin_game(PLAYERS)

    def view(self) -> Any:
        return self.program.get("/api/watch")

    def blind(self) -> Any:
        """Squares of which people are told that the board cannot see them."""
        blind = self.view()["table"]["blind"]
        return [] if blind is None else blind["squares"]

    def moves(self, name: str, square: int) -> None:
        """A player sets their runner down until the board has understood."""
        seat = [*PLAYERS].index(name)

        def understood() -> bool:
            return bool(self.view()["seats"][seat]["runners"][0]["square"] == square)

        def errands() -> bool:
            return bool(self.view()["table"]["errands"])

        self.world.put(PLAYERS[name], square)
        until(lambda: errands() or understood(), f"{name}'s runner is seen")
        if not understood():
            # What stood there from the first look on has to be touched: lifted, and seen to be.
            self.world.lift(PLAYERS[name])
            until(lambda: not errands(), f"{name}'s runner is lifted")
            self.world.put(PLAYERS[name], square)
        until(understood, f"{name} moves to {square}")

    def lights_are_out(self) -> bool:
        return self.view()["lights_trouble"] is not None

    def is_lit(self) -> bool:
        return not self.helper.is_dark() and not self.lights_are_out()

    def _board_file(self) -> str:
        buses = "".join(
            f'[[readers.bus]]\ntransport = "uart"\nport = "{plug.path}"\nsquare = {square}\n\n'
            for square, plug in zip(PLACES, self.plugs, strict=True)
        )
        tags = "".join(
            f'{colour} = {{ base = "{simulated_uid(colour, "base")}" }}\n'
            for colour in ("red", "yellow", "green")
        )
        return (
            'name = "Four squares"\n\n[squares]\ncount = 4\ncolumns = 2\n\n'
            # Chips that share a busy machine with other tests answer late.
            "[readers.timing]\nack_ms = 900\nslack_ms = 900\n\n"
            f"{buses}"
            f'[lights]\ndriver = "ws281x"\nsocket = "{self.helper.socket}"\n\n[tags]\n{tags}'
        )
