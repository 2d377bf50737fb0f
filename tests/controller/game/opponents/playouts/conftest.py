"""The compact rules as they stand, also where they are compiled."""

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from types import ModuleType
from typing import Final

import pytest

ROOM: Final = "controller.game.opponents.playouts"


@pytest.fixture
def source() -> Iterator[ModuleType]:
    """Yield `states` with everything uncompiled, also where it is compiled."""

    def hook(path: str) -> FileFinder:
        if not path.endswith("playouts"):
            raise ImportError
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    saved = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith(f"{ROOM}.")}
    folder = import_module(ROOM).__path__[0]
    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.pop(folder, None)
    try:
        yield import_module(f"{ROOM}.states")
    finally:
        sys.path_hooks.remove(hook)
        sys.path_importer_cache.pop(folder, None)
        sys.modules.update(saved)
        for name, module in saved.items():
            setattr(sys.modules[ROOM], name.removeprefix(f"{ROOM}."), module)
