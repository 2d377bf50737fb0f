"""Talking to the engine in Python values."""

from typing import Any, Final

import msgspec

from controller.game.engine.engine import Engine
from controller.game.rules import State, to_builtins

EDITION: Final = "parlett-2018"

Answer = dict[str, Any]


class Talk:
    """An engine, and what it is told and says."""

    def __init__(self) -> None:
        self.engine = Engine()

    def line(self, line: bytes | str) -> Answer:
        """The answer to a line."""
        text = self.engine.answer(line.encode() if isinstance(line, str) else line)
        assert b"\n" not in text
        answer: Answer = msgspec.json.decode(text)
        return answer

    def ask(self, cmd: str, **fields: Any) -> Answer:
        """The answer to a request, whatever it is."""
        return self.line(msgspec.json.encode({"cmd": cmd, **fields}))

    def done(self, cmd: str, **fields: Any) -> Answer:
        """The answer to a request that has to be fine."""
        answer = self.ask(cmd, **fields)
        assert answer.pop("ok") is True, answer
        return answer

    def refused(self, cmd: str, **fields: Any) -> str:
        """The code with which a request is refused; the game stays as it was."""
        before = self.standing()
        answer = self.ask(cmd, **fields)
        assert self.standing() == before
        return code(answer)

    def stand(self, state: State) -> None:
        """Go on from a position."""
        self.done("set", state=to_builtins(state))

    def standing(self) -> bytes:
        """What the engine knows of the game, exactly."""
        return b"".join(
            self.engine.answer(line)
            for line in (
                b'{"cmd":"perft","depth":0}',
                b'{"cmd":"record"}',
                b'{"cmd":"why","action":"?"}',
            )
        )


def game_of_three() -> Talk:
    """An engine with a game of three, its cards dealt."""
    talk = Talk()
    talk.done("new", edition=EDITION, seats=3, seed=1)
    talk.done("chance")
    return talk


def code(answer: Answer) -> str:
    """The code of an answer that has to be an error of the right shape."""
    assert answer.keys() == {"ok", "error"}, answer
    assert answer["ok"] is False
    error = answer["error"]
    assert error.keys() == {"code", "message", "reasons"}
    assert error["message"]
    for reason in error["reasons"]:
        assert reason.keys() == {"code", "message"}
    found: str = error["code"]
    return found
