"""The loudspeaker of a board: opened with the game, switched by the host, remembered in a file."""

# ruff: noqa: PLC0415 - few boards have one

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from controller.atomic_files import keep_whole
from controller.board.file.voice import VoiceDetail
from controller.bootstrap import Table
from controller.bootstrap.watchdog import Vital
from controller.bootstrap.watched_threads import vital_of
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, speech
from web.views.onlookers import view
from web.views.shapes.people import VoiceSeen
from web.views.shapes.view import SpokenSentence

if TYPE_CHECKING:
    from web.voice import thread as voice_thread

VOICE_FILE: Final = "voice.json"

_LOG: Final = logging.getLogger(__name__)


class _Chosen(msgspec.Struct, frozen=True):
    """Content of the file."""

    detail: VoiceDetail | None


class Loudspeaker:
    """The loudspeaker of a board; without one in its board file it does nothing.

    Args:
        table: the board, with its game.
        board: the board's id.
        folder: keeps what the host has chosen.
    """

    def __init__(self, table: Table, board: str, folder: Path) -> None:
        self._path = folder / VOICE_FILE
        file = table.board.file
        self._thread: voice_thread.VoiceThread | None = None
        if file is None or file.voice is None:
            return
        from controller.bootstrap.voice import open_voice
        from web.voice.thread import VoiceThread

        say = speech(file.voice.language)

        def spoken(snapshot: Snapshot) -> Sequence[SpokenSentence]:
            return view(snapshot, None, say, (), board).spoken

        self._voice = open_voice(file.voice, table.clock)
        self._thread = VoiceThread(
            table.actor, spoken, self._voice, self._chosen(file.voice.detail)
        )

    @property
    def vital(self) -> Vital:
        """The thread, for the watchdog."""
        return vital_of("the loudspeaker", lambda: self._thread)

    def start(self) -> None:
        """Begin to speak."""
        if self._thread is not None:
            self._thread.start()

    def stop(self) -> None:
        """Fall silent, for good."""
        if self._thread is not None:
            self._thread.stop()

    def seen(self, say: Speech) -> VoiceSeen:
        """Return what it says, and why nothing is heard."""
        thread = self._thread
        if thread is None:
            return VoiceSeen(there=False, detail=None, engine="", sentence=None)
        trouble = None if thread.detail is None else thread.trouble
        return VoiceSeen(
            there=True,
            detail=thread.detail,
            engine=self._voice.engine,
            sentence=trouble
            and say._("Nothing is heard from the board's loudspeaker. {reason}", reason=trouble),
        )

    def choose(self, detail: VoiceDetail | None) -> None:
        """Say more or less from now on, or with None nothing; also after the next start."""
        assert self._thread is not None, "only chosen where there is one"
        self._thread.choose(detail)
        try:
            keep_whole(self._path, msgspec.json.encode(_Chosen(detail)) + b"\n")
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): the loudspeaker speaks as chosen until the program "
                "ends. Is the folder there, writable, and the disk not full?",
                self._path,
                error,
            )

    def _chosen(self, usual: VoiceDetail) -> VoiceDetail | None:
        """Return what the host chose last; as the board file says if there is nothing usable."""
        try:
            return from_json(read_small(self._path), _Chosen).detail
        except FileNotFoundError:
            return usual
        except (OSError, BadJson) as error:
            _LOG.warning("%s cannot be read (%s): as the board file says.", self._path, error)
            return usual
