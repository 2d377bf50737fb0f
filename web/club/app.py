"""The Flask application of the club screen: one page, and one stream for it."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from flask import Flask, Response, render_template

from controller.game.editions.rulesets import DEFAULT_EDITION, load_edition, load_track
from web.club.club import Club
from web.club.seen import ClubLooks, ClubTrack
from web.languages.language import Speech
from web.modes.policy import add_manners
from web.mqtt.troubles import BrokerTrouble
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Feed, Streams, event, is_due
from web.views.track import track_view

PAUSE_S: Final = 0.4
"""Shortest time between two pictures: boards that change meanwhile are sent together."""


def create_club_app(
    club: Club, trouble: Callable[[], BrokerTrouble | None], ended: Callable[[], bool]
) -> Flask:
    """Make the application of the club screen.

    Args:
        club: the boards and results.
        trouble: returns why the broker is not connected.
        ended: returns True once the streams are to end.
    """
    app = Flask("web")
    streams = Streams()

    @app.get("/")
    def get_page() -> str:
        return render_template("club.html")

    @app.get("/api/club/looks")
    def get_looks() -> Response:
        course = load_track(load_edition(DEFAULT_EDITION).options["track"])
        return as_json(ClubLooks(track_view(DEFAULT_EDITION, course, spoken()).colours))

    @app.get("/api/club/live")
    def get_live() -> Response:
        return streams.respond(Feed(_events(club, trouble, ended, spoken()), club.watchers))

    add_manners(app)
    return app


def _events(
    club: Club,
    trouble: Callable[[], BrokerTrouble | None],
    ended: Callable[[], bool],
    say: Speech,
) -> Iterator[bytes | None]:
    """Yield `tracks` before the first board of each, `boards` that changed, `tables`, `broker`."""
    shown, told_s, why, known = -1, 0.0, "", set[str]()
    ids: tuple[str, ...] | None = None
    shown_evening = ""
    tables = b""
    while not ended():
        now_s = time.monotonic()
        reason = trouble()
        sentence = "" if reason is None else reason.sentence(say)
        if sentence != why or told_s == 0.0:
            why = sentence
            yield event("broker", {"sentence": why or None})
        revision, evening = club.revision, club.evening
        same = (revision, evening) == (shown, shown_evening)
        if same or now_s < told_s + PAUSE_S:
            if is_due(told_s):
                told_s = now_s
                yield event("heartbeat", {"revision": shown})
            else:
                yield None
            continue
        boards = club.boards(after=shown)
        for name in sorted({each.track for each in boards} - known):
            known.add(name)
            yield event("track", ClubTrack(name, club.track(name)))
        if boards:
            yield event("boards", boards)
        if (now := club.ids()) != ids:
            ids = now
            yield event("order", ids)
        if (table := event("tables", club.tables())) != tables:
            tables = table
            yield table
        shown, shown_evening, told_s = revision, evening, now_s
