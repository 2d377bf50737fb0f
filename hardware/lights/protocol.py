"""Messages between the game and the lights helper, as bytes. Pure.

Each message is one packet of a Unix socket of type SOCK_SEQPACKET, so a message that makes no
sense spoils none that follows. All of them begin alike, numbers are little-endian:

    "HL"  version  kind  then, by kind:
    SETUP    gpio u8, dma u8, order 3 letters, count u16, red green blue dark in uA u32 each,
             budget in mA u32
    FRAME    red, green, blue of each light, 0 to 255
    KEEP     nothing: what is shown still holds
    DONE     nothing
    REFUSED  reason u8, then a sentence for people in UTF-8

The game sends the first three, and the helper answers each message with one of the last two.
"""

import struct
from dataclasses import dataclass
from typing import Final, Literal, get_args

from hardware.lights.settings import ColourOrder, LightCurrents

VERSION: Final = 1
MOST_LIGHTS: Final = 512
"""The longest strip the helper drives; its frame takes 15 ms on the wire."""
LONGEST: Final = 4 + 3 * MOST_LIGHTS
"""Longest message, in bytes."""

_HEAD: Final = struct.Struct("<2sBB")
_SETUP: Final = struct.Struct("<BB3sH5I")
_MARK: Final = b"HL"
_SETUP_KIND, _FRAME_KIND, _KEEP_KIND, _DONE_KIND, _REFUSED_KIND = range(1, 6)

Reason = Literal["garbage", "version", "busy", "settings", "no-strip", "no-setup", "failed"]
"""Cause of a refusal by the helper.

- `garbage`: an invalid message.
- `version`: a message of another version of this protocol.
- `busy`: another program has the lights.
- `settings`: a set-up that the helper does not allow, or a frame of another length.
- `no-strip`: the lights cannot be driven here.
- `no-setup`: a frame before any set-up.
- `failed`: the lights could be driven before, and cannot any more.
"""
_REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


@dataclass(frozen=True, slots=True)
class LightsSetup:
    """Set-up of the strip; its fields are those of `LightSettings`."""

    gpio: int
    dma: int
    order: ColourOrder
    count: int
    currents: LightCurrents
    budget_ma: int


@dataclass(frozen=True, slots=True)
class LightsFrame:
    """Frame to show: three bytes a light, the first light first."""

    duties: bytes


@dataclass(frozen=True, slots=True)
class LightsKeep:
    """Confirmation of the current frame."""


@dataclass(frozen=True, slots=True)
class LightsDone:
    """The helper has carried out the message."""


@dataclass(frozen=True, slots=True)
class LightsRefused:
    """The helper has refused the message.

    Attributes:
        reason: the cause.
        text: cause and remedy, in words.
    """

    reason: Reason
    text: str


Message = LightsSetup | LightsFrame | LightsKeep | LightsDone | LightsRefused


class LightsGarbage(ValueError):
    """Bytes that are not a message."""


class OtherVersion(LightsGarbage):
    """A message of another version of the protocol."""


def written(message: Message) -> bytes:
    """Return the bytes of a message.

    Raises:
        ValueError: a number out of its range.
    """
    match message:
        case LightsSetup():
            return _head(_SETUP_KIND) + _written_setup(message)
        case LightsFrame(duties):
            return _head(_FRAME_KIND) + duties
        case LightsKeep():
            return _head(_KEEP_KIND)
        case LightsDone():
            return _head(_DONE_KIND)
        case LightsRefused(reason, text):
            said = text.encode()[: LONGEST - _HEAD.size - 1]
            return _head(_REFUSED_KIND) + bytes([_REASONS.index(reason)]) + said


def read(packet: bytes) -> Message:
    """Return the message of these bytes.

    Raises:
        Garbage: they are not a message.
    """
    if len(packet) < _HEAD.size or len(packet) > LONGEST:
        raise LightsGarbage(
            f"its length is {len(packet)}, where a message has {_HEAD.size} to {LONGEST} bytes"
        )
    mark, version, kind = _HEAD.unpack_from(packet)
    if mark != _MARK:
        raise LightsGarbage("it does not begin with “HL”")
    if version != VERSION:
        raise OtherVersion(f"it is of version {version}, and this is version {VERSION}")
    body = packet[_HEAD.size :]
    if kind == _SETUP_KIND and len(body) == _SETUP.size:
        return _read_setup(body)
    if kind == _FRAME_KIND and len(body) % 3 == 0:
        return LightsFrame(body)
    if kind == _KEEP_KIND and not body:
        return LightsKeep()
    if kind == _DONE_KIND and not body:
        return LightsDone()
    if kind == _REFUSED_KIND and body and body[0] < len(_REASONS):
        return LightsRefused(_REASONS[body[0]], body[1:].decode("utf-8", "replace"))
    raise LightsGarbage(f"a body of length {len(body)} after a head of kind {kind}")


def _head(kind: int) -> bytes:
    return _HEAD.pack(_MARK, VERSION, kind)


def _written_setup(setup: LightsSetup) -> bytes:
    currents = setup.currents
    try:
        return _SETUP.pack(
            setup.gpio,
            setup.dma,
            setup.order.encode(),
            setup.count,
            *(
                round(1000 * ma)
                for ma in (currents.red_ma, currents.green_ma, currents.blue_ma, currents.dark_ma)
            ),
            setup.budget_ma,
        )
    except struct.error as error:
        raise ValueError(f"{setup} cannot be said: {error}") from error


def _read_setup(body: bytes) -> LightsSetup:
    gpio, dma, letters, count, red, green, blue, dark, budget_ma = _SETUP.unpack(body)
    order = letters.decode("ascii", "replace")
    if order not in get_args(ColourOrder):
        raise LightsGarbage(f"{order!r} is no order of red, green and blue")
    currents = LightCurrents(red / 1000, green / 1000, blue / 1000, dark / 1000)
    return LightsSetup(gpio, dma, order, count, currents, budget_ma)
