"""What the product asks of the disk beside SQLite: small files that are written, renamed, removed.

Python calls four functions of the system for that, which are noted here and then called. What was
written into a small file is seen at the next of these calls, as the product never writes one twice
without them.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.power.vfs import Create, Delete, Recorder, Rename, Sync, SyncFolder, Truncate, Write

SMALL: Final = (".json", ".json.new")
SHARED_MEMORY: Final = "-shm"
"""Of SQLite, and nothing is read from it after a cut."""


@contextmanager
def small_files(recorder: Recorder, folder: Path) -> Iterator[None]:
    """Note what happens to the small files of a folder, and to the names of all its files."""
    usual = {name: getattr(os, name) for name in ("fsync", "replace", "unlink")}
    known = _contents(folder)

    def look() -> None:
        """Note what was written since the last look."""
        for name, data in _contents(folder).items():
            if known.get(name) == data:
                continue
            recorder.ops += [Create(name, log=False)] if name not in known else [Truncate(name, 0)]
            recorder.ops.append(Write(name, 0, data))
            known[name] = data

    def fsync(number: int) -> None:
        look()
        usual["fsync"](number)
        found = os.fstat(number)
        if stat.S_ISDIR(found.st_mode):
            if os.path.samestat(found, folder.stat()):
                recorder.ops.append(SyncFolder())
            return
        recorder.ops += [
            Sync(each.name) for each in folder.iterdir() if os.path.samestat(found, each.stat())
        ]

    def replace(file: Any, to: Any, **how: Any) -> None:
        look()
        usual["replace"](file, to, **how)
        recorder.ops.append(Rename(Path(file).name, Path(to).name))
        if Path(file).name in known:
            known[Path(to).name] = known.pop(Path(file).name)

    def unlink(file: Any, **how: Any) -> None:
        look()
        usual["unlink"](file, **how)
        if not str(file).endswith(SHARED_MEMORY):
            recorder.ops.append(Delete(Path(file).name, synced=False))
        known.pop(Path(file).name, None)

    noting = {"fsync": fsync, "replace": replace, "unlink": unlink}
    try:
        for name, function in noting.items():
            setattr(os, name, function)
        yield
    finally:
        for name, function in usual.items():
            setattr(os, name, function)


def _contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name.endswith(SMALL)}
