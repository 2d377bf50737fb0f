"""Records of games as text: a header, a blank line, and the numbered actions.

The format is described in docs/records.md. `read` and `write` are exact inverses; `replay` plays a
record and checks it, `record_of` makes one.
Source: R14.4.
"""

from controller.game.records.form import Record, RecordError, RecordHeader, RecordSeat
from controller.game.records.reading import read
from controller.game.records.replaying import house_rules, record_of, record_of_kept, replay
from controller.game.records.writing import write

__all__ = [
    "Record",
    "RecordError",
    "RecordHeader",
    "RecordSeat",
    "house_rules",
    "read",
    "record_of",
    "record_of_kept",
    "replay",
    "write",
]
