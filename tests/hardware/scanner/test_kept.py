"""What a device keeps in its flash: its wiring, its number and its name."""

import json
import random
import re
from typing import Any, Final

import pytest

from hardware.scanner import words
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import PART, wiring_text
from hardware.scanner.frames import MOST_FIELDS, Unframer
from hardware.scanner.messages import (
    Done,
    Name,
    Restart,
    ScannerRefused,
    Wiring,
)
from tests.support.scanner.whole import (
    COARSE_OP_S,
    GREEN,
    RED,
    RawHost,
    WholeBoard,
    check_it_works,
)
from tests.support.tiers import sample

FLASH_MS: Final = 150
"""Time to erase sectors of 4 kB. Source: data sheet of the W25Q16JV, 45 ms each."""


def wired(board: WholeBoard) -> dict[str, Any]:
    """The wiring that the device has been told."""
    kept: dict[str, Any] = json.loads(board.device.flash["wiring.json"])
    return kept


def send_wiring(host: RawHost, text: bytes) -> None:
    for at in range(0, max(len(text), 1), PART):
        host.say(Wiring(len(text), at, text[at : at + PART]))
    host.run(0.1)


class Full(dict[str, bytes]):
    """A flash that takes nothing more."""

    def __init__(self, why: str, kept: dict[str, bytes]) -> None:
        super().__init__(kept)
        self._why = why

    def __setitem__(self, name: str, text: bytes) -> None:
        raise OSError(28, self._why)


class SlowFlash(dict[str, bytes]):
    """A flash whose sectors are erased first, while the host goes on."""

    def __init__(self, board: WholeBoard) -> None:
        super().__init__()
        self._board = board

    def __setitem__(self, name: str, text: bytes) -> None:
        for _ in range(FLASH_MS):
            self._board.clock.advance(0.001)
            self._board.step_host()
        super().__setitem__(name, text)


