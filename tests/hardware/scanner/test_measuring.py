"""Orders with which the host measures chips: any command to one of them, clock, reset line."""

import pytest

from hardware.scanner import words
from hardware.scanner.messages import (
    AskChip,
    ChipTold,
    Done,
    Listen,
    Order,
    Pulse,
    Report,
    Scan,
    Scanned,
    ScannerRefused,
    SetClock,
    WiresTold,
)
from hardware.simulated.pn532.spi import EmulatedSpiBus
from tests.support.scanner.obedient import CONFIGURE, FIRMWARE, GOOD, ObedientDevice
from tests.support.scanner.whole import COARSE_OP_S, RawHost, WholeBoard, check_it_works
from tests.support.tiers import sample

VERSION = b"\x02"
PN532 = bytes.fromhex("32010607")
ECHO = bytes((0x00, 0x00, *range(41)))
READY_HZ = 1_000_000


def asked(host: RawHost, reader: int, command: bytes, slack_ms: int = 100) -> ChipTold:
    """What becomes of a command."""
    host.say(AskChip(reader, 20, slack_ms, command))
    host.run(0.2)
    (told,) = host.reports()
    assert isinstance(told, ChipTold)
    return told


def said(host: RawHost, *orders: Order) -> list[Report]:
    for order in orders:
        host.say(order)
        host.run(0.05)
    return host.reports()


def bus_of(board: WholeBoard) -> EmulatedSpiBus:
    (bus,) = board.device.wires.spi.values()
    assert isinstance(bus, EmulatedSpiBus)
    return bus


@pytest.fixture
def resetting() -> tuple[WholeBoard, RawHost]:
    """A board with a reset line, and a host that has greeted its device."""
    board = WholeBoard(op_s=COARSE_OP_S, reset_pin="GP20")
    board.run(0.5)
    board.scanner.line.plug(out=True)
    host = RawHost(board)
    host.greet(99)
    return board, host


class TestAsk:
    """A command to one chip."""

    def test_its_answer_is_told_with_its_times(self, host: RawHost) -> None:
        told = asked(host, 2, VERSION)
        assert (told.failure, told.answer) == (None, PN532)
        assert 0 < told.ack_us < told.reply_us < 10_000

    def test_the_longest_echo_comes_back(self, host: RawHost) -> None:
        assert asked(host, 0, ECHO).answer == ECHO[1:]

    def test_a_chip_that_says_nothing(self, host: RawHost, board: WholeBoard) -> None:
        board.emulation.chips[2].faults.set("silent", on=True)
        assert asked(host, 1, VERSION) == ChipTold("no-ack", 0, 0, b"")

    def test_a_late_answer_is_waited_for_as_long_as_is_said_and_never_taken_for_another(
        self, host: RawHost, board: WholeBoard
    ) -> None:
        board.emulation.chips[2].faults.set("slow", on=True)
        told = asked(host, 1, ECHO, 20)
        assert (told.failure, told.answer) == ("no-reply", b"")
        assert 0 < told.ack_us < 10_000
        told = asked(host, 1, VERSION, 100)
        assert told.answer == PN532
        assert told.reply_us > 50_000

    @pytest.mark.parametrize(("answer", "failure"), [(GOOD[FIRMWARE], None), (b"", "bad-reply")])
    def test_an_answer_to_another_command_is_passed_over(
        self, answer: bytes, failure: str | None
    ) -> None:
        device = ObedientDevice()
        device.chips.late = [[GOOD[CONFIGURE]]]
        device.chips.answers[FIRMWARE] = [answer]
        told = asked(device.host, 0, VERSION)
        assert (told.failure, told.answer) == (failure, b"" if failure else PN532)

    def test_a_command_that_no_chip_knows_has_no_answer(self, host: RawHost) -> None:
        told = asked(host, 1, b"\x7e")
        assert (told.failure, told.answer) == ("bad-reply", b"")
        assert told.ack_us > 0
        assert asked(host, 1, VERSION).answer == PN532

    def test_readers_are_read_as_before_when_it_is_over(
        self, host: RawHost, board: WholeBoard
    ) -> None:
        asked(host, 1, bytes.fromhex("3205ff0100"))
        check_it_works(host, board)

    def test_a_phase_under_way_ends_without_an_answer(self, host: RawHost) -> None:
        host.say(Scan(1, ((0, 0), (3, 0))))
        assert asked(host, 1, VERSION).answer == PN532
        host.run(0.3)
        assert not [each for each in host.reports() if isinstance(each, Scanned)]

    def test_it_is_recorded_while_the_wires_are_told(self, host: RawHost) -> None:
        said(host, Listen(on=True))
        host.say(AskChip(1, 20, 50, ECHO))
        host.run(0.3)
        told = [each for each in host.reports() if isinstance(each, WiresTold)]
        transfers = [each for report in told for each in report.transfers]
        assert {each.reader for each in transfers} == {1}
        sent = [each.data for each in transfers if each.kind == "sent"]
        assert [ECHO in data for data in sent] == [True]
        assert any(ECHO[1:] in each.data for each in transfers if each.kind == "got")


