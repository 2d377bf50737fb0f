"""Releases from files, folders and addresses: what is taken, and what is refused."""

import io
import subprocess
import tarfile
import urllib.error
from collections.abc import Callable
from contextlib import closing
from email.message import Message
from pathlib import Path

import pytest

from controller.appliance.release import place as places
from controller.appliance.release.archive import BadRelease, SignedRelease
from controller.appliance.release.place import OpenAddress, fetched, open_address
from controller.appliance.release.signers import Signers
from tests.support.releasing import Change, Publisher, trusting

WHEEL = "hareboard-1.2.0-py3-none-any.whl"
ADDRESS = "https://board.example.org/releases/"


class Board:
    """A board that fetches releases of Ann, whom it trusts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ann = Publisher(folder / "ann")
        self.signers = trusting(folder, self.ann)
        self.times = 0

    def fetch(self, place: str | Path, open_at: OpenAddress | None = None) -> SignedRelease:
        self.times += 1
        room = self.folder / f"room-{self.times}"
        room.mkdir()
        if open_at is None:
            return fetched(str(place), room, self.signers)
        return fetched(str(place), room, self.signers, open_at)

    def refuses(self, place: str | Path) -> str:
        """What it says of a release; nothing that is in it was laid out."""
        with pytest.raises(BadRelease) as refused:
            self.fetch(place)
        return str(refused.value)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_a_signed_release_is_laid_out(board: Board, tmp_path: Path) -> None:
    release = board.fetch(board.ann.release("1.2.0"))
    assert (release.version, release.signer) == ("1.2.0", "ann")
    assert str(release) == "release 1.2.0, signed by ann"
    room = tmp_path / "laid"
    room.mkdir()
    release.lay_out(room)
    assert {each.name: each.read_bytes()[:5] for each in room.iterdir()} == {
        WHEEL: b"a whe",
        "board.txt": b"click",
        "build.txt": b"wheel",
    }


def test_of_a_folder_it_is_the_newest(board: Board) -> None:
    board.ann.release("1.1.0")
    board.ann.release("1.2.0")
    assert board.fetch(board.ann.folder).version == "1.2.0"
    (board.ann.folder / "latest").write_text("../../etc", "ascii")
    assert "names no newest release" in board.refuses(board.ann.folder)


def test_what_is_not_there_is_said(board: Board) -> None:
    place = board.ann.folder / "hareboard-9.tar"
    assert board.refuses(place) == f"There is no release {place}."


# Tampered with


def test_one_changed_bit_anywhere_is_noticed(board: Board) -> None:
    archive = board.ann.release("1.2.0")
    whole = archive.read_bytes()
    for place in (0, 600, len(whole) // 2, len(whole) - 1):
        archive.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert board.refuses(archive) == (
            "hareboard-1.2.0.tar is not what was signed: it was changed, or did not arrive whole. "
            "Get it and its signature again. Nothing was installed."
        )
    archive.write_bytes(whole[:-512])
    assert "is not what was signed" in board.refuses(archive)
    archive.write_bytes(whole)
    assert board.fetch(archive).version == "1.2.0"


def test_no_signature(board: Board) -> None:
    archive = board.ann.release("1.2.0")
    archive.with_name(f"{archive.name}.sig").unlink()
    assert board.refuses(archive).startswith(
        "hareboard-1.2.0.tar has no signature: there is no hareboard-1.2.0.tar.sig beside it."
    )


@pytest.mark.parametrize("signature", [b"", b"carrots\n", b"\0" * 400])
def test_no_signature_by_another_name(board: Board, signature: bytes) -> None:
    archive = board.ann.release("1.2.0")
    archive.with_name(f"{archive.name}.sig").write_bytes(signature)
    assert "is not what was signed" in board.refuses(archive)


def test_a_signature_of_another_release(board: Board) -> None:
    other = board.ann.release("1.1.0")
    archive = board.ann.release("1.2.0")
    Path(f"{other}.sig").replace(f"{archive}.sig")
    assert "is not what was signed" in board.refuses(archive)


def test_a_signature_for_another_purpose(board: Board) -> None:
    archive = board.ann.release("1.2.0")
    Path(f"{archive}.sig").unlink()
    words = ("ssh-keygen", "-q", "-Y", "sign", "-n", "git", "-f", board.ann.key, archive)
    subprocess.run(words, check=True)
    assert "is not what was signed" in board.refuses(archive)


def test_a_key_that_nobody_trusts(board: Board) -> None:
    archive = Publisher(board.folder / "eve", "ann").release("1.2.0")
    said = board.refuses(archive)
    assert said.startswith(
        "hareboard-1.2.0.tar is signed by a key that is not trusted here (SHA256:"
    )
    assert said.endswith("“hareboard trust --help”. Nothing was installed.")


def test_a_board_that_trusts_nobody_yet(board: Board) -> None:
    board.signers = Signers(board.folder / "none", board.folder / "neither")
    said = board.refuses(board.ann.release("1.2.0"))
    assert "no key is trusted here yet" in said
    assert said.endswith("run: sudo hareboard trust KEY.pub.")


def test_a_computer_without_openssh(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = board.ann.release("1.2.0")
    monkeypatch.setenv("PATH", str(board.folder))
    assert board.refuses(archive).endswith("sudo apt install openssh-client.")


def test_an_older_release_under_a_newer_name(board: Board) -> None:
    archive = board.ann.release("1.2.0")
    newer = archive.with_name("hareboard-9.0.tar")
    archive.replace(newer)
    Path(f"{archive}.sig").replace(f"{newer}.sig")
    assert "is another version than its name says: 1.2.0" in board.refuses(newer)


# Signed, and wrong all the same


def without(name: str) -> Change:
    return lambda files: {each: data for each, data in files.items() if each != name}


def with_file(name: str, data: bytes) -> Change:
    return lambda files: {**files, name: data}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (without("build.txt"), "it lacks, or has too much: build.txt."),
        (with_file("../../etc/cron.d/more", b"x"), "it lacks, or has too much: ../../etc/"),
        (without("manifest.json"), "it has no manifest.json."),
        (with_file("manifest.json", b"[" * 100_000), "it has no manifest.json."),
        (with_file("manifest.json", b'{"version": "/", "sha256": {}}'), "names no version."),
        (
            with_file("manifest.json", b'{"version": "1.2.0", "sha256": {}}'),
            "its manifest has no hash for ",
        ),
        (with_file("board.txt", b"other"), "board.txt is not the file that its manifest names."),
    ],
)
def test_a_release_that_is_not_whole(board: Board, change: Change, why: str) -> None:
    assert why in board.refuses(board.ann.release("1.2.0", change))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_what_is_no_plain_file_is_not_laid_out(board: Board, kind: bytes) -> None:
    archive = board.ann.release("1.2.0")
    with tarfile.open(archive, "w") as tar:
        member = tarfile.TarInfo("board.txt")
        member.type, member.linkname = kind, "/etc/shadow"
        tar.addfile(member)
    _sign_again(board, archive)
    assert "'board.txt' is in it" in board.refuses(archive)


def test_what_is_no_archive_is_said(board: Board) -> None:
    archive = board.ann.release("1.2.0")
    archive.write_bytes(b"carrots" * 1000)
    _sign_again(board, archive)
    assert board.refuses(archive).startswith("This is no release of hareboard: ")


def _sign_again(board: Board, archive: Path) -> None:
    Path(f"{archive}.sig").unlink()
    words = ("ssh-keygen", "-q", "-Y", "sign", "-n", "hareboard-release", "-f", board.ann.key)
    subprocess.run((*words, archive), check=True)


# By an address


def website(folder: Path) -> OpenAddress:
    """What is in a folder, at an address."""

    def open_at(address: str) -> closing[io.BytesIO]:
        path = folder / address.removeprefix(ADDRESS)
        if not path.is_file():
            raise urllib.error.HTTPError(address, 404, "Not Found", Message(), None)
        return closing(io.BytesIO(path.read_bytes()))

    return open_at


def test_a_release_at_an_address(board: Board) -> None:
    board.ann.release("1.2.0")
    site = website(board.ann.folder)
    assert board.fetch(ADDRESS, site).version == "1.2.0"
    assert board.fetch(f"{ADDRESS}hareboard-1.2.0.tar", site).version == "1.2.0"
    with pytest.raises(BadRelease, match=r"There is no release https://.*-3\.tar"):
        board.fetch(f"{ADDRESS}hareboard-3.tar", site)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (urllib.error.URLError("no route to host"), "cannot be read: .*no route to host"),
        (urllib.error.HTTPError(ADDRESS, 503, "Busy", Message(), None), "HTTP Error 503: Busy"),
    ],
)
def test_an_address_that_does_not_answer(board: Board, error: OSError, why: str) -> None:
    def open_at(_address: str) -> closing[io.BytesIO]:
        raise error

    with pytest.raises(BadRelease, match=why):
        board.fetch(f"{ADDRESS}hareboard-1.2.0.tar", open_at)


@pytest.mark.parametrize("place", ["http://board.example.org/", "ftp://x/hareboard-1.tar"])
def test_other_addresses_are_not_called(board: Board, place: str) -> None:
    assert "only addresses that begin with https://" in board.refuses(place)


@pytest.mark.parametrize("by", [lambda _: ADDRESS, lambda folder: str(folder) + "/"])
def test_what_is_too_large_is_given_up(
    board: Board, monkeypatch: pytest.MonkeyPatch, by: Callable[[Path], str]
) -> None:
    archive = board.ann.release("1.2.0")
    monkeypatch.setattr(places, "LARGEST", 100)
    with pytest.raises(BadRelease, match="more than 100 bytes"):
        board.fetch(f"{by(archive.parent)}{archive.name}", website(board.ann.folder))


def test_an_address_is_read_as_far_as_is_asked(tmp_path: Path) -> None:
    (tmp_path / "latest").write_text("1.2.0\n")
    with open_address((tmp_path / "latest").as_uri()) as answer:
        assert answer.read(3) == b"1.2"
