"""Thousands of requests made up from the description of the API, and what is wrong with an answer.

They come from four kinds of people: a phone on which all play, the host's, a stranger's, and the
machine of the simulated board itself. Made-up requests alone would mostly be stale or about
nothing, so many of them are set right with what that phone could know: the version, a seat, an
action that is offered, the code. The game goes on, ends, is begun anew.
"""

import random
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.modes import app_of, mode_switch_in
from web.access.guard import Guard
from web.server.request_body import Mode
from web.views.shapes.basics import RefusedAnswer

Made = Case[Any]
Role = Literal["player", "host", "stranger", "at the board"]
ROLES: Final[tuple[Role, ...]] = ("player", "host", "stranger", "at the board")
NAMES: Final = ("Ann", "Ben", "Cem")
SETUP: Final[dict[str, Any]] = {
    "seats": [
        {"name": name, "colours": [colour]}
        for name, colour in zip(NAMES, ("red", "green", "blue"), strict=True)
    ]
}
CHECKS: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
)
PLAYS: Final = 20
PLAIN: Final = {"Accept-Encoding": "identity"}
SET_RIGHT: Final = 0.7
"""How often what is made up is replaced by what could be meant."""


@dataclass
class Told:
    """What came of all the requests.

    Attributes:
        answers: how many there were, by role, operation and status or code of refusal.
        wrong: what was wrong, each with the request it was the answer to.
    """

    answers: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Asker:
    """Asks one application, as everybody.

    Args:
        app: what is asked.
        name: which room it is.
        rng: decides who asks, and what of a request is set right.
    """

    def __init__(self, app: Flask, name: Mode, rng: random.Random) -> None:
        self.told = Told()
        self._app = app
        self._name = name
        self._rng = rng
        self._guard: Guard = app.extensions["guard"]
        phones = self._guard.phones
        at_board = phones.seat_at_board(None, phones.board_key)
        assert at_board is not None
        self._tokens: dict[Role, str] = {"at the board": at_board}
        self._tap = "nothing"
        self._board = app.test_client()
        self._board.set_cookie(self._guard.cookie, at_board)

    def cases(self) -> st.SearchStrategy[Made]:
        """Requests to everything that is described, but for streams, which never end."""
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", self._app)
        # Who asks with which cookie is decided here.
        schema.config.generation.update(with_security_parameters=False)
        described = [
            each.ok()
            for each in schema.exclude(path_regex="/live$").get_all_operations()
            if isinstance(each, Ok)  # else the whole description could not have been read
        ]
        made_up = [
            operation.as_strategy(generation_mode=mode)
            for operation in described
            for mode in _modes(operation)
        ]
        return st.sampled_from(made_up).flatmap(lambda each: each)

    def ask(self, case: Made) -> None:
        """Ask, and note what is wrong with the answer."""
        role = self._rng.choice(ROLES)
        if self._name == "play":
            self._prepare(role)
        if case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE:
            self._set_right(case)
        token = self._tokens.get(role)
        asked = f"{role}, {case.method} {case.formatted_path} {case.body!r}"
        try:
            answer = case.call(
                headers=dict(PLAIN),
                cookies={self._guard.cookie: token} if token else {},
            )
        except Exception as error:  # noqa: BLE001 - whatever it is, it would have been a 500
            at = traceback.extract_tb(error.__traceback__)[-1]
            self.told.wrong.append(f"{asked}: {error!r} in {at.filename}, line {at.lineno}")
            return
        self._note(role, case, answer)
        try:
            case.validate_response(answer, checks=list(CHECKS))
        except (Failure, FailureGroup) as failure:
            wrong = getattr(failure, "exceptions", (failure,))
            self.told.wrong += [f"{asked}: {answer.content[:200]!r}: {each}" for each in wrong]

    def _note(self, role: Role, case: Made, answer: Response) -> None:
        how = str(answer.status_code)
        if answer.status_code >= 400:
            how = msgspec.json.decode(answer.content, type=RefusedAnswer).error.code
        elif case.path == "/api/join/tap":
            self._tap = answer.json()["tap"]
        self.told.answers[role, f"{case.method} {case.path}", how] += 1

    def _prepare(self, role: Role) -> None:
        """See to it that there is a game, mostly, and that everybody is who they are."""
        if self._view()["phase"] != "playing" and self._rng.random() < SET_RIGHT:
            self._board.post("/api/games", json=SETUP)
        if self._view()["paused"] and self._rng.random() < SET_RIGHT:
            self._board.post("/api/games/pause", json={"paused": False})
        phones = self._guard.phones
        for name in NAMES if role == "player" else ():
            if not self._guard.holds(self._tokens.get(role), name):
                phones.leave(name)
                self._tokens[role] = phones.take(self._tokens.get(role), name)
        if role == "host" and not phones.rights(self._tokens.get(role)).host:
            self._tokens[role] = phones.make_host(None, phones.pin, "the terminal")

    def _view(self) -> Any:
        return self._board.get("/api/watch").get_json()

    # What a phone could know

    def _set_right(self, case: Made) -> None:
        right = self._right(case)
        for name in case.path_parameters:
            if name in right and self._rng.random() < SET_RIGHT:
                case.path_parameters[name] = right[name]
        if not isinstance(case.body, dict):
            return
        for name in case.body:
            if name in right and self._rng.random() < SET_RIGHT:
                case.body[name] = right[name]
        if "mode" in case.body:
            case.body["mode"] = self._name  # the board stays here
        if case.path == "/api/games" and self._rng.random() < SET_RIGHT:
            case.body.clear()
            case.body.update(SETUP)

    def _right(self, case: Made) -> dict[str, Any]:
        phones = self._guard.phones
        right: dict[str, Any] = {
            "code": phones.code,
            "pin": phones.pin,
            "token": self._tap,
            "square": self._rng.randrange(70),
        }
        if self._name == "workshop":
            return {**right, "version": self._board.get("/api/workshop").get_json()["version"]}
        view = self._view()
        to_act = view["to_act"]
        right |= {"version": view["version"], "seat": 0 if to_act is None else to_act}
        if case.path.endswith("/play") and to_act is not None:
            right["action"] = self._action(to_act)
        if "game" in case.path_parameters:
            games = self._board.get("/api/games").get_json()["games"]
            right["game"] = self._rng.choice([each["game"] for each in games] or [0])
        return right

    def _action(self, seat: int) -> str:
        """Something that whoever is to act may do now."""
        client = self._app.test_client()
        client.set_cookie(self._guard.cookie, self._tokens.get("player", ""))
        me = client.get(f"/api/seats/{seat}").get_json().get("me")
        offered = [] if me is None else [*me["destinations"], *me["choices"]]
        return self._rng.choice([str(each["action"]) for each in offered] or ["f1"])


def _modes(operation: APIOperation[Any, Any, Any, Any]) -> Iterator[GenerationMode]:
    """Valid requests, and broken ones where there is something to break.

    Most are to play, as at a table: else no game would come far.
    """
    yield from [GenerationMode.POSITIVE] * (PLAYS if operation.path.endswith("/play") else 2)
    if operation.body or operation.path_parameters:
        yield GenerationMode.NEGATIVE


def ask_many(folder: Path, name: Mode, requests: int, number: int) -> Told:
    """Send so many requests to a room of a switch.

    Args:
        folder: where the switch keeps everything.
        name: the room.
        requests: how many.
        number: decides which; the same ones for the same number, as far as the game is.
    """
    with mode_switch_in(folder) as switch:
        asker = Asker(app_of(switch, name), name, random.Random(number))

        @seed(number)
        @settings(
            max_examples=requests,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=asker.cases())
        def ask_all(case: Made) -> None:
            asker.ask(case)

        ask_all()
        return asker.told
