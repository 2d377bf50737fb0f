"""The real program on a file system that goes read-only, and in a folder that it may not write."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.support.end_to_end.ledger import read_journal
from tests.support.end_to_end.program import running, seated, simulation

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file systems of Linux")

IMAGE_BYTES: Final = 16 << 20
WAITS: Final = (
    "cannot save the game right now, so the game has to wait. Is the disk full or read-only?"
)


class Card:
    """An ext4 file system like that of a memory card: after an error it takes no writing.

    It is mounted for those only that it is mounted under, and until they end.

    Args:
        folder: where its image is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._image = folder / "card"
        self.place = folder / "data"
        self.place.mkdir()
        with self._image.open("wb") as image:
            image.truncate(IMAGE_BYTES)
        self._do("mkfs.ext4", "-q", self._image)
        self._do(*self.mounted(), "true")

    def mounted(self, options: str = "errors=remount-ro") -> Sequence[str | Path]:
        """The words before a program for which it is mounted."""
        mount = f'mount -o loop,{options} "$0" "$1" && shift && exec "$@"'
        return ("unshare", "--mount", "sh", "-c", mount, self._image, self.place)

    def fail(self) -> None:
        """The kernel finds an error in it, as in a worn card."""
        device = Path(self._do("losetup", "-j", self._image, "-n", "-O", "NAME").strip())
        Path("/sys/fs/ext4", device.name, "trigger_fs_error").write_text("1", "utf-8")

    def _do(self, *words: str | Path) -> str:
        """Do it; where the system does not let us, the test is skipped, but not in CI as root."""
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            reason = str(error)
        else:
            if not done.returncode:
                return done.stdout
            reason = done.stderr.strip()
        if os.environ.get("CI") == "true" and not os.geteuid():
            pytest.fail(f"Nothing can be mounted here: {reason}", pytrace=False)
        pytest.skip(f"Nothing can be mounted here: {reason}")


@pytest.mark.long
def test_a_card_that_goes_read_only_lets_the_game_wait_and_loses_nothing(tmp_path: Path) -> None:
    card = Card(tmp_path)
    with seated(card.place, "--players", "3", under=card.mounted()) as program:
        version = program.get("/api/watch")["version"]
        assert program.post("/api/seats/0/play", action="f5", version=version).ok
        before = program.get("/api/watch")
        card.fail()
        for _ in range(2):
            refused = program.post("/api/seats/1/play", action="f4", version=before["version"])
            assert (refused.status, refused.body["error"]["code"]) == (503, "not-saved")
            assert WAITS in refused.body["error"]["message"]
        waiting = program.get("/api/watch")
        assert (waiting["version"], waiting["seats"]) == (before["version"], before["seats"])
        assert waiting["headline"] == "The game has to wait"
        assert WAITS in waiting["trouble"]
        program.send(signal.SIGTERM)
        assert program.wait() == 0
    with running(card.place, under=card.mounted()) as program:
        now = program.get("/api/watch")
        assert (now["version"], now["seats"]) == (before["version"], before["seats"])
    with closing(simulation(card.place, under=card.mounted("ro"))) as program:
        assert program.wait() == 1
        assert f"Cannot write in the folder {card.place}." in program.errors


def permissions_hold() -> Sequence[str]:
    """The words before a program for whom permissions hold, although it is root's."""
    return () if os.geteuid() else ("setpriv", "--bounding-set", "-dac_override")


def allow(folder: Path, *, writing: bool) -> None:
    """Let files and folder be written to, or not."""
    for each in folder.iterdir():
        each.chmod(0o600 if writing else 0o400)
    folder.chmod(0o700 if writing else 0o500)


@pytest.mark.long
def test_permissions_that_go_while_playing_cost_nothing_until_the_next_start(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    under = permissions_hold()
    with seated(data, "--players", "3", under=under) as program:
        version = program.get("/api/watch")["version"]
        allow(data, writing=False)
        # What is open stays open: only what is begun anew is refused.
        assert program.post("/api/seats/0/play", action="f5", version=version).ok
        assert program.post("/api/lights", night=True).ok
        before = program.get("/api/watch")
        assert before["trouble"] is None
        program.send(signal.SIGTERM)
        assert program.wait() == 0
        assert "preferences.json cannot be written" in program.errors
    with closing(simulation(data, under=under)) as program:
        assert program.wait() == 1
        assert f"Cannot write in the folder {data}." in program.errors
    allow(data, writing=True)
    with running(data, under=under) as program:
        now = program.get("/api/watch")
        assert (now["version"], now["seats"]) == (before["version"], before["seats"])
    assert read_journal(data)[version:] == [("play", "f5")]
