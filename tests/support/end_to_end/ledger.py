"""What was asked of the program and what it answered and showed, held against its journal."""

import shutil
import sqlite3
import tempfile
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from controller.bootstrap import JOURNAL_FILE
from controller.game.history import Game
from controller.game.rules import State, legal
from controller.game.setup import Setup, start_game

Line = tuple[str, str]
"""Kind and text of an entry of the journal."""
View = dict[str, Any]


def read_journal(folder: Path) -> list[Line]:
    """Everything in the journal of a program that is not running.

    A copy is read: what the program left behind is for the program to find.
    """
    with tempfile.TemporaryDirectory() as copies:
        for path in folder.glob(f"{JOURNAL_FILE}*"):
            shutil.copy(path, copies)
        with closing(sqlite3.connect(Path(copies) / JOURNAL_FILE)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            rows = db.execute("SELECT id, kind, text FROM entry ORDER BY id").fetchall()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    return [(kind, text) for _, kind, text in rows]


def positions(lines: list[Line]) -> list[State | None]:
    """The position after so many entries, replayed from the first: None without a game."""
    found: list[State | None] = [None]
    game: Game | None = None
    for kind, text in lines:
        if kind == "begin":
            game = start_game(msgspec.json.decode(text, type=Setup))
        elif kind == "abandon":
            game = None
        else:
            assert game is not None
            if kind == "play":
                game = game.push(text)
            else:
                assert kind == "undo", f"nobody asked for “{kind}”"
                game = game.pop()
        found.append(game.state if game is not None else None)
    return found


@dataclass
class Ledger:
    """One side's account of a table.

    Attributes:
        lines: the journal as it was last read.
        confirmed: what was answered with yes, by the number its entry has.
        asked: what was not answered, or set down by hand: there or not, by the number its
            entry would have.
        shown: every view that a page was given.
    """

    lines: list[Line] = field(default_factory=list)
    confirmed: dict[int, Line] = field(default_factory=dict)
    asked: dict[int, set[Line]] = field(default_factory=lambda: defaultdict(set))
    shown: list[View] = field(default_factory=list)

    def check(self, lines: list[Line]) -> None:
        """Hold everything against the journal.

        Raises:
            AssertionError: something confirmed or shown is not there, or something there was
                neither asked for nor due.
        """
        assert lines[: len(self.lines)] == self.lines, "what was written has changed"
        for number, line in self.confirmed.items():
            assert lines[number - 1 : number] == [line], f"entry {number}, confirmed, is lost"
        states = positions(lines)
        for number in range(len(self.lines) + 1, len(lines) + 1):
            line = lines[number - 1]
            assert (
                self.confirmed.get(number) == line
                or line in self.asked[number]
                or comes_by_itself(states[number - 1], line)
            ), (
                f"entry {number}, {line}, is invented; asked was {self.asked[number] or 'nothing'}"
                f"\nlog: {lines[1:]} (from entry 2)"
            )
        for view in self.shown:
            assert view["version"] <= len(lines), "shown before it was on disk"
            assert_shows(view, states[view["version"]])
        self.lines = lines
        self.shown.clear()


def comes_by_itself(state: State | None, line: Line) -> bool:
    """Whether nobody needs to ask for an entry: chance that is due, a turn that is missed."""
    kind, text = line
    if state is None or kind != "play":
        return False
    if state.prompt in ("deal", "roll"):
        return text.startswith(state.prompt)
    return text == "miss" and [str(action) for action in legal(state)] == ["miss"]


def assert_shows(view: View, state: State | None) -> None:
    """A view is a picture of this position."""
    if state is None:
        assert (view["phase"], view["seats"], view["me"]) == ("setup", [], None)
        return
    assert view["phase"] == ("over" if state.prompt == "over" else "playing")
    assert (view["to_act"], view["prompt"]) == (state.to_act, state.prompt)
    assert [each["lettuces"] for each in view["seats"]] == [seat.lettuces for seat in state.seats]
    assert [[runner["square"] for runner in each["runners"]] for each in view["seats"]] == [
        [runner.at for runner in seat.runners] for seat in state.seats
    ]
    if view["me"] is not None:
        holder = state.seats[view["me"]["seat"]]
        assert view["me"]["carrots"] == holder.carrots
        if view["me"]["my_turn"]:
            offered = [*view["me"]["destinations"], *view["me"]["choices"]]
            assert {each["action"] for each in offered} == {str(each) for each in legal(state)}
