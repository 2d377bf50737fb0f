"""Listens to a fake voice."""

from pathlib import Path
from typing import Final

from hardware.clock import Clock
from hardware.voice.process import VoiceProcess
from hardware.voice.settings import VoiceSettings
from tests.support.waiting import until

FAKE: Final = Path(__file__).parent / "fake_voice.py"


class Listener:
    """Hears a fake voice whose files are in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir(exist_ok=True)

    def voice(self, clock: Clock) -> VoiceProcess:
        return VoiceProcess(VoiceSettings("en"), clock, (str(FAKE), str(self.folder)))

    def heard(self) -> list[str]:
        return self._lines("heard")

    def prepared(self) -> list[str]:
        """What it has been told to prepare."""
        return self._lines("prepared")

    def starts(self) -> int:
        return len(self._lines("starts"))

    def make(self, what: str) -> None:
        """Let it hang, die or fail at the next sentence, or load or prepare until `let_go`."""
        (self.folder / what).touch()

    def let_go(self, what: str) -> None:
        """Let it load or prepare no longer."""
        (self.folder / what).unlink()

    def hears(self, *sentences: str) -> None:
        """Wait until it has heard exactly these sentences."""
        until(lambda: len(self.heard()) >= len(sentences), f"{sentences} is said")
        assert self.heard() == list(sentences)

    def _lines(self, name: str) -> list[str]:
        file = self.folder / name
        return file.read_text("utf-8").splitlines() if file.exists() else []
