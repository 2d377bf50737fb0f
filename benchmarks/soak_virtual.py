"""Games one after another on virtual time: hands, readers, phones that come and go, no pauses.

The service, its journal and the application are the real ones, in the service's own thread; only
the clock is moved by hand. Most games are sensed directly, some through sixty-four emulated chips
and the real driver.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import web.server.event_stream
from benchmarks.soak_growth import Sample, of_this_process
from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap import SQUARES, simulated_pieces, tags_of
from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from controller.game.journal.journal import Journal
from controller.game.pieces import COLOURS
from controller.game.rules import Action, State, legal
from controller.table.actor import GameActor
from controller.table.lit_squares import destination
from controller.table.session import Session
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from tests.support.web.deals import put_in
from tools.autoplayer import choose
from web.access.address import PageAddress
from web.access.phones import Phones
from web.modes.game_app import create_app

BOARD: Final = "spi-decoder-64"
TRANSFER_S: Final = 50e-6
"""What one transfer on a bus takes besides its bits."""
SCAN_S: Final = 0.1
THINKS_S: Final = (5.0, 40.0)
"""How long people think, at least and at most; where chips are read meanwhile, less."""
THINKS_OVER_CHIPS_S: Final = (0.5, 2.0)
PATIENCE_S: Final = 4.0
"""After so long without an answer from the board, players take to the phone."""
BY_HAND: Final = 0.6
"""The part of all moves that hands make; the others are made by phone."""
COMES_AND_GOES: Final = 0.05
"""How likely a phone is replaced by another one before a turn."""
LONGEST_GAME: Final = 400
"""Turns after which a game is abandoned."""


class Soak:
    """A table on virtual time, and everybody around it.

    Args:
        folder: where the journal is.
        seed: what everybody decides by.
        chips_every: one of so many games goes through the chips; 0 for none.
        longest: turns after which a game is abandoned.
    """

    def __init__(self, folder: Path, seed: int, chips_every: int, longest: int) -> None:
        self.rng = random.Random(seed)
        self.clock = ManualClock(1000.0)
        self.journal = folder / "journal.sqlite"
        self.games = self.actions = self.by_chips = self.by_hand = self.phones_come = 0
        self._began_s = self.clock.now_s()
        self._chips_every = chips_every
        self._longest = longest
        pieces = simulated_pieces()
        self.world = World(SQUARES, pieces)
        self._direct = DirectBoard(self.world, self.clock)
        self._chips = self._chip_board()
        self._through_chips = False
        self._stack = ExitStack()
        self._stack.enter_context(put_in(web.server.event_stream, "HEARTBEAT_S", 0.0))
        self.service = GameActor(
            lambda: Session(
                Journal(self.journal),
                tags_of(pieces),
                self.clock,
                self.rng,
                last_read_s=self._last_read_s,
            ),
            self.clock,
            self._chips.attend,
        )
        self.service.start()
        self._stack.callback(self.service.stop)
        self.phones = Phones(folder / "phones.json", self.clock)
        self.app = create_app(self.service, self.phones, PageAddress("192.0.2.1", 8064))
        self._host = self._client()
        self._post(self._host, "/api/host", pin=self.phones.pin)
        self._players: list[FlaskClient] = []
        self._streams: list[TestResponse] = []

    def __enter__(self) -> "Soak":
        return self

    def __exit__(self, *_: object) -> None:
        self._hang_up()
        self._chips.stop()
        self._stack.close()

    @property
    def passed_s(self) -> float:
        """How much virtual time has passed."""
        return self.clock.now_s() - self._began_s

    def play(self, hours: float, every_s: float) -> Iterator[Sample]:
        """Play for so many virtual hours; a sample is taken after a game every so often."""
        due_s = 0.0
        while self.passed_s < hours * 3600:
            if self.passed_s >= due_s:
                due_s = self.passed_s + every_s
                yield of_this_process(self.passed_s, self.games, self.actions, self.journal)
            self._play_a_game()
        yield of_this_process(self.passed_s, self.games, self.actions, self.journal)

    # A game

    def _play_a_game(self) -> None:
        self._through_chips = bool(self._chips_every) and self.games % self._chips_every == 1
        (self._chips if self._through_chips else self._direct).connect(self.service.emit)
        self._begin(self.rng.randint(2, 6))
        played = 0
        while self._take_turn():
            played += 1
            if played > self._longest:
                version = self.service.snapshot.version
                self._post(self._host, "/api/games/abandon", version=version)
                break
        self._look_back()
        self._hang_up()
        self.games += 1

    def _begin(self, players: int) -> None:
        each = 2 if players == 2 else 1  # R10.1
        self.phones_come += players
        names = [f"{number}-{self.games}" for number in range(players)]
        seats = [
            {"name": name, "colours": COLOURS[seat * each : (seat + 1) * each]}
            for seat, name in enumerate(names)
        ]
        for piece in self.world.pieces():
            self.world.knock(piece.name)
        self._wait(1.0)
        self._post(self._host, "/api/games", seats=seats)
        self._players = [self._joined(seat) for seat in range(players)]
        self._look_on("/api/watch/live", self._client())

    def _take_turn(self) -> bool:
        self._think()
        self._tidy()
        state = self._state()
        if state.prompt == "over":
            return False
        if (seat := state.to_act) is None:
            self._wait(SCAN_S)
            return True
        if self.rng.random() < COMES_AND_GOES:
            self._replace(self.rng.randrange(len(self._players)))
        self._read_streams()
        view = self._get(self._players[seat], f"/api/seats/{seat}")
        if view["to_act"] != seat:
            return True  # A turn that needs nobody went on by itself.
        text = choose(view["me"], self.rng)
        action = next(each for each in legal(state) if str(each) == text)
        before = self.service.snapshot.played
        if self.rng.random() < BY_HAND:
            self._do(action, seat, state)
        if self.service.snapshot.played == before:
            path = f"/api/seats/{seat}/play"
            self._post(self._players[seat], path, action=text, version=view["version"])
        else:
            self.by_hand += 1
        self.actions += 1
        self.by_chips += self._through_chips
        return True

    def _do(self, action: Action, seat: int, state: State) -> None:
        to = destination(state, action)
        if to is None:
            return
        colour = self.service.snapshot.seating.colour(seat, action.runner or 0)
        before, until_s = self.service.snapshot.played, self.clock.now_s() + PATIENCE_S
        self.world.lift(colour)
        self._wait(0.3)
        self.world.put(colour, to, face_down=False)
        while self.service.snapshot.played == before and self.clock.now_s() < until_s:
            self._wait(SCAN_S)

    def _tidy(self) -> None:
        """Put the wood where the game has it, as people do between turns."""
        state, seating = self._state(), self.service.snapshot.seating
        moved = False
        for seat, holder in enumerate(state.seats):
            for index, runner in enumerate(holder.runners):
                colour, down = seating.colour(seat, index), runner.obligation == "chew"
                piece = self.world.piece(colour)
                if runner.at in (0, state.rules.home):
                    if piece.square is not None:
                        self.world.knock(colour)
                        moved = True
                elif (piece.square, piece.face_down) != (runner.at, down):
                    self.world.put(colour, runner.at, face_down=down)
                    moved = True
        if moved:
            self._wait(0.8)

    def _state(self) -> State:
        state = self.service.snapshot.state
        assert state is not None, "a game is under way"
        return state

    # Time

    def _think(self) -> None:
        if self._through_chips:
            self._wait(self.rng.uniform(*THINKS_OVER_CHIPS_S))
            return
        self._wait(3 * SCAN_S)
        left_s = self.rng.uniform(*THINKS_S)
        while left_s > 0:  # what is due by itself comes in its time
            self.clock.advance(min(2.0, left_s))
            left_s -= 2.0
            self._settle()

    def _wait(self, seconds: float) -> None:
        """Let time pass, the readers reading all the while."""
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            if self._through_chips:
                self._chips.step()
            else:
                self._direct.scan()
                self.clock.advance(min(SCAN_S, max(until_s - self.clock.now_s(), 1e-6)))
            self._settle()

    def _settle(self) -> None:
        """Let the owner do everything that is due."""
        self.service.ask(lambda: None)

    def _last_read_s(self, square: int) -> float | None:
        board = self._chips if self._through_chips else self._direct
        return board.last_read_s(square)

    def _chip_board(self) -> Pn532Board:
        board = read_board(example_path(BOARD))
        emulation = emulate(self.world, board.settings.places, self.clock, self.rng)
        parts = SimulatedParts(emulation.chips, board.buses, self.clock, TRANSFER_S)
        return Pn532Board(board.settings, connect(board.buses, parts, self.clock), self.clock)

    # Phones

    def _client(self) -> FlaskClient:
        client = self.app.test_client()
        address = f"192.0.2.{self.rng.randrange(2, 255)}"
        client.environ_base = {**client.environ_base, "REMOTE_ADDR": address}
        return client

    def _joined(self, seat: int) -> FlaskClient:
        client = self._client()
        self._post(client, "/api/join", seat=seat, code=self.phones.code)
        self._look_on(f"/api/seats/{seat}/live", client)
        return client

    def _replace(self, seat: int) -> None:
        """A phone goes, another one takes over: by a code, or because the host frees the seat."""
        old, new = self._players[seat], self._client()
        if self.rng.random() < 0.5:
            code = self._post(old, f"/api/seats/{seat}/hand-over")["code"]
            if self.rng.random() < 0.5:  # and nobody comes
                return
            self._post(new, "/api/join", seat=None, code=code)
        else:
            self._post(self._host, f"/api/seats/{seat}/leave")
            self._post(new, "/api/join", seat=seat, code=self.phones.code)
        self.phones_come += 1
        self._players[seat] = new
        self._look_on(f"/api/seats/{seat}/live", new)

    def _look_on(self, path: str, client: FlaskClient) -> None:
        stream = client.get(path)
        assert stream.status_code == 200, stream.get_data()
        self._streams.append(stream)

    def _read_streams(self) -> None:
        """Some phones read what has come; now and then one goes without a word."""
        for stream in list(self._streams):
            if self.rng.random() < 0.3 and next(iter(stream.iter_encoded()), None) is None:
                stream.close()
                self._streams.remove(stream)
        if len(self._streams) > 2 and self.rng.random() < COMES_AND_GOES:
            self._streams.pop(self.rng.randrange(len(self._streams))).close()
            self._look_on("/api/watch/live", self._client())

    def _look_back(self) -> None:
        """What people open after a race."""
        someone = self._client()
        game = self._get(someone, "/api/games")["games"][0]["game"]
        for path in (f"/api/games/{game}/story", "/api/track", "/api/lights"):
            self._get(someone, path)

    def _hang_up(self) -> None:
        while self._streams:
            self._streams.pop().close()

    def _get(self, client: FlaskClient, path: str) -> Any:
        with client.get(path) as answer:
            assert answer.status_code == 200, answer.get_data()
            return answer.get_json()

    def _post(self, client: FlaskClient, path: str, **body: Any) -> Any:
        with client.post(path, json=body) as answer:
            assert answer.status_code == 200, answer.get_data()
            return answer.get_json()


@contextmanager
def soak(
    folder: Path, seed: int = 48, chips_every: int = 12, longest: int = LONGEST_GAME
) -> Iterator[Soak]:
    """A table on virtual time, closed at the end. See `Soak`."""
    with Soak(folder, seed, chips_every, longest) as table:
        yield table
