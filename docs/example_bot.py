"""A bot for three seats: it plays a whole game through `hareboard engine`, and plays it badly."""

import json
import random
import subprocess

with subprocess.Popen(
    ["hareboard", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
) as engine:

    def ask(**request):
        """The engine's answer to a request."""
        print(json.dumps(request), file=engine.stdin)
        return json.loads(engine.stdout.readline())

    answer = ask(cmd="new", edition="parlett-2018", seats=3, seed=7)
    chooser = random.Random(7)
    count = 0
    while legal := answer["legal"]:
        if legal[0] in ("deal", "roll"):
            answer = ask(cmd="chance")
        elif "f64" in legal:
            answer = ask(cmd="play", action="f64")
        else:
            answer = ask(cmd="play", action=chooser.choice(legal))
        count += 1
    print(f"{count} actions, final order {answer['state']['ranking']}")
    engine.stdin.close()
