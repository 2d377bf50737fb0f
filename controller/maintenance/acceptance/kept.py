"""Keeps measurements on disk as they are made, so that an interrupted acceptance goes on."""

import os
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.json_data import BadJson, any_json, from_json
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.measure import resumed
from controller.maintenance.acceptance.measuring.tasks import Log, Measurement
from controller.maintenance.calibration.progress import News

LARGEST: Final = 64 * 1024 * 1024


class KeptMeasurements:
    """A file with the board in its first line, and a measurement in every other.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def recall(self, facts: Facts) -> tuple[Log, News | None]:
        """Return the measurements of this board that hold, and the news to show about them."""
        try:
            first, *rest = read_small(self._path, LARGEST).split(b"\n")
            kept = from_json(first, Facts)
        except FileNotFoundError:
            return (), None
        except (OSError, BadJson):
            return (), "not-understood"
        if kept != facts:
            return (), "file-changed"
        try:  # what follows the last end of a line was cut off
            log: Log = tuple(any_json(line, Measurement) for line in rest[:-1])
        except BadJson:
            return (), "not-understood"
        return resumed(log), "resumed" if log else None

    def begin(self, facts: Facts, log: Log) -> None:
        """Keep these measurements, and no others.

        Raises:
            OSError: the file cannot be written.
        """
        lines = [msgspec.json.encode(each) for each in (facts, *log)]
        keep_whole(self._path, b"\n".join((*lines, b"")))

    def add(self, measurement: Measurement) -> None:
        """Keep one more.

        Raises:
            OSError: the file cannot be written.
        """
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(measurement) + b"\n")
            file.flush()
            os.fsync(file.fileno())
