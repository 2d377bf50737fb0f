"""What co-processors tell of the wires to their readers, as transfers of squares."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from hardware.clock import Clock
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import WiresTold
from hardware.transfers import Transfer

_LOG: Final = logging.getLogger(__name__)


class ToldWires:
    """Converts readers and clocks of co-processors to squares and the board's time.

    Args:
        squares: the square of each reader, by its co-processor and its number there.
        clock: the board's time.
        on_transfer: called with every transfer.
    """

    def __init__(
        self,
        squares: Mapping[tuple[Coprocessor, int], int],
        clock: Clock,
        on_transfer: Callable[[Transfer], None],
    ) -> None:
        self._squares = squares
        self._clock = clock
        self._on_transfer = on_transfer
        self._ended_s: dict[int, float] = {}

    def take(self, by: Coprocessor, told: WiresTold) -> None:
        """Take in what a co-processor has told."""
        if told.lost:
            _LOG.warning("The co-processor at %s has lost %d transfers.", by.name, told.lost)
        now_s = self._clock.now_s()
        for each in told.transfers:
            square = self._squares.get((by, each.reader))
            if square is None or (each.kind == "status") != (len(each.data) == 1):
                continue
            # The two clocks are compared again and again: a wire's times never go back.
            at_s = by.ticks.time_s(each.at_us, now_s)
            at_s = max(at_s, self._ended_s.get(square, at_s))
            took_s = each.took_us / 1e6
            self._ended_s[square] = at_s + took_s
            transfer = Transfer(square, at_s, took_s)
            match each.kind:
                case "sent":
                    transfer = replace(transfer, sent=each.data)
                case "status":
                    transfer = replace(transfer, status=each.data)
                case "got":
                    transfer = replace(transfer, got=each.data)
            self._on_transfer(transfer)
