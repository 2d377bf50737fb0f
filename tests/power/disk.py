"""A disk whose plug can be pulled: what was not synced is lost, torn or comes before its turn."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.power.vfs import Create, Delete, Op, Rename, Sync, SyncFolder, Truncate, Write

SECTOR: Final = 512
"""What a disk writes whole or not at all."""
BLOCK: Final = 4096
"""What a card writes anew as a whole, whatever part of it was to change."""

Files = dict[str, bytes]


@dataclass
class _Inode:
    """A file, whatever it is called: what is safe, and what was written since the last sync."""

    safe: bytes = b""
    pending: list[Write | Truncate] = field(default_factory=list)

    def sync(self) -> None:
        self.safe = applied(self.safe, self.pending)
        self.pending = []


Choose = Callable[[list[Write | Truncate]], list[Write | Truncate]]
"""Says what of the writes since the last sync reaches the disk all the same."""


class Disk:
    """Follows what is done to it, and tells what a cut at this moment may leave.

    A sync makes one file safe, and says nothing of any other. A new name in the folder, and one
    taken away, is safe once the folder is synced.

    Args:
        files: what is on it at first.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._now = {name: _Inode(data) for name, data in files.items()}
        self._safe = dict(self._now)
        self._new_logs: set[str] = set()

    def do(self, op: Op) -> None:
        """Take in what was done."""
        match op:
            case Create():
                self._now[op.file] = _Inode()
                if op.log:
                    self._new_logs.add(op.file)
            case Write() | Truncate():
                self._now[op.file].pending.append(op)
            case Sync():
                self._now[op.file].sync()
                if op.file in self._new_logs:
                    self._new_logs.discard(op.file)
                    self._safe = dict(self._now)
            case Delete():
                del self._now[op.file]
                self._new_logs.discard(op.file)
                if op.synced:
                    self._safe = dict(self._now)
            case Rename():
                self._now[op.to] = self._now.pop(op.file)
            case SyncFolder():
                self._safe = dict(self._now)

    @property
    def unsynced(self) -> int:
        """How many writes are not safe, and names."""
        names = self._now.keys() | self._safe.keys()
        renamed = sum(self._now.get(name) is not self._safe.get(name) for name in names)
        return renamed + sum(len(inode.pending) for inode in self._now.values())

    def cut(self, choose: Choose, names: Callable[[], bool]) -> Files:
        """What is found after a cut.

        Args:
            choose: what of a file's writes arrived.
            names: asked for each name that is not safe: whether the folder has it as it is now.
        """
        found = {}
        for name in sorted(self._now.keys() | self._safe.keys()):
            now, safe = self._now.get(name), self._safe.get(name)
            inode = safe if now is safe else now if names() else safe
            if inode is not None:
                found[name] = applied(inode.safe, choose(inode.pending))
        return found


def applied(data: bytes, changes: list[Write | Truncate]) -> bytes:
    """A file after some changes."""
    if not changes:
        return data
    file = bytearray(data)
    for change in changes:
        end = change.size if isinstance(change, Truncate) else change.at + len(change.data)
        file.extend(bytes(max(0, end - len(file))))
        if isinstance(change, Truncate):
            del file[end:]
        else:
            file[change.at : end] = change.data
    return bytes(file)


def nothing(disk: Disk, _: random.Random) -> Files:
    """Nothing that was not synced is there."""
    return disk.cut(lambda _: [], lambda: False)


def everything(disk: Disk, _: random.Random) -> Files:
    """All of it is: the program was killed, and not the computer."""
    return disk.cut(list, lambda: True)


def all_but_one(disk: Disk, rng: random.Random) -> Files:
    """A single write is missing, and what came after it is there."""

    def choose(pending: list[Write | Truncate]) -> list[Write | Truncate]:
        lost = rng.randrange(len(pending)) if pending else 0
        return [*pending[:lost], *pending[lost + 1 :]]

    return disk.cut(choose, lambda: True)


def only_one(disk: Disk, rng: random.Random) -> Files:
    """A single write came before its turn."""

    def choose(pending: list[Write | Truncate]) -> list[Write | Truncate]:
        return [rng.choice(pending)] if pending else []

    return disk.cut(choose, lambda: rng.random() < 0.5)


def some(disk: Disk, rng: random.Random) -> Files:
    """Any of them, in whatever order the disk took them."""
    return disk.cut(
        lambda pending: [each for each in pending if rng.random() < 0.5],
        lambda: rng.random() < 0.5,
    )


def torn(disk: Disk, rng: random.Random) -> Files:
    """Any sectors of them."""

    def choose(pending: list[Write | Truncate]) -> list[Write | Truncate]:
        kept: list[Write | Truncate] = []
        for each in pending:
            pieces = _pieces(each, SECTOR) if isinstance(each, Write) else [each]
            kept += [piece for piece in pieces if rng.random() < 0.5]
        return kept

    return disk.cut(choose, lambda: rng.random() < 0.5)


def spoiled(disk: Disk, rng: random.Random) -> Files:
    """All of them, and the block that was being written is rubbish, with all that shares it."""

    def choose(pending: list[Write | Truncate]) -> list[Write | Truncate]:
        writes = [each for each in pending if isinstance(each, Write)]
        if not writes:
            return pending
        last = writes[-1] if rng.random() < 0.5 else rng.choice(writes)
        piece = rng.choice(_pieces(last, BLOCK))
        assert isinstance(piece, Write)
        return [*pending, Write(last.file, piece.at // BLOCK * BLOCK, rng.randbytes(BLOCK))]

    return disk.cut(choose, lambda: True)


KINDS: Final[tuple[Callable[[Disk, random.Random], Files], ...]] = (
    nothing,
    everything,
    all_but_one,
    only_one,
    some,
    torn,
    spoiled,
)
"""What a cut may leave of the writes that were not synced."""


def _pieces(write: Write, size: int) -> list[Write | Truncate]:
    """A write, cut where the disk's own blocks of this size end."""
    pieces: list[Write | Truncate] = []
    at, end = write.at, write.at + len(write.data)
    while at < end:
        until = min(end, (at // size + 1) * size)
        pieces.append(Write(write.file, at, write.data[at - write.at : until - write.at]))
        at = until
    return pieces
