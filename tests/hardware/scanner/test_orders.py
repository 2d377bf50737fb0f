"""Orders that are refused, and orders that are rarely given: nothing is guessed or lost."""

from hardware.scanner import words
from hardware.scanner.coprocessor import PART
from hardware.scanner.frames import MOST_FIELDS, Frame
from hardware.scanner.messages import (
    Hello,
    Keep,
    LightsShow,
    Ping,
    ReaderWoke,
    Restart,
    Run,
    Scan,
    Scanned,
    ScannerRefused,
    Test,
    Tested,
    Wake,
)
from hardware.scanner.protocol import written
from hardware.sensing.settings import Timing
from tests.support.scanner.whole import (
    COARSE_OP_S,
    DARK,
    GREEN,
    RawHost,
    WholeBoard,
    check_it_works,
)


class TestRefusals:
    """What a device says to orders that it does not carry out."""

    def refused(self, host: RawHost) -> list[tuple[int, int]]:
        return [
            (each.command, each.reason)
            for each in host.reports()
            if isinstance(each, ScannerRefused)
        ]

    def test_without_a_wiring_nothing_is_read_or_shown(self) -> None:
        host = RawHost(WholeBoard())
        assert host.greet(99).wiring == 0
        host.say(Scan(1, ((0, 0),)))
        host.say(Wake(0, bus=False))
        host.say(LightsShow(show=True, runs=()))
        host.say(Keep())
        host.say(Test())
        assert self.refused(host) == [
            (words.SCAN, words.NO_WIRING),
            (words.WAKE, words.BAD_MESSAGE),
            (words.LIGHTS, words.NO_STRIP),
        ]

    def test_readers_and_lights_that_are_not_there(self, host: RawHost, board: WholeBoard) -> None:
        host.say(Scan(1, ((0, 0), (4, 0))))
        host.say(Wake(4, bus=False))
        host.say(LightsShow(show=True, runs=(Run(3, (GREEN, GREEN)),)))
        assert self.refused(host) == [
            (words.SCAN, words.BAD_MESSAGE),
            (words.WAKE, words.BAD_MESSAGE),
            (words.LIGHTS, words.BAD_MESSAGE),
        ]
        check_it_works(host, board)

    def test_more_phases_than_it_takes(self, host: RawHost) -> None:
        for number in range(words.SLOTS + 1):
            host.say(Scan(number, ((0, 0), (3, 0))))
        host.run(0.2)
        reports = host.reports()
        (refused,) = (each for each in reports if isinstance(each, ScannerRefused))
        assert (refused.command, refused.reason) == (words.SCAN, words.TOO_MANY)
        scanned = [each.slot for each in reports if isinstance(each, Scanned)]
        assert scanned == list(range(words.SLOTS))

    def test_a_phase_without_readers_ends_and_the_next_one_begins(self, host: RawHost) -> None:
        host.say(Scan(1, ()))
        host.say(Scan(2, ((0, 0),)))
        host.run(0.2)
        assert [each.slot for each in host.reports() if isinstance(each, Scanned)] == [1, 2]

    def test_a_hello_that_comes_twice_loses_nothing(self, host: RawHost, board: WholeBoard) -> None:
        host.say(LightsShow(show=True, runs=(Run(1, (GREEN,)),)))
        kind, fields = written(Hello(99, words.PROTOCOL))
        host.say_frame(Frame(kind, 0, 0, fields))
        assert host.heard.pop().kind == words.WELCOME
        assert list(board.lights.duties) == [DARK, GREEN, DARK, DARK]
        check_it_works(host, board)

    def test_kinds_that_are_not_known(self, host: RawHost, board: WholeBoard) -> None:
        for kind in (15, 100, words.WELCOME, 255):
            host.say_raw(kind, b"whatever")
        assert self.refused(host) == [
            (kind, words.UNKNOWN) for kind in (15, 100, words.WELCOME, 255)
        ]
        check_it_works(host, board)

    def test_fields_that_are_cut_short(self, host: RawHost, board: WholeBoard) -> None:
        """Whatever they mean then, the device goes on."""
        for kind in (*range(2, 10), words.ASK, words.CLOCK, words.PULSE):
            for length in range(8):
                host.say_raw(kind, bytes((length,)) * length)
                host.run(0.02)
        host.run(0.5)
        host.reports()
        check_it_works(host, board)

    def test_an_answer_never_takes_the_place_of_another(self, host: RawHost) -> None:
        """More orders with answers than the window is wide, and no acknowledgement."""
        host.acknowledging = False
        for number in range(words.WINDOW):
            host.say(Scan(number, ((9, 0),)))
        host.say(Test())
        host.say(Ping(5))
        assert len(host.heard) == words.WINDOW
        host.acknowledging = True
        host.run(0.1)
        assert self.refused(host) == words.WINDOW * [(words.SCAN, words.BAD_MESSAGE)]

    def test_what_can_wait_leaves_room_for_answers_to_orders(self, host: RawHost) -> None:
        """Readers are woken later, in their order; a ping is not answered at all."""
        host.acknowledging = False
        for _ in range(words.WINDOW - 2):
            host.say(Scan(1, ((9, 0),)))
        assert len(self.refused(host)) == words.WINDOW - 2
        host.say(Wake(2, bus=False))
        host.say(Wake(1, bus=False))
        host.say(Ping(5))
        host.run(0.04)
        assert host.heard == []
        host.acknowledging = True
        for _ in range(3):
            host.run(0.05)
        assert host.reports() == [ReaderWoke(2, None), ReaderWoke(1, None)]


