"""A table put together: journal, game, and everything on the board."""

import random
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.board import Board
from controller.bootstrap.address import SIMULATED, SimulatedAddress, parse_simulated
from controller.bootstrap.devices import (
    SQUARES,
    Devices,
    SimulatedDevices,
    open_devices,
    open_simulated,
)
from controller.bootstrap.readers import Opened
from controller.bootstrap.simulated.carrier import Carrier
from controller.config import Settings
from controller.game.journal.damage import DamageNote
from controller.game.journal.files.background_check import BackgroundCheck
from controller.game.journal.files.file_format import JOURNAL_FILE
from controller.game.journal.repair import open_journal
from controller.game.statistics import BOOK_FILE, Book
from controller.light.digits import Spot
from controller.light.display import LightDisplay
from controller.light.preferences import Preferences
from controller.table.actor import GameActor
from controller.table.deleting import PeopleFiles
from controller.table.kept_times import TimesFile
from controller.table.opponents.thread import OpponentsThread
from controller.table.remote.kept_races import RacesFile
from controller.table.session import Session
from controller.table.snapshot import Snapshot
from controller.table.summaries import Summaries
from hardware.clock import Clock
from hardware.sensing.plan import serpentine
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World

if TYPE_CHECKING:
    from controller.maintenance.calibration.actor import CalibrationActor
    from controller.table.opponents.mind import OpponentMind

PREFERENCES_FILE: Final = "preferences.json"
RESERVES_FILE: Final = "reserves.json"
SUMMARIES_FILE: Final = "summaries.json"
RACES_FILE: Final = "races.json"
COLUMNS: Final = 8
"""Width of the printed boards, in squares."""
FINGER_S: Final = 1.5
"""Time that a finger needs to let go of a button once a race is over."""


