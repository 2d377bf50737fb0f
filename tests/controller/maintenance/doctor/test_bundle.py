"""What is packed for others has everything they need, and nothing of anybody."""

import gzip
import io
import json
import re
import tarfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.journal.journal import Journal
from controller.maintenance.doctor.bundle import Bundle, make_bundle
from controller.maintenance.doctor.examination import examine
from controller.maintenance.doctor.redaction import Redactor
from hardware.ports import Uid
from tests.controller.maintenance.doctor.conftest import MakeComputer
from tests.support.doctor.computers import (
    ADDRESS,
    BOARD,
    BUTTONS,
    Computer,
    adds,
    case_with,
    running,
    site_with,
    with_board,
)
from tests.support.doctor.situations import without_package

SECRETS = (
    # tags, as they are written in files and logs
    *("04a1b2c3d4e501", "04 A1 B2 C3 D4 E5 01", "04:a1:b2:c3:d4:e5:01", "04-A1-B2-C3-D4-E5-01"),
    *("deadbeef", "04C0FFEE", "0x04c0ffee", "de:ad:be:ef", "11223344556677889900"),
    # people and computers
    *("maja", "majas-keller", "Oma Käthe", "Jean-Luc", "zoë", "brunnengasse", "Majas Brett"),
    # where they are
    *(ADDRESS, "10.1.2.3", "203.0.113.77", "fe80::1234:5678:9abc:def0", "2001:db8::17"),
    *("b8:27:eb:12:34:56", "B8-27-EB-12-34-56", "drucker.fritz.box", "keller.local"),
    *("/home/maja", "/root/geheim", "/Users/maja", "mein-rechner"),
    # what they keep to themselves
    *("Heimnetz24", "hunter2", "s3cr3t", "65 carrots", "f13", "17 lettuces"),
    *("K7QXTZ", "271828"),
)
LOG = """\
2026-12-24T17:29:57+0000 hareboard[812]: Hare & Tortoise on Majas Brett
2026-12-24T17:29:57+0000 hareboard[812]:   to join      K7QXTZ
2026-12-24T17:29:57+0000 hareboard[812]:   host's PIN   271828
2026-12-24T17:29:57+0000 hareboard[812]: Scan to join, or open http://10.1.2.3/join#K7QXTZ
2026-12-24T17:29:58+0000 hareboard[812]: Square 3: a tag 04 A1 B2 C3 D4 E5 01 was read.
2026-12-24T17:29:58+0000 hareboard[812]: Strangers deadbeef, 04C0FFEE, 0x04c0ffee, de:ad:be:ef.
2026-12-24T17:29:58+0000 hareboard[812]: 04:a1:b2:c3:d4:e5:01 and 04-A1-B2-C3-D4-E5-01 again.
2026-12-24T17:29:59+0000 hareboard[812]: OMA KÄTHE and Jean-Luc sit down; Zoë watches. (Oma Käthe)
2026-12-24T17:29:59+0000 hareboard[812]: Ben has 65 carrots and 17 lettuces; f13 by Ben's hand.
2026-12-24T17:29:59+0000 wpa_supplicant[1]: Trying SSID="Heimnetz24" psk=hunter2
2026-12-24T17:29:59+0000 hareboard[812]: GET from 10.1.2.3 port 5, [2001:db8::17], 203.0.113.77
2026-12-24T17:30:00+0000 kernel: eth0 b8:27:eb:12:34:56 / B8-27-EB-12-34-56
2026-12-24T17:30:00+0000 kernel: eth0 fe80::1234:5678:9abc:def0%eth0
2026-12-24T17:30:00+0000 hareboard[812]: File "/home/maja/hareboard/controller/actor.py", line 12
2026-12-24T17:30:01+0000 hareboard[812]: /root/geheim, /Users/maja on MAJAS-KELLER, keller.local
2026-12-24T17:30:02+0000 hareboard[812]: socket://mein-rechner:7000 at drucker.fritz.box is gone.
2026-12-24T17:30:02+0000 hareboard[812]: The reader of square 3 is quarantined: No answer.
2026-12-24T17:30:03+0000 hareboard[812]: key 11223344556677889900, token=s3cr3t
"""


