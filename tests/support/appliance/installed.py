"""A computer on which hareboard is installed."""

from pathlib import Path

from controller.appliance.paths import Places
from controller.appliance.update.releases import ORIGIN, Releases, version_of
from controller.appliance.update.update import Update
from hardware.clock import ManualClock
from tests.support.appliance.releasing import FORMATS, Journals, QuickTools, quick_release
from tests.support.appliance.supervised import Service


class Installed:
    """A computer on which hareboard 0.1.0 runs as a service, and a game of two actions is kept."""

    def __init__(self, folder: Path) -> None:
        self.places = Places(folder / "opt", folder / "data", folder / "board.toml")
        self.places.data.mkdir(parents=True)
        self.journals = Journals(self.places.data)
        self.journals.write(2, "f5", "f7")
        self.tools = QuickTools()
        self.releases = Releases(self.places.home, sync=lambda: None)
        self.tools.install(quick_release("0.1.0", folder), self.releases.begin("0.1.0"))
        (self.releases.folder("0.1.0") / ORIGIN).write_text("digest of 0.1.0", "ascii")
        self.releases.finish("0.1.0")
        self.releases.point("current", "0.1.0")
        self.tools.made.clear()
        self.service = Service(self.releases)
        self.service.on_start = self._opens_the_journal
        self.said: list[str] = []

    def update(self) -> Update:
        return Update(
            places=self.places,
            releases=self.releases,
            tools=self.tools,
            service_manager=self.service,
            ask=self.service.ask,
            clock=ManualClock(),
            say=self.said.append,
        )

    def linked(self) -> tuple[str | None, str | None]:
        return self.releases.linked("current"), self.releases.linked("previous")

    def there(self) -> set[str]:
        return {each.name for each in (self.places.home / "releases").iterdir()}

    def _opens_the_journal(self, version: str) -> None:
        number, actions = self.journals.read()
        known = FORMATS[version_of(version)]
        assert number <= known, "a journal that this version refuses"
        self.journals.write(known, *actions)
