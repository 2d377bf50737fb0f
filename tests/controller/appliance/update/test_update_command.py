"""`hareboard update`, as it is typed; and a real change of the journal's format, there and back."""

import fcntl
import os
import pwd
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.paths import Places
from controller.appliance.release.archive import BadRelease
from controller.appliance.update import building
from controller.appliance.update.building import RealTools
from controller.appliance.update.command import LOCK, update_command
from controller.appliance.update.releases import COMMAND, Releases
from controller.appliance.update.update import NotUpdated, Update
from controller.game.journal.command import journal
from controller.game.journal.journal import Journal
from controller.game.journal.kept_games import kept_games
from hardware.clock import ManualClock
from tests.controller.game.journal.test_journal_versions import SETUP
from tests.support.appliance.releasing import Journals, QuickTools, quick_release
from tests.support.appliance.supervised import Service, Unsupervised
from tests.support.doctor.computers import FakeNetwork
from tests.support.journal.files import write
from tests.support.journal.newer import migrate, write_newer
from tests.support.users import no_root

NOBODY = 65534


def typed(folder: Path, *words: str) -> Result:
    command = update_command(folder / "opt", QuickTools, Unsupervised, FakeNetwork)
    there = ["--data", str(folder), "--board", str(folder / "none.toml")]
    return CliRunner().invoke(command, [*words, *there])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "opt").mkdir()
    return tmp_path


def test_where_hareboard_is_not_installed(tmp_path: Path) -> None:
    result = typed(tmp_path, "0.2.0")
    assert result.exit_code == 1
    assert "hareboard is not installed as a service here" in result.stderr


