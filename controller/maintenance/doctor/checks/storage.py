"""Checks the folder of the games: space, rights, journal."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.game.journal.file_format import JOURNAL_FILE
from controller.game.journal.journal import Journal, JournalDamaged
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding

MB: Final = 1_000_000
FULL_MB: Final = 50
SCARCE_MB: Final = 500


def disk(case: Case) -> Iterator[DoctorFinding]:
    """Check free space and rights in the folder of the games."""
    folder = _nearest(case.folder)
    mount = max(
        (mount for mount in case.site.mounts() if folder.is_relative_to(mount.at)),
        key=lambda mount: len(mount.at.parts),
        default=None,
    )
    if mount is not None and "ro" in mount.options:
        yield DoctorFinding(
            "disk",
            "bad",
            f"The games are on {mount.at}, which can only be read.",
            "An action counts only once it is on the disk, so no game can go on. A system does "
            "this to a damaged card, or it was set up so (overlay file system).",
            f"Try: sudo mount -o remount,rw {mount.at}. If that fails, the card is at its end: "
            "copy the games to another.",
        )
        return
    if not case.site.may(folder, os.W_OK):
        yield DoctorFinding(
            "disk",
            "bad",
            f"The user {case.site.identity.user} may not write in {folder}.",
            "An action counts only once it is on the disk, so no game can go on.",
            f"Run: sudo chown -R {case.site.identity.user} {folder}. Or name another folder with "
            "--data.",
        )
        return
    free_mb = case.site.free_bytes(folder) // MB
    if free_mb < SCARCE_MB:
        yield DoctorFinding(
            "disk",
            "bad" if free_mb < FULL_MB else "advice",
            f"Only {free_mb} MB are free where the games are kept ({folder}).",
            "A game takes little, but when nothing is left, no action can be kept and no game "
            "goes on.",
            "Make room: sudo apt clean, sudo journalctl --vacuum-size=50M; or take a larger card.",
        )
    else:
        yield DoctorFinding(
            "disk", "good", f"{free_mb} MB are free where the games are kept ({folder})."
        )


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest existing one above it."""
    whole = folder.absolute()
    return next(path for path in (whole, *whole.parents) if path.is_dir())


def journal(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the journal is intact, without changing it."""
    path = case.folder / JOURNAL_FILE
    if case.table is not None:
        # Not opened: a process that closes a file gives up its locks on it, and with them the
        # journal's protection, even if it opened it a second time.
        yield DoctorFinding("journal", "good", "A running hareboard has the games open.")
        return
    try:
        if not path.exists():
            yield DoctorFinding("journal", "good", f"No games are kept in {case.folder} yet.")
            return
        fault = journal_fault(path)
    except OSError as error:
        yield DoctorFinding(
            "journal",
            "bad",
            f"{path} cannot be read: {error.strerror or error}.",
            "Without it no game can go on.",
            f"Run: sudo chown -R {case.site.identity.user} {case.folder}.",
        )
        return
    if fault is None:
        yield DoctorFinding("journal", "good", f"The games in {path} are whole.")
        return
    yield DoctorFinding(
        "journal",
        "bad",
        fault,
        "When hareboard starts, what can be saved of a damaged journal goes on, and the damaged "
        "one is kept beside it. On one that another program or version has written it does not "
        "begin, and changes nothing in it.",
        "Keep a copy of it and start hareboard. If it does not begin, start with --fresh: the old "
        "games are put aside, and a new journal is begun.",
    )


def journal_fault(path: Path) -> str | None:
    """Return the fault of a journal that is not in use; None if it is intact.

    Opens a copy of it as the game would, with the files that a killed program left
    beside it.

    Raises:
        OSError: it cannot be read, or there is no room for a copy.
    """
    with tempfile.TemporaryDirectory(prefix="hareboard-doctor-") as folder:
        copy = copy_journal(path, Path(folder))
        try:
            Journal(copy).close()
        except JournalDamaged as error:
            return str(error).replace(str(copy), str(path))
    return None


def copy_journal(path: Path, folder: Path) -> Path:
    """Copy a journal, and the entries in the files beside it.

    Raises:
        OSError: it cannot be read, or there is no room.
    """
    copy = folder / path.name
    for each in (path, path.with_name(f"{path.name}-wal")):
        if each.exists():
            shutil.copyfile(each, copy.with_name(each.name))
    return copy
