"""Calibrates a board by light and phone (docs/workshop.md). Imports `light` and below.

`state` says what is asked for; `answering` applies an answer of the builder, `observations` what
the board senses. `tag_presence` follows tags on readers, `learned` has the maps found so far,
`findings` what is wrong, `progress` keeps it on disk. `session` holds all together.
"""

from controller.maintenance.calibration.actor import CalibrationActor
from controller.maintenance.calibration.snapshot import CalibrationSnapshot

__all__ = ["CalibrationActor", "CalibrationSnapshot"]
