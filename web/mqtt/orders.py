"""Turns a message of the command topic into a command to the game."""

from typing import Final

from controller.json_data import BadJson, from_json
from controller.refusal import Refusal
from controller.table.commands import Command, Confirm, Pause, SetLook, TakeBack
from controller.table.snapshot import Snapshot
from web.mqtt.messages import CommandMessage

LONGEST: Final = 1024
"""Longest message that is read, in bytes."""

MOST_SAID: Final = 200
"""Most letters of what is wrong with a message: it may repeat the message."""


class BadOrder(ValueError):
    """A message that asks for nothing the board knows; says what is wrong with it."""


def command_of(payload: bytes, snapshot: Snapshot) -> Command:
    """Return the command that a message asks for, as the game stands.

    Raises:
        BadOrder: it asks for none.
        Refusal: it asks for one that is not possible now.
    """
    if len(payload) > LONGEST:
        raise BadOrder(f"A command has at most {LONGEST} bytes.")
    try:
        asked = from_json(payload, CommandMessage)
    except BadJson as error:
        raise BadOrder(f"The command is not understood: {str(error)[:MOST_SAID]}.") from error
    match asked.command:
        case "confirm":
            return Confirm(snapshot.version)
        case "take-back":
            if snapshot.take_back is None:
                raise Refusal("not-offered", "You have nothing to take back right now.")
            return TakeBack(snapshot.take_back, snapshot.version)
        case "pause" | "resume":
            return Pause(asked.command == "pause")
        case "look":
            return SetLook(brightness=asked.brightness, night=asked.night)
