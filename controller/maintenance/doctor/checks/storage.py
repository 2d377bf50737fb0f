"""Checks the folder of the games: space, rights, journal."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.files.file_format import JOURNAL_FILE, copy_files
from controller.game.journal.journal import Journal, JournalDamaged
from controller.game.journal.saved_game import saved_game
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, sentence

MB: Final = 1_000_000
FULL_MB: Final = 50
SCARCE_MB: Final = 500
NO_GAME: Final = sentence("An action counts only once it is on the disk, so no game can continue.")


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
            sentence("The games are on {folder}, which is read-only.", folder=mount.at),
            NO_GAME
            + sentence(
                "A system does this to a damaged card, or it was set up that way (overlay file "
                "system)."
            ),
            sentence(
                "Try: {command}. If that fails, the card is worn out: copy the games to another.",
                command=f"sudo mount -o remount,rw {mount.at}",
            ),
        )
        return
    if not case.site.may(folder, os.W_OK):
        yield DoctorFinding(
            "disk",
            "bad",
            sentence(
                "The user {user} isn't allowed to write in {folder}.",
                user=case.site.identity.user,
                folder=folder,
            ),
            NO_GAME,
            sentence(
                "Run: {command}. Or name another folder with {option}.",
                command=f"sudo chown -R {case.site.identity.user} {folder}",
                option="--data",
            ),
        )
        return
    free_mb = case.site.free_bytes(folder) // MB
    if free_mb < SCARCE_MB:
        yield DoctorFinding(
            "disk",
            "bad" if free_mb < FULL_MB else "advice",
            sentence(
                "Only {size} MB are free where the games are saved ({folder}).",
                size=free_mb,
                folder=folder,
            ),
            sentence(
                "A game needs little, but when nothing is left, no action can be saved and no game "
                "can continue."
            ),
            sentence(
                "Make room ({command}, {other}), or use a larger card.",
                command="sudo apt clean",
                other="sudo journalctl --vacuum-size=50M",
            ),
        )
    else:
        yield DoctorFinding(
            "disk",
            "good",
            sentence(
                "{size} MB are free where the games are saved ({folder}).",
                size=free_mb,
                folder=folder,
            ),
        )


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest existing one above it."""
    whole = folder.absolute()
    return next(path for path in (whole, *whole.parents) if path.is_dir())


def journal(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the journal is intact, without changing it."""
    path = case.folder / JOURNAL_FILE
    rescued = DamageNote(path).read()
    if rescued is not None:
        yield _repaired(rescued)
    if case.table is not None:
        # Not opened: a process that closes a file gives up its locks on it, and with them the
        # journal's protection, even if it opened it a second time.
        yield DoctorFinding("journal", "good", sentence("A running hareboard has the games open."))
        return
    try:
        if not path.exists():
            none = sentence("No games are saved in {folder} yet.", folder=case.folder)
            yield DoctorFinding("journal", "good", none)
            return
        fault = journal_fault(path)
    except OSError as error:
        yield DoctorFinding(
            "journal",
            "bad",
            sentence(
                "{file} can't be read: {error}.", file=path, error=error.strerror or str(error)
            ),
            sentence("Without it no game can continue."),
            sentence(
                "Run: {command}.", command=f"sudo chown -R {case.site.identity.user} {case.folder}"
            ),
        )
        return
    if fault is None:
        whole = sentence("The games in {file} are undamaged.", file=path)
        yield DoctorFinding("journal", "good", whole)
        return
    yield DoctorFinding(
        "journal",
        "bad",
        sentence("hareboard can't use the saved games as they are.") + fault,
        sentence(
            "When hareboard starts, it recovers what it can from a damaged file, and keeps that "
            "file beside the new one. With a file that another program or version has written, it "
            "doesn't start, and changes nothing in it."
        ),
        sentence(
            "Keep a copy of the file and start hareboard. If it doesn't start, add {option}: it "
            "puts the old games aside and begins a new file.",
            option="--fresh",
        ),
    )


def _repaired(rescued: Rescued) -> DoctorFinding:
    match rescued.lost:
        case None:
            lost = sentence("Whether actions are lost is unknown: look whether the last are there.")
        case 0:
            lost = sentence("No action is lost.")
        case number:
            lost = sentence("The last actions are lost (at least: {lost}).", lost=number)
    return DoctorFinding(
        "journal",
        "advice",
        sentence("The saved games were damaged, and hareboard has repaired them."),
        lost + sentence("A card that damages files is often worn out, or was cut from its supply."),
        sentence(
            "Confirm the message on a page once you have looked. The damaged file is kept as "
            "{file}: remove it when you need it no more.",
            file=rescued.kept,
        ),
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
            with closing(Journal(copy)) as opened:
                saved_game(opened)
        except JournalDamaged as error:
            return str(error).replace(str(copy), str(path))
    return None


def copy_journal(path: Path, folder: Path) -> Path:
    """Copy a journal, and the entries in the files beside it.

    Raises:
        OSError: it cannot be read, or there is no room.
    """
    copy = folder / path.name
    copy_files(path, copy)
    return copy
