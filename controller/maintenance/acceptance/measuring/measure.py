"""Measures a board from the first task to the last, or from where it was interrupted."""

from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.next_task import next_task
from controller.maintenance.acceptance.measuring.perform import Performer
from controller.maintenance.acceptance.measuring.questions import Builder
from controller.maintenance.acceptance.measuring.site import Site
from controller.maintenance.acceptance.measuring.tasks import (
    Crossed,
    Log,
    Measurement,
    Rated,
    Walked,
)


def measure(facts: Facts, site: Site, builder: Builder, log: Log = ()) -> Log:
    """Do all tasks, one after the other, with a person beside the board.

    Args:
        facts: the board.
        site: the same, open.
        builder: the person.
        log: what has been measured before (`resumed`).
    """
    performer = Performer(facts, site, builder, log)
    while (task := next_task(facts, log)) is not None:
        builder.begin(task)
        log = (*log, performer.do(task))
        builder.take(log[-1])
    return log


def resumed(log: Log) -> Log:
    """Return the measurements that hold after an interruption.

    While a runner is carried from square to square, several belong to one put: those of the last
    square are made again.
    """
    walks = [at for at, each in enumerate(log) if isinstance(each, Walked)]
    if walks and all(_stands_since_walk(each) for each in log[walks[-1] + 1 :]):
        return log[: walks[-1]]
    return log


def _stands_since_walk(measurement: Measurement) -> bool:
    match measurement:
        case Rated():
            stood = (measurement.spot, measurement.height_mm, measurement.way)
            return stood == ("centre", 0, "upright")
        case Crossed():
            return True
    return False
