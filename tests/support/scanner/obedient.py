"""A device whose chips say what they are told to, and a host that knows it."""

from collections.abc import Mapping
from typing import Any, Final

from hardware.ports import Uid
from hardware.scanner.connect import wiring
from hardware.scanner.coprocessor import wiring_text
from hardware.scanner.messages import (
    Answer,
    ReaderWoke,
    Scan,
    Scanned,
    Wake,
)
from hardware.sensing.settings import ArraySettings
from hardware.simulated.pn532.pins import EmulatedPin
from tests.support.scanner.whole import RawHost, WholeBoard
from tests.support.simulated_pn532.bench import ACK, reply

LINES: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
"""The pins that select readers."""
RESET_PIN: Final = 12
FIRMWARE, CONFIGURE, ORDER, LIST = 0x02, 0x14, 0x32, 0x4A
SETTING_UP: Final = [FIRMWARE, CONFIGURE, ORDER, ORDER]
GOOD: Final[Mapping[int, bytes]] = {
    FIRMWARE: reply("03 32 01 06 07"),
    CONFIGURE: reply("15"),
    ORDER: reply("33"),
    LIST: reply("4b 00"),
}
EMPTY: Final = reply("4b 00")
NOTHING: Final = b""
ONE, TWO, THREE = Uid("01020304"), Uid("04a1b2c3d4e5f6"), Uid("00112233445566778899")


def turned(data: bytes) -> bytes:
    """As the chips have it on the wire: the lowest bit first."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


def target(number: int, uid: str, sak: int = 0) -> str:
    return f"{number:02x} 00 04 {sak:02x} {len(uid) // 2:02x} {uid}"


def listing(*uids: Uid) -> bytes:
    """What a chip says that has found these tags."""
    targets = "".join(target(at, str(uid)) for at, uid in enumerate(uids, 1))
    return reply(f"4b {len(uids):02x} {targets}")


class ObedientChips:
    """Chips on a bus that say what they are told to, each as soon as it is asked.

    Attributes:
        answers: to each command, one after the other; the last one is given ever after.
        acknowledgement: what comes first.
        asked: the commands that have come, by the reader's number.
        aborted: how many of them were ended, by the reader's number.
        commands: the same, whole, of all readers.
        late: frames that come between the acknowledgement and the answer, of one command after
            the other.
        statuses: what the next status bytes are, before it says what is true.
        transfers: how many there were.
    """

    baudrate = 1_000_000

    def __init__(self, pins: Mapping[int, EmulatedPin]) -> None:
        self.answers = {command: [answer] for command, answer in GOOD.items()}
        self.acknowledgement = ACK
        self.asked: list[list[int]] = [[] for _ in LINES]
        self.aborted = [0 for _ in LINES]
        self.commands: list[bytes] = []
        self.late: list[list[bytes]] = []
        self.statuses: list[int] = []
        self.transfers = 0
        self._pins = pins
        self._said: list[list[bytes]] = [[] for _ in LINES]
        self._rest = b""

    def try_lock(self) -> bool:
        return True

    def configure(self, baudrate: int) -> None:
        self.baudrate = baudrate

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        self.transfers += 1
        (reader,) = (at for at, number in enumerate(LINES) if not self._pins[number].value)
        said = self._said[reader]
        kind, *command = turned(out)
        if command == list(ACK):
            self.aborted[reader] += 1
            said.clear()
        elif kind == 1:
            answers = self.answers[command[6]]
            self.asked[reader].append(command[6])
            self.commands.append(bytes(command[6:-2]))
            late = self.late.pop(0) if self.late else []
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            said[:] = [self.acknowledgement, *late, answer]
        elif kind == 2:
            ready = self.statuses.pop(0) if self.statuses else int(bool(said and said[0]))
            into[1:] = turned(bytes((ready,)))
        else:
            self._rest = turned(said.pop(0)) if kind == 3 else self._rest
            first = 1 if kind == 3 else 0
            into[first:] = self._rest[: len(into) - first].ljust(len(into) - first, b"\0")
            self._rest = self._rest[len(into) - first :]


class ObedientDevice:
    """A device with such chips, and a host that knows it."""

    def __init__(self, settings: ArraySettings | None = None) -> None:
        self.board = WholeBoard(1)
        pins: dict[int, EmulatedPin] = self.board.device.wires.pins
        self.reset_pin = pins[RESET_PIN]
        self.chips = ObedientChips(pins)
        self.board.device.wires.spi = {0: self.chips}
        wires: dict[str, Any] = wiring(self.board.port, settings or self.board.settings)
        wires |= {"select": {"lines": list(LINES)}, "apart": None, "reset": RESET_PIN}
        self.board.device.flash["wiring.json"] = wiring_text(wires)
        self.board.scanner.firmware.boot()
        self.host = RawHost(self.board)
        assert self.host.greet(99).readers == len(LINES)

    def scan(self, expected: int = 0, readers: int = 1) -> list[Answer]:
        """What comes of a phase of the first readers."""
        self.host.say(Scan(1, tuple((reader, expected) for reader in range(readers))))
        answers: list[Answer] = []
        for _ in range(20):
            self.host.run(0.05)
            for each in self.host.reports():
                assert isinstance(each, Scanned)
                answers += each.answers
                if each.last:
                    return answers
        raise AssertionError("the phase never ended")

    def woke(self, *, bus: bool = False) -> ReaderWoke:
        """What comes of setting the first reader up."""
        self.host.say(Wake(0, bus))
        self.host.run(0.2)
        (said,) = self.host.reports()
        assert isinstance(said, ReaderWoke)
        return said
