"""Programs that misbehave instead of answering."""

from typing import Final

from controller.game.opponents.programs.player import FaultKind

LOOP: Final = "import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "
"""Of the programs below: reads a question."""
DEAF: Final = "import signal, time\nfor n in (1, 2, 3, 13, 15): signal.signal(n, signal.SIG_IGN)\n"
"""Ignores every signal that can be ignored."""

MISDEEDS: Final[dict[str, tuple[FaultKind, str]]] = {
    "crashes": ("ended", LOOP + "raise SystemExit(3)"),
    "ends at once": ("ended", "pass"),
    "closes its output": ("ended", "import os, time\nos.close(1)\ntime.sleep(3600)"),
    "answers no JSON": ("garbage", LOOP + "print('f5', flush=True)"),
    "answers bytes of no text": (
        "garbage",
        LOOP + "sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush()",
    ),
    "answers another shape": ("garbage", LOOP + "print('{\"action\": 5}', flush=True)"),
    "nests too deeply": ("garbage", LOOP + "print('[' * 20000, flush=True)"),
    "answers an illegal action": ("illegal", LOOP + 'print(\'{"action":"f65"}\', flush=True)'),
    "answers no action": ("illegal", LOOP + 'print(\'{"action":"jump"}\', flush=True)'),
    "answers twice": ("flooded", LOOP + 'print(\'{"action":"f1"}\\n\' * 2, flush=True)'),
    "floods": ("flooded", "import sys\nwhile True: sys.stdout.write('x' * 65536)"),
}
"""What programs may do at every question, but hang, with what it is called."""
HANGS: Final = {
    "answers late": LOOP + "time.sleep(3600)",
    "does not read": "import time\ntime.sleep(3600)",
    "answers half a line": LOOP + "print('{\"action\":', end='', flush=True); time.sleep(3600)",
    "ignores signals": DEAF + LOOP + "time.sleep(3600)",
}
