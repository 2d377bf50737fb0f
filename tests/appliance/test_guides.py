"""What the guides tell people to type on any computer does what they say.

The rest of their commands are typed on a board: `make appliance ARGS="--only guides"`.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.board.examples import example_names
from controller.cli import cli
from tests.appliance.guides import DOCS, GUIDES, REPOSITORY, commands, for_any_computer
from tests.support.end_to_end.program import HAREBOARD


@pytest.mark.long
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_what_needs_no_board_is_typed_here(guide: Path, tmp_path: Path) -> None:
    path = f"{HAREBOARD.parent}{os.pathsep}{os.environ['PATH']}"
    for command in filter(for_any_computer, commands(guide)):
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_the_guides_have_the_commands_they_are_known_for() -> None:
    build, operate = map(commands, GUIDES)
    assert f"git clone {REPOSITORY} hareboard && cd hareboard" in build
    assert "hareboard board plan prototype-2x2 --svg plan.svg --from-below" in build
    assert "sudo ./systemd/install --board prototype-2x2" in build
    assert "sudo hareboard update --back" in operate
    assert any(map(for_any_computer, build))


def test_every_backup_replaces_the_one_before_and_is_restored_whole(tmp_path: Path) -> None:
    guide = GUIDES[1].read_text("utf-8").partition("## Back up")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    backup, restore = (re.sub("sudo systemctl.*", "", each) for each in blocks)
    games, board = tmp_path / "var/lib/hareboard", tmp_path / "etc/hareboard/board.toml"
    games.mkdir(parents=True)
    board.parent.mkdir(parents=True)

    def typed(commands: str) -> None:
        here = commands.replace("sudo ", "").replace("/var/lib", f"{tmp_path}/var/lib")
        here = here.replace("-C / ", f"-C {tmp_path} ").replace("-C /\n", f"-C {tmp_path}\n")
        subprocess.run(["sh", "-e"], input=here, text=True, cwd=tmp_path, check=True)

    for evening in ("first", "second"):
        (games / "journal").write_text(evening)
        board.write_text(evening)
        typed(backup)
    for _ in range(2):
        (games / "journal").write_text("broken")
        (games / "journal-wal").write_text("newer")
        board.write_text("broken")
        typed(restore)
        assert [each.name for each in games.iterdir()] == ["journal"]
        assert [(games / "journal").read_text(), board.read_text()] == ["second", "second"]
    assert len(list(games.parent.glob("hareboard-before*/journal"))) == 2, "nothing is lost"


def test_the_first_guide_names_every_example_there_is() -> None:
    text = GUIDES[0].read_text("utf-8")
    assert not [name for name in example_names() if name != "desk-usb" and f"`{name}`" not in text]


@pytest.mark.parametrize("name", ["prototype-2x2", "spi-decoder-64"])
def test_the_drawings_are_those_of_the_plan(name: str) -> None:
    drawn = CliRunner().invoke(cli, ["board", "plan", name, "--svg", "-"], catch_exceptions=False)
    picture = DOCS / "pictures" / f"{name}.svg"
    assert picture.read_text("utf-8") == drawn.output, (
        f"hareboard board plan {name} --svg {picture}"
    )
    assert f"(pictures/{name}.svg)" in GUIDES[0].read_text("utf-8")