class TestLights:
    """Frames that come in two orders."""

    def test_a_frame_that_waits_is_not_shown_with_half_of_the_next_one(
        self, host: RawHost, board: WholeBoard
    ) -> None:
        dim = (0, 1, 0)
        whole = LightsShow(show=True, runs=(Run(0, 4 * (GREEN,)),))
        first_half = LightsShow(show=False, runs=(Run(0, 2 * (dim,)),))
        second_half = LightsShow(show=True, runs=(Run(2, 2 * (dim,)),))
        host.say(whole, first_half)
        assert list(board.lights.duties) == 4 * [DARK]
        host.say(second_half)
        assert list(board.lights.duties) == 4 * [dim]


class TestOthers:
    """Orders that are rarely given."""

    def test_a_test_names_the_readers_that_answer(self, host: RawHost, board: WholeBoard) -> None:
        board.emulation.chips[2].faults.set("silent", on=True)
        host.say(Test())
        host.run(0.3)
        (tested,) = host.reports()
        assert isinstance(tested, Tested)
        assert (tested.readers, tested.answering) == (4, frozenset({0, 2, 3}))

    def test_a_test_of_slow_readers_is_no_reason_to_restart(self) -> None:
        board = WholeBoard(squares=10, op_s=COARSE_OP_S, timing=Timing(ack_s=1.0))
        board.run(1.0)
        host = RawHost(board)
        host.greet(99)
        for chip in board.emulation.chips.values():
            chip.faults.set("silent", on=True)
        host.say(Test())
        host.run(0.1)
        assert [type(each) for each in host.reports()] == [Tested]
        assert not host.greet(100).by_watchdog

    def test_a_reader_is_woken(self, host: RawHost, board: WholeBoard) -> None:
        board.emulation.chips[2].faults.set("silent", on=True)
        for reader in range(4):
            host.say(Wake(reader, bus=False))
        host.run(0.3)
        assert host.reports() == [
            ReaderWoke(0, None),
            ReaderWoke(1, "no-ack"),
            ReaderWoke(2, None),
            ReaderWoke(3, None),
        ]

    def test_a_restart_is_one(self, host: RawHost, board: WholeBoard) -> None:
        host.say(Restart(stay=False))
        assert board.device.resets == 1
        welcome = host.greet(100)
        assert welcome.wiring != 0
        # MicroPython restarts by the watchdog, too: that is no bite of it.
        assert not welcome.by_watchdog

    def test_one_that_is_to_stay_runs_no_firmware_once(
        self, host: RawHost, board: WholeBoard
    ) -> None:
        come = board.scanner.line.come
        host.say(Restart(stay=True))
        assert board.device.resets == 1
        assert "stay" not in board.device.flash
        board.device.take(b"\0")
        board.scanner.firmware.turn()
        assert (host.heard, board.scanner.line.come) == ([], come)

    def test_the_longest_order_has_room(self) -> None:
        assert PART + 4 <= MOST_FIELDS
