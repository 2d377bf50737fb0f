"""The status of a board as text for a terminal."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from controller.appliance.status.status import (
    BoardStatus,
    ComputerNow,
    GameNow,
    LightsNow,
    ReadersStatus,
    Running,
    ServiceState,
)
from controller.maintenance.doctor.findings import Voltage
from controller.plain_text import plain
from controller.plural import counted, noun, numbers, verb

MB: Final = 1_000_000
WIDTH: Final = 13
STARTED: Final = ("active", "activating", "reloading")
"""States of a service whose program runs, though it may not answer yet."""
VOLTAGES: Final[Mapping[Voltage | None, str]] = {
    "good": "its voltage has never been too low",
    "has-been-low": "its voltage has been too low since the start; hareboard doctor tells more",
    "low": "its voltage is too low just now; hareboard doctor tells more",
    None: "this computer does not tell",
}


def status_text(standing: BoardStatus) -> str:
    """Format a status, a line for each part, the version first."""
    lines = [f"hareboard {standing.version}".strip(), *_lines(standing)]
    return "\n".join(map(plain, lines))


def _lines(standing: BoardStatus) -> Iterator[str]:
    now = datetime.fromisoformat(standing.made_at)
    yield _line("Service", _service(standing.service, now))
    running = standing.running
    if running is None:
        yield _line("Program", _silent(standing))
    else:
        yield from _running(running, now)
    yield from _computer(standing.computer)


def _running(running: Running, now: datetime) -> Iterator[str]:
    goes_on = "everything in it goes on" if running.trouble is None else running.trouble
    yield _line("Program", f"{running.version}, for {lasting(running.up_s)}; {goes_on}")
    yield _line("Pages", running.address)
    if running.board is not None:
        yield _line("Board", running.board)
    game = "the workshop has the board" if running.game is None else _game(running.game, now)
    yield _line("Game", game)
    yield _line("Readers", _readers(running.readers))
    yield _line("Lights", _lights(running.lights))


def _silent(standing: BoardStatus) -> str:
    """Tell of a program that does not answer: one that is just starting runs, but is not up."""
    places = " or ".join(standing.asked)
    service = standing.service
    if service is not None and service.state in STARTED:
        return (
            f"starts, or hangs: it does not answer yet at {places}. If that stays so: "
            f"journalctl --unit={service.unit}"
        )
    return f"does not run: nobody answers at {places}"


def _service(service: ServiceState | None, now: datetime) -> str:
    if service is None:
        return "none: there is no systemd here, or it does not know hareboard.service"
    told = service.state
    if service.since is not None:
        told += f" since {_moment(service.since, now)}"
    if service.restarts:
        told += f", started again by itself {counted(service.restarts, 'time')}"
    return told


def _game(game: GameNow, now: datetime) -> str:
    if game.phase == "setup":
        return "none"
    begun = "" if game.begun_at is None else f", begun {_moment(game.begun_at, now)}"
    told = f"{', '.join(game.players)}; {counted(game.actions, 'action')}{begun}"
    if game.trouble is not None:
        return f"{told}. {game.trouble}"
    if game.phase == "over":
        return f"{told}; it is over"
    if game.paused:
        return f"{told}; it is paused"
    since = "" if game.turn_s is None else f", for {lasting(game.turn_s)}"
    return told if game.to_act is None else f"{told}; it is {game.to_act}'s turn{since}"


def _readers(readers: ReadersStatus) -> str:
    answering = readers.answering
    told = f"{answering} of {counted(readers.there, 'reader')} {verb(answering, 'answer')}"
    out = readers.out
    if not out:
        return told
    return f"{told}; out: {noun(len(out), 'square')} {numbers(out, most=len(out))}"


def _lights(lights: LightsNow) -> str:
    if not lights.there:
        return "the board has none"
    if lights.trouble is not None:
        return f"out. {lights.trouble}"
    return "they work" if lights.draw_ma is None else f"they work, and take {lights.draw_ma:.0f} mA"


def _computer(computer: ComputerNow) -> Iterator[str]:
    degrees = computer.temperature_c
    yield _line("Temperature", VOLTAGES[None] if degrees is None else f"{degrees:.0f} °C")
    yield _line("Supply", VOLTAGES[computer.voltage])
    free = computer.free_bytes
    room = "there is no such folder" if free is None else f"{free // MB} MB are free"
    yield _line("Disk", f"{room} ({computer.folder})")


def _line(title: str, told: str) -> str:
    return f"  {title:<{WIDTH}}{told}"


def _moment(said: str, now: datetime) -> str:
    """Format a time and its age; without the age if the clock has been set back since."""
    moment = datetime.fromisoformat(said)
    ago_s = (now - moment).total_seconds()
    told = f"{moment:%d %B %Y, %H:%M} UTC"
    return told if ago_s < 0 else f"{told} ({lasting(ago_s)} ago)"


def lasting(seconds: float) -> str:
    """Format a duration in its two largest units: `2 h 5 min`."""
    whole = int(seconds)
    parts = {
        "d": whole // 86_400,
        "h": whole // 3600 % 24,
        "min": whole // 60 % 60,
        "s": whole % 60,
    }
    said = [f"{count} {unit}" for unit, count in parts.items() if count]
    return " ".join(said[:2]) or "0 s"