def unpacked(bundle: Bundle) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(bundle.data), mode="r:gz") as archive:
        return {
            name.removeprefix("hareboard-doctor/"): file.read().decode()
            for name in archive.getnames()
            if (file := archive.extractfile(name)) is not None
        }


def packed(made: Computer) -> dict[str, str]:
    case = made.case()
    return unpacked(make_bundle(case, examine(case)))


def plant(made: Computer) -> None:
    """Put secrets wherever a bundle is made from."""
    journal = Journal(made.games / "journal.sqlite")
    seats: list[dict[str, Any]] = [
        {"name": name, "colours": [colour]}
        for name, colour in (("Oma Käthe", "red"), ("Jean-Luc", "blue"), ("Zoë", "pink"))
    ]
    journal.append("begin", json.dumps({"seats": seats}))
    journal.append("play", "f13")
    journal.close()
    made.site_changes["log"] = lambda: LOG
    made.add("boot/firmware/config.txt", "# maja, 10.1.2.3\nwifi_ssid=Heimnetz24\n")
    made.board = (
        BOARD.replace("[readers]\n", '[readers]  # Majas Brett, hunter2 "s3cr3t\n')
        + BUTTONS
        + '[web]\nhost = "10.1.2.3"\n# ring Oma Käthe\n'
    )


def test_no_secret_is_anywhere_in_the_archive(computer: MakeComputer) -> None:
    made = computer()
    plant(made)
    case = made.case()
    assert case.board is not None, case.mistakes
    bundle = make_bundle(case, examine(case))
    raw = gzip.decompress(bundle.data).decode().lower()
    assert [secret for secret in SECRETS if secret.lower() in raw] == []


def test_the_secrets_were_there_to_be_taken_out(computer: MakeComputer) -> None:
    made = computer()
    plant(made)
    made.case()
    everything = (LOG + made.file.read_text("utf-8")).lower()
    assert [secret for secret in SECRETS if secret.lower() not in everything] == [ADDRESS]


def test_what_others_need_stays(computer: MakeComputer) -> None:
    made = computer()
    plant(made)
    files = packed(made)
    assert list(files) == [
        *("report.txt", "report.json", "system.txt", "board.toml", "config.txt", "log.txt"),
    ]
    assert "The reader of square 3 is quarantined: No answer." in files["log.txt"]
    assert "2026-12-24T17:30:02+0000" in files["log.txt"]
    assert "Square 3: a tag (red base) was read." in files["log.txt"]
    assert files["log.txt"].count("\n") == LOG.count("\n")
    assert "lgpio: 0.2.2.0" in files["system.txt"]
    assert "computer: Raspberry Pi 4 Model B Rev 1.5" in files["system.txt"]
    assert "dtparam=spi=on" in files["config.txt"]
    assert 'row_pins = ["GPIO5"]' in files["board.toml"]
    assert json.loads(files["report.json"])["findings"]


def test_of_the_packages_those_are_named_that_hareboard_may_use(computer: MakeComputer) -> None:
    asked = ("gpiod<3,>=2.2.2; extra == 'pi'", "segno>=1.6.6", "mypy; extra == 'dev'")
    made = computer(site_with(requires={"hareboard": asked}.__getitem__))
    lines = packed(made)["system.txt"].splitlines()
    assert lines[-4:] == [
        "hareboard: 0.1.0",
        "Adafruit-Blinka: 10.0.0",
        "gpiod: 2.5.0",
        "segno: -",
    ]


def test_a_hareboard_that_is_no_package_is_told_as_such(computer: MakeComputer) -> None:
    made = computer(without_package("hareboard"), site_with(requires=lambda _: ()))
    lines = packed(made)["system.txt"].splitlines()
    assert "hareboard: not installed as a package" in lines


def test_a_board_file_that_cannot_be_read_is_not_in_it(computer: MakeComputer) -> None:
    made = computer(case_with(file=Path("none.toml")))
    assert list(packed(made)) == ["report.txt", "report.json", "system.txt", "config.txt"]


