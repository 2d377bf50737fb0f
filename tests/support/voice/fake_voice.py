"""A voice for tests: notes each sentence in a file, and hangs or dies where files say so.

    python fake_voice.py FOLDER SETTINGS

It follows `hardware.voice.protocol`. A file `hangs`, `dies` or `fails` in the folder is taken
away as soon as it has had its effect.
"""

import json
import os
import sys
import time
from pathlib import Path


def answer(**message: object) -> None:
    print(json.dumps(message), flush=True)


folder = Path(sys.argv[1])
with (folder / "starts").open("a") as starts:
    starts.write(f"{os.getpid()}\n")
answer(type="ready", engine="fake")
for line in sys.stdin:
    if json.loads(line)["type"] == "prepare":
        continue
    with (folder / "heard").open("a", encoding="utf-8") as heard:
        heard.write(json.loads(line)["sentence"] + "\n")
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
