"""Calibrating a board by light and phone. The way through it is told in docs/workshop.md.

`course` has what is asked for, `answers` what may be said to it and `answering` what comes of that;
`presence` follows tags on readers, `learned` is what has been found out and what it comes to,
`findings` what is wrong. `visit` puts them together with the board file and what is kept on disk,
`workshop` is the thread that owns a visit.
"""

from controller.workshop.snapshot import Snapshot
from controller.workshop.workshop import Workshop

__all__ = ["Snapshot", "Workshop"]
