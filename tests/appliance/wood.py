"""A board of four squares for a program in a container: its readers hang on TCP ports here."""

import random
import re
from contextlib import suppress
from typing import Any, Final

from controller.bootstrap import simulated_pieces, simulated_uid
from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import MonotonicClock
from hardware.simulated.pn532.plugs import SocketChip
from hardware.simulated.world import World
from tests.appliance.container import Container
from tests.support.end_to_end.program import NoAnswer, Pages
from tests.support.end_to_end.wood import PLACES, PLAYERS
from tests.support.waiting import until

ADDRESS: Final = "http://127.0.0.1"
BUSY_S: Final = 120.0
"""What takes a second takes far longer where others need the processor as well."""
TRIES: Final = 4
LOOK_S: Final = 0.1
_PIN: Final = re.compile(r"PIN +(\d+)")


class Wood(Pages):
    """The board, its four readers, and whoever plays on it.

    Args:
        box: the container that the program runs in.
    """

    def __init__(self, box: Container) -> None:
        super().__init__(ADDRESS)
        self._box = box
        clock = MonotonicClock()
        self.world = World(len(PLACES), simulated_pieces())
        chips = emulate(self.world, PLACES, clock, random.Random(1)).chips
        self._plugs = {square: SocketChip(chip, 0, clock) for square, chip in chips.items()}

    def close(self) -> None:
        """Pull all readers out."""
        for plug in self._plugs.values():
            plug.close()

    @property
    def board_file(self) -> str:
        """What the board file says."""
        buses = "".join(
            f'[[readers.bus]]\ntransport = "uart"\nport = "{plug.url}"\nsquare = {square}\n\n'
            for square, plug in self._plugs.items()
        )
        tags = "".join(
            f'{colour} = {{ base = "{simulated_uid(colour, "base")}" }}\n'
            for colour in ("red", "yellow", "green")
        )
        return (
            'name = "Four squares"\n\n[squares]\ncount = 4\ncolumns = 2\n\n'
            # Chips on a busy machine answer late.
            "[readers.timing]\nack_ms = 900\nslack_ms = 900\n\n"
            f'{buses}[lights]\ndriver = "ws281x"\n\n[tags]\n{tags}'
        )

    @property
    def pin(self) -> str:
        """The host's PIN: what the program said last in the system's journal."""
        log = self._box.run("journalctl", "--unit", "hareboard", "--output", "cat")
        return str(_PIN.findall(log)[-1])

    def until_up(self) -> None:
        """Wait until the pages answer."""
        until(self.answers, "the pages answer", BUSY_S, LOOK_S)

    def begin(self) -> None:
        """A new game of three."""
        self.take_seats()
        self.begin_game(PLAYERS)

    def square_of(self, name: str) -> int:
        """Where a player's runner stands, as the program has it."""
        view: Any = self.get("/api/watch")
        return int(view["seats"][[*PLAYERS].index(name)]["runners"][0]["square"])

    def moves(self, name: str, square: int) -> None:
        """A player sets their runner down until the board has understood."""
        for _ in range(TRIES):
            self.world.put(PLAYERS[name], square)
            with suppress(TimeoutError):
                return until(
                    lambda: self.square_of(name) == square,
                    f"{name} moves to {square}",
                    BUSY_S / TRIES,
                    LOOK_S,
                )
            self.world.lift(PLAYERS[name])
            until(lambda: not self._errands(), f"{name}'s runner is lifted", BUSY_S, LOOK_S)
        raise AssertionError(f"{name} could not move to {square}: {self.get('/api/watch')}")

    def _errands(self) -> Any:
        return self.get("/api/watch")["table"]["errands"]

    def answers(self) -> bool:
        """Whether the pages answer."""
        with suppress(NoAnswer, AssertionError):
            return bool(self.get("/healthz"))
        return False
