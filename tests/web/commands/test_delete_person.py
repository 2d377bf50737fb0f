"""The command that deletes a person."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from controller.bootstrap import SimulatedTable
from tests.support.companion import seated
from tests.web.api.test_deleting_people import NAME, begin, files_with
from tests.web.api.test_past_games import moves
from web.access.phones import Phones
from web.commands.delete_person import delete_person_command


def delete(folder: Path, *answers: str) -> Result:
    command = ["--data", str(folder)]
    return CliRunner().invoke(delete_person_command, command, input="\n".join((*answers, "")))


@pytest.mark.long
def test_a_person_is_deleted_once_hareboard_has_stopped_and_somebody_is_sure(
    table: SimulatedTable, app: Flask, phones: Phones, tmp_path: Path
) -> None:
    begin(table)
    moves(seated(app, phones, "Zebulonia", "Ben", "Cem"), 9)
    busy = delete(tmp_path, NAME, "y")
    assert busy.exit_code == 1
    assert "Stop it first" in busy.output
    table.stop()
    assert delete(tmp_path, NAME, "n").exit_code == 1
    assert {"journal.sqlite", "phones.json"} == {*files_with(tmp_path)}
    nobody = delete(tmp_path, "Dot")
    assert nobody.exit_code == 1
    assert "Nobody called “Dot”" in nobody.output
    done = delete(tmp_path, NAME.upper(), "y")
    assert (done.exit_code, files_with(tmp_path)) == (0, []), done.output
    assert done.output.endswith("In the races the name is “A player” now.\n")


def test_in_a_folder_without_games_nothing_is_made(tmp_path: Path) -> None:
    refused = delete(tmp_path, NAME)
    assert refused.exit_code == 1
    assert "There are no games in" in refused.output
    assert [*tmp_path.iterdir()] == []
