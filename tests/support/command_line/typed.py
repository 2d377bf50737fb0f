"""What the tests of the command have in common."""

import signal
from pathlib import Path

from controller.game.journal.files.seal import SEAL
from tests.support.end_to_end.ledger import View
from tests.support.end_to_end.program import Program


def stop(program: Program) -> None:
    program.send(signal.SIGTERM)
    assert program.wait() == 0


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but the journal's seal, which is made anew when it does not fit."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    kept = (path for path in files if not path.name.endswith(SEAL))
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def squares(view: View) -> list[int]:
    return [runner["square"] for seat in view["seats"] for runner in seat["runners"]]


def refused(program: Program) -> str:
    """The one sentence or two with which a command is refused."""
    try:
        assert program.wait() not in (0, -signal.SIGKILL)
        assert "http://" not in program.output
        assert "Traceback" not in program.errors
        *usage, error = program.errors.splitlines()
        assert error.startswith("Error: ")
        assert error.endswith((".", "?", ")"))
        assert not usage or usage[0].startswith("Usage: hareboard")
        return error.removeprefix("Error: ")
    finally:
        program.close()
