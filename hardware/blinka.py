"""Imports parts of Blinka, which finds pins and buses on a Raspberry Pi only.

Blinka looks at the computer when its modules are imported, so they are imported when the first
part is asked for.
"""

import os
from importlib import import_module
from typing import Any, Final

NO_QUESTIONS: Final = "BLINKA_SKIP_DEPENDENCY_CHECK"
"""Keeps Blinka from asking whether to install packages.

On a Raspberry Pi, in a terminal, it asks for what `pwmio` and `neopixel_write` need, which we do
not use, and Enter has pip install it. Source: Blinka 10, `platform_dependencies.py`.
"""


def blinka(module: str) -> Any:
    """Return a module of Blinka, or of a library that uses it.

    Raises:
        ImportError, NotImplementedError, RuntimeError, AttributeError: this computer is no
            Raspberry Pi, or a library is missing.
    """
    os.environ.setdefault(NO_QUESTIONS, "1")
    return import_module(module)
