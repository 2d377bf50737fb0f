"""Bytes and syncs that the journal costs the card, counted in SQLite's own VFS."""

from typing import Final

from benchmarks.figures import Figure, Figures
from tests.power.evening import Evening, spend_evening
from tests.power.vfs import Op, Sync, Write

GAMES: Final = 20
SEED: Final = 64
KIB: Final = 1024


def measure() -> Figures:
    """Whole games of three, with pauses, take-backs, put away, stopped and started."""
    evening = spend_evening(GAMES, SEED)
    note = f"{GAMES} games of three, {len(evening.lines)} actions"
    actions = [
        evening.ops[begun:confirmed]
        for begun, confirmed in zip(evening.begun, evening.confirmed, strict=True)
    ]
    text = sum(len(kind.encode()) + len(words.encode()) for kind, words in evening.lines)
    yield Figure("bytes written for an action, median", _kib(_middle(actions)), note)
    yield Figure("bytes written for an action, most", _kib(max(map(_written, actions))))
    yield Figure("what an action says, mean", f"{text / len(actions):.0f} bytes")
    yield Figure(
        "syncs for an action, median", f"{sorted(map(_syncs, actions))[len(actions) // 2]}"
    )
    yield Figure("syncs for an action, most", f"{max(map(_syncs, actions))}")
    yield Figure("bytes written for a game", _kib(_written(evening.ops) // GAMES), _with_starts())
    yield Figure("syncs for a game", f"{_syncs(evening.ops) / GAMES:.0f}", _with_starts())
    yield Figure("largest log beside the journal", _kib(_largest(evening)))


def _with_starts() -> str:
    return "stopping and starting in between among them"


def _middle(actions: list[list[Op]]) -> int:
    return sorted(map(_written, actions))[len(actions) // 2]


def _written(ops: list[Op]) -> int:
    return sum(len(op.data) for op in ops if isinstance(op, Write))


def _syncs(ops: list[Op]) -> int:
    return sum(isinstance(op, Sync) for op in ops)


def _largest(evening: Evening) -> int:
    writes = [op for op in evening.ops if isinstance(op, Write) and op.file.endswith("-wal")]
    return max(op.at + len(op.data) for op in writes)


def _kib(count: int) -> str:
    return f"{count / KIB:.1f} KiB"
