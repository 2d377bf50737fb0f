"""Packs findings, board file and log into a bundle for support.

It contains no data of people, places and games; `redaction` removes them.
"""

import gzip
import io
import re
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import click
import msgspec

from controller.foreign_files import read_small
from controller.game.journal.files.file_format import JOURNAL_FILE
from controller.game.journal.journal import JournalError
from controller.game.journal.kept_games import kept_games
from controller.json_data import BadJson, from_json
from controller.maintenance.doctor.boot_config import boot_of
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.checks.computer import BLINKA
from controller.maintenance.doctor.checks.storage import copy_journal
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.examination import Report
from controller.maintenance.doctor.redaction import Redactor
from controller.maintenance.doctor.report import report_json, report_text

FOLDER: Final = "hareboard-doctor"
WIDTH: Final = 90
FIRST_USER: Final = 1000
"""First user ID of people. Source: Debian, `/etc/login.defs`."""

TAKEN_OUT: Final = (
    "UIDs of tags (each gets another name)",
    "names of users, players and this computer",
    "network addresses and users' folders",
    "lines about Wi-Fi, passwords or what a player holds",
    "comments in files, and the name of the board",
)
"""Left out of a bundle, though at hand where it was made. The games are not opened."""

_TITLE: Final = re.compile(r'^\s*("?)(?:name|about)\1\s*=\s*(.*)$')
_QUOTES: Final = ('"""', "'''")
_Kind = TypeVar("_Kind")


@dataclass(frozen=True)
class Bundle:
    """An archive, and its description.

    Attributes:
        data: the archive, `.tar.gz`.
        inside: each file in it, with its description.
        without: each item left out, with the reason.
    """

    data: bytes
    inside: tuple[tuple[str, str], ...]
    without: tuple[str, ...]


def make_bundle(case: Case, report: Report) -> Bundle:
    """Pack the results of an examination.

    Args:
        case: case examined.
        report: its report.
    """
    names = _players(case)
    uids = {
        uid: f"{tag.colour} {tag.end}"
        for uid, tag in (case.board.tags if case.board is not None else {}).items()
    }
    redactor = Redactor(uids, names or (), accounts(case.site))
    safe = _redacted(report.in_english(), redactor.text)
    files = [
        ("report.txt", "what was found", report_text(safe, WIDTH)),
        ("report.json", "the same for programs, with every reader", report_json(safe)),
        (
            "system.txt",
            "the computer, its system, packages",
            redactor.text(describe_computer(case.site)),
        ),
    ]
    without = []
    if (text := _text(case.file)) is not None:
        board = redactor.file(without_title(text))
        files.append(("board.toml", "the board file", board))
    if (text := _config(case.site)) is not None:
        config = redactor.file(text)
        files.append(("config.txt", "what the Raspberry Pi switches on at its start", config))
    log = case.site.log()
    if log is None:
        without.append("a log: hareboard does not run as a service here, or its log is not to read")
    elif names is None:
        without.append("the log: the games cannot be read, so players' names in it are not known")
    else:
        files.append(("log.txt", "the last lines of its log", redactor.log(log)))
    data = packed(FOLDER, [(name, text) for name, _, text in files])
    return Bundle(data, tuple((name, what) for name, what, _ in files), tuple(without))


def describe_computer(site: ExaminedComputer) -> str:
    """Describe the computer in a few lines."""
    release = re.search(r'^PRETTY_NAME="?(.*?)"?$', site.text("/etc/os-release") or "", re.M)
    lines = [
        f"computer: {site.model or 'no Raspberry Pi'}",
        f"system: {release[1] if release else 'unknown'}",
        f"kernel: {site.kernel}, {site.machine}",
        f"python: {'.'.join(map(str, site.python))}",
        f"hareboard: {site.version_of('hareboard') or 'not installed as a package'}",
    ]
    packages = [f"{name}: {site.version_of(name) or '-'}" for name in _packages(site)]
    return "\n".join([*lines, *packages])


def _packages(site: ExaminedComputer) -> list[str]:
    """List the packages that hareboard may use."""
    needed = site.requires("hareboard")
    ours = [each for each in needed if not re.search(r"extra == .dev.", each)]
    return sorted({BLINKA, *(re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in ours)})


def _config(site: ExaminedComputer) -> str | None:
    file = boot_of(site).file
    return site.text(file) if file is not None else None


def _text(path: Path | None) -> str | None:
    """Return a file's text; None if it does not exist, or is not text."""
    try:
        return read_small(path).decode("utf-8", "replace") if path is not None else None
    except OSError:
        return None


def without_title(text: str) -> str:
    """Return a board file without the board's title; with as many lines as before."""
    return "\n".join(_untitled(text.split("\n")))


def _untitled(lines: list[str]) -> Iterator[str]:
    top, until = True, ""
    for line in lines:
        if until:
            until = "" if until in line else until
            yield ""
            continue
        top = top and not line.lstrip().startswith("[")
        title = _TITLE.match(line) if top else None
        if title is None:
            yield line
            continue
        opened = next((quotes for quotes in _QUOTES if title[2].startswith(quotes)), "")
        until = opened if opened and title[2].count(opened) == 1 else ""
        yield f'{line.partition("=")[0].strip()} = "(taken out)"'


def accounts(site: ExaminedComputer) -> Iterator[str]:
    """List the names of users with an account, and of the computer."""
    yield site.identity.user
    yield site.identity.host
    yield site.identity.host.partition(".")[0]
    yield site.text("/etc/hostname") or ""
    for line in (site.text("/etc/passwd") or "").splitlines():
        name, _, uid, *_ = *line.split(":"), "", "", ""
        if uid.isdigit() and int(uid) >= FIRST_USER and name != "nobody":
            yield name


class _Player(msgspec.Struct):
    name: str


class _Begun(msgspec.Struct):
    seats: tuple[_Player, ...]


def _players(case: Case) -> frozenset[str] | None:
    """Return the names of all players of the kept games; None if the games cannot be read."""
    playing = case.table.players if case.table is not None else frozenset[str]()
    path = case.folder / JOURNAL_FILE
    if case.table is not None and case.table.inside:
        return playing  # the process that has the journal open does not open it again
    try:
        if not path.exists():
            return playing
        with tempfile.TemporaryDirectory(prefix="hareboard-doctor-") as folder:
            games = kept_games(copy_journal(path, Path(folder)))
        begun = [from_json(game.entries[0].text, _Begun) for game in games]
    except (OSError, JournalError, BadJson):
        return None
    return playing | {seat.name for game in begun for seat in game.seats}


def _redacted(value: _Kind, redact: Callable[[str], str]) -> _Kind:
    """Return a struct with every text in it redacted."""
    plain = msgspec.to_builtins(value)
    return msgspec.convert(_each_text(plain, redact), type(value))


def _each_text(value: object, redact: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: _each_text(each, redact) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(each, redact) for each in value]
    return value


def packed(folder: str, files: list[tuple[str, str]]) -> bytes:
    """Return a gzipped tar archive without the packer's user, computer or time.

    Args:
        folder: folder in the archive.
        files: names and texts.
    """
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w") as archive:
        for name, text in files:
            data = click.unstyle(text).encode()
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(into.getvalue(), mtime=0)
