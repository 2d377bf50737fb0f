"""What people are told."""

import re

import pytest

from controller.maintenance.firmware import messages
from controller.maintenance.firmware.ports import Port
from hardware.scanner.messages import (
    Tested,
    Welcome,
)
from hardware.scanner.words import PROTOCOL

VERSION = messages.VERSION
MAJOR, MINOR, PATCH = VERSION


@pytest.mark.parametrize(
    ("welcome", "said"),
    [
        (Welcome(PROTOCOL, 1, VERSION), ""),
        (
            Welcome(PROTOCOL, 1, (0, 9, 0)),
            r"^Its firmware is 0\.9\.0, .* “hareboard firmware update X”\.$",
        ),
        (Welcome(PROTOCOL, 1, (MAJOR + 1, 0, 0)), r"update X”\. Or update hareboard\.$"),
        (
            Welcome(PROTOCOL - 1, 1),
            rf"^Its firmware speaks version {PROTOCOL - 1} .* version {PROTOCOL}:",
        ),
        (Welcome(PROTOCOL + 1, 1), r"update X”\. Or update hareboard\.$"),
    ],
)
def test_other_firmware_is_said_with_what_to_do(welcome: Welcome, said: str) -> None:
    found = messages.other_version(welcome, "X")
    assert re.search(said, found) if said else found == ""


@pytest.mark.parametrize(
    ("count", "dead", "said"),
    [
        (0, (), "It has no readers."),
        (1, (), "Its one reader answers."),
        (8, (), "All its 8 readers answer."),
        (8, (3,), "Reader 3 does not answer, of 8:"),
        (8, (0, 7), "Readers 0 and 7 do not answer, of 8:"),
        (8, (0, 3, 7), "Readers 0, 3 and 7 do not answer, of 8:"),
        (8, range(8), "None of its 8 readers answers."),
        (1, (0,), "Its one reader does not answer."),
    ],
)
def test_readers_that_do_not_answer_are_named(count: int, dead: tuple[int, ...], said: str) -> None:
    tested = Tested(count, frozenset(range(count)) - set(dead), 100_000)
    assert messages.readers(Welcome(PROTOCOL, 1, wiring=7), tested).startswith(said)


def test_one_that_has_not_been_told_of_its_wires_is_no_trouble() -> None:
    new = messages.readers(Welcome(PROTOCOL, 1), Tested(0, frozenset(), 100_000))
    assert new.startswith("It knows nothing of its wires yet. That is as it should be")


@pytest.mark.parametrize(
    ("number", "name", "said"),
    [
        (0, "", "firmware 1.2.3, serial number e6"),
        (2, "", "firmware 1.2.3, number 2, serial number e6"),
        (2, "rangée 3", "firmware 1.2.3, number 2, “rangée 3”, serial number e6"),
    ],
)
def test_a_co_processor_is_called_by_what_it_has_been_given(
    number: int, name: str, said: str
) -> None:
    assert messages.who(Welcome(PROTOCOL, 1, (1, 2, 3), number, unique="e6", name=name)) == said


def test_the_rule_names_it_by_its_number() -> None:
    port = Port("/dev/ttyACM0", "e66118604b723a21")
    assert messages.lasting_name(port, Welcome(PROTOCOL, 1, number=5)) == (
        "A name that stays, as a line of /etc/udev/rules.d/99-hareboard-numbers.rules: "
        'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", '
        'ATTRS{serial}=="e66118604b723a21", SYMLINK+="hareboard-scanner-5"'
    )


def test_without_a_number_it_gets_no_name_that_another_may_have() -> None:
    port = Port("/dev/ttyACM1", "e66118604b723a21")
    assert messages.lasting_name(port, Welcome(PROTOCOL, 1)) == (
        "For a name that stays, give it a number that no other has: “hareboard firmware flash "
        "--port /dev/ttyACM1 --number 1”."
    )


@pytest.mark.parametrize(
    ("error", "waits", "said"),
    [
        (None, True, r"^The board has not taken MicroPython whole, and still waits for it\."),
        (None, False, r"^The board was given MicroPython and has not come back with it\."),
        (
            OSError(5, "Input/output error"),
            False,
            r"^The .* MicroPython \(Input/output error\) and",
        ),
    ],
)
def test_a_board_that_does_not_come_back_with_micropython_is_told_of(
    error: OSError | None, waits: bool, said: str
) -> None:
    assert re.search(said, messages.not_arrived(error, waits=waits))
