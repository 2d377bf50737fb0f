"""Another release: made, tried, activated in place of the one that runs, and back if it fails.

The running service is not touched before the new release is complete and has shown that it
runs and can read the kept games. The later steps can be interrupted at any moment: `current`
names a complete release, and the games are intact.
"""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.version import InvalidVersion, Version

from controller.appliance.paths import Places
from controller.appliance.release.archive import BadRelease, SignedRelease
from controller.appliance.service_manager import CannotSupervise, ServiceManager
from controller.appliance.status.status import Running
from controller.appliance.update.building import Tools
from controller.appliance.update.releases import ORIGIN, Releases, version_of
from controller.atomic_files import keep_whole
from hardware.clock import Clock

HEALTHY_WITHIN_S: Final = 90.0
"""A Zero 2 W that compiles all imported modules at its first start takes its time."""
STEADY_S: Final = 5.0
"""Seconds for which it must stay well."""
LOOK_S: Final = 0.5
LOG_LINES: Final = 15
BY_HAND: Final = (
    "There is no systemd here, or it does not know hareboard.service: start hareboard yourself."
)


class NotUpdated(Exception):
    """Nothing has changed, or the old release runs again; the message has the cause."""


@dataclass(frozen=True)
class Update:
    """Installs another release.

    Attributes:
        places: paths of the installation.
        releases: releases on the disk.
        tools: makes releases.
        service_manager: starts and stops the service.
        ask: returns the status from the running hareboard; None if none answers.
        clock: measures waiting times.
        say: prints each step.
    """

    places: Places
    releases: Releases
    tools: Tools
    service_manager: ServiceManager
    ask: Callable[[], Running | None]
    clock: Clock
    say: Callable[[str], None]

    def to(self, place: str, *, now: bool, older: bool = False) -> None:
        """Install a release.

        Args:
            place: a file, a folder of releases, or an address (https) of either.
            now: also while a game is being played.
            older: also if it is older than the running one.

        Raises:
            NotUpdated: the release is not trusted or does not run, and the old one runs.
        """
        old = self._current()
        self._nobody_plays(now=now)
        with tempfile.TemporaryDirectory(prefix="hareboard-update-") as folder:
            release = self._fetch(place, Path(folder))
            if release.version == version_of(old):
                self.say(f"{release.version} is what runs already.")
                return
            self._is_newer(release.version, old, older=older)
            name = self.releases.name_for(release.version, release.digest)
            if not self.releases.complete(name):
                self._make(name, release)
        self._try_out(name)
        self._nobody_plays(now=now, ready=name)
        self._switch(old, name)
        self._tidy({old, name})
        self._done(name)
        self.say(f"Back to {old}: sudo hareboard update --back.")

    def back(self, *, now: bool) -> None:
        """Return to the release before.

        Args:
            now: also while a game is being played.

        Raises:
            NotUpdated: there is none, or it does not run, and the other one does.
        """
        old, before = self._current(), self.releases.linked("previous")
        if before is None or before == old:
            raise NotUpdated("There is no release before this one to go back to.")
        self._nobody_plays(now=now)
        self._stop()
        self._hand_over(before)
        self.releases.point("current", before)
        self.releases.point("previous", old)
        trouble = self._come_up(before, self._start)
        if trouble is not None:
            self._return(old, before, trouble)
        self._done(before)

    # Before the switch

    def _current(self) -> str:
        current = self.releases.linked("current")
        if current is None:
            raise NotUpdated(
                f"hareboard is not installed as a service here: there is no {self.places.home}/"
                "current. Install it first: sudo ./systemd/install, in the folder of hareboard."
            )
        return current

    def _nobody_plays(self, *, now: bool, ready: str = "") -> None:
        running = self.ask()
        if now or running is None or running.game is None or not running.playing:
            return
        players = ", ".join(running.game.players)
        then = f" {ready} is made already, and is only started then." if ready else ""
        raise NotUpdated(
            f"A game of {players} is being played. Update when it is over, or pause it; or add "
            f"--now: the game goes on afterwards.{then}"
        )

    def _fetch(self, place: str, folder: Path) -> SignedRelease:
        self.say(f"Checking {place} …")
        try:
            release = self.tools.fetch(place, folder)
        except BadRelease as error:
            raise NotUpdated(str(error)) from error
        self.say(f"{release.version} is signed by {release.signer}.")
        return release

    def _is_newer(self, version: str, old: str, *, older: bool) -> None:
        try:
            behind = Version(version) < Version(version_of(old))
        except InvalidVersion as error:
            raise NotUpdated(f"{error}: which of both is newer cannot be told.") from error
        if behind and not older:
            raise NotUpdated(
                f"{version} is older than {old}, which runs: its mistakes may have been mended "
                "since. Nothing was changed. To return to the release before, use --back; if you "
                "do mean this one, add --older."
            )

    def _make(self, version: str, release: SignedRelease) -> None:
        self.say(f"Making {version}; this takes some minutes on a small computer …")
        try:
            folder = self.releases.begin(version)
            self.tools.install(release, folder)
            keep_whole(folder / ORIGIN, release.digest.encode())
            self.releases.finish(version)
        except BadRelease as error:
            self._discard(version)
            raise NotUpdated(f"{version} cannot be made. {error}") from error
        except OSError as error:
            self._discard(version)
            raise NotUpdated(
                f"{version} cannot be made ({error.strerror or error}). Is there room on the disk?"
            ) from error

    def _try_out(self, version: str) -> None:
        self.say(f"Trying {version} …")
        folder = self.releases.folder(version)
        try:
            said = self.tools.version_of(folder)
            if said != version_of(version):
                raise BadRelease(f"It says it is {said}.")
            self.say(self.tools.check_journal(folder, self.places.data))
        except BadRelease as error:
            if version != self.releases.linked("previous"):
                self._discard(version)
            raise NotUpdated(f"{version} is not used. {error}") from error

    def _discard(self, version: str) -> None:
        with suppress(OSError):  # the remains are not complete, and are removed the next time
            self.releases.remove(version)

    # The switch

    def _switch(self, old: str, version: str) -> None:
        before = self.releases.linked("previous")
        self.say(f"Starting {version} …")
        self.releases.point("previous", old)
        self.releases.point("current", version)
        trouble = self._come_up(version, self._restart)
        if trouble is not None:
            self._return(old, before, trouble)

    def _return(self, old: str, before: str | None, trouble: str) -> None:
        """Return to the old release, and raise NotUpdated with the cause."""
        log = self.service_manager.log(LOG_LINES)
        self.say(f"{trouble} Back to {old} …")
        with suppress(CannotSupervise):  # it may not run at all
            self.service_manager.stop()
        self._hand_over(old)
        self.releases.point("current", old)
        if before is not None:
            self.releases.point("previous", before)
        again = self._come_up(old, self._start)
        told = f"{trouble} {old} runs again." if again is None else f"{trouble} And then: {again}"
        raise NotUpdated("\n  ".join([f"{told} The last lines of the log:" if log else told, *log]))

    def _hand_over(self, version: str) -> None:
        """Convert games that a newer release may have written, for an older release."""
        try:
            self.say(self.tools.adopt_journal(self.releases.folder(version), self.places.data))
        except BadRelease as error:
            self.say(str(error))

    def _come_up(self, version: str, begin: Callable[[], None]) -> str | None:
        """Start a release and wait until it is well; return the fault, or None."""
        try:
            self.tools.settle(self.releases.folder(version))
        except BadRelease as error:
            self.say(str(error))  # the wait below shows whether it is well without
        if self.service_manager.state() is None:
            return None
        try:
            begin()
        except CannotSupervise as error:
            return f"{version} does not start: {error}."
        until_s = self.clock.now_s() + HEALTHY_WITHIN_S
        wanted = version_of(version)
        well_s: float | None = None
        wrong = "it does not answer"
        while (now_s := self.clock.now_s()) < until_s:
            running = self.ask()
            if running is not None and running.alive and running.version == wanted:
                well_s = now_s if well_s is None else well_s
                if now_s >= well_s + STEADY_S:
                    return None
            else:
                well_s = None
                wrong = _wrong(running, wrong)
            self.clock.sleep(LOOK_S)
        return f"{version} has not been well within {HEALTHY_WITHIN_S:.0f} s: {wrong}."

    def _done(self, version: str) -> None:
        if self.service_manager.state() is None:
            self.say(f"hareboard {version} is in its place. {BY_HAND}")
        else:
            self.say(f"hareboard {version} runs.")

    def _restart(self) -> None:
        self.service_manager.restart()

    def _start(self) -> None:
        self.service_manager.start()

    def _stop(self) -> None:
        if self.service_manager.state() is None:
            if self.ask() is not None:
                raise NotUpdated("A hareboard runs that was started by hand. Stop it first.")
            return
        try:
            self.service_manager.stop()
        except CannotSupervise as error:
            raise NotUpdated(f"The service cannot be stopped: {error}.") from error

    def _tidy(self, versions: set[str]) -> None:
        try:
            self.releases.keep_only(versions)
        except OSError as error:
            self.say(f"An old release cannot be taken away ({error.strerror or error}).")


def _wrong(running: Running | None, before: str) -> str:
    if running is None:
        return before
    if not running.alive:
        return (running.trouble or "something has died in it").rstrip(".")
    return f"{running.version} answers"
