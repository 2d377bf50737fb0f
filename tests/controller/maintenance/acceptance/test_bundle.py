"""A bundle holds everything measured, without private data, and is judged again."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from controller.bootstrap.simulated.rehearsal import rehearse
from controller.cli import cli
from controller.maintenance.acceptance.bundle import (
    ACCEPTANCE_FILE,
    BadBundle,
    make_acceptance_bundle,
    read_acceptance_bundle,
    readable,
)
from controller.maintenance.acceptance.judging.advised import Advised
from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.perform import ECHOED
from controller.maintenance.acceptance.report import verdict_text
from controller.maintenance.doctor.bundle import packed
from controller.maintenance.doctor.computer import ExaminedComputer
from hardware.trace import read_trace
from hardware.transfers import Transfer
from tests.support.acceptance.boards import SPI_TEXT, accepted, spi_board

LISTED = bytes.fromhex("d54b01")
"""The beginning of an answer that lists one tag."""


@pytest.fixture(scope="module")
def bundle() -> bytes:
    """The bundle of a board whose strip has another order of colours."""
    board = spi_board()
    rehearsal = rehearse(board, records=True)
    rehearsal.strip.shines = (1, 0, 2)
    facts, log = accepted(board, rehearsal, soak_s=1.0, in_full=())
    site = ExaminedComputer()
    assert rehearsal.site.wires is not None
    return make_acceptance_bundle(
        site, SPI_TEXT, board, facts, log, judge(facts, log), rehearsal.site.wires.text
    )


@pytest.fixture
def path(bundle: bytes, tmp_path: Path) -> Path:
    """Where the bundle was written to."""
    path = tmp_path / "board.accept.tar.gz"
    path.write_bytes(bundle)
    return path


def test_a_bundle_judged_again_has_the_same_verdict(path: Path) -> None:
    kept = read_acceptance_bundle(path)
    assert judge(kept.facts, tuple(kept.log)) == kept.verdict
    assert [each.fault for each in kept.verdict.findings] == ["colours"]


def test_other_measurements_have_another_verdict(path: Path) -> None:
    kept = read_acceptance_bundle(path)
    log = [each for each in kept.log if type(each).__name__ != "ColourSeen"]
    assert judge(kept.facts, tuple(log)) != kept.verdict


def test_it_has_measurements_times_versions_and_the_board_file(bundle: bytes) -> None:
    files = readable(bundle)
    assert set(files) == {
        "report.txt",
        ACCEPTANCE_FILE,
        "histograms.txt",
        "board.toml",
        "versions.txt",
        "wires.trace",
    }
    assert "square 1 ack_ms: " in files["histograms.txt"]
    assert "python: 3." in files["versions.txt"]
    assert 'pins = ["GPIO5"' in files["board.toml"]


def test_it_has_no_uid_comment_or_title(bundle: bytes) -> None:
    text = "\n".join(readable(bundle).values()).lower()
    for private in ("anna", "upstairs", "04a1b2c3", "04 a1 b2", "5b6e8f90"):
        assert private not in text


def test_its_recording_of_the_wires_has_every_echo_and_tags_by_pseudonyms(bundle: bytes) -> None:
    lines = readable(bundle)["wires.trace"].splitlines()
    transfers = [each for each in read_trace(lines) if isinstance(each, Transfer)]
    assert {each.square for each in transfers} == {1, 2, 3, 4}
    assert sum(each.sent is not None and ECHOED in each.sent for each in transfers) > 4 * 60
    lists = [each.got for each in transfers if each.got is not None and LISTED in each.got]
    assert len(set(lists)) == 1  # of one runner
    assert not any(bytes.fromhex("a1b2c3") in each for each in lists)


def test_a_file_that_is_no_bundle_is_refused(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tar.gz"
    for data in (
        b"",
        path.read_bytes()[:500],
        packed("hareboard-doctor", [("report.txt", "")]),
        packed("hareboard-acceptance", [(ACCEPTANCE_FILE, "{}")]),
    ):
        other.write_bytes(data)
        with pytest.raises(BadBundle, match=r"other\.tar\.gz"):
            read_acceptance_bundle(other)


def test_a_bundle_of_another_version_is_refused(path: Path, tmp_path: Path) -> None:
    kept = msgspec.structs.replace(read_acceptance_bundle(path), format=2)
    other = tmp_path / "newer.tar.gz"
    other.write_bytes(
        packed("hareboard-acceptance", [(ACCEPTANCE_FILE, msgspec.json.encode(kept).decode())])
    )
    with pytest.raises(BadBundle, match="another version"):
        read_acceptance_bundle(other)


def replayed(path: Path) -> Result:
    return CliRunner().invoke(cli, ["board", "accept", "--replay", str(path)])


def test_the_command_judges_a_bundle_again(path: Path) -> None:
    said = replayed(path)
    assert said.exit_code == 0, said.output
    assert "The same verdict as in board.accept.tar.gz." in said.output


def test_the_command_tells_a_verdict_that_differs(path: Path) -> None:
    kept = read_acceptance_bundle(path)
    log = [each for each in kept.log if type(each).__name__ != "ColourSeen"]
    verdict = judge(kept.facts, tuple(log))
    data = make_acceptance_bundle(
        ExaminedComputer(), SPI_TEXT, spi_board(), kept.facts, tuple(kept.log), verdict, ""
    )
    path.write_bytes(data)
    said = replayed(path)
    assert said.exit_code == 1
    before = ", ".join(sorted({each.fault for each in verdict.findings})) or "no fault"
    assert f"This differs from the verdict in board.accept.tar.gz: {before}." in said.output


def test_the_command_refuses_what_is_no_bundle(path: Path) -> None:
    path.write_bytes(b"something else")
    said = replayed(path)
    assert (said.exit_code, said.output[:7]) == (1, "Error: ")


def test_a_verdict_without_advice_lists_no_settings(path: Path) -> None:
    kept = read_acceptance_bundle(path)
    title = "Settings by measurement"
    assert title in verdict_text(kept.facts, kept.verdict, 80)
    plain = msgspec.structs.replace(kept.verdict, advised=Advised())
    assert title not in verdict_text(kept.facts, plain, 80)
