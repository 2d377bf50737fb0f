"""One PN532 with the times of its answers, and the commands that only an acceptance needs.

Source: PN532 user manual UM0701-02; Diagnose 7.2.1, ReadGPIO and WriteGPIO 7.2.6 and 7.2.7.
"""

from collections.abc import Sequence
from typing import Final

from hardware.clock import Clock
from hardware.errors import BadReply
from hardware.pn532.chip import GET_FIRMWARE_VERSION, RF_CONFIGURATION, Chip, Steps
from hardware.pn532.wire import Wire
from hardware.sensing.settings import ArraySettings

DIAGNOSE: Final = 0x00
READ_GPIO, WRITE_GPIO = 0x0C, 0x0E
VALID: Final = 0x80
MARK: Final = 0x20
"""P35 of port P3, which no transport uses: low until the chip starts afresh, then high."""
P3: Final = 0x3F
UNKNOWN: Final = -1
FIELD_ON: Final = bytes((0x01, 0x01))


class TimedChip(Chip):
    """A chip that is asked for each answer as early as a driver may, with the times kept.

    Attributes:
        ack_s: time of the last acknowledgement, from its command; None if none came.
        reply_s: the same of its reply.
    """

    def __init__(self, wire: Wire, clock: Clock, settings: ArraySettings) -> None:
        super().__init__(wire, clock, settings)
        self._sent_s = 0.0
        self.ack_s: float | None = None
        self.reply_s: float | None = None

    def _send(self, command: int, params: bytes) -> Steps[None]:
        self.ack_s = self.reply_s = None
        if not self._in_step:  # a chip that has started afresh has to be woken
            self._wire.wake()
        yield from super()._send(command, params)
        self._sent_s = self._clock.now_s()

    def _acknowledged(self, after_s: float = 0.0) -> Steps[float]:
        at_s = yield from super()._acknowledged()
        self.ack_s = at_s - self._sent_s
        return at_s

    def _replied(self, command: int, likely_at_s: Sequence[float] = ()) -> Steps[bytes]:
        reply = yield from super()._replied(command)
        self.reply_s = self._clock.now_s() - self._sent_s
        return reply

    def forget(self) -> None:
        """Note that another program part has talked to the chip, or reset it."""
        self._in_step = False
        self._tries_again = UNKNOWN

    # Commands

    def version(self) -> Steps[bytes]:
        """Wake the chip and return its four bytes of version. Raises as `configure`."""
        self._wire.wake()
        return (yield from self._call(GET_FIRMWARE_VERSION))

    def diagnose(self, test: int, data: bytes = b"") -> Steps[bytes]:
        """Have it run a test of Diagnose."""
        return (yield from self._call(DIAGNOSE, bytes((test,)) + data))

    def switch_field_on(self) -> Steps[None]:
        """Switch its field on."""
        yield from self._call(RF_CONFIGURATION, FIELD_ON)

    def mark(self) -> Steps[None]:
        """Pull an unused pin low, which a fresh start lets go of."""
        yield from self._call(WRITE_GPIO, bytes((VALID | P3 & ~MARK, 0)))

    def is_marked(self) -> Steps[bool]:
        """Check whether it has not started afresh since it was marked."""
        self._wire.wake()
        ports = yield from self._call(READ_GPIO)
        if len(ports) != 3:
            raise BadReply(f"{ports.hex()} are no ports")
        return not ports[0] & MARK
