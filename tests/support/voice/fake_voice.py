"""A voice for tests: notes each sentence in a file; loads long, hangs or dies where files say so.

    python fake_voice.py FOLDER SETTINGS

It follows `hardware.voice.protocol`. A file `hangs`, `dies` or `fails` in the folder is taken
away as soon as it has had its effect; it loads as long as there is a file `loads`, and prepares a
sentence as long as there is `prepares`.
"""

import json
import os
import sys
import time
from pathlib import Path


def answer(**message: object) -> None:
    print(json.dumps(message), flush=True)


def note(name: str, line: str) -> None:
    with (folder / name).open("a", encoding="utf-8") as sentences:
        sentences.write(json.loads(line)["sentence"] + "\n")


def wait_while(name: str) -> None:
    while (folder / name).exists():
        time.sleep(0.005)


folder = Path(sys.argv[1])
with (folder / "starts").open("a") as starts:
    starts.write(f"{os.getpid()}\n")
wait_while("loads")
answer(type="ready", engine="fake")
for line in sys.stdin:
    if json.loads(line)["type"] == "prepare":
        note("prepared", line)
        wait_while("prepares")
        answer(type="prepared")
        continue
    note("heard", line)
    if (folder / "hangs").exists():
        (folder / "hangs").unlink()
        time.sleep(3600)
    if (folder / "dies").exists():
        (folder / "dies").unlink()
        sys.exit(1)
    if (folder / "fails").exists():
        (folder / "fails").unlink()
        answer(type="said", first_ms=None, trouble="The sound card is away.")
    else:
        answer(type="said", first_ms=1.0)
