"""Statistics of people and their races, and all results for other programs. See docs/api.md."""

import csv
import io
from collections.abc import Mapping

import msgspec
from flask import Blueprint, Response

from controller.game.pieces import key_of
from controller.game.statistics import house, person, results
from controller.refusal import Refusal
from controller.table.actor import GameActor
from web.access.guard import Guard
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import body, query
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.statistics import HouseTold, PersonTold
from web.views.words import edition_name


class PersonQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose races are wanted: the name, whatever its capitals and blanks."""

    name: str


class PersonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a person."""

    name: str


def statistics(service: GameActor, guard: Guard) -> Blueprint:
    """Make the routes that tell and export the results of races, and delete people.

    Args:
        service: the game.
        guard: identifies the sender.
    """
    routes = Blueprint("statistics", __name__, url_prefix="/api/statistics")

    @routes.get("")
    def get_house() -> Response:
        book, unread = service.statistics()
        return as_json(HouseTold(house(book), unread))

    @routes.get("/person")
    def get_person() -> Response:
        told = person(service.statistics()[0], query(PersonQuery).name)
        if told is None:
            raise Refusal("no-such-person", "Nobody of that name has finished a race here.")
        return as_json(PersonTold(told, {each.of: edition_name(each.of) for each in told.editions}))

    @routes.post("/person/delete")
    def post_delete() -> Response:
        guard.host()
        name = body(PersonBody).name
        called = spoken()._("A player")
        service.delete_person(name, called, lambda: guard.phones.forget(key_of(name)))
        return as_json(DoneAnswer(ok=True))

    @routes.get("/results.json")
    def get_json() -> Response:
        rows = results(service.statistics()[0])
        return _download(msgspec.json.encode(rows).decode(), "application/json")

    @routes.get("/results.csv")
    def get_csv() -> Response:
        rows = results(service.statistics()[0])
        file = io.StringIO()
        writer = csv.DictWriter(file, rows[0] if rows else ())
        writer.writeheader()
        writer.writerows(map(_for_a_table, rows))
        return _download(file.getvalue(), "text/csv")

    return routes


def _for_a_table(row: Mapping[str, str | int | float]) -> dict[str, str | int | float]:
    """A name that begins like a formula gets a quotation mark, so that no spreadsheet runs it."""
    return {
        key: f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else value
        for key, value in row.items()
    }


def _download(text: str, kind: str) -> Response:
    answer = Response(text, mimetype=kind)
    name = f"hareboard-results.{kind.partition('/')[2]}"
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer
