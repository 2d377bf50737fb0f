"""Commands of the emulated PN532, and their answers.

Source: PN532 user manual UM0701-02, chapter 7.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from hardware.simulated.pn532.listing import Listing
from hardware.simulated.pn532.radio import Radio
from hardware.simulated.pn532.tags import EmulatedTag, wanted_uid
from hardware.simulated.pn532.timing import ChipTiming

FIRMWARE: Final = bytes.fromhex("32010607")
OK: Final = b"\x00"
TIMED_OUT: Final = b"\x01"
BAD_PARAMETER: Final = b"\x10"
WRONG_CONTEXT: Final = b"\x27"
TOO_LITTLE: Final = b"\x80"
"""Result of the antenna test if too little current flows: bit 7 of Andet_Control."""

FOR_EVER: Final = 0xFF
ITEM_FIELD: Final = 0x01
ITEM_RETRIES: Final = 0x05
ITEM_LENGTHS: Final = {0x01: 1, 0x02: 3, 0x04: 1, 0x05: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9}
"""Number of data bytes of each item of RFConfiguration."""

INITIATOR_DATA: Final = {
    0: frozenset({0, 4, 8, 12}),
    1: frozenset({5}),
    2: frozenset({5}),
    3: frozenset({1, 2}),
    4: frozenset({0}),
}
"""Number of data bytes of InListPassiveTarget for each kind of tag (BrTy)."""

TX_CONTROL: Final = 0x6304
FIFO_DATA: Final = 0x6339
REQA: Final = 0x26
"""Content of the chip's FIFO when no tag has answered a call."""

TYPE_A: Final = 0x10


@dataclass(frozen=True, slots=True)
class ChipAnswer:
    """A reply that is known at once.

    Attributes:
        body: from the code of the reply on.
        after_s: time from the ACK until it is ready.
        sleeps: True if the chip falls asleep once it has been sent.
    """

    body: bytes
    after_s: float
    sleeps: bool = False


@dataclass(slots=True)
class ChipState:
    """State of a chip between two commands; new after power-up or reset.

    Attributes:
        configured: SAMConfiguration has put it into normal mode.
        retries: MxRtyPassiveActivation.
        field_since_s: since when its field is on, None if it is off.
        targets: the tags it has selected, the first one being number 1.
        active: UIDs of the tags it has selected since the field went on: they miss a call.
        wakers: bits of the wires that may wake it from PowerDown.
        p3: output port P3.
        p7: output port P7.
        registers: those that were written.
    """

    configured: bool = False
    retries: int = FOR_EVER
    field_since_s: float | None = None
    targets: list[EmulatedTag] = field(default_factory=list)
    active: frozenset[bytes] = frozenset()
    wakers: int = 0xFF
    p3: int = 0x3F
    p7: int = 0x06
    registers: dict[int, int] = field(default_factory=dict)


_Command = Callable[["ChipCommands", bytes, float], "bytes | ChipAnswer | Listing | None"]


class ChipCommands:
    """The command processor of one chip.

    Args:
        square: of its antenna.
        radio: the fields and tags.
        timing: durations.
    """

    def __init__(self, square: int, radio: Radio, timing: ChipTiming) -> None:
        self._square = square
        self._radio = radio
        self._timing = timing
        self.state = ChipState()

    def run(self, command: bytes, at_s: float) -> ChipAnswer | Listing | None:
        """Carry out a command, to begin at a time; return None if it is not understood."""
        if not command or command[0] not in self._KNOWN:
            return None
        outcome = self._KNOWN[command[0]](self, command[1:], at_s)
        reply = bytes([command[0] + 1])
        if isinstance(outcome, bytes):
            return ChipAnswer(reply + outcome, self._timing.command_s)
        if isinstance(outcome, ChipAnswer):
            return ChipAnswer(reply + outcome.body, outcome.after_s, outcome.sleeps)
        return outcome

    def listed(self, tags: list[EmulatedTag]) -> bytes:
        """Return the reply to InListPassiveTarget for the tags found, maybe none."""
        state = self.state
        state.targets = tags
        state.active |= {tag.uid for tag in tags}
        state.registers[FIFO_DATA] = 0 if tags else REQA
        described = (tag.described(number) for number, tag in enumerate(tags, start=1))
        return bytes([0x4B, len(tags)]) + b"".join(described)

    def field_off(self, at_s: float) -> None:
        """Switch the field off; the tags in it lose their selection."""
        if self.state.field_since_s is not None:
            self._radio.switch(self._square, "field off", at_s)
        self.state.field_since_s = None
        self.state.targets = []
        self.state.active = frozenset()

    def _field_on(self, at_s: float) -> float:
        """Switch the field on if it is off; return when the first tag can answer."""
        if self.state.field_since_s is None:
            self.state.field_since_s = at_s
            self._radio.switch(self._square, "field on", at_s)
        return max(at_s, self.state.field_since_s + self._timing.field_rise_s)

    def _diagnose(self, data: bytes, at_s: float) -> bytes | ChipAnswer | None:
        match data[:1]:
            case b"\x00":
                return data
            case b"\x01" | b"\x02" if len(data) == 1:
                return OK
            case b"\x07" if len(data) == 2:
                return OK if self._radio.coupling(self._square) else TOO_LITTLE
            case b"\x06" if len(data) == 1:
                # Attention request: only cards of ISO/IEC 14443-4 know it, and there are none.
                self._field_on(at_s)
                return ChipAnswer(TIMED_OUT, self._timing.try_s)
        return None

    def _general_status(self, data: bytes, _: float) -> bytes | None:
        if data:
            return None
        state = self.state
        targets = b"".join(bytes([n + 1, 0, 0, TYPE_A]) for n in range(len(state.targets)))
        field_is_on = state.field_since_s is not None
        return bytes([0, field_is_on, len(state.targets)]) + targets + OK

    def _read_register(self, data: bytes, _: float) -> bytes | None:
        if not data or len(data) % 2:
            return None
        addresses = [data[place] << 8 | data[place + 1] for place in range(0, len(data), 2)]
        return bytes(self._register(address) for address in addresses)

    def _register(self, address: int) -> int:
        value = self.state.registers.get(address, 0)
        if address == TX_CONTROL:
            return (value & ~3) | (0 if self.state.field_since_s is None else 3)
        return value

    def _write_register(self, data: bytes, _: float) -> bytes | None:
        if not data or len(data) % 3:
            return None
        for place in range(0, len(data), 3):
            self.state.registers[data[place] << 8 | data[place + 1]] = data[place + 2]
        return b""

    def _read_gpio(self, data: bytes, _: float) -> bytes | None:
        return None if data else bytes([self.state.p3, self.state.p7, 0])

    def _write_gpio(self, data: bytes, _: float) -> bytes | None:
        if len(data) != 2:
            return None
        if data[0] & 0x80:
            self.state.p3 = data[0] & 0x3F
        if data[1] & 0x80:
            self.state.p7 = data[1] & 0x06
        return b""

    def _sam_configuration(self, data: bytes, _: float) -> bytes | None:
        if len(data) not in (1, 2, 3) or data[0] not in (1, 2, 3, 4):
            return None
        self.state.configured = data[0] == 1
        return b""

    def _power_down(self, data: bytes, at_s: float) -> ChipAnswer | None:
        if len(data) not in (1, 2):
            return None
        if not data[0]:
            return ChipAnswer(BAD_PARAMETER, self._timing.command_s)
        self.state.wakers = data[0]
        self.field_off(at_s)
        return ChipAnswer(OK, self._timing.command_s, sleeps=True)

    def _rf_configuration(self, data: bytes, at_s: float) -> bytes | None:
        if not data or len(data) - 1 != ITEM_LENGTHS.get(data[0]):
            return None
        if data[0] == ITEM_RETRIES:
            self.state.retries = data[3]
        elif data[0] == ITEM_FIELD and data[1] & 1:
            self._field_on(at_s)
        elif data[0] == ITEM_FIELD:
            self.field_off(at_s)
        return b""

    def _list(self, data: bytes, at_s: float) -> Listing | None:
        state = self.state
        if not state.configured or len(data) < 2 or data[0] not in (1, 2):
            return None
        if len(data) - 2 not in INITIATOR_DATA.get(data[1], ()):
            return None
        state.targets = []
        return Listing(
            self._radio,
            self._square,
            self._timing,
            self._field_on(at_s),
            most=data[0],
            tries=None if state.retries == FOR_EVER else state.retries + 1,
            wanted=wanted_uid(data[2:]),
            dull=state.active,
            deaf=data[1] != 0,
        )

    def _data_exchange(self, data: bytes, at_s: float) -> bytes | ChipAnswer | None:
        if not data:
            return None
        number = data[0] & 0x3F
        if not 1 <= number <= len(self.state.targets):
            return WRONG_CONTEXT
        return self._exchange(self.state.targets[number - 1], data[1:], at_s)

    def _communicate_thru(self, data: bytes, at_s: float) -> ChipAnswer:
        if not self.state.targets or not data:
            self._field_on(at_s)
            return ChipAnswer(TIMED_OUT, self._timing.try_s)
        return self._exchange(self.state.targets[0], data, at_s)

    def _exchange(self, tag: EmulatedTag, request: bytes, at_s: float) -> ChipAnswer:
        reachable = tag.uid in self._radio.standing(self._square, at_s)
        answer = tag.answer(request) if reachable else None
        if answer is None:
            return ChipAnswer(TIMED_OUT, self._timing.try_s)
        return ChipAnswer(OK + answer, self._timing.exchange_s)

    def _release(self, data: bytes, _: float) -> bytes | None:
        if len(data) != 1:
            return None
        if data[0] > len(self.state.targets):
            return WRONG_CONTEXT
        self.state.targets = []
        return OK

    def _select(self, data: bytes, _: float) -> bytes | None:
        if len(data) != 1:
            return None
        return OK if 1 <= data[0] <= len(self.state.targets) else WRONG_CONTEXT

    _KNOWN: ClassVar[Mapping[int, _Command]] = {
        0x00: _diagnose,
        0x02: lambda _, data, __: None if data else FIRMWARE,
        0x04: _general_status,
        0x06: _read_register,
        0x08: _write_register,
        0x0C: _read_gpio,
        0x0E: _write_gpio,
        0x10: lambda _, data, __: b"" if len(data) == 1 and data[0] <= 8 else None,
        0x12: lambda _, data, __: b"" if len(data) == 1 else None,
        0x14: _sam_configuration,
        0x16: _power_down,
        0x32: _rf_configuration,
        0x40: _data_exchange,
        0x42: _communicate_thru,
        0x44: _release,
        0x4A: _list,
        0x52: _release,
        0x54: _select,
    }
