"""`hareboard trust`, as it is typed."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.release.command import trust_command
from controller.appliance.release.signers import Signers
from tests.support.releasing import FINGERPRINT, KEY
from tests.support.users import no_root


@pytest.fixture
def key(tmp_path: Path) -> Path:
    (tmp_path / "ann.pub").write_text(f"{KEY} ann@example.org\n", "ascii")
    return tmp_path / "ann.pub"


def typed(folder: Path, *words: str | Path) -> Result:
    signers = Signers(folder / "shipped", folder / "added")
    return CliRunner().invoke(trust_command(signers), [str(word) for word in words])


def test_nobody_is_trusted_at_first(tmp_path: Path) -> None:
    assert typed(tmp_path).output == "No key is trusted: “hareboard update” accepts no release.\n"


def test_a_key_is_added_listed_and_removed(tmp_path: Path, key: Path) -> None:
    added = typed(tmp_path, key)
    assert added.output == f"Trusted from now on: ann@example.org ({FINGERPRINT}).\n"
    assert typed(tmp_path, key).exit_code == 0, "once more is no second key"
    assert typed(tmp_path).output == f"ann@example.org ({FINGERPRINT})\n"
    assert (tmp_path / "added").read_text("ascii") == (
        f'ann@example.org namespaces="hareboard-release" {KEY}\n'
    )
    assert (tmp_path / "added").stat().st_mode & 0o777 == 0o644
    assert "No key of ben" in typed(tmp_path, "--remove", "ben").output
    assert typed(tmp_path, "--remove", "ann@example.org").output.startswith("No key is trusted")


def test_a_key_may_be_given_a_name(tmp_path: Path, key: Path) -> None:
    assert typed(tmp_path, key, "--name", "the club").output.startswith(
        "Trusted from now on: theclub "
    )


def test_what_came_with_the_release_is_listed_and_stays(tmp_path: Path, key: Path) -> None:
    (tmp_path / "shipped").write_text(f"# ours\nben {KEY}\n", "ascii")
    typed(tmp_path, key)
    assert [line.split()[0] for line in typed(tmp_path).output.splitlines()] == [
        "ben",
        "ann@example.org",
    ]
    assert typed(tmp_path, "--remove", "ben").exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "carrots",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r\n",
        "ssh-ed25519 carrots ann",
        KEY.replace("ssh-ed25519", "ssh-rsa") + " ann",
        f"{KEY} ann,ben",
        f"{KEY} *",
    ],
)
def test_what_is_no_public_key_is_refused(tmp_path: Path, key: Path, text: str) -> None:
    key.write_text(text, "ascii")
    refused = typed(tmp_path, key)
    assert refused.exit_code == 1
    assert "is no public key of OpenSSH" in refused.output
    assert not (tmp_path / "added").exists()


def test_a_file_of_a_terabyte_is_no_key_either(tmp_path: Path, key: Path) -> None:
    with key.open("wb") as file:
        file.truncate(1 << 40)  # takes no room
    refused = typed(tmp_path, key)
    assert refused.exit_code == 1
    assert "is no public key of OpenSSH" in refused.output


def test_only_one_thing_at_once(tmp_path: Path, key: Path) -> None:
    assert typed(tmp_path, key, "--remove", "ann").exit_code == 2


def test_what_cannot_be_read_or_written_is_said(tmp_path: Path, key: Path) -> None:
    assert "No such file" in typed(tmp_path, tmp_path / "none.pub").output
    key.chmod(0o644)
    for each in (tmp_path, tmp_path.parent):
        each.chmod(0o755)
    with no_root():
        refused = typed(tmp_path, key)
    assert refused.exit_code == 1, "or whoever runs this test owns the folder"
    assert "sudo hareboard trust" in refused.output


def test_a_key_that_is_not_there_asks_for_the_key_and_not_for_root(tmp_path: Path) -> None:
    refused = typed(tmp_path, tmp_path / "publisher.pub")
    assert refused.exit_code == 1
    assert "publisher.pub: No such file or directory. Copy the publisher's" in refused.output
    assert "need root" not in refused.output


def test_where_no_board_is_installed_a_key_cannot_be_added(tmp_path: Path, key: Path) -> None:
    refused = typed(tmp_path / "nowhere", key)
    assert refused.exit_code == 1
    assert "Install hareboard as a service first" in refused.output
    assert "need root" not in refused.output


def test_where_a_folder_lies_in_the_way_of_the_keys_room_is_asked_for(
    tmp_path: Path, key: Path
) -> None:
    (tmp_path / "added").mkdir()
    assert "Is the card full or read-only?" in typed(tmp_path, key).output
