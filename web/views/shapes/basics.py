"""Shapes common to all answers: refusals, confirmations."""

from typing import Annotated, Literal

import msgspec

from controller.game.rules.errors import ReasonCode

Count = Annotated[int, msgspec.Meta(ge=0)]
Seat = Annotated[int, msgspec.Meta(ge=0, description="A seat, counted from 0.")]
SquareAt = Annotated[int, msgspec.Meta(ge=0, description="A square: 0 is START.")]
Carrots = Annotated[int, msgspec.Meta(ge=0, description="A number of carrots.")]
Seconds = Annotated[float, msgspec.Meta(ge=0, description="Seconds.")]
Kind = Annotated[str, msgspec.Meta(description="H, C, L, T, 2, 3, 4, F; START, HOME.")]
Sentence = Annotated[str, msgspec.Meta(description="For people, in the asker's language.")]
Hexadecimal = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{6})*$")]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An answer, or a part of one; free of cycles, so the garbage collector need not visit it."""


# Refusals

RefusalCode = Literal[
    ReasonCode,
    "bad-broker",
    "bad-network",
    "bad-option",
    "bad-password",
    "bad-request",
    "cannot-follow",
    "file-not-saved",
    "game-running",
    "host-only",
    "in-workshop",
    "no-analysis",
    "no-free-square",
    "no-game",
    "network-busy",
    "no-lights",
    "no-loudspeaker",
    "no-network",
    "no-partners",
    "no-such-game",
    "no-such-person",
    "no-such-seat",
    "no-tap",
    "no-workshop",
    "not-offered",
    "not-readable",
    "not-saved",
    "not-there",
    "not-your-seat",
    "not-your-turn",
    "on-its-way",
    "out-of-place",
    "not-deleted",
    "partly-deleted",
    "paused",
    "seat-taken",
    "service-stopped",
    "stale",
    "table-not-ready",
    "tap-busy",
    "too-many-tries",
    "unknown-edition",
    "wrong-code",
    "wrong-pin",
]
"""Reasons of refusals, for programs."""


class WhyAnswer(Shape, frozen=True):
    """One reason why an action is not legal."""

    code: ReasonCode
    message: Sentence


class TroubleView(Shape, frozen=True):
    """A refusal: a code for programs, a sentence for people."""

    code: RefusalCode
    message: Sentence
    reasons: tuple[WhyAnswer, ...]


class RefusedAnswer(Shape, frozen=True):
    """A request that was refused; nothing has changed."""

    ok: Literal[False]
    error: TroubleView


# Answers of most changes


class DoneAnswer(Shape, frozen=True):
    """Confirmation of a change."""

    ok: Literal[True]


class Played(Shape, frozen=True):
    """Confirmation of a change, with the version after it."""

    ok: Literal[True]
    version: Count
