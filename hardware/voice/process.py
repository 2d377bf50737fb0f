"""The loudspeaker for the program: it says sentences in a process of its own.

Whatever hangs there, an engine or a sound card, the program does not wait for: the process is ended
with all that it has started, and started again for the next sentence.
"""

import logging
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from hardware.clock import Clock
from hardware.errors import NotConnected
from hardware.voice import protocol
from hardware.voice.protocol import FromVoice, Prepare, Ready, Said, Say
from hardware.voice.settings import VoiceSettings

READY_S: Final = 60.0
"""Longest time until the process can speak: a voice of piper is loaded from a slow card."""
SENTENCE_S: Final = 5.0
CHARACTER_S: Final = 0.15
"""Longest time for a sentence, and more for each of its characters; as in `voice.js`."""
LINE_BYTES: Final = 65536

HUNG: Final = "The voice hung, and is started again. If that goes on, restart the board's computer."
DIED: Final = (
    "The voice has died, and is started again. If that goes on, see the log for the reason."
)

_LOG: Final = logging.getLogger(__name__)


class VoiceProcess:
    """A loudspeaker; a `hardware.ports.Voice`. One thread uses it.

    Args:
        settings: voice and sound card.
        clock: times what takes too long.
        arguments: those of Python for another process that follows `protocol`.
        ready_s: longest time until the process can speak, in seconds.

    Attributes:
        engine: what speaks, in words; empty as long as that is not known.
        first_ms: from writing the last sentence to its first sound, in milliseconds.
        pid: the process; None while there is none.
    """

    def __init__(
        self,
        settings: VoiceSettings,
        clock: Clock,
        arguments: Sequence[str] = ("-m", "hardware.voice.helper"),
        ready_s: float = READY_S,
    ) -> None:
        told = msgspec.json.encode(settings).decode()
        self._command = [sys.executable, "-P", *arguments, told]
        self._clock = clock
        self._ready_s = ready_s
        self._process: subprocess.Popen[bytes] | None = None
        self._came = b""
        self._until_s = 0.0
        self._longest_s = 0.0
        self._ready = False
        self.engine = ""
        self.first_ms: float | None = None

    @property
    def pid(self) -> int | None:
        """The process; None while there is none."""
        return None if self._process is None else self._process.pid

    def _open(self) -> None:
        """Start the process, unless it runs.

        Raises:
            NotConnected: it cannot be started.
        """
        if self._process is not None and self._process.poll() is not None:
            self.close()
        if self._process is not None:
            return
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # to be ended with all that it starts
            )
        except OSError as error:
            raise NotConnected(f"The voice cannot be started: {error.strerror}.") from error
        self._came, self._ready = b"", False
        self._until_s = self._clock.now_s() + self._ready_s

    def begin(self, sentence: str) -> None:
        """Begin to say a sentence; the one before must have been `finished`.

        Raises:
            NotConnected: the process cannot be started, or has died.
        """
        self._open()
        assert self._process is not None
        assert self._process.stdin is not None
        self._longest_s = SENTENCE_S + CHARACTER_S * len(sentence)
        if self._ready:  # else its time begins when it is
            self._until_s = self._clock.now_s() + self._longest_s
        try:
            self._process.stdin.write(protocol.line(Say(sentence)))
            self._process.stdin.flush()
        except OSError as error:
            # It may have said why before it ended.
            raise self._failed(self._last_words() or DIED) from error

    def prepare(self, sentence: str) -> None:
        """Let the process begin with a sentence that is likely to be said next, once it speaks."""
        process = self._process
        if process is None or not self._ready:
            return
        assert process.stdin is not None
        with suppress(OSError):  # `begin` finds out why
            process.stdin.write(protocol.line(Prepare(sentence)))
            process.stdin.flush()

    def finished(self, within_s: float) -> bool:
        """Return True once the sentence has been said; wait so many seconds for it at most.

        Raises:
            NotConnected: it was not said, or not to its end; with cause and remedy.
        """
        if (said := self._next(within_s)) is None:
            return False
        if isinstance(said, Ready):
            return False
        self.first_ms = said.first_ms
        if said.trouble is not None:
            raise NotConnected(said.trouble)
        return True

    def close(self) -> None:
        """Fall silent at once, and end the process; the next sentence starts it again."""
        process, self._process = self._process, None
        self._ready = False
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):  # it has not read everything
                pipe.close()

    def _next(self, within_s: float) -> FromVoice | None:
        """Return the next message that comes in time; None if none does.

        Raises:
            NotConnected: the process has died, hangs, or cannot speak.
        """
        process = self._process
        if process is None:
            raise NotConnected(DIED)
        assert process.stdout is not None
        if b"\n" not in self._came:
            with selectors.DefaultSelector() as selector:
                selector.register(process.stdout, selectors.EVENT_READ)
                if selector.select(within_s):
                    chunk = os.read(process.stdout.fileno(), LINE_BYTES)
                    if not chunk:
                        raise self._failed(DIED)
                    self._came += chunk
        if b"\n" in self._came:
            return self._taken()
        if self._clock.now_s() >= self._until_s:
            raise self._failed(HUNG)
        return None

    def _taken(self) -> FromVoice:
        """Take the next line.

        Raises:
            NotConnected: it says that nothing can speak, or is none of the protocol's.
        """
        line, _, self._came = self._came.partition(b"\n")
        try:
            message: FromVoice = msgspec.json.decode(line, type=Ready | Said)
        except msgspec.DecodeError as error:
            raise self._failed(DIED) from error
        if isinstance(message, Ready):
            if message.trouble is not None:
                raise self._failed(message.trouble)
            self._ready, self.engine = True, message.engine
            self._until_s = self._clock.now_s() + self._longest_s
        return message

    def _last_words(self) -> str | None:
        """Return the trouble that a process which has ended had written before."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        rest = self._came + process.stdout.read()
        try:
            return msgspec.json.decode(rest.split(b"\n")[0], type=Ready).trouble
        except msgspec.DecodeError:
            return None

    def _failed(self, trouble: str) -> NotConnected:
        self.close()
        return NotConnected(trouble)
