"""What can be found of a loudspeaker: voice, player, sound card."""

from tests.support.doctor.computers import BOARD, with_board, writes
from tests.support.doctor.situations import Row, packages

VOICE = f"{BOARD}\n[voice]\n"
PIPER_VOICE = f'{VOICE}language = "de"\nvoices = "/var/lib/voices"\n'
LOUD = [
    writes("usr/bin/espeak-ng", ""),
    writes("usr/bin/aplay", ""),
    writes("proc/asound/cards", " 0 [MAX98357A      ]: simple-card - MAX98357A\n"),
]
PIPER = packages(**{"piper-tts": "1.8.0"})

ROWS: list[Row] = [
    (
        "voice",
        "bad",
        [with_board(VOICE), *LOUD, writes("usr/bin/espeak-ng", None)],
        "No voice is installed.",
        "sudo apt install espeak-ng",
    ),
    (
        "voice",
        "bad",
        [with_board(VOICE), *LOUD, writes("usr/bin/aplay", None)],
        "aplay is not installed",
        "sudo apt install alsa-utils",
    ),
    (
        "voice",
        "bad",
        [with_board(VOICE), *LOUD, writes("proc/asound/cards", "--- no soundcards ---\n")],
        "no sound card that works",
        "Plug in a sound card on USB",
    ),
    ("voice", "good", [with_board(VOICE), *LOUD], "can speak, with espeak-ng", ""),
    ("voice", "good", [with_board(VOICE), *LOUD, PIPER], "can speak, with espeak-ng", ""),
    (
        "voice",
        "advice",
        [with_board(PIPER_VOICE), *LOUD],
        "piper is not installed",
        "pip install 'hareboard[voice]'",
    ),
    (
        "voice",
        "advice",
        [with_board(PIPER_VOICE), *LOUD, PIPER],
        "no voice of piper for “de” in /var/lib/voices",
        "Put one there",
    ),
    (
        "voice",
        "good",
        [
            with_board(PIPER_VOICE),
            *LOUD,
            PIPER,
            writes("var/lib/voices/de_DE-thorsten-medium.onnx", ""),
            writes("usr/bin/espeak-ng", None),
        ],
        "can speak, with piper",
        "",
    ),
]
