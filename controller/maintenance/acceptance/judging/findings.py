"""Faults of a board that its acceptance names, with what to do."""

from typing import Final, Literal

import msgspec

Fault = Literal[
    "no-answer",
    "not-addressed",
    "hung",
    "no-pn532",
    "multiplexer",
    "self-test",
    "antenna",
    "noisy-line",
    "restarts",
    "clock",
    "slow-ack",
    "never-resets",
    "reset-too-short",
    "readers-swapped",
    "reader-moved",
    "duplicate",
    "select-shared",
    "no-tag",
    "weak",
    "place",
    "neighbour",
    "stride",
    "crown-from-below",
    "no-crown",
    "unsteady",
    "drops-out",
    "flickers",
    "strip-reversed",
    "lights-swapped",
    "light-moved",
    "dark",
    "colours",
    "supply",
    "supply-at-rest",
    "bounces",
    "stuck",
    "inverted",
    "no-press",
]
"""Kinds of fault, as `WORDS` describes them."""

WORDS: Final[dict[Fault, tuple[str, str]]] = {
    "no-answer": (
        "The reader of {squares} doesn't answer.",
        (
            "Check that it is plugged in and has power, that its switches say {transport}, and its "
            "select line. Then swap it with a neighbour: if the fault moves along, it is dead."
        ),
    ),
    "not-addressed": (
        "Nothing answers at the address of the reader of {squares}.",
        "Check its plug, its power, that its switches say I2C, and its channel of the multiplexer.",
    ),
    "hung": (
        "The reader of {squares} answered only after its reset line was pulled.",
        "Nothing, if it stays the only time. If it comes back: a capacitor of 10 µF at the module.",
    ),
    "no-pn532": (
        "The reader of {squares} says it is “{says}”.",
        "Replace it by a PN532 module, or find what else answers on its select line.",
    ),
    "multiplexer": (
        "No multiplexer answers at {missing}{other}.",
        "Set its address by A0 to A2, or “multiplexers” in the board file, and check its plug.",
    ),
    "self-test": (
        "The chip of {squares} fails the test of its own {part}.",
        "Replace the module.",
    ),
    "antenna": (
        "The chip of {squares} feels no antenna, and reads no tag.",
        "Look for a cracked coil or joint at the antenna; else replace the module.",
    ),
    "noisy-line": (
        "The line to the reader of {squares} loses {failed} of {of} frames even at {clock}.",
        "Shorten its wires, twist each with ground, check the joints of its plug and its supply.",
    ),
    "restarts": (
        "The chip of {squares} started afresh while it was tested.",
        "Check its supply at the module (3.2 V at least), its joints, and the wire to RSTPDN.",
    ),
    "clock": (
        "Bus “{bus}” makes errors from {fails} on, with {squares}; it runs at {clock}.",
        "Let the clock be set to {advised}. For more, shorten the wires or buffer each row.",
    ),
    "slow-ack": (
        "The reader of {squares} takes up to {ack} ms to acknowledge; {limit} ms are allowed.",
        "Let “ack_ms” be set to {advised}.",
    ),
    "never-resets": (
        "The reset line of bus “{bus}” does not restart the reader of {squares}.",
        (
            "Check the wire to RSTPDN: on the red module it is a pad on the back, and RSTO on the "
            "header is an output."
        ),
    ),
    "reset-too-short": (
        "The reader of {squares} restarts only after {needs} ms of reset; {has} are set.",
        "Let “reset_ms” be set to {advised}.",
    ),
    "readers-swapped": (
        "The readers of {squares} are swapped.",
        "Swap their select lines, or let the workshop correct the board file.",
    ),
    "reader-moved": (
        "The reader of square {wired} lies under {squares}.",
        "Let the workshop correct the board file.",
    ),
    "duplicate": (
        "Two select lines lead to one reader, those of {squares}.",
        "Follow both wires: one belongs to the reader that nobody selects.",
    ),
    "select-shared": (
        "Two readers answer at once on the select line of {squares}, one under square {other}.",
        "Look for a bridge between their select lines, and for a wire at the wrong pin.",
    ),
    "no-tag": (
        "The reader of {squares} answers but sees no runner there.",
        "Check that the antenna lies under the middle of the square, and nothing of metal near it.",
    ),
    "weak": (
        "The reader of {squares} sees a runner in {share} of readings with three retries.",
        "Bring the antenna closer to the wood and away from metal; try another module.",
    ),
    "place": (
        "The reader of {squares} sees a runner {place} in {share} of readings only.",
        "Centre the antenna under the square, or use a larger one.",
    ),
    "neighbour": (
        "The reader of {squares} sees the runner on square {other}.",
        "Move the two antennas apart, or use smaller ones.",
    ),
    "stride": (
        "Fields {distance} squares apart disturb each other: readers of {squares}.",
        "Let “stride” be set to {advised}.",
    ),
    "crown-from-below": (
        "The reader of {squares} sees the crown of a standing runner, in {share} of readings.",
        (
            "Place the tag in the crown higher, or a disc of metal foil between it and the one in "
            "the foot."
        ),
    ),
    "no-crown": (
        "The reader of {squares} sees a runner that stands on its head in {share} of readings.",
        "Place the tag in the crown nearer to its top; the head must stand flat.",
    ),
    "unsteady": (
        "The reader of {squares} failed at {failed} of {of} commands.",
        "Check its supply at the module under load (3.2 V at least), and the joints of its plug.",
    ),
    "drops-out": (
        "The reader of {squares} dropped out {times} during {minutes} minutes.",
        "Check its supply under load, and the joints of its plug.",
    ),
    "flickers": (
        "The reader of {squares} missed a resting runner in {times} of {of} readings.",
        "Raise “retries”, or bring the antenna closer to the wood.",
    ),
    "strip-reversed": (
        "The strip of lights begins at the other end.",
        "Feed it at square {first}, or turn “squares” of [lights] round in the board file.",
    ),
    "lights-swapped": (
        "The lights of {squares} are swapped.",
        "Let the workshop correct the board file.",
    ),
    "light-moved": (
        "The light of square {wired} is under {squares}.",
        "Let the workshop correct the board file.",
    ),
    "dark": (
        "The light of {squares} stays dark.",
        "Check its joints; replace it if those after it shine.",
    ),
    "colours": (
        "Red, green and blue are seen as {seen}.",
        "Let “colour_order” be set to {advised}.",
    ),
    "supply": (
        "The supply sags with {what}.",
        "Use a stronger one, thicker and shorter wires, or lower “budget_ma” and “max_fields”.",
    ),
    "supply-at-rest": (
        "The supply sags at rest.",
        "Replace the supply or its cable before anything else.",
    ),
    "bounces": (
        "Button “{button}” bounces for up to {bounce} ms; {has} ms are allowed for.",
        "Let “debounce_ms” be set to {advised}, or replace the button.",
    ),
    "stuck": (
        "Button “{button}” is pressed all the time.",
        "Look for a bridge at its wires; replace it if it sticks.",
    ),
    "inverted": (
        "Button “{button}” is closed at rest and opens when pressed.",
        "Use its other contact, or change “pull” in [buttons].",
    ),
    "no-press": (
        "Nothing came of pressing button “{button}”.",
        "Check its wires and its pin.",
    ),
}
"""What was found, and what to do about it, with the finding's facts in braces."""


class AcceptanceFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault.

    Attributes:
        fault: its kind.
        squares: the squares concerned.
        facts: what else its words need.
    """

    fault: Fault
    squares: tuple[int, ...] = ()
    facts: dict[str, str] = {}

    def found(self) -> str:
        """Return what was found, in English."""
        return WORDS[self.fault][0].format_map(self._facts())

    def remedy(self) -> str:
        """Return what to do about it, in English."""
        return WORDS[self.fault][1].format_map(self._facts())

    def _facts(self) -> dict[str, str]:
        return {**self.facts, "squares": _squares(self.squares)}


def _squares(squares: tuple[int, ...]) -> str:
    if len(squares) == 1:
        return f"square {squares[0]}"
    return f"squares {', '.join(map(str, squares[:-1]))} and {squares[-1]}" if squares else ""