@dataclass(frozen=True)
class RunningBoard:
    """A board, and the actor that owns it.

    Attributes:
        devices: the board.
        actor: the game or the calibration.
        lights: draws on the board's lights; None if it has none.
    """

    devices: Devices
    actor: "GameActor | CalibrationActor"
    lights: LightDisplay | None

    @property
    def clock(self) -> Clock:
        """Clock of the board."""
        return self.devices.clock

    @property
    def board(self) -> Opened:
        """Readers of the board."""
        return self.devices.board

    def start(self) -> None:
        """Start everything, and resume what was begun; if that fails, stop all of it.

        Raises:
            JournalError: the journal of a game cannot be used.
            HardwareError: the board is not there.
        """
        try:
            self.actor.start()
            self.devices.start(self.actor)
            if self.lights is not None:
                self.lights.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop everything, dark at the end; what cannot be stopped does not block the rest."""
        with ExitStack() as stack:
            if self.lights is not None:
                stack.callback(self.lights.stop)
            stack.callback(self.actor.stop)
            stack.callback(self.devices.stop)


@dataclass(frozen=True)
class Table(RunningBoard):
    """A running game and its board.

    Attributes:
        opponents: the thread in which computer opponents think.
    """

    actor: GameActor
    opponents: OpponentsThread

    def start(self, begin: Callable[[GameActor], None] = lambda _actor: None) -> None:
        """Start everything; see `RunningBoard.start`.

        Args:
            begin: may begin a game, before opponents think and runners are carried. What it raises
                stops everything.
        """
        super().start()
        try:
            begin(self.actor)
        except BaseException:
            self.stop()
            raise
        self.opponents.start()

    def stop(self) -> None:
        """Stop everything; see `RunningBoard.stop`."""
        self.opponents.stop()
        super().stop()


@dataclass(frozen=True)
class SimulatedTable(Table):
    """A running game on a simulated board."""

    devices: SimulatedDevices

    @property
    def world(self) -> World:
        """Pieces on the board."""
        return self.devices.world

    @property
    def strip(self) -> SimulatedStrip:
        """Visible state of the lights."""
        return self.devices.strip


def simulated_table(
    folder: Path,
    settings: Settings | None = None,
    chance: random.Random | None = None,
    address: SimulatedAddress | None = None,
    thoughts: random.Random | None = None,
    programs: Mapping[str, tuple[str, ...]] | None = None,
    *,
    carries: bool = False,
) -> SimulatedTable:
    """Open a table on a simulated board.

    Args:
        folder: stores the journal and the simulated board.
        settings: the settings of the game.
        chance: draws the cards; the system's randomness unless given.
        address: the address of the board; sixty-four emulated chips unless given.
        thoughts: chance for computer opponents; the system's randomness unless given.
        programs: programs that may be opponents: the words of each command, by name.
        carries: True to carry the runners of errands by itself.

    Raises:
        BadFile, BadTrace, NotConnected: its file cannot be used.
    """
    devices = open_simulated(address or parse_simulated(SIMULATED), folder)
    settings = settings or table_settings(devices)
    if programs:
        settings = replace(settings, programs=programs)
    actor = _game_actor(devices, folder, settings, chance)
    carry = Carrier(devices.world).carry if carries else None
    opponents = _opponents(actor, thoughts or random.SystemRandom(), settings.programs, carry)
    return SimulatedTable(devices, actor, lights_of(devices, actor), opponents)


def real_table(folder: Path, file: Path) -> Table:
    """Open a table on a board that is wired to this computer.

    Args:
        folder: stores the journal.
        file: the board file.

    Raises:
        BadFile: the file cannot be used.
        NotConnected: a bus or a pin is not there.
    """
    devices = open_devices(file)
    settings = table_settings(devices)
    actor = _game_actor(devices, folder, settings)
    opponents = _opponents(actor, random.SystemRandom(), settings.programs)
    return Table(devices, actor, lights_of(devices, actor), opponents)


def _opponents(
    actor: GameActor,
    chance: random.Random,
    programs: Mapping[str, tuple[str, ...]],
    carry: Callable[[Snapshot, float], float | None] | None = None,
) -> OpponentsThread:
    """Return the thread of the opponents, who think in a process of their own, or are programs."""

    def make_mind() -> "OpponentMind":
        # ruff: noqa: PLC0415 - most games have no opponents, and need none of this
        from controller.game.opponents.process import ThinkingProcess
        from controller.game.opponents.programs.named import ProgramOpponents
        from controller.table.opponents.mind import OpponentMind

        process = ThinkingProcess()
        named = ProgramOpponents(programs, process.find)

        def close() -> None:
            named.close()
            process.close()

        return OpponentMind(chance, named.find, close)

    return OpponentsThread(actor, make_mind, carry)


def _game_actor(
    devices: Devices,
    folder: Path,
    settings: Settings | None = None,
    chance: random.Random | None = None,
) -> GameActor:
    draws = chance or random.SystemRandom()
    sensing = devices.board.sensing
    journal = folder / JOURNAL_FILE

    book = Book(folder / BOOK_FILE)

    def open_session() -> Session:
        summaries = Summaries(folder / SUMMARIES_FILE)
        PeopleFiles(journal, book, summaries).finish()
        return Session(
            open_journal(journal, BackgroundCheck),
            devices.tags,
            devices.clock,
            draws,
            settings or table_settings(devices),
            sensing.last_read_s,
            Preferences(folder / PREFERENCES_FILE),
            _places_of_lights(devices),
            DamageNote(journal),
            TimesFile(folder / RESERVES_FILE),
            summaries,
            RacesFile(folder / RACES_FILE),
            book,
        )

    return GameActor(open_session, devices.clock, sensing.attend, book)


def people_files(folder: Path) -> PeopleFiles:
    """Return the files of a folder of games that name people; no program is using it."""
    book, summaries = Book(folder / BOOK_FILE), Summaries(folder / SUMMARIES_FILE)
    return PeopleFiles(folder / JOURNAL_FILE, book, summaries)


def table_settings(devices: Devices) -> Settings:
    """Return the settings of a table that follow from its board file."""
    file = devices.board.file
    return (
        Settings()
        if file is None
        else Settings(
            departure_misses=file.settings.misses,
            programs=file.opponents,
            after_race_s=_after_race_s(file),
        )
    )


def _after_race_s(file: Board) -> float:
    """Return the time after a race in which a held button may have been pressed before its end."""
    held_s = file.buttons.hold_s if file.buttons is not None else 0.0
    return max(Settings().after_race_s, held_s + FINGER_S)


def _places_of_lights(devices: Devices) -> dict[int, Spot]:
    """Return the positions of squares with a light; without a file, as on printed boards."""
    if devices.lights is None:
        return {}
    file = devices.board.file
    places = serpentine(SQUARES, COLUMNS) if file is None else file.squares
    lit = file.lights.squares if file is not None and file.lights is not None else places
    return {square: (place.row, place.column) for square, place in places.items() if square in lit}


def lights_of(devices: Devices, actor: "GameActor | CalibrationActor") -> LightDisplay | None:
    """Return what draws an actor's snapshots on the lights; None if there are none."""
    if devices.lights is None:
        return None
    return LightDisplay(actor, devices.lights, SQUARES, devices.clock, actor.emit)
