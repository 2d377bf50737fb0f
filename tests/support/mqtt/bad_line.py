"""A line to a broker that loses, repeats, delays and reorders messages, and is cut.

What is lost is soon followed by a cut, as with TCP: clients and brokers send it again after that
only, and hold back what is new while much is unacknowledged.
"""

import heapq
import itertools
import math
import random
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Self

from tests.support.mqtt.broker import HERE
from tests.support.partners.broker import Manners

PUBLISH: Final = 3
PUBACK: Final = 4
PATIENCE_S: Final = 10.0


LONGEST_UNTIL_CUT_S: Final = 5.0
"""Time until a connection is cut on which something was lost."""
BADLY: Final = Manners(lost=0.02, repeated=0.1, delayed=0.3, delay_s=0.0, long_delay_s=0.5)


class BadLine:
    """Somebody between clients and a broker, who understands MQTT 3.1.1 (section 2.2).

    Args:
        broker_port: where the broker is, on this computer.
        seed: what chance depends on.
        manners: how it treats messages and acknowledgements.

    Attributes:
        port: where clients connect instead.
        lost, repeated, delayed: how many it treated so.
    """

    def __init__(self, broker_port: int, seed: int, manners: Manners = BADLY) -> None:
        self._broker_port = broker_port
        self._chance = random.Random(seed)
        self._manners = manners
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._interrupted = False
        self._server = socket.create_server((HERE, 0))
        self.port: int = self._server.getsockname()[1]
        self.lost = self.repeated = self.delayed = 0

    def __enter__(self) -> Self:
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.cut()
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def cut(self) -> None:
        """Cut every connection."""
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            _close(end)

    def interrupt(self) -> None:
        """Cut every connection, and let nobody through until it is restored."""
        self._interrupted = True
        self.cut()

    def restore(self) -> None:
        """Let clients through again."""
        self._interrupted = False

    def _run(self, work: Callable[..., None], *ends: socket.socket) -> None:
        thread = threading.Thread(target=work, args=ends, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            try:
                if self._interrupted:
                    raise ConnectionRefusedError
                broker = socket.create_connection((HERE, self._broker_port), PATIENCE_S)
            except OSError:
                client.close()
                continue
            broker.settimeout(None)
            with self._lock:
                self._ends += (client, broker)
            self._run(self._carry, client, broker)
            self._run(self._carry, broker, client)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry packets from one end to the other until either is closed."""
        received = bytearray()
        under_way: list[tuple[float, int, bytes]] = []
        numbers, cut_s = itertools.count(), math.inf
        with suppress(OSError, ValueError):  # select refuses what was closed
            while time.monotonic() < cut_s:
                due_s = min(under_way[0][0] if under_way else math.inf, cut_s)
                rest_s = None if due_s == math.inf else max(due_s - time.monotonic(), 0.0)
                if select.select([source], [], [], rest_s)[0]:
                    if not (data := source.recv(65_536)):
                        break
                    received += data
                    for packet in _packets(received):
                        now_s, delays_s = time.monotonic(), list(self._delays_s(packet))
                        for delay_s in delays_s:
                            heapq.heappush(under_way, (now_s + delay_s, next(numbers), packet))
                        if not delays_s:
                            cut_s = min(cut_s, now_s + self._until_cut_s())
                while under_way and under_way[0][0] <= time.monotonic():
                    target.sendall(heapq.heappop(under_way)[2])
        _close(source)
        _close(target)

    def _until_cut_s(self) -> float:
        with self._lock:
            return self._chance.uniform(0.0, LONGEST_UNTIL_CUT_S)

    def _delays_s(self, packet: bytes) -> Iterator[float]:
        """Yield how long each copy of a packet takes; none if it is lost."""
        if packet[0] >> 4 not in (PUBLISH, PUBACK):
            yield 0.0
            return
        with self._lock:
            chance, manners = self._chance, self._manners
            if chance.random() < manners.lost:
                self.lost += 1
                return
            repeated = chance.random() < manners.repeated
            self.repeated += repeated
            for _ in range(1 + repeated):
                delayed = chance.random() < manners.delayed
                self.delayed += delayed
                longest_s = manners.long_delay_s if delayed else 0.0
                yield manners.delay_s + chance.uniform(0.0, longest_s)


def _packets(received: bytearray) -> Iterator[bytes]:
    """Take whole packets from what was received."""
    while (length := _length(received)) is not None and length <= len(received):
        packet = bytes(received[:length])
        del received[:length]
        yield packet


def _length(received: bytearray) -> int | None:
    """The bytes of the packet that begins here; None while that is not known."""
    rest = 0
    for at, byte in enumerate(received[1:5]):
        rest |= (byte & 0x7F) << (7 * at)
        if byte < 0x80:
            return 2 + at + rest
    return None


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
