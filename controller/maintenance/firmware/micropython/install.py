"""Puts MicroPython on a new board: waits for its drive, copies the file, waits for its port."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.maintenance.firmware import messages
from controller.maintenance.firmware.bench import Bench
from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.micropython.drives import BootDrive
from controller.maintenance.firmware.micropython.uf2 import Uf2, checked, read_uf2
from controller.maintenance.firmware.ports import Port
from hardware.errors import NotConnected
from hardware.scanner.line import open_port

BOARD_S: Final = 120.0
"""Longest wait for somebody to plug in a board."""
AUTOMOUNT_S: Final = 5.0
"""Seconds that a desktop has to mount a drive by itself."""
ARRIVAL_S: Final = 30.0
"""Longest wait for the serial port after the file was copied."""
FORMAT_S: Final = 2.0
"""At its first start MicroPython formats its flash, which Ctrl-C would interrupt."""
LOOK_S: Final = 0.25
NAME: Final = "micropython.uf2"
"""The file on the drive; the boot ROM takes any name."""
READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)

Say = Callable[[str], None]


def ready_board(bench: Bench, uf2: Path | None, say: Say) -> Port:
    """Return the port of the one board with MicroPython, which a new board is given first.

    Args:
        bench: the tools.
        uf2: the file for a board that waits as a drive; None downloads the official one.
        say: prints progress.

    Raises:
        FirmwareError: there is no board, or more than one, or one that is not suitable.
    """
    given = None if uf2 is None else read_uf2(uf2)
    found = _board(bench, given, say)
    if isinstance(found, Port):
        return found
    if found.chip != "RP2040":
        raise FirmwareError(
            f"The board at {found.folder} has an {found.chip}. Nothing was written. "
            f"{messages.RP2350_REFUSED}"
        )
    return _install(bench, found, given or _download(bench, say), say)


def _board(bench: Bench, given: Uf2 | None, say: Say) -> BootDrive | Port:
    """Wait for a board: one that waits as a drive or, if no file is given, has MicroPython."""
    asked = False
    until_s = bench.clock.now_s() + BOARD_S
    mount_s = float("inf")
    while True:
        drives = bench.drives.mounted()
        if len(drives) > 1:
            raise FirmwareError(messages.several_drives([drive.folder for drive in drives]))
        if drives:
            return drives[0]
        now_s = bench.clock.now_s()
        if device := bench.drives.unmounted():
            mount_s = min(mount_s, now_s + AUTOMOUNT_S)
            if now_s >= mount_s and (why := bench.drives.mount(device)):
                raise FirmwareError(messages.not_mounted(device, why))
        elif given is None and (ports := bench.site.micropythons()):
            if len(ports) > 1:
                raise FirmwareError(messages.several(ports))
            return ports[0]
        if now_s >= until_s:
            raise FirmwareError(messages.NO_BOARD)
        if not asked:
            say(messages.PRESS)
            asked = True
        bench.clock.sleep(LOOK_S)


def _download(bench: Bench, say: Say) -> Uf2:
    official = bench.official()
    say(f"Downloading MicroPython {official.version} from {official.address} …")
    data = official.download()
    say("Its SHA-256 is the one that this hareboard knows.")
    return checked(data, official.address)


def _install(bench: Bench, drive: BootDrive, uf2: Uf2, say: Say) -> Port:
    """Copy the file to the drive; return the port at which MicroPython appears."""
    if not bench.official().matches(uf2.data):
        say("This hareboard does not know the file's SHA-256: whether it is official was not seen.")
    before = set(bench.site.micropythons())
    say(f"{drive.folder}: copying MicroPython {messages.versioned(uf2.version)} …")
    failed = _copy(uf2.data, drive.folder / NAME)
    if failed is not None and failed.errno in READ_ONLY:
        raise FirmwareError(messages.not_writable(drive.folder, failed))
    until_s = bench.clock.now_s() + ARRIVAL_S
    while bench.clock.now_s() < until_s:
        bench.clock.sleep(LOOK_S)
        for port in bench.site.micropythons():
            if port not in before and _opens(port):
                bench.clock.sleep(FORMAT_S)
                say(f"{port.name}: the board has restarted with MicroPython.")
                return port
    raise FirmwareError(messages.not_arrived(failed, waits=bool(bench.drives.mounted())))


def _copy(data: bytes, path: Path) -> OSError | None:
    """Copy the file; return the error, if there was one.

    The board restarts as soon as it has the last block, so that an error at the end says nothing.
    """
    try:
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None


def _opens(port: Port) -> bool:
    """Check whether a port can be opened: udev gives access a moment after it has appeared."""
    try:
        open_port(port.name).close()
    except NotConnected:
        return False
    return True
