"""Boards whose readers are at co-processors are accepted as others are: through the firmware."""

from dataclasses import replace
from typing import Final

import pytest

from controller.board import parse_board
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.bootstrap.simulated.rehearsed_faults import REHEARSED_FAULTS, rehearse_fault
from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.tasks import Edges, Soaked, WasReset
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from hardware.trace import read_trace
from hardware.transfers import Transfer
from tests.support.acceptance.boards import SCANNER_TEXT, accepted, scanner_board
from tests.support.scanner.ends import Spoiler

# A crown that is seen from below is a fault of the runner, which the profile has.
PROFILES: Final = (BY_THE_MANUAL, replace(AS_REPORTED, upper=0.0))
ALL: Final = (1, 2, 3, 4)
NAMED: Final[dict[str, tuple[tuple[str, tuple[int, ...]], ...]]] = {
    "weak-antenna": (("weak", (2,)),),
    "broken-antenna": (("antenna", (2,)),),
    "dead-chip": (("no-answer", (2,)),),
    "hung-chip": (("hung", (2,)),),
    "no-power": (("no-answer", (2,)),),
    "swapped-readers": (("readers-swapped", (2, 3)),),
    "noisy-line": (("noisy-line", (2,)),),
    "marginal-clock": (("clock", ALL),),
    "low-crown": tuple(("crown-from-below", (square,)) for square in ALL),
    "dark-light": (("dark", (2,)),),
    "swapped-lights": (("lights-swapped", (2, 3)),),
    "wrong-colours": (("colours", ()),),
    "bouncing-button": (("bounces", ()),),
    "weak-supply": (("supply-at-rest", ()),),
}
TWO_TEXT: Final = SCANNER_TEXT.replace(
    """port = "/dev/ttyACM0"
squares = "1-4"
""",
    """port = "/dev/ttyACM0"
squares = "1-2"

[[readers.bus]]
transport = "scanner"
port = "/dev/ttyACM1"
squares = "3-4"
""",
    1,
).replace('driver = "scanner"', 'driver = "scanner"\nport = "/dev/ttyACM0"')


def test_a_sound_board_has_no_fault() -> None:
    rehearsal = rehearse(scanner_board(), 1)
    facts, log = accepted(scanner_board(), rehearsal, in_full=(), soak_s=1.0)
    verdict = judge(facts, log)
    assert verdict.findings == ()
    assert set(verdict.grades.values()) == {"good"}
    (soaked,) = (each for each in log if isinstance(each, Soaked))
    assert all(count.good > 5 and not count.failed for count in soaked.counts.values())
    (edges,) = (each for each in log if isinstance(each, Edges))
    assert [closed for closed, _ in edges.edges] == 3 * [True, False]
    assert all(None not in each.deaf_ms.values() for each in log if isinstance(each, WasReset))


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES, ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(2))
def test_so_has_one_under_both_profiles(seed: int, profile: Profile) -> None:
    vary = replace(profile, variation=(0.85, 1.15))
    verdict = judge(*accepted(scanner_board(), rehearse(scanner_board(), seed, profile=vary)))
    assert verdict.findings == ()


@pytest.mark.long
def test_so_has_one_with_two_co_processors() -> None:
    board = parse_board(TWO_TEXT, "board.toml")
    facts, log = accepted(board, rehearse(board, 1))
    assert [bus.squares for bus in facts.buses] == [(1, 2), (3, 4)]
    assert judge(facts, log).findings == ()


@pytest.mark.long
@pytest.mark.parametrize("fault", NAMED)
def test_a_fault_is_found_and_named(fault: str) -> None:
    rehearsal = rehearse_fault(scanner_board(), fault, seed=1)
    verdict = judge(*accepted(scanner_board(), rehearsal))
    assert tuple((each.fault, each.squares) for each in verdict.findings) == NAMED[fault]


def test_each_fault_that_can_be_rehearsed_is_one_of_these() -> None:
    assert set(NAMED) == set(REHEARSED_FAULTS)


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES, ids=lambda each: each.name)
def test_damaged_messages_over_usb_spoil_no_measurement(profile: Profile) -> None:
    spoiler = Spoiler(1, 0.01)
    rehearsal = rehearse(scanner_board(), 1, profile=profile, spoil=spoiler)
    verdict = judge(*accepted(scanner_board(), rehearsal))
    assert verdict.findings == ()
    assert spoiler.damaged > 50


@pytest.mark.long
def test_a_fault_is_found_though_messages_are_damaged() -> None:
    spoiler = Spoiler(2, 0.01)
    rehearsal = rehearse(scanner_board(), 2, spoil=spoiler)
    rehearsal.emulation.chips[3].faults.set("silent", on=True)
    verdict = judge(*accepted(scanner_board(), rehearsal))
    assert [(each.fault, each.squares) for each in verdict.findings] == [("no-answer", (3,))]
    assert spoiler.damaged > 50


@pytest.mark.long
def test_the_wires_are_recorded_up_to_the_soak() -> None:
    rehearsal = rehearse(scanner_board(), 1, records=True)
    accepted(scanner_board(), rehearsal, in_full=())
    assert rehearsal.site.wires is not None
    transfers = [
        each
        for each in read_trace(rehearsal.site.wires.text.splitlines())
        if isinstance(each, Transfer)
    ]
    assert {each.square for each in transfers} == set(ALL)
    began_s = max(each.at_s for each in transfers)
    soak_s = rehearsal.site.clock.now_s() - 100.0 - began_s
    assert soak_s > 5.0


def test_lights_and_buttons_may_be_the_computer_s_own() -> None:
    text = SCANNER_TEXT.replace('driver = "scanner"', 'driver = "ws281x"')
    text = text.replace('port = "/dev/ttyACM0"\nconfirm = "GP10"', 'confirm = "GPIO17"')
    rehearsal = rehearse(parse_board(text, "board.toml"))
    site = rehearsal.site
    assert site.contacts is not None
    edges: list[tuple[str, bool]] = []
    site.contacts.watch(lambda button, closed, _: edges.append((button, closed)))
    rehearsal.world.press("confirm")
    site.clock.sleep(0.5)
    assert (edges[0], edges[-1]) == (("confirm", True), ("confirm", False))
    assert site.lights is not None
    site.lights.show([(255, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)])
    assert rehearsal.strip.colours[0] == (255, 0, 0)
    site.bench.close()
