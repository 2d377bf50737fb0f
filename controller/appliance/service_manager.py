"""Starts, stops and queries the systemd service."""

import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from controller.appliance.status.status import ServiceState

UNIT: Final = "hareboard.service"
SOCKET: Final = "hareboard.socket"
"""Socket of the pages; while it is active a request of a phone starts the service."""
BOOTED: Final = Path("/run/systemd/system")
"""Exists where systemd runs. Source: sd_booted(3)."""
ANSWER_S: Final = 5.0
ORDER_S: Final = 120.0
"""Time limit for starting or stopping: longer than the unit's own."""
UNSET: Final = ("", "0", "infinity")


class CannotSupervise(Exception):
    """The service could not be started or stopped; the message is the text of systemd."""


class ServiceManager(Protocol):
    """Starts and stops the service."""

    def state(self) -> ServiceState | None:
        """Return the state of the service; None if it is not managed here."""
        ...

    def restart(self) -> None:
        """Stop the service and start it again; phones wait meanwhile.

        Raises:
            CannotSupervise: it could not be restarted.
        """
        ...

    def stop(self) -> None:
        """Stop the service until `start`: a request of a phone does not start it.

        Raises:
            CannotSupervise: it could not be stopped.
        """
        ...

    def start(self) -> None:
        """Start the service.

        Raises:
            CannotSupervise: it could not be started.
        """
        ...

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the last log lines of the service; none if they are unknown."""
        ...


class SystemdService:
    """systemd, called through `systemctl`.

    Args:
        booted: path that exists where systemd runs.
    """

    def __init__(self, booted: Path = BOOTED) -> None:
        self._booted = booted

    def state(self) -> ServiceState | None:
        """Return the state of the service; None without systemd, or if the unit is unknown."""
        if not self._booted.is_dir():
            return None
        names = ("LoadState", "ActiveState", "ActiveEnterTimestamp", "InactiveEnterTimestamp")
        words = ["systemctl", "show", UNIT, "--timestamp=unix"]
        said = _said([*words, f"--property={','.join(names)},NRestarts"])
        return None if said is None else state_of(said)

    def restart(self) -> None:
        """Stop the service and start it again."""
        self._order("restart", UNIT)

    def stop(self) -> None:
        """Stop the service and its socket."""
        self._order("stop", SOCKET, UNIT)

    def start(self) -> None:
        """Start the socket and the service."""
        self._order("start", SOCKET, UNIT)

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the last lines of the journal."""
        words = ["journalctl", f"--unit={UNIT}", f"--lines={lines}", "--output=cat"]
        return tuple((_said([*words, "--quiet", "--no-pager"]) or "").splitlines())

    def _order(self, verb: str, *units: str) -> None:
        try:
            subprocess.run(
                ["systemctl", verb, *units],
                capture_output=True,
                text=True,
                timeout=ORDER_S,
                check=True,
            )
        except subprocess.CalledProcessError as error:
            raise CannotSupervise(error.stderr.strip() or f"systemctl {verb} failed") from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CannotSupervise(f"systemctl {verb}: {error}") from error


def state_of(said: str) -> ServiceState | None:
    """Parse the output of `systemctl show --timestamp=unix`; None if the unit is unknown.

    Args:
        said: lines of `Name=value`; times are `@` and seconds since 1970.
    """
    told = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
    if told.get("LoadState") != "loaded":
        return None
    active = told.get("ActiveState", "unknown")
    entered = "Active" if active == "active" else "Inactive"
    restarts = told.get("NRestarts", "")
    return ServiceState(
        unit=UNIT,
        state=active,
        since=_moment(told.get(f"{entered}EnterTimestamp", "")),
        restarts=int(restarts) if restarts.isdecimal() else 0,
    )


def _moment(said: str) -> str | None:
    seconds = said.removeprefix("@")
    if seconds in UNSET or not seconds.isdecimal():
        return None
    return datetime.fromtimestamp(int(seconds), UTC).isoformat(timespec="seconds")


def _said(words: Sequence[str]) -> str | None:
    try:
        return subprocess.run(
            words, capture_output=True, text=True, timeout=ANSWER_S, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