def test_the_lines_of_the_board_file_stay_where_the_findings_say(computer: MakeComputer) -> None:
    text = BOARD.replace("stride = 2", "strid = 2").replace('"Majas Brett"', '"""\nMajas\nBrett"""')
    made = computer(with_board(text))
    files = packed(made)
    assert files["board.toml"].splitlines()[0] == 'name = "(taken out)"'
    assert "my-board.toml, line 9: there is no key “strid”" in " ".join(files["report.txt"].split())
    assert files["board.toml"].splitlines()[8] == "strid = 2"
    assert "Majas" not in "".join(files.values())


def test_the_same_thing_has_the_same_name_everywhere(computer: MakeComputer) -> None:
    log = "deadbeef then cafebabe\nDE AD BE EF from 10.0.0.9 and 10.0.0.8, 10.0.0.9\n"
    files = packed(computer(site_with(log=lambda: log)))
    # Other files may have had the first numbers: the folder of a test may look like one.
    same = re.fullmatch(r"(.+) then (.+)\n\1 from (.+) and (.+), \3\n", files["log.txt"])
    assert same is not None
    assert all(re.fullmatch(r"\((number|address) \d+\)", name) for name in same.groups())
    assert len(set(same.groups())) == 4


def test_without_a_service_there_is_no_log(computer: MakeComputer) -> None:
    case = computer().case()
    bundle = make_bundle(case, examine(case))
    assert "log.txt" not in dict(bundle.inside)
    assert bundle.without[0].startswith("a log: ")


def test_a_log_whose_names_are_not_known_is_left_out(computer: MakeComputer) -> None:
    made = computer(site_with(log=lambda: LOG))
    (made.games / "journal.sqlite").write_bytes(b"no database, but long enough to be one" * 99)
    case = made.case()
    bundle = make_bundle(case, examine(case))
    assert "log.txt" not in dict(bundle.inside)
    assert bundle.without[0].startswith("the log: ")


def test_a_running_table_says_who_plays_and_its_journal_is_not_opened(
    computer: MakeComputer,
) -> None:
    made = computer(
        site_with(log=lambda: "Cem sat down."),
        running(players=frozenset({"Cem"}), inside=True),
    )
    (made.games / "journal.sqlite").write_bytes(b"it is not looked at")
    assert packed(made)["log.txt"] == "(player 1) sat down."


def test_comments_are_taken_out_of_whatever_is_configured(computer: MakeComputer) -> None:
    files = packed(computer(adds("boot/firmware/config.txt", "dtoverlay=x # of Petra's\n")))
    assert files["config.txt"].splitlines()[-1] == "dtoverlay=x"


@pytest.mark.parametrize(
    "line",
    [
        "2026-12-24T17:30:00+00:00 at 17:30:00, 0.2.2.0 and 2.0.1.post3",
        'squares = [["1-8"], ["16-9"]]  ',
        "clock_hz = 5_000_000",
        "Listening on 0.0.0.0:8064 and 127.0.0.1",
        "address 0x70, 0x24",
        "/dev/ttyUSB0 /dev/serial/by-path/1.2",
        "Raspberry Pi, pip install 'hareboard[pi]'",
    ],
)
def test_what_is_nobodys_stays(line: str) -> None:
    assert Redactor({}, accounts=["pi", "raspberrypi"]).text(line) == line


BYTES = st.sampled_from([4, 7, 10]).flatmap(lambda count: st.binary(min_size=count, max_size=count))


@given(BYTES, st.sampled_from(["", " ", ":", "-"]), st.booleans())
def test_no_uid_gets_out_however_it_is_written(
    uid: bytes,
    between: str,
    upper: bool,  # drawn by Hypothesis
) -> None:
    written = uid.hex(between) if between else uid.hex()
    written = written.upper() if upper else written
    said = Redactor({}).text(f"Tag {written} on square 3, tag={written}; ({written})")
    assert written not in said
    assert said.startswith("Tag (")


@given(BYTES)
def test_a_tag_that_is_known_is_called_by_its_runner(uid: bytes) -> None:
    redactor = Redactor({Uid(uid.hex()): "red base"})
    assert redactor.text(f"Tag {uid.hex().upper()}!") == "Tag (red base)!"
