"""Shapes of the statistics; most of them are those of `controller.game.statistics.figures`."""

from controller.game.statistics import House, PersonFigures
from web.views.shapes.basics import Count, Shape


class HouseTold(Shape, frozen=True):
    """What all races tell, and how many are still to be read."""

    house: House
    unread: Count


class PersonTold(Shape, frozen=True):
    """What the races of a person tell, and the names of their editions."""

    person: PersonFigures
    edition_names: dict[str, str]
