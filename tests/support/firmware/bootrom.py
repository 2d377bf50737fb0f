"""The drive of a board that waits for MicroPython, and UF2 files for it.

Its one file is a pipe, so that the boot ROM has each block as it comes and writers meet what they
meet on a real drive: it is gone with the last block, or in the middle if the plug is pulled.
Source: RP2040 datasheet, 2.8.4.
"""

import os
import shutil
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from controller.maintenance.firmware.micropython.install import NAME
from tests.support.waiting import PATIENCE_S

BLOCK: Final = struct.Struct("<8I476sI")
FAMILY: Final = 0xE48BFF56
FAMILY_RP2350: Final = 0xE48BFF59
FLASH: Final = 0x10000000
PAYLOAD: Final = 256
# Its UF2 is larger than what a pipe keeps: a writer is not through before the boot ROM reads.
PROGRAM: Final = b"\0" * 1000 + b"3.4.0; MicroPython v1.28.0 on 2026-04-06\0" + b"\xa5" * 50_000


def uf2(program: bytes = PROGRAM, family: int = FAMILY, start: int = FLASH) -> bytes:
    """A UF2 file with a program, as the official ones are made."""
    pieces = [program[at : at + PAYLOAD] for at in range(0, len(program), PAYLOAD)]
    return b"".join(
        BLOCK.pack(
            0x0A324655,
            0x9E5D5157,
            0x2000,
            start + PAYLOAD * number,
            PAYLOAD,
            number,
            len(pieces),
            family,
            piece,
            0x0AB16F30,
        )
        for number, piece in enumerate(pieces)
    )


class BootRom:
    """A board that was plugged in with BOOTSEL held.

    Args:
        drive: where its drive is mounted.
        restarts: is called when it has a whole program and restarts.
        board: what its INFO_UF2.TXT says.
        pulled_after: blocks after which its plug is pulled.
        deaf: it never restarts.

    Attributes:
        program: what it has got.
    """

    def __init__(
        self,
        drive: Path,
        restarts: Callable[[], object] = lambda: None,
        board: str = "RPI-RP2",
        pulled_after: int | None = None,
        *,
        deaf: bool = False,
    ) -> None:
        self.program = b""
        self._begun = threading.Event()
        self._drive = drive
        self._restarts = restarts
        self._pulled_after = pulled_after
        self._deaf = deaf
        self._pipe = drive / NAME
        drive.mkdir(parents=True)
        (drive / "INFO_UF2.TXT").write_text(
            f"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {board}\n", "ascii"
        )
        os.mkfifo(self._pipe)
        self._thread = threading.Thread(target=self._run, name="boot ROM", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._begun.is_set():
            with self._pipe.open("wb"):  # ends the wait for a writer
                assert self._begun.wait(PATIENCE_S)
        self.settle()

    def settle(self) -> None:
        """Wait until it has done with what is being written to it."""
        if self._begun.is_set():
            self._thread.join(PATIENCE_S)
            assert not self._thread.is_alive(), "it waits for more"

    def _run(self) -> None:
        blocks: dict[int, bytes] = {}
        with self._pipe.open("rb") as pipe:
            self._begun.set()
            while block := pipe.read(BLOCK.size):
                *_, number, total, family, data, last = BLOCK.unpack(block)
                assert (family, last) == (FAMILY, 0x0AB16F30)
                blocks[number] = data[:PAYLOAD]
                if len(blocks) == self._pulled_after:
                    self._vanish()
                    return
                if len(blocks) == total:
                    break
        self.program = b"".join(blocks[number] for number in sorted(blocks))
        if blocks and not self._deaf:
            self._vanish()
            self._restarts()

    def _vanish(self) -> None:
        shutil.rmtree(self._drive)
