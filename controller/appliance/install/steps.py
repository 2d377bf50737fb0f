"""Installation steps: the action of each, its open work, and running them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from controller.appliance.machine import InstallError


@dataclass(frozen=True)
class InstallStep:
    """One installation step.

    Attributes:
        title: subject of the step.
        lacking: lists the open work, in words; empty if there is none.
            Changes nothing, and can be called before the earlier steps are done.
        do: does the step.
        remedy: remedy if it fails.
    """

    title: str
    lacking: Callable[[], Sequence[str]]
    do: Callable[[], None]
    remedy: str


class Stopped(Exception):
    """A step failed, and later ones were not tried; the message has the remedy."""


def tell(steps: Iterable[InstallStep], say: Callable[[str], None]) -> None:
    """Print the open work. Changes nothing."""
    for step in steps:
        try:
            lacking = tuple(step.lacking())
        except PermissionError as error:
            lacking = (f"look at {error.filename}, which needs root",)
        _head(step, lacking, say)


def go_through(steps: Iterable[InstallStep], say: Callable[[str], None]) -> None:
    """Do the open work, in order, and print it.

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