class TestClockAndResetLine:
    """What is pulled and set for all chips of a device."""

    def test_a_clock_holds_until_another_session(self, host: RawHost, board: WholeBoard) -> None:
        assert said(host, SetClock(100_000)) == [Done(words.CLOCK)]
        assert bus_of(board).baudrate == 100_000
        assert asked(host, 1, ECHO).answer == ECHO[1:]
        host.greet(100)
        assert bus_of(board).baudrate == READY_HZ
        check_it_works(host, board)

    def test_it_holds_until_the_wires_are_told_no_more(
        self, host: RawHost, board: WholeBoard
    ) -> None:
        said(host, Listen(on=True), SetClock(5_000_000))
        assert bus_of(board).baudrate == 5_000_000
        said(host, Listen(on=False))
        assert bus_of(board).baudrate == READY_HZ

    def test_a_pulse_resets_all_chips(self, resetting: tuple[WholeBoard, RawHost]) -> None:
        board, host = resetting
        pin = board.device.wires.pins[20]
        lows: list[float] = []
        began_s = board.clock.now_s()
        pin.watch(lambda: lows.append(board.clock.now_s() - began_s))
        mark = bytes((0x0E, 0x80 | 0x1F, 0))
        assert asked(host, 1, mark).failure is None
        assert asked(host, 1, b"\x0c").answer[0] & 0x20 == 0
        lows.clear()
        assert said(host, Pulse(30)) == [Done(words.PULSE)]
        low_s, high_s = lows
        assert high_s - low_s == pytest.approx(0.03, abs=0.001)
        assert asked(host, 1, b"\x0c").answer[0] & 0x20
        check_it_works(host, board)


class TestRefusals:
    """What makes no sense is refused, and changes nothing."""

    @pytest.mark.parametrize(
        "order",
        sample(
            2,
            [
                AskChip(4, 20, 50, VERSION),
                AskChip(0, 20, 50, b""),
                AskChip(0, 1001, 50, VERSION),
                AskChip(0, 20, 1001, VERSION),
                SetClock(0),
                SetClock(5_000_001),
                Pulse(20),
            ],
        ),
        ids=str,
    )
    def test_orders_that_make_no_sense(
        self, order: Order, host: RawHost, board: WholeBoard
    ) -> None:
        (refused,) = said(host, order)
        assert isinstance(refused, ScannerRefused)
        assert refused.reason == words.BAD_MESSAGE
        assert bus_of(board).baudrate == READY_HZ
        check_it_works(host, board)

    @pytest.mark.parametrize("ms", [0, 1001])
    def test_a_pulse_of_no_length_or_too_long(
        self, ms: int, resetting: tuple[WholeBoard, RawHost]
    ) -> None:
        (refused,) = said(resetting[1], Pulse(ms))
        assert isinstance(refused, ScannerRefused)

    def test_without_a_wiring_nothing_is_measured(self) -> None:
        host = RawHost(WholeBoard())
        host.greet(99)
        reports = said(host, AskChip(0, 20, 50, VERSION), SetClock(1000), Pulse(10))
        assert [each.reason for each in reports if isinstance(each, ScannerRefused)] == [
            words.NO_WIRING
        ] * 3

    def test_without_a_wiring_there_is_nothing_to_listen_to(self) -> None:
        host = RawHost(WholeBoard())
        host.greet(99)
        assert said(host, Listen(on=True)) == [Done(words.LISTEN)]
