"""Lets Atheris invent inputs for one harness, led by the lines they reach: a program of its own.

`python -m tests.fuzz` starts it for each harness, since Atheris never returns.
"""

import logging
import sys
from collections.abc import Callable
from typing import Any, Final

INSTRUMENTED: Final = ("controller", "hardware", "web", "waitress", "adafruit_pn532", "tomllib")


def main(name: str, arguments: list[str]) -> None:
    """Fuzz one harness until libFuzzer has done what its arguments say."""
    import atheris  # noqa: PLC0415 - it is not there on every computer

    logging.disable()
    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        from tests.fuzz.all_harnesses import HARNESSES  # noqa: PLC0415 - after that is watched
    attempt: Callable[[bytes], Any] = HARNESSES[name].attempt
    atheris.Setup([sys.argv[0], *arguments], attempt)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
