"""Steps: what each does, whether it is done already, and going through them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from controller.appliance.install.machine import InstallError


@dataclass(frozen=True)
class InstallStep:
    """One thing to be seen to.

    Attributes:
        title: what it is about.
        lacking: what is still to be done, each in words; nothing if all is as it should be.
            Changes nothing, and can be asked before the steps in front of it are done.
        do: does it.
        remedy: what to do if it fails.
    """

    title: str
    lacking: Callable[[], Sequence[str]]
    do: Callable[[], None]
    remedy: str


class Stopped(Exception):
    """A step failed, and nothing after it was tried; the message says what to do."""


def tell(steps: Iterable[InstallStep], say: Callable[[str], None]) -> None:
    """Say what would be done. Changes nothing."""
    for step in steps:
        try:
            lacking = tuple(step.lacking())
        except PermissionError as error:
            lacking = (f"look at {error.filename}, which needs root",)
        _head(step, lacking, say)


def go_through(steps: Iterable[InstallStep], say: Callable[[str], None]) -> None:
    """Do whatever is not done yet, in order, and say so.

    Raises:
        Stopped: at the first step that fails.
    """
    for step in steps:
        try:
            lacking = tuple(step.lacking())
            _head(step, lacking, say)
            if lacking:
                step.do()
        except (InstallError, OSError) as error:
            raise Stopped(f"{step.title}: {error}\n{step.remedy}") from error


def _head(step: InstallStep, lacking: Sequence[str], say: Callable[[str], None]) -> None:
    if not lacking:
        say(f"  {step.title}: as it should be")
        return
    say(f"* {step.title}")
    for each in lacking:
        say(f"    {each}")
