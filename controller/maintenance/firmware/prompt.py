"""Runs commands at MicroPython's prompt, by mpremote.

mpremote guarantees its command line, but not its modules: so it runs in a
process of its own. Source: MicroPython documentation, "MicroPython remote control: mpremote".
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.files import Files

LOOK_S: Final = 60.0
COPY_S: Final = 600.0
"""Seconds after which mpremote counts as stuck."""

LOOK: Final = """
import binascii, hashlib, json, os, sys
def digest(name):
    sha = hashlib.sha256()
    with open(name, "rb") as file:
        while True:
            piece = file.read(512)
            if not piece:
                return binascii.hexlify(sha.digest()).decode()
            sha.update(piece)
found = {}
for each in os.ilistdir():
    if each[1] == 0x8000 and each[0].endswith(".py"):
        found[each[0]] = digest(each[0])
made = sys.implementation
machine = getattr(made, "_machine", "")
told = {"name": made.name, "version": made.version, "platform": sys.platform, "machine": machine}
told["files"] = found
print(json.dumps(told))
"""
"""Runs on the device; prints its result in the last line."""


@dataclass(frozen=True, slots=True)
class Found:
    """Python and files of a device.

    Attributes:
        name: kind of Python: `micropython`.
        version: its release.
        platform: chips it was built for: `rp2`.
        machine: hardware, in its own words.
        files: the SHA-256 of each of its Python files, in hexadecimal, by name.
    """

    name: str
    version: tuple[int, ...]
    platform: str
    machine: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Mpremote:
    """mpremote, installed beside this program.

    Attributes:
        python: path of the Python that runs it.
        find: finds a module by its name.
    """

    python: Sequence[str] = (sys.executable,)
    find: Callable[[str], object] = find_spec

    def check(self) -> None:
        """Raises FirmwareError: it is not installed."""
        if self.find("mpremote") is None:
            raise FirmwareError(
                "mpremote is not installed, with which files are copied to co-processors. Run: "
                "pip install 'hareboard[firmware]'"
            )

    def look(self, port: str) -> Found:
        """Return Python and files of the device at a port whose prompt is there.

        Raises:
            FirmwareError: mpremote failed.
        """
        return _found(port, self._run(port, ["exec", LOOK], LOOK_S))

    def put(self, port: str, files: Files, names: Sequence[str], gone: Sequence[str] = ()) -> Found:
        """Delete files, then copy some of the firmware's; return the device's files afterwards.

        Args:
            port: port of a device whose prompt is there.
            files: the firmware's files.
            names: files to copy.
            gone: files to delete; they must exist.

        Raises:
            FirmwareError: mpremote failed.
        """
        said: list[str] = []
        if gone:
            said += ["fs", "rm", *(f":{name}" for name in gone), "+"]
        for name in names:
            said += ["fs", "cp", str(files.folder / name), f":{name}", "+"]
        return _found(port, self._run(port, [*said, "exec", LOOK], COPY_S))

    def reset(self, port: str) -> None:
        """Restart the device as after power-on. Raises as `look`."""
        self._run(port, ["resume", "reset"], LOOK_S)

    def _run(self, port: str, said: Sequence[str], within_s: float) -> str:
        # -P: a file in the current folder is not imported in place of a module.
        command = [*self.python, "-P", "-m", "mpremote", "connect", port, *said]
        try:
            ran = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=within_s,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise FirmwareError(
                f"The co-processor at {port} has stopped answering mpremote. Pull its plug, put it "
                "in again, and try again."
            ) from error
        if ran.returncode:
            lines = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
            why = lines[-1] if lines else f"exit status {ran.returncode}"
            raise FirmwareError(
                f"mpremote did not get on with the co-processor at {port} ({why}). Pull its plug, "
                "put it in again, and try again."
            )
        return ran.stdout


def _found(port: str, printed: str) -> Found:
    lines = printed.strip().splitlines()
    try:
        told: dict[str, Any] = json.loads(lines[-1])
        version = tuple(part for part in told["version"] if isinstance(part, int))
        return Found(
            told["name"],
            version,
            told["platform"],
            told["machine"],
            dict(sorted(told["files"].items())),
        )
    except (IndexError, ValueError, KeyError, TypeError) as error:
        raise FirmwareError(
            f"What is on the co-processor at {port} could not be found out: it answered "
            f"“{lines[-1] if lines else ''}”. Pull its plug, put it in again, and try again."
        ) from error
