"""Jobs of `hareboard firmware`: flash, update and verify one co-processor."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.maintenance.firmware import messages
from controller.maintenance.firmware.bench import Bench
from controller.maintenance.firmware.connection import Talk
from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.ports import Port
from controller.maintenance.firmware.session import FirmwareSession
from hardware.scanner.messages import (
    Welcome,
)
from hardware.scanner.words import PROTOCOL

KIB: Final = 1024

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Naming:
    """A number and a name for a co-processor; None leaves one unchanged."""

    number: int | None = None
    name: str | None = None


def flash(bench: Bench, port: Port, naming: Naming, say: Say) -> None:
    """Put the firmware on a board that has MicroPython.

    Raises:
        HardwareError: it is not plugged in, or the operation failed.
    """
    files = bench.files()
    visit = FirmwareSession(bench, port, say)
    if visit.reach_prompt(greet=False) is not None:
        say(f"{visit.name}: it has firmware already, which is brought up to date.")
    found = visit.look()
    say(f"{visit.name}: MicroPython {messages.versioned(found.version)}, {found.machine}.")
    visit.renew(files, found)
    _finish(visit, naming, say)


def update(bench: Bench, port: Port, say: Say, *, named: bool) -> bool:
    """Update the firmware of a co-processor; return whether it is one.

    Args:
        bench: the tools.
        port: its serial port.
        say: prints progress.
        named: the user has named the port; otherwise a MicroPython without this firmware is taken
            for another device, and left alone.

    Raises:
        HardwareError: it is not plugged in, or the operation failed.
    """
    files = bench.files()
    bench.mpremote.check()
    visit = FirmwareSession(bench, port, say)
    welcome = visit.reach_prompt(greet=True)
    if welcome is not None:
        say(f"{visit.name}: {_before(welcome)}.")
    found = visit.look()
    if welcome is None and not named and not files.known(found.files):
        visit.leave()
        say(
            f"{visit.name}: MicroPython without the firmware of a co-processor; it is left alone. "
            f"If it is to become one: “hareboard firmware flash --port {visit.name}”."
        )
        return False
    visit.renew(files, found)
    _finish(visit, Naming(), say)
    return True


def verify(bench: Bench, port: Port, say: Say, *, files: bool) -> bool:
    """Print the state of a co-processor; return whether it is free of faults.

    Args:
        bench: the tools.
        port: its serial port.
        say: prints the state.
        files: compare its files too, for which it is restarted twice.

    Raises:
        HardwareError: it is not plugged in, or does not answer.
    """
    visit = FirmwareSession(bench, port, say)
    good = True
    if files:
        for problem in _compare(bench, visit):
            say(f"{visit.name}: {problem}")
            good = False
        opened = visit.start()
    else:
        opened = visit.greet()
    with opened as talk:
        for problem in _tell(visit, talk, say):
            say(f"  {problem}")
            good = False
    return good


def _before(welcome: Welcome) -> str:
    if welcome.protocol != PROTOCOL:
        return f"it has firmware of version {welcome.protocol} of the protocol"
    return f"it has firmware {messages.versioned(welcome.version)}"


def _compare(bench: Bench, visit: FirmwareSession) -> Iterator[str]:
    """Restart it to its prompt, and compare its files; yield the faults."""
    files = bench.files()
    bench.mpremote.check()
    visit.reach_prompt(greet=True)
    found = visit.look().files
    for name in files.differing(found):
        how = "is not as it should be" if name in found else "is missing"
        yield f"{name} {how}: run “hareboard firmware update {visit.name}”."
    for name in files.stale(found):
        yield f"{name} is of an older firmware: run “hareboard firmware update {visit.name}”."


def _finish(visit: FirmwareSession, naming: Naming, say: Say) -> None:
    """Start it, name it, and check that it runs the new firmware."""
    with visit.start() as talk:
        welcome = talk.welcome
        if other := messages.other_version(welcome, visit.name):
            raise FirmwareError(
                f"The co-processor at {visit.name} runs other files than it was given. {other}"
            )
        if naming != Naming():
            welcome = _named(welcome, naming)
            talk.name(welcome.number, welcome.name)
        tested = talk.test()
    say(f"{visit.name}: {messages.who(welcome)}. It runs.")
    say(f"  {messages.readers(welcome, tested)}")


def _named(welcome: Welcome, naming: Naming) -> Welcome:
    number = welcome.number if naming.number is None else naming.number
    name = welcome.name if naming.name is None else naming.name
    return replace(welcome, number=number, name=name)


def _tell(visit: FirmwareSession, talk: Talk, say: Say) -> Iterator[str]:
    """Print its state; yield its faults."""
    welcome = talk.welcome
    if welcome.protocol != PROTOCOL:
        say(f"{visit.name}: {_before(welcome)}")
        yield messages.other_version(welcome, visit.name)
        return
    tested = talk.test()
    say(f"{visit.name}: {messages.who(welcome)}")
    if other := messages.other_version(welcome, visit.name):
        yield other
    if len(tested.answering) < tested.readers:
        yield messages.readers(welcome, tested)
    else:
        say(f"  {messages.readers(welcome, tested)}")
    say("  Lights only listen: how many there are it cannot find out.")
    say(f"  {tested.free_bytes // KIB} KiB of memory are free.")
    if visit.port.serial_number:
        say(f"  {messages.lasting_name(visit.port, welcome)}")
