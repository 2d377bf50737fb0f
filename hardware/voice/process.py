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
from hardware.voice.protocol import FromVoice, Prepare, Prepared, Ready, Said, Say, ToVoice
from hardware.voice.settings import VoiceSettings

READY_S: Final = 60.0
"""Longest time until the process can speak: a voice of piper is loaded from a slow card."""
SENTENCE_S: Final = 5.0
CHARACTER_S: Final = 0.15
"""Longest time to say or prepare a sentence, and more for each character; as in `voice.js`."""
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
        self._idle = False
        self._prepared: str | None = None
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
        self._came, self._idle, self._prepared = b"", False, None
        self._until_s = self._clock.now_s() + self._ready_s

    def ready(self, within_s: float) -> bool:
        """Start the process, unless it runs; return True once it can begin with a sentence.

        Args:
            within_s: longest time to wait for that, in seconds.

        Raises:
            NotConnected: the process cannot be started, has died, hangs, or cannot speak.
        """
        if self._process is None or self._idle:
            self._open()
        if not self._idle:
            self._next(within_s)
        return self._idle

    def prepare(self, sentence: str) -> None:
        """Begin to prepare what is likely to come next, once it is `ready`. Raises as `begin`."""
        if sentence != self._prepared:
            self._send(Prepare(sentence))
            self._prepared = sentence

    def begin(self, sentence: str) -> None:
        """Begin to say a sentence, once it is `ready`.

        Raises:
            NotConnected: the process has died.
        """
        self._prepared = None
        self._send(Say(sentence))

    def _send(self, message: ToVoice) -> None:
        assert self._idle
        assert self._process is not None
        assert self._process.stdin is not None
        self._idle = False
        self._until_s = self._clock.now_s() + SENTENCE_S + CHARACTER_S * len(message.sentence)
        try:
            self._process.stdin.write(protocol.line(message))
            self._process.stdin.flush()
        except OSError as error:
            # It may have said why before it ended.
            raise self._failed(self._last_words() or DIED) from error

    def finished(self, within_s: float) -> bool:
        """Return True once the sentence has been said; wait so many seconds for it at most.

        Raises:
            NotConnected: it was not said, or not to its end; with cause and remedy.
        """
        if not isinstance(said := self._next(within_s), Said):
            return False
        self.first_ms = said.first_ms
        if said.trouble is not None:
            raise NotConnected(said.trouble)
        return True

    def close(self) -> None:
        """Fall silent at once, and end the process; the next sentence starts it again."""
        process, self._process = self._process, None
        self._idle = False
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
            message: FromVoice = msgspec.json.decode(line, type=Ready | Prepared | Said)
        except msgspec.DecodeError as error:
            raise self._failed(DIED) from error
        if isinstance(message, Ready):
            if message.trouble is not None:
                raise self._failed(message.trouble)
            self.engine = message.engine
        self._idle = True
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
