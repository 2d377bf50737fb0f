"""Packs an acceptance into one file without private data, and reads it to judge it again."""

import io
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.board import Board
from controller.maintenance.acceptance.judging.evidence import Evidence
from controller.maintenance.acceptance.judging.judge import AcceptanceVerdict
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import FoundChip, Log, Measurement
from controller.maintenance.acceptance.report import verdict_text
from controller.maintenance.doctor.bundle import (
    accounts,
    describe_computer,
    packed,
    without_title,
)
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.redaction import Redactor

FOLDER: Final = "hareboard-acceptance"
FORMAT: Final = 1
ACCEPTANCE_FILE: Final = "acceptance.json"
WIRES_FILE: Final = "wires.trace"
LARGEST: Final = 64 * 1024 * 1024
"""Largest bundle to be read, unpacked."""
WIDTH: Final = 90


class BadBundle(ValueError):
    """A file that is no bundle of an acceptance."""


class Acceptance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything measured at a board, and the verdict on it.

    Attributes:
        format: version of this format.
        facts: the board.
        log: the measurements.
        verdict: as judged then.
    """

    format: int
    facts: Facts
    log: list[Measurement]
    verdict: AcceptanceVerdict


def make_acceptance_bundle(
    site: ExaminedComputer,
    text: str,
    board: Board,
    facts: Facts,
    log: Log,
    verdict: AcceptanceVerdict,
    wires: str = "",
) -> bytes:
    """Return the archive (.tar.gz).

    Measurements name tags by their end of a runner, never by UID; the board file is packed without
    UIDs, comments and title, as the doctor does.

    Args:
        site: the computer.
        text: the board file as it was.
        board: its contents.
        facts, log, verdict: the acceptance.
        wires: the recording of the wires, with pseudonyms for UIDs; empty if there is none.
    """
    uids = {uid: f"{tag.colour} {tag.end}" for uid, tag in board.tags.items()}
    redactor = Redactor(uids, (), accounts(site))
    safe = [_redacted(each, redactor) for each in log]
    acceptance = Acceptance(format=FORMAT, facts=facts, log=safe, verdict=verdict)
    recording = [(WIRES_FILE, wires)] if wires else []
    return packed(
        FOLDER,
        [
            ("report.txt", verdict_text(facts, verdict, WIDTH)),
            (ACCEPTANCE_FILE, msgspec.json.encode(acceptance).decode()),
            ("histograms.txt", "\n".join(_histograms(facts, Evidence(log)))),
            ("board.toml", redactor.file(without_title(text))),
            ("versions.txt", redactor.text(describe_computer(site))),
            *recording,
        ],
    )


def read_acceptance_bundle(path: Path) -> Acceptance:
    """Read the acceptance in a bundle.

    Raises:
        BadBundle: it is none.
        OSError: it cannot be read.
    """
    try:
        with tarfile.open(path, mode="r:gz") as archive:
            member = archive.getmember(f"{FOLDER}/{ACCEPTANCE_FILE}")
            file = archive.extractfile(member) if 0 <= member.size <= LARGEST else None
            data = b"" if file is None else file.read()
        acceptance = msgspec.json.decode(data, type=Acceptance)
    except (tarfile.TarError, KeyError, EOFError, msgspec.MsgspecError) as error:
        raise BadBundle(f"{path.name} is no bundle of “hareboard board accept”: {error}") from error
    if acceptance.format != FORMAT:
        raise BadBundle(f"{path.name} was made by another version of hareboard.")
    return acceptance


def _redacted(measurement: Measurement, redactor: Redactor) -> Measurement:
    """Return a measurement without what a chip said in words that are not known."""
    if not isinstance(measurement, FoundChip):
        return measurement
    plain = msgspec.to_builtins(measurement.chip)
    plain["trouble"] = redactor.text(plain["trouble"])
    chip = msgspec.convert(plain, type(measurement.chip))
    return msgspec.structs.replace(measurement, chip=chip)


def _histograms(facts: Facts, evidence: Evidence) -> Iterator[str]:
    """Count the times to acknowledge and to reply of each reader, by whole milliseconds."""
    for square in facts.squares:
        answers = [*evidence.answers(square)]
        for kind in ("ack_ms", "reply_ms"):
            times = Counter(int(ms) for each in answers if (ms := getattr(each, kind)) is not None)
            counts = ", ".join(f"{ms}: {count}" for ms, count in sorted(times.items()))
            yield f"square {square} {kind}: {counts or 'none'}"


def readable(data: bytes) -> dict[str, str]:
    """Return the files of a bundle and their texts."""
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        return {
            member.name.removeprefix(f"{FOLDER}/"): file.read().decode()
            for member in archive
            if (file := archive.extractfile(member)) is not None
        }
