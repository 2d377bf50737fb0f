"""Plays sound through aplay, which every Raspberry Pi OS has."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from hardware.errors import NotConnected
from hardware.voice.engines import Sound

NO_PLAYER: Final = "Nothing plays sound: aplay is missing. Install it: sudo apt install alsa-utils."


def find_player() -> str:
    """Return the path of aplay.

    Raises:
        NotConnected: it is not installed.
    """
    program = shutil.which("aplay")
    if program is None:
        raise NotConnected(NO_PLAYER)
    return program


def play(sound: Sound, device: str | None, first: Callable[[], None]) -> None:
    """Play a sound to its end.

    Args:
        sound: the sound.
        device: the sound card as ALSA calls it; None for the usual one.
        first: called once the player has the first samples.

    Raises:
        NotConnected: there is no such sound card, or it is in use; or the sound failed.
    """
    where = [] if device is None else ["--device", device]
    form = ["--file-type", "raw", "--format", "S16_LE", "--channels", "1"]
    player = subprocess.Popen(
        [find_player(), "--quiet", *where, *form, "--rate", str(sound.rate_hz), "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert player.stdin is not None
    try:
        with suppress(BrokenPipeError):  # it has ended: its reason is read below
            for at, chunk in enumerate(_not_empty(sound.chunks)):
                player.stdin.write(chunk)
                player.stdin.flush()
                if at == 0:
                    first()
    finally:
        with suppress(BrokenPipeError):
            player.stdin.close()
        player.stdin = None
        _, said = player.communicate()
    if player.returncode != 0:
        lines = said.decode("utf-8", "replace").split("\n")
        reason = next((each for each in reversed(lines) if each), f"status {player.returncode}")
        raise NotConnected(
            f"The sound card {device or 'of this computer'} cannot be used ({reason}). To list "
            "sound cards: aplay -L. Name one with device in [voice] of the board file."
        )


def _not_empty(chunks: Iterator[bytes]) -> Iterator[bytes]:
    return (each for each in chunks if each)
