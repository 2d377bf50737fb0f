"""The loudspeaker of the board: seen and switched by the host. See docs/speech.md."""

from typing import Protocol

import msgspec
from flask import Blueprint, Response

from controller.board.file.voice import VoiceDetail
from controller.refusal import Refusal
from web.access.guard import Guard
from web.languages.language import Speech, mark
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import body
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.people import VoiceSeen

NO_LOUDSPEAKER = mark("This board has no loudspeaker: its board file has no section [voice].")


class VoiceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much the loudspeaker says; None to be silent."""

    detail: VoiceDetail | None


class Speaking(Protocol):
    """The loudspeaker, as the host sees it."""

    def seen(self, say: Speech) -> VoiceSeen:
        """Return what it says, and why nothing is heard."""
        ...

    def choose(self, detail: VoiceDetail | None) -> None:
        """Say more or less from now on, or nothing."""
        ...


def voice(guard: Guard, speaking: Speaking) -> Blueprint:
    """Make the API of the loudspeaker, all for the host."""
    routes = Blueprint("voice", __name__)

    @routes.get("/api/voice")
    def get_voice() -> Response:
        guard.host()
        return as_json(speaking.seen(spoken()))

    @routes.post("/api/voice")
    def post_voice() -> Response:
        guard.host()
        wanted = body(VoiceBody).detail
        if not speaking.seen(spoken()).there:
            raise Refusal("no-loudspeaker", NO_LOUDSPEAKER)
        speaking.choose(wanted)
        return as_json(DoneAnswer(ok=True))

    return routes
