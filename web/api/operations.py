"""The requests of the API: who may send each, and the shapes of its body and its answer.

The shapes are the very structs that requests are decoded into, and those of `web.views.shapes`.
A route that is not described, and a description that no route fits, fail a test; so does an
answer of another shape.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from controller.appliance.status.status import Running
from controller.game.setup import Setup
from controller.maintenance.acceptance.run import AcceptanceAnswer
from controller.maintenance.calibration.answers import Answer
from controller.table.commands import SetLook
from web.api.broker import BrokerBody
from web.api.game import LessonBody, PlayBody, VersionBody
from web.api.joining import CodeBody, JoinBody, PinBody
from web.api.network import NetworkBody
from web.api.partners import (
    AttemptBody,
    PairingCodeBody,
    PartnerBody,
    RaceBody,
    RaceTogetherBody,
)
from web.api.past_games import LoadBody, MendBody, PaceBody, PauseBody, PictureQuery, SetAsideBody
from web.api.simulator.readers import ClearBody, FaultBody, TagBody
from web.api.simulator.world import HandBody, MishapBody, PressBody
from web.api.statistics import PersonBody, PersonQuery
from web.api.voice import VoiceBody
from web.server.request_body import ModeBody, NothingBody
from web.views.shapes import (
    accepting,
    basics,
    building,
    game,
    partners,
    people,
    simulator,
    statistics,
    view,
)

Who = Literal["all", "seat", "player", "host", "at-board"]
JsonObject = dict[str, Any]
"""A part of a JSON document, of any depth."""


@dataclass(frozen=True)
class Media:
    """An answer that is not one JSON value.

    Attributes:
        kind: its media type.
        about: its contents, in words.
    """

    kind: str
    about: str


@dataclass(frozen=True)
class Operation:
    """One request of the API.

    Attributes:
        method: the HTTP method.
        rule: the route, as registered in the application.
        summary: the purpose, in words.
        answer: the shape of the answer, or its media.
        body: the shape of the request.
        who: the right that is needed.
        query: the shape of what may follow the address after “?”.
    """

    method: Literal["GET", "POST"]
    rule: str
    summary: str
    answer: Any
    body: Any = None
    who: Who = "all"
    query: Any = None


VIEWS: Final = Media(
    "text/event-stream",
    "Server-sent events: `view` (a whole view, at once and at every change) and `heartbeat` "
    '(`{"revision": 345, "turn_s": 12.5}`, every 5 s in which nothing changes; with a clock '
    "also after each view; `turn_s` is how long the player to move has been thinking, null if "
    "nobody is). Ends when the seat is lost.",
)
WORLDS: Final = Media(
    "text/event-stream",
    "Server-sent events: `world` (`pieces` and `lights`), `lights` (`lights`), `heartbeat`.",
)
EVERY_RESULT: Final = "Every seat of every race played to its end, with the rating after it."
Results = list[dict[str, str | int | float]]
CSV: Final = Media("text/csv", EVERY_RESULT)
RECORD: Final = Media("text/plain", "The record of the game, with every hand.")
PICTURE: Final = Media("image/svg+xml", "The race and its order, 1080 by 1080, as SVG.")
BUNDLE: Final = Media("application/gzip", "A `.tar.gz` without what is private.")


def _get(rule: str, summary: str, answer: Any, who: Who = "all") -> Operation:
    return Operation("GET", rule, summary, answer, None, who)


def _post(
    rule: str, summary: str, body: Any, answer: Any = basics.DoneAnswer, who: Who = "all"
) -> Operation:
    return Operation("POST", rule, summary, answer, body, who)


def _looking() -> Iterable[Operation]:
    yield _get("/api/watch", "The view without anybody's hand", view.View)
    yield _get("/api/watch/live", "The same, live", VIEWS)
    yield _get("/api/seats/<int:seat>", "The view with a seat's own hand", view.View, "seat")
    yield _get("/api/seats/<int:seat>/live", "The same, live", VIEWS, "seat")
    yield _get(
        "/api/seats/<int:seat>/hints",
        "A few good moves, in a game that was set up with hints",
        view.HintsSeen,
        "seat",
    )
    yield _get(
        "/api/seats/<int:seat>/why/<int:square>",
        "Whether a runner may go to a square, and what is in its way",
        view.WhyNot,
        "seat",
    )
    yield _get("/api/watch/answers", "What anybody may ask of the race", view.AnswersSeen)
    yield _get(
        "/api/seats/<int:seat>/answers",
        "What a player may ask, in sentences to be read aloud",
        view.AnswersSeen,
        "seat",
    )
    yield _get("/api/track", "The track in play", game.TrackView)
    yield _get("/api/rules", "The rules of the game in play, in words", game.Rules)
    yield _get("/api/editions", "The editions and house rules to choose from", game.EditionsAnswer)
    yield _get("/healthz", "Whether the board is at work", building.Health)
    yield _get("/api/status", "How the program, the game and the board are", Running)


def _playing() -> Iterable[Operation]:
    seat, played = "/api/seats/<int:seat>", basics.Played
    yield _post(f"{seat}/play", "Play an action (R14.1)", PlayBody, played, "seat")
    yield _post(f"{seat}/take-back", "Take the last action back", VersionBody, played, "seat")
    yield _post("/api/confirm", "Do what the confirm button does", VersionBody, played, "player")
    yield _post("/api/lesson", "Go to another step of the lesson", LessonBody, played, "player")
    yield _post(
        "/api/rescued/seen", "The view tells `rescued` no more", NothingBody, played, "player"
    )


def _joining() -> Iterable[Operation]:
    seat = "/api/seats/<int:seat>"
    yield _get("/api/me", "What this phone may do", people.Me)
    yield _post(
        "/api/join",
        "Take a free seat with the board's code, or the one that this code hands over",
        JoinBody,
        people.Joined,
    )
    yield _post("/api/join/code", "Check the code of the board", CodeBody)
    yield _post("/api/join/tap", "Light a square to hold a runner on", CodeBody, people.TapBegun)
    yield _post(
        "/api/join/tap/<token>",
        "Ask whose runner is held there; about once a second",
        NothingBody,
        people.TapSeen,
    )
    yield _post("/api/join/tap/<token>/end", "The lit square is needed no more", NothingBody)
    yield _post(
        f"{seat}/hand-over", "A code for another phone", NothingBody, people.HandOver, "seat"
    )
    yield _post(f"{seat}/leave", "Make a seat free: its own phone, or the host's", NothingBody)
    yield _post("/api/host", "Make this phone the host's", PinBody)
    yield _post("/api/host/leave", "Make it an ordinary one again", NothingBody)
    yield _post(
        "/api/host/show-pin",
        "Let the lights draw the PIN for a while",
        NothingBody,
        people.PinShown,
    )
    yield _get("/api/table", "How phones join", people.Invitation, "host")
    yield _post("/api/table/code", "Another code from now on", NothingBody, people.NewCode, "host")
    yield _get("/api/terminal", "What the terminal shows", people.Secrets, "at-board")


def _networking() -> Iterable[Operation]:
    yield _get("/api/card", "What stands on the card for the table", people.Card, "host")
    yield _get("/api/network", "The board's network", people.NetworkSeen, "host")
    yield _post("/api/network/look", "Look for Wi-Fi networks", NothingBody, who="host")
    yield _post(
        "/api/network/join", "Join a Wi-Fi network", NetworkBody, people.NetworkJoining, "host"
    )
    yield _get("/api/voice", "The board's own loudspeaker", people.VoiceSeen, "host")
    yield _post("/api/voice", "Say more or less, or nothing", VoiceBody, who="host")
    yield _get("/api/broker", "The MQTT broker of the board", people.BrokerSeen, "host")
    yield _post("/api/broker", "Save its settings, and use them", BrokerBody, who="host")
    yield _post(
        "/api/broker/try", "Try settings, and save nothing", BrokerBody, people.BrokerTried, "host"
    )
    yield _post(
        "/api/broker/leave", "Publish nothing more, and keep no settings", NothingBody, who="host"
    )
    yield _get(
        "/api/partners", "Other boards, and pairing with them", partners.PartnersSeen, "host"
    )
    yield _post("/api/partners/invite", "Make a code for another board", NothingBody, who="host")
    yield _post("/api/partners/accept", "Accept an invitation", PairingCodeBody, who="host")
    yield _post("/api/partners/confirm", "Confirm the other board", AttemptBody, who="host")
    yield _post("/api/partners/cancel", "Give the pairing up", NothingBody, who="host")
    yield _post("/api/partners/forget", "Forget another board", PartnerBody, who="host")
    race = "/api/partners/race"
    begun = "Begin a race with another board"
    yield _post(race, begun, RaceTogetherBody, basics.Played, "host")
    yield _post(f"{race}/join", "Join its race", RaceBody, basics.Played, "host")
    yield _post(f"{race}/decline", "Decline its race", RaceBody, who="host")
    yield _post(f"{race}/alone", "Go on alone", VersionBody, basics.Played, "host")
    yield _post("/api/welcome", "Go on from the page of welcome", NothingBody)


def _hosting() -> Iterable[Operation]:
    played = basics.Played
    yield _get("/api/games", "The games that were begun last", game.Games)
    yield _post("/api/games", "Begin a game", Setup, played, "host")
    yield _post("/api/games/again", "Begin the same game again", NothingBody, played)
    yield _post("/api/games/abandon", "End the game under way", VersionBody, played, "host")
    yield _post("/api/games/pause", "Let the game wait, or go on", PauseBody, played, "host")
    yield _post("/api/games/pace", "Change the opponents' pace", PaceBody, played, "host")
    yield _post("/api/games/set-aside", "Keep the game for later", SetAsideBody, played, "host")
    yield _post("/api/games/mend", "Say which is right, board or game", MendBody, played, "host")
    yield _post("/api/games/<int:game>/load", "Go on with a game", LoadBody, played, "host")
    yield _get("/api/games/<int:game>/record", "The record of a game that is over", RECORD)
    yield _get("/api/games/<int:game>/story", "The story of a game", game.StoryTold)
    picture = "/api/games/<int:game>/picture.svg"
    drawn = _get(picture, "A picture of a game that is over, to share", PICTURE)
    yield replace(drawn, query=PictureQuery)
    yield _get(
        "/api/games/<int:game>/analysis", "The analysis of a game that is over", game.AnalysisTold
    )
    yield _get("/api/statistics", "What all races tell of people", statistics.HouseTold)
    told = _get("/api/statistics/person", "What the races of a person tell", statistics.PersonTold)
    yield replace(told, query=PersonQuery)
    yield _post("/api/statistics/person/delete", "Delete a person", PersonBody, who="host")
    yield _get("/api/statistics/results.csv", "All results, for a spreadsheet", CSV)
    yield _get("/api/statistics/results.json", "All results, for a program", Results)
    yield _get("/api/lights", "What the lights mean, and how they look", game.LightsAnswer)
    yield _post("/api/lights", "Let the lights look otherwise", SetLook, played, "player")


def _building() -> Iterable[Operation]:
    yield _get("/api/readers", "How every reader is", building.ReadersAnswer)
    yield _get("/api/builder/doctor", "What the doctor finds", building.Diagnosis)
    yield _get("/api/builder/bundle", "The same and more, to be sent to others", BUNDLE)
    yield _get("/api/mode", "Who has the board", building.ModeSeen)
    yield _post(
        "/api/mode", "Take the board to game or workshop", ModeBody, building.ModeEntered, "host"
    )
    yield _get("/api/workshop", "What the workshop asks and has learned", building.WorkshopView)
    yield _get("/api/workshop/live", "The same, live", VIEWS)
    yield _post("/api/workshop/answer", "Answer the workshop", Answer, basics.Played, "host")
    yield _get(
        "/api/acceptance", "What the acceptance asks and has found", accepting.AcceptanceView
    )
    yield _get("/api/acceptance/live", "The same, live", VIEWS)
    yield _post(
        "/api/acceptance/answer", "Answer the acceptance", AcceptanceAnswer, basics.Played, "host"
    )
    yield _get("/api/acceptance/bundle", "All measurements, to be sent to others", BUNDLE)


def _simulating() -> Iterable[Operation]:
    told = (
        _get("", "The simulated world", simulator.WorldAnswer),
        _get("/live", "The same, live", WORLDS),
        _post("/hand", "What a hand does to wood", HandBody, simulator.PiecesMoved),
        _post("/press", "Press a button", PressBody),
        _post("/mishaps", "Power and plug", MishapBody, simulator.MishapsNow),
        _get("/readers", "How the simulated readers are", simulator.SimulatedReadersAnswer),
        _post("/fault", "Switch a fault of a reader", FaultBody, simulator.ReadersThen),
        _post("/fault/clear", "Switch faults off", ClearBody, simulator.ReadersThen),
        _post("/tag", "How well a runner's tags read", TagBody, simulator.ReadersThen),
    )
    for each in told:
        yield replace(each, rule=f"/api/simulator{each.rule}", who="host")


def operations() -> tuple[Operation, ...]:
    """Return every request, of all modes."""
    described = _get("/api/openapi.json", "This description", JsonObject)
    return (
        *_looking(),
        *_playing(),
        *_joining(),
        *_networking(),
        *_hosting(),
        *_building(),
        *_simulating(),
        described,
    )
