"""The loudspeaker: what speaks, what plays it, and the sound card."""

from collections.abc import Iterator
from typing import Final

from controller.board.file.voice import BoardVoice
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, sentence

ESPEAK: Final = "/usr/bin/espeak-ng"
PLAYER: Final = "/usr/bin/aplay"
CARDS: Final = "/proc/asound/cards"
PIPER: Final = "piper-tts"
SILENT: Final = sentence("The board's loudspeaker stays silent; phones speak without it.")


def voice(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the loudspeaker of the board can speak."""
    asked = None if case.board is None else case.board.voice
    if asked is None:
        return
    by_piper = _piper(case, asked)
    if asked.voices is not None and not by_piper:
        yield _no_piper(case, asked, asked.voices)
    there = True
    if not by_piper and not case.site.there(ESPEAK):
        there = False
        yield DoctorFinding(
            "voice",
            "bad",
            sentence("No voice is installed."),
            SILENT,
            sentence("Install one: {command}.", command="sudo apt install espeak-ng"),
        )
    if not case.site.there(PLAYER):
        there = False
        yield DoctorFinding(
            "voice",
            "bad",
            sentence("Nothing plays sound: aplay is not installed."),
            SILENT,
            sentence("Install it: {command}.", command="sudo apt install alsa-utils"),
        )
    if "[" not in (case.site.text(CARDS) or ""):
        there = False
        yield DoctorFinding(
            "voice",
            "bad",
            sentence("This computer has no sound card that works."),
            SILENT,
            sentence(
                "Plug in a sound card on USB, or wire an amplifier and switch it on in config.txt: "
                "docs/speech.md, “From the board”. Then restart the computer."
            ),
        )
    if there:
        engine = "piper" if by_piper else "espeak-ng"
        yield DoctorFinding(
            "voice", "good", sentence("The loudspeaker can speak, with {engine}.", engine=engine)
        )


def _piper(case: Case, asked: BoardVoice) -> bool:
    """Check whether piper speaks: it is installed, with a voice for the language."""
    return case.site.version_of(PIPER) is not None and bool(_voices(case, asked))


def _voices(case: Case, asked: BoardVoice) -> tuple[str, ...]:
    if asked.voices is None:
        return ()
    return case.site.glob(f"{asked.voices}/{asked.language}[_-]*.onnx")


def _no_piper(case: Case, asked: BoardVoice, folder: str) -> DoctorFinding:
    """Say why piper does not speak although the board file names a folder of its voices."""
    if case.site.version_of(PIPER) is None:
        return DoctorFinding(
            "voice",
            "advice",
            sentence("The board file names voices of piper, and piper is not installed."),
            sentence("espeak-ng speaks instead, if it is installed."),
            sentence("Install it: {command}.", command="pip install 'hareboard[voice]'"),
        )
    return DoctorFinding(
        "voice",
        "advice",
        sentence(
            "There is no voice of piper for “{language}” in {folder}.",
            language=asked.language,
            folder=folder,
        ),
        sentence("espeak-ng speaks instead, if it is installed."),
        sentence("Put one there: docs/speech.md, “From the board”."),
    )
