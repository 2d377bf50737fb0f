"""What an acceptance asks and does, in sentences that terminal and page both show."""

from typing import Final, Literal

from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.questions import Ask, PressButton, Put, Question
from controller.maintenance.acceptance.measuring.tasks import (
    Cross,
    Examine,
    FindChip,
    FindMultiplexers,
    LoadSupply,
    Press,
    PullReset,
    Rate,
    Soak,
    Sweep,
    Task,
    Walk,
)
from controller.maintenance.doctor.findings import Sentence, counted_sentence, sentence

Part = Literal[
    "chips", "lines", "resets", "lights", "supply", "buttons", "runner", "places", "soak"
]

DOING: Final[dict[Part, Sentence]] = {
    "chips": sentence("The board asks every reader what it is"),
    "lines": sentence("The board tests every line and every antenna"),
    "resets": sentence("The board pulls the reset lines"),
    "lights": sentence("Watch the lights"),
    "supply": sentence("The board tests its supply"),
    "buttons": sentence("Now the buttons"),
    "runner": sentence("Carry one runner to every square that is asked for"),
    "places": sentence("Now other places on the squares"),
    "soak": sentence("Leave the board alone"),
}
"""The parts of an acceptance in their order, each with what happens in it."""
SPOT_NAMES: Final[dict[str, Sentence]] = {
    "far left": sentence("far left"),
    "far right": sentence("far right"),
    "near left": sentence("near left"),
    "near right": sentence("near right"),
}
NOTHING_TO_DO: Final = sentence("The board is measuring; you have nothing to do.")
GOES_ON: Final = sentence("The board goes on when it sees it.")


def part_of(task: Task) -> Part:
    """Return the part that a task belongs to."""
    match task:
        case FindChip() | FindMultiplexers() | PullReset(revives=True):
            return "chips"
        case PullReset():
            return "resets"
        case Sweep() | Examine():
            return "lines"
        case LoadSupply():
            return "supply"
        case Press():
            return "buttons"
        case Walk() | Cross() | Rate(spot="centre", height_mm=0, way="upright"):
            return "runner"
        case Rate():
            return "places"
        case Soak():
            return "soak"
    return "lights"


def parts_of(facts: Facts) -> tuple[Part, ...]:
    """Return the parts of a board's acceptance, in their order."""
    absent: set[Part] = set()
    if not any(bus.resets for bus in facts.buses):
        absent.add("resets")
    if not facts.lights:
        absent.add("lights")
    if not facts.buttons:
        absent.add("buttons")
    return tuple(part for part in DOING if part not in absent)


def square_of(task: Task) -> int | None:
    """Return the square with the runner, while it is measured."""
    return task.square if isinstance(task, Walk | Rate | Cross) else None


def doing(task: Task) -> Sentence:
    """Return what happens now, if nothing is asked."""
    square = square_of(task)
    if square is not None:
        return sentence("Leave it on square {square}", square=square)
    return DOING[part_of(task)]


def aside(task: Task) -> Sentence:
    """Return what else there is to know of it."""
    if isinstance(task, Soak):
        minutes = max(1, round(task.seconds / 60))
        return counted_sentence(
            "It is read as in a game for {count} minute.",
            "It is read as in a game for {count} minutes.",
            minutes,
        )
    return NOTHING_TO_DO


def asked(question: Question) -> Sentence:
    """Return what to do or to tell, in one sentence."""
    match question:
        case Put(spot="centre", height_mm=0, way="upright"):
            return sentence(
                "Put the runner in the middle of square {square}", square=question.square
            )
        case Put(way="upside down", height_mm=0):
            return sentence(
                "Turn the runner on square {square} upside down", square=question.square
            )
        case Put(way="upside down"):
            return sentence(
                "Put something {height} mm thick under the runner on square {square}, upside down",
                height=question.height_mm,
                square=question.square,
            )
        case Put() if question.height_mm:
            return sentence(
                "Put something {height} mm thick under the runner on square {square}",
                height=question.height_mm,
                square=question.square,
            )
        case Put():
            return sentence(
                "Put the runner into a corner of square {square}: {spot}",
                square=question.square,
                spot=SPOT_NAMES[question.spot],
            )
        case PressButton():
            return sentence(
                "Press the button “{button}” {times} times",
                button=question.button,
                times=question.times,
            )
        case Ask(about="order"):
            return sentence("Did the lights run along the track, from the first to the last?")
        case Ask(about="dark"):
            return sentence("Which squares stay dark now?")
        case Ask(about="lit"):
            return sentence("Which square is lit?")
        case Ask():
            return sentence("Which colour do the lights have now?")


def hint(question: Question, facts: Facts) -> Sentence | None:
    """Return what helps to do it; None if nothing does."""
    match question:
        case Put(spot="centre", height_mm=0, way="upright"):
            row, column = facts.places[question.square]
            where = sentence(
                "It is in row {row} from the far side, and {column} from the left.",
                row=row + 1,
                column=column + 1,
            )
            return where + GOES_ON
        case Put() if question.height_mm:
            return sentence("Beer mats will do, but no metal.")
    return None