class TestKept:
    """What is in the flash."""

    def test_a_device_that_knows_its_wiring_is_not_told_again(self, board: WholeBoard) -> None:
        told = board.scanner.line.sent
        board.device.reset()
        board.scanner.firmware.boot()
        board.scanner.line.plug(out=False)
        board.world.put("red", 2)
        board.run_until(lambda: board.host.state == "ready", 0.5)
        assert board.scanner.line.sent - told < PART
        board.run(0.5)
        assert board.last_seen(RED) == 2
        assert board.device.flash["wiring.json"] == wiring_text(wired(board))

    def test_a_wiring_is_sent_once_though_writing_it_takes_long(self) -> None:
        parts: list[int] = []

        def watched(data: bytes) -> bytes:
            frames = Unframer().take(data)
            parts.extend(each.number for each in frames if each.kind == words.WIRING)
            return data

        board = WholeBoard(spoil=watched, op_s=COARSE_OP_S)
        board.device.flash = SlowFlash(board)
        board.run_until(lambda: board.host.state == "ready", 1.0)
        assert parts == list(range(1, 1 + -(-len(wiring_text(wired(board))) // PART)))

    def test_a_wiring_that_is_another_is_kept_instead(self, host: RawHost) -> None:
        board = WholeBoard(op_s=COARSE_OP_S)
        board.device.flash["wiring.json"] = wiring_text(
            wiring(board.port, board.settings, StripWire("GP3", 9, "RGB"))
        )
        board.scanner.firmware.boot()
        board.show([GREEN] * 4)
        board.run(0.5)
        assert board.is_whole
        assert list(board.lights.duties) == [GREEN] * 4
        assert wired(board)["strip"] == {"pin": 22, "lights": 4, "order": "GRB"}

    def test_a_wiring_in_flash_that_cannot_be_used_is_none(self) -> None:
        for text in (b"", b"{", b"[]", b'{"select": 5}', b"\xff\xff"):
            board = WholeBoard(op_s=COARSE_OP_S)
            board.device.flash["wiring.json"] = text
            board.scanner.firmware.boot()
            board.run(0.5)
            assert board.is_whole

    def test_a_wiring_in_flash_whose_places_are_not_of_all_readers_is_none(
        self, board: WholeBoard
    ) -> None:
        told = wired(board)
        short = {**told["apart"], "rows": told["apart"]["rows"][:-1]}
        board.device.flash["wiring.json"] = wiring_text({**told, "apart": short})
        board.device.reset()
        board.scanner.firmware.boot()
        assert RawHost(board).greet(100).readers == 0

    def test_number_and_name_are_kept(self, host: RawHost, board: WholeBoard) -> None:
        host.say(Name(3, "rangée 3"))
        assert host.reports() == [Done(words.NAME)]
        board.device.reset()
        board.scanner.firmware.boot()
        welcome = host.greet(100)
        assert (welcome.number, welcome.name) == (3, "rangée 3")

    @pytest.mark.parametrize("kept", [b"", b"{", b"7", b"[]", b"[1, 2, 3]", b'["a", 5]', b"\xff"])
    def test_a_name_in_flash_that_makes_no_sense_is_none(self, kept: bytes) -> None:
        board = WholeBoard()
        board.device.flash["name.json"] = kept
        board.scanner.firmware.boot()
        welcome = RawHost(board).greet(99)
        assert (welcome.number, welcome.name) == (0, "")

    def test_a_name_that_is_no_text_is_refused(self, host: RawHost) -> None:
        host.say_raw(words.NAME, b"\x03\xff\xfe")
        (refused,) = host.reports()
        assert isinstance(refused, ScannerRefused)
        assert (refused.command, refused.reason) == (words.NAME, words.FLASH)

    def test_what_cannot_be_written_is_said(self, host: RawHost, board: WholeBoard) -> None:
        board.device.flash = Full("no space", board.device.flash)
        host.say(Name(3, "here"))
        send_wiring(host, wiring_text(wired(board)))
        host.say(Restart(stay=True))
        refused = [each for each in host.reports() if isinstance(each, ScannerRefused)]
        assert [(each.command, each.reason) for each in refused] == [
            (words.NAME, words.FLASH),
            (words.WIRING, words.FLASH),
            (words.RESTART, words.FLASH),
        ]
        assert all("28" in each.why for each in refused)

    def test_a_reason_that_is_too_long_is_cut_short(self, host: RawHost, board: WholeBoard) -> None:
        board.device.flash = Full(300 * "?", board.device.flash)
        host.say(Name(3, "here"))
        (refused,) = host.reports()
        assert isinstance(refused, ScannerRefused)
        assert refused.why == str(OSError(28, 300 * "?"))[: MOST_FIELDS - 2]


class TestBadWirings:
    """A wiring that cannot be used is refused, and the one before still holds."""

    @pytest.mark.parametrize(
        "text",
        sample(
            3,
            [
                b"",
                b"no JSON",
                b"{",
                b"[]",
                b"5",
                b"{}",
                b'{"select": {"lines": [2]}}',
                b'{"select": {"lines": 2}}',
                b'{"select": null, "strip": {}}',
                b'{"select": null, "strip": null, "buttons": {}}',
            ],
        ),
    )
    def test_one_that_makes_no_sense(self, host: RawHost, board: WholeBoard, text: bytes) -> None:
        before = board.device.flash["wiring.json"]
        send_wiring(host, text)
        (refused,) = host.reports()
        assert isinstance(refused, ScannerRefused)
        assert (refused.command, refused.reason) == (words.WIRING, words.BAD_WIRING)
        check_it_works(host, board)
        assert board.device.flash["wiring.json"] == before

    def test_one_with_something_missing(self, host: RawHost, board: WholeBoard) -> None:
        good = wired(board)
        paths: list[tuple[str, ...]] = [(key,) for key in good if key != "reset"]
        paths += [("timing", key) for key in good["timing"]]
        paths += [("strip", key) for key in good["strip"]]
        paths += [("buttons", key) for key in good["buttons"]]
        for path in paths:
            bad = json.loads(json.dumps(good))
            inner = bad
            for key in path[:-1]:
                inner = inner[key]
            del inner[path[-1]]
            send_wiring(host, wiring_text(bad))
            (refused,) = host.reports()
            assert isinstance(refused, ScannerRefused), path
            assert (refused.reason, path[-1] in refused.why) == (words.BAD_WIRING, True)
            check_it_works(host, board)
        assert wired(board) == good

    @pytest.mark.long
    def test_one_with_something_else_in_it(self, host: RawHost, board: WholeBoard) -> None:
        """It is used or refused; the device goes on."""
        good = wired(board)
        rng = random.Random(1)
        for _ in range(60):
            bad = json.loads(json.dumps(good))
            spoil(bad, rng)
            send_wiring(host, wiring_text(bad))
            (said,) = host.reports()
            assert isinstance(said, ScannerRefused | Done)
            host.run(0.1)
            send_wiring(host, wiring_text(good))
            assert host.reports() == [Done(words.WIRING)]
            check_it_works(host, board)

    def test_one_that_is_too_long(self, host: RawHost, board: WholeBoard) -> None:
        host.say(Wiring(5000, 0, b"{"))
        (refused,) = host.reports()
        assert isinstance(refused, ScannerRefused)
        assert (refused.reason, refused.why) == (words.BAD_WIRING, "empty, or too long")
        check_it_works(host, board)

    def test_one_of_which_a_part_is_missing(self, host: RawHost, board: WholeBoard) -> None:
        text = wiring_text(wired(board))
        host.say(Wiring(len(text), PART, text[PART : 2 * PART]))
        host.say(Wiring(len(text), 0, text[:PART]))
        host.say(Wiring(len(text), PART + 1, text[PART + 1 : 2 * PART]))
        refused = [each for each in host.reports() if isinstance(each, ScannerRefused)]
        assert [each.reason for each in refused] == 2 * [words.BAD_MESSAGE]
        send_wiring(host, text)
        assert host.reports() == [Done(words.WIRING)]
        check_it_works(host, board)

    def test_one_that_a_host_did_not_finish(self, host: RawHost, board: WholeBoard) -> None:
        text = wiring_text(wired(board))
        host.say(Wiring(len(text), 0, text[:PART]))
        host.greet(100)
        check_it_works(host, board)
        send_wiring(host, text)
        assert host.reports() == [Done(words.WIRING)]

    def test_the_host_says_so_and_where_to_look(self) -> None:
        board = WholeBoard(op_s=COARSE_OP_S)
        settings = board.settings
        good = wiring(board.port, settings)
        host = type(board.host)(
            "here", board.scanner.line, good | {"timing": {}}, board.clock, lambda: 5
        )
        host.start(lambda: None)
        until_s = board.clock.now_s() + 1.0
        while board.clock.now_s() < until_s:
            host.turn()
            board.step_device()
        assert host.state == "refused"
        assert re.fullmatch(
            r"The co-processor at here cannot be wired as the board file says \('?ack'?\): "
            r"look at its section\.",
            host.trouble,
        )

    def test_the_host_says_that_it_cannot_be_kept_and_what_to_do(self) -> None:
        board = WholeBoard(op_s=COARSE_OP_S)
        board.device.flash = Full("no space", {})
        board.run(0.5)
        assert board.host.state == "refused"
        assert board.host.trouble == (
            "The co-processor at here cannot write its wiring into its flash ([Errno 28] no "
            "space). Put MicroPython on it again (docs/firmware.md, “Recover a board”) or use "
            "another."
        )


def spoil(wires: dict[str, Any], rng: random.Random) -> None:
    """Put something else somewhere into a wiring; pins stay pins."""
    inner: Any = wires
    while True:
        key = rng.choice(sorted(inner) if isinstance(inner, dict) else range(len(inner)))
        if not isinstance(inner[key], dict | list) or not inner[key] or rng.random() < 0.3:
            break
        inner = inner[key]
    inner[key] = rng.choice([None, "", "lines", [], {}, [None], {"lines": []}, True, 5, 2.5])