def test_two_at_once_do_not_get_into_each_others_way(folder: Path) -> None:
    with (folder / "opt" / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Another update is under way." in typed(folder, "0.2.0").stderr


def test_back_and_another_one_is_too_much(folder: Path) -> None:
    assert typed(folder, "0.2.0", "--back").exit_code == 2


def installed(folder: Path) -> Releases:
    """A release 0.1.0 under the folder."""
    releases = Releases(folder / "opt", sync=lambda: None)
    QuickTools().install(quick_release("0.1.0", folder), releases.begin("0.1.0"))
    releases.finish("0.1.0")
    releases.point("current", "0.1.0")
    Journals(folder).write(2)
    return releases


def test_there_and_back_as_it_is_typed(folder: Path) -> None:
    releases = installed(folder)
    assert typed(folder, "0.2.0").exit_code == 0
    assert (releases.linked("current"), releases.linked("previous")) == ("0.2.0", "0.1.0")
    assert typed(folder, "--back").exit_code == 0
    assert releases.linked("current") == "0.1.0"


def test_without_a_release_it_says_what_to_name(folder: Path) -> None:
    result = typed(folder)
    assert result.exit_code == 2
    assert "Name the release: the file hareboard-VERSION.tar" in result.stderr


def test_an_older_one_as_it_is_typed(folder: Path) -> None:
    releases = installed(folder)
    assert typed(folder, "0.3.0").exit_code == 0
    assert "0.2.0 is older than 0.3.0" in typed(folder, "0.2.0").stderr
    assert releases.linked("current") == "0.3.0"
    assert typed(folder, "0.2.0", "--older").exit_code == 0
    assert releases.linked("current") == "0.2.0"


def test_who_may_not_write_there_is_told_to_be_root(folder: Path) -> None:
    (folder / "opt" / LOCK).mkdir()
    result = typed(folder, "0.2.0")
    assert result.exit_code == 1
    assert f"You may not change {folder / 'opt'}" in result.stderr
    assert "sudo hareboard update" in result.stderr


# With the real journal


class InThisProcess(QuickTools):
    """Releases of nothing; what they say of a journal is said by the words of this version."""

    def check_journal(self, _folder: Path, data: Path) -> str:
        return self._said("check", "--keep", "--data", str(data))

    def adopt_journal(self, _folder: Path, data: Path) -> str:
        return self._said("adopt", "--data", str(data))

    def _said(self, *words: str) -> str:
        result = CliRunner().invoke(journal, words)
        if result.exit_code:
            raise BadRelease(result.stderr)
        return result.stdout.strip()


class Board:
    """A computer with a service and a real journal; 0.3.0 has another format than all others."""

    def __init__(self, folder: Path) -> None:
        self.places = Places(folder / "opt", folder / "data", folder / "board.toml")
        self.places.data.mkdir()
        self.releases = Releases(self.places.home)
        self.tools = InThisProcess()
        release = self.tools.fetch("0.1.0", folder)
        self.tools.install(release, self.releases.begin("0.1.0"))
        self.releases.finish("0.1.0")
        self.releases.point("current", "0.1.0")
        self.service = Service(self.releases)
        self.service.on_start = self._starts
        self.said: list[str] = []

    def update(self) -> Update:
        return Update(
            self.places,
            self.releases,
            self.tools,
            self.service,
            self.service.ask,
            ManualClock(),
            self.said.append,
        )

    def play(self, *entries: str) -> None:
        """Play on with whatever version runs."""
        if self.service.running == "0.3.0":
            write_newer(self.places.journal, *entries)
            return
        opened = Journal(self.places.journal)
        write(opened, *entries)
        opened.close()

    def _starts(self, version: str) -> None:
        if version == "0.3.0":
            migrate(self.places.journal)
        else:
            Journal(self.places.journal).close()


def test_games_survive_a_change_of_format_in_both_directions(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.play(f"begin {SETUP}", "play f5")
    board.update().to("0.3.0", now=False)
    board.play("play f7")
    board.update().back(now=False)
    assert "The newer journal is kept as" in board.said[-2]
    assert [entry.text for entry in kept_games(board.places.journal)[0].entries[1:]] == [
        "f5",
        "f7",
    ]
    board.play("abandon")
    board.update().to("0.3.0", now=False)
    assert board.service.running == "0.3.0"


def test_one_that_changes_the_format_and_is_not_well_leaves_the_games_to_the_old(
    tmp_path: Path,
) -> None:
    board = Board(tmp_path)
    board.play(f"begin {SETUP}", "play f5")
    board.service.fate["0.3.0"] = "dead"
    with pytest.raises(NotUpdated, match=r"0\.1\.0 runs again"):
        board.update().to("0.3.0", now=False)
    assert [entry.text for entry in kept_games(board.places.journal)[0].entries[1:]] == ["f5"]


def test_a_damaged_journal_stops_an_update(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.places.journal.write_bytes(b"carrots " * 1000)
    with pytest.raises(NotUpdated, match=r"0\.2\.0 is not used\. .*damaged"):
        board.update().to("0.2.0", now=False)
    assert board.releases.linked("current") == "0.1.0"


def release_that_says(folder: Path, script: str) -> Path:
    command = folder / COMMAND
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    command.chmod(0o755)
    return folder


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may act for another user")
def test_a_release_works_on_the_games_as_the_user_they_belong_to(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        release = release_that_says(Path(folder) / "0.1.0", 'echo "$(id -u) $HOME $*"')
        data = tmp_path / "data"
        data.mkdir()
        os.chown(data, NOBODY, NOBODY)
        who = f"{NOBODY} {pwd.getpwuid(NOBODY).pw_dir}"
        said = RealTools().check_journal(release, data)
        assert said == f"{who} journal check --keep --data {data}"
        said = RealTools().adopt_journal(release, data)
        assert said == f"{who} journal adopt --data {data}"


def test_a_stopped_check_of_the_games_is_given_up(tmp_path: Path) -> None:
    release = release_that_says(tmp_path / "0.1.0", "kill -STOP $$")
    (tmp_path / "data").mkdir()
    with pytest.raises(BadRelease, match=r"kept games: .* it was stopped \(SIGSTOP\)\.$"):
        RealTools().check_journal(release, tmp_path / "data")


def test_who_is_not_root_works_on_games_of_others_as_itself() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        release = release_that_says(Path(folder) / "0.1.0", 'echo "$*"')
        data = Path(folder) / "data"
        data.mkdir()
        with no_root():
            said = RealTools().check_journal(release, data)
        assert said == f"journal check --keep --data {data}"


def test_a_folder_of_games_is_found_from_wherever_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = release_that_says(tmp_path / "0.1.0", 'echo "$*"')
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    said = RealTools().check_journal(release, Path("data"))
    assert said == f"journal check --keep --data {tmp_path / 'data'}"


def test_where_no_games_are_kept_nobody_is_asked(tmp_path: Path) -> None:
    assert RealTools().check_journal(tmp_path, tmp_path / "none") == "No games are kept yet."


# What releases say


def test_what_a_command_says_that_fails_is_passed_on(tmp_path: Path) -> None:
    with pytest.raises(BadRelease, match=r"It does not run: .*No such file"):
        RealTools().version_of(tmp_path)
    release = release_that_says(tmp_path / "release", "echo it is broken >&2; exit 3")
    with pytest.raises(BadRelease, match="It does not run:\n  it is broken"):
        RealTools().version_of(release)


def test_the_version_is_the_last_word(tmp_path: Path) -> None:
    release = release_that_says(tmp_path / "release", "echo hareboard 0.2.0")
    assert RealTools().version_of(release) == "0.2.0"


def test_a_release_settles_itself(tmp_path: Path) -> None:
    notes = tmp_path / "said"
    release = release_that_says(tmp_path / "release", f'echo "$*" > {notes}')
    (release / COMMAND).rename(release / "bin" / "python")
    RealTools().settle(release)
    assert notes.read_text("utf-8") == ("-I -m controller.appliance.install --release --no-start\n")


def test_a_command_that_does_not_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "ASK_S", 0.05)
    release = release_that_says(tmp_path / "release", "exec sleep 60")
    with pytest.raises(BadRelease, match=r"It does not run: .* has not ended after 0 s\."):
        RealTools().version_of(release)
