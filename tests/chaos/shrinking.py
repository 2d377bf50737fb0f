"""From a game that went wrong to the few deeds of it that are to blame."""

import re
from dataclasses import replace
from typing import Final

from tests.chaos.race import Plan, play

MOST_TRIES: Final = 400


def fault(plan: Plan) -> str | None:
    """What goes wrong in a game, without the numbers in it; None if nothing does."""
    try:
        play(plan)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return f"{type(error).__name__}: {re.sub('[0-9.]+', '#', str(error))[:60]}"
    return None


def shrunk(plan: Plan, most_tries: int = MOST_TRIES) -> Plan:
    """The same game with as few deeds as still make the same go wrong."""
    wrong = fault(plan)
    length = max(len(plan.deeds) // 2, 1)
    tries = 0
    while wrong is not None and tries < most_tries:
        at = 0
        while at < len(plan.deeds) and tries < most_tries:
            less = replace(plan, deeds=plan.deeds[:at] + plan.deeds[at + length :])
            tries += 1
            if fault(less) == wrong:
                plan = less
            else:
                at += length
        if length == 1:
            break
        length //= 2
    return plan
