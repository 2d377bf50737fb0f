"""A small board in virtual time that is accepted by whoever answers, and the person beside it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from controller.board import Board, read_board
from controller.bootstrap.acceptance import AcceptanceTable
from controller.bootstrap.simulated.rehearsal import Rehearsal, rehearse
from controller.bootstrap.simulated.rehearsed_faults import rehearse_fault
from controller.maintenance.acceptance.measuring.facts import Facts, facts_of
from controller.maintenance.acceptance.measuring.questions import Question
from controller.maintenance.acceptance.run import (
    AcceptanceAnswer,
    AcceptanceRun,
    AcceptanceSnapshot,
    Told,
)
from controller.refusal import Refusal
from tests.support.acceptance.boards import SPI_TEXT
from tests.support.waiting import until

SHORT_SOAK_S: Final = 0.5


def short_facts(
    board: Board,
    rehearsal: Rehearsal,
    soak_s: float = SHORT_SOAK_S,
    in_full: tuple[int, ...] = (),
) -> Facts:
    """What an acceptance needs to know of a board, with a short soak."""
    facts = facts_of(board, rehearsal.site.bench.buses, in_full=False, soak_s=soak_s)
    return msgspec.structs.replace(facts, in_full=in_full)


@dataclass
class AcceptanceDesk:
    """A board that is accepted, and the simulated person beside it, who knows what is asked.

    Attributes:
        folder: where everything is kept.
        tables: the acceptance, opened once or several times.
        seen: the questions that the person has answered.
    """

    folder: Path
    tables: list[AcceptanceTable] = field(default_factory=list)
    seen: list[Question] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.file.write_text(SPI_TEXT, "utf-8")

    @property
    def file(self) -> Path:
        """The board file."""
        return self.folder / "board.toml"

    @property
    def memory(self) -> Path:
        """The measurements so far."""
        return self.folder / "acceptance.jsonl"

    @property
    def run(self) -> AcceptanceRun:
        """The acceptance as opened last."""
        return self.tables[-1].run

    @property
    def rehearsal(self) -> Rehearsal:
        """The simulated board as opened last."""
        rehearsal = self.tables[-1].rehearsal
        assert rehearsal is not None
        return rehearsal

    @property
    def snapshot(self) -> AcceptanceSnapshot:
        """What it shows now."""
        return self.run.snapshot

    def open(
        self,
        fault: str | None = None,
        soak_s: float = SHORT_SOAK_S,
        in_full: tuple[int, ...] = (),
        **how: float,
    ) -> AcceptanceTable:
        """Open and start the acceptance, as after a start of the program."""
        board = read_board(self.file)
        rehearsal = (
            rehearse(board, records=True)
            if fault is None
            else rehearse_fault(board, fault, records=True)
        )
        facts = short_facts(board, rehearsal, soak_s, in_full)
        run = AcceptanceRun(board, self.file, facts, rehearsal.site, self.memory, **how)
        self.tables.append(AcceptanceTable(run, rehearsal.site.bench.close, rehearsal))
        run.start()
        return self.tables[-1]

    def stop(self) -> None:
        """End the acceptance as opened last."""
        if self.tables:
            self.run.stop()

    def answer(self, answer: Callable[[int], AcceptanceAnswer]) -> int:
        """Answer what is shown now."""
        return self.run.submit(answer(self.snapshot.version))

    def until_asked(self, kind: type[Question] | None = None, square: int | None = None) -> None:
        """Answer all questions before the first one of this kind."""
        while True:
            until(lambda: self.snapshot.question is not None, "something is asked")
            question, version = self.snapshot.question, self.snapshot.version
            of_kind = question is not None and (kind is None or isinstance(question, kind))
            if of_kind and square in (None, getattr(question, "square", None)):
                return
            if question is not None:
                self.tell(question, version)

    def finish(self) -> AcceptanceSnapshot:
        """Answer all questions, to the end."""
        while True:
            until(
                lambda: self.snapshot.question is not None or self.snapshot.verdict is not None,
                "something is asked, or all is measured",
            )
            question, version = self.snapshot.question, self.snapshot.version
            if question is not None:
                self.tell(question, version)
            elif self.snapshot.verdict is not None:
                return self.snapshot

    def tell(self, question: Question, version: int) -> None:
        """Answer a question as the simulated person does."""
        self.seen.append(question)
        text = self.rehearsal.builder.ask(question)
        with suppress(Refusal):  # the board may have seen the runner first
            self.run.submit(Told(version, text))
