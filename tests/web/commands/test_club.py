"""The command of the club screen refuses what it cannot use, and says why."""

from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from web.club.results import Results
from web.commands.club import RESULTS_FILE, club_command


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(club_command, [*words, "--data", str(folder), "--port", "0"])


@pytest.mark.parametrize("broker", ["two words", "host:0", "host:x", "mqtt://host"])
def test_what_is_no_address_is_refused(tmp_path: Path, broker: str) -> None:
    result = run(tmp_path, "--broker", broker)
    assert result.exit_code == 2
    assert "an address such as 192.168.1.20" in result.output


def test_without_a_client_for_brokers_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.modes.broker.find_spec", lambda _name: None)
    result = run(tmp_path, "--broker", "127.0.0.1")
    assert result.exit_code == 1
    assert "hareboard[mqtt]" in result.output
    assert [*tmp_path.iterdir()] == []


def test_a_password_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing")
    result = run(tmp_path, "--broker", "127.0.0.1", "--user", "us", "--password-file", missing)
    assert result.exit_code == 1
    assert "cannot be read: No such file or directory" in result.output


def test_results_that_cannot_be_read_are_said_and_kept(tmp_path: Path) -> None:
    (tmp_path / RESULTS_FILE).write_text("these are no results, and long enough to be looked at")
    result = run(tmp_path, "--broker", "127.0.0.1")
    assert result.exit_code == 1
    assert "cannot be used: file is not a database" in result.output
    assert (tmp_path / RESULTS_FILE).read_text().startswith("these are no results")


def test_results_whose_table_is_damaged_are_said_and_kept(tmp_path: Path) -> None:
    file = tmp_path / RESULTS_FILE
    Results(file, datetime(2026, 11, 27, 20)).close()  # noqa: DTZ001 - local time
    damaged = file.read_bytes().replace(b"CREATE TABLE", b"CREATE TAB\xffE")
    file.write_bytes(damaged)
    result = run(tmp_path, "--broker", "127.0.0.1")
    assert result.exit_code == 1
    assert f"{file} cannot be used: " in result.output
    assert file.read_bytes() == damaged
