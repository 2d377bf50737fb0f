"""Faults of a board that its acceptance names, with what to do."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from controller.maintenance.acceptance.measuring.guidance import SPOT_NAMES
from controller.maintenance.doctor.findings import Sentence, counted_sentence, sentence
from controller.plural import numbers

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
    "colours-unclear",
    "supply",
    "supply-with-fields",
    "supply-of-fields",
    "supply-at-rest",
    "bounces",
    "stuck",
    "inverted",
    "no-press",
]
"""Kinds of fault, as `WORDS` describes them."""

SETTINGS: Final = sentence("Write the measured settings into the board file.")
CORRECT: Final = sentence("Let the workshop correct the board file.")
CONNECT: Final = sentence(
    "Check its plug, its power, its wires, and that its switches say {transport}. Then swap it "
    "with a neighbour: if the fault moves along, it is dead."
)
STEADY_SUPPLY: Final = sentence(
    "Check its supply at the module (at least 3.2 V under load), the joints of its plug, and the "
    "wire to RSTPDN."
)
CLOSER: Final = sentence(
    "Bring the antenna closer to the wood and away from metal, or try another module."
)
SUPPLY: Final = sentence(
    "Use a stronger supply and thicker, shorter wires, or lower “budget_ma” and “max_fields”."
)

WORDS: Final[dict[Fault, tuple[Sentence, Sentence]]] = {
    "no-answer": (sentence("The reader doesn't answer."), CONNECT),
    "not-addressed": (sentence("Nothing answers at the reader's address."), CONNECT),
    "hung": (
        sentence("The reader answered only after a reset."),
        sentence(
            "Do nothing if it stays the only time. If it comes back, add a capacitor of 10 µF at "
            "the module."
        ),
    ),
    "no-pn532": (
        sentence("The reader says it is “{says}”, not a PN532."),
        sentence("Replace the module, or find what else answers on its wires."),
    ),
    "multiplexer": (
        sentence("The multiplexer at {missing} doesn't answer; these do: {other}."),
        sentence(
            "Set its address by A0 to A2, or in “multiplexers” of the board file, and check its "
            "plug."
        ),
    ),
    "self-test": (
        sentence("The chip fails its own test of {part}."),
        sentence("Replace the module."),
    ),
    "antenna": (
        sentence("The chip feels no antenna, and reads no tag."),
        sentence("Look for a crack in the antenna or its joints; else replace the module."),
    ),
    "noisy-line": (
        sentence("The line loses {failed} of {of} frames, even at the slowest clock."),
        sentence("Shorten its wires, twist each with ground, and check its plug and its supply."),
    ),
    "restarts": (sentence("The chip started afresh while it was tested."), STEADY_SUPPLY),
    "clock": (
        sentence("Bus “{bus}” makes errors from {fails} on; it runs at {clock}."),
        SETTINGS + sentence("For a faster clock, shorten the wires or buffer each row."),
    ),
    "slow-ack": (
        sentence("The reader takes up to {ack} ms to acknowledge; {limit} ms are allowed."),
        SETTINGS,
    ),
    "never-resets": (
        sentence("The reset line of bus “{bus}” does not restart the reader."),
        sentence(
            "Check the wire to RSTPDN: on the red module it is a pad on the back, and RSTO on the "
            "header is an output."
        ),
    ),
    "reset-too-short": (
        sentence("The reader restarts only after a reset of {needs} ms; {has} ms are set."),
        SETTINGS,
    ),
    "readers-swapped": (
        sentence("The readers of squares {one} and {other} are swapped."),
        CORRECT,
    ),
    "reader-moved": (
        sentence(
            "The reader that the board file has under square {wired} is really under square "
            "{square}."
        ),
        CORRECT,
    ),
    "duplicate": (
        sentence("Two select lines lead to one reader."),
        sentence("Follow both wires: one belongs to the reader that nobody selects."),
    ),
    "select-shared": (
        sentence("Two readers answer at once; the second one is under square {other}."),
        sentence("Look for a bridge between their select lines, and for a wire at the wrong pin."),
    ),
    "no-tag": (
        sentence("The reader answers but sees no runner."),
        sentence(
            "Check that the antenna lies under the middle of the square, with no metal near it. "
            "If it sees the card that came with it, but no runner, it is a copy that reads no tag "
            "with a UID of seven bytes: replace the module."
        ),
    ),
    "weak": (sentence("The reader sees a runner in only {share} of readings."), CLOSER),
    "place": (
        sentence("In a corner ({place}) the reader sees a runner in only {share} of readings."),
        sentence("Centre the antenna under the square, or use a larger one."),
    ),
    "neighbour": (
        sentence("The reader sees the runner on square {other}."),
        sentence("Move the two antennas apart, or use smaller ones."),
    ),
    "stride": (
        sentence("Fields disturb each other at a distance of {distance} (in squares)."),
        SETTINGS,
    ),
    "crown-from-below": (
        sentence("The reader sees the crown of a standing runner in {share} of readings."),
        sentence(
            "Place the tag in the crown higher, or put metal foil between it and the one in the "
            "base."
        ),
    ),
    "no-crown": (
        sentence("The reader sees a runner on its head in only {share} of readings."),
        sentence("Place the tag in the crown nearer to its top; the head must stand flat."),
    ),
    "unsteady": (sentence("The reader failed at {failed} of {of} commands."), STEADY_SUPPLY),
    "drops-out": (
        sentence("In {minutes} minutes of reading, the reader dropped out (times: {times})."),
        STEADY_SUPPLY,
    ),
    "flickers": (
        sentence("The reader missed a resting runner in {times} of {of} readings."),
        CLOSER,
    ),
    "strip-reversed": (
        sentence("The strip of lights begins at the other end."),
        sentence("Feed it at square {first}, or reverse “squares” of [lights] in the board file."),
    ),
    "lights-swapped": (
        sentence("The lights of squares {one} and {other} are swapped."),
        CORRECT,
    ),
    "light-moved": (
        sentence(
            "The light that the board file has under square {wired} is really under square "
            "{square}."
        ),
        CORRECT,
    ),
    "dark": (
        sentence("The light stays dark."),
        sentence("Check its joints; replace it if those after it shine."),
    ),
    "colours": (
        sentence("The strip has another order of colours than the board file says."),
        SETTINGS,
    ),
    "colours-unclear": (
        sentence("The lights show other colours than they were sent."),
        sentence(
            "Set “colour_order” in [lights] as the data sheet of the strip says. A strip whose "
            "lights have white as a fourth colour (RGBW) can't be driven: take one without."
        ),
    ),
    "supply": (sentence("The supply sags with all lights on."), SUPPLY),
    "supply-with-fields": (sentence("The supply sags with all lights and fields on."), SUPPLY),
    "supply-of-fields": (
        sentence("The supply sags with all fields on."),
        sentence("Use a stronger supply and thicker, shorter wires, or lower “max_fields”."),
    ),
    "supply-at-rest": (
        sentence("The supply sags at rest."),
        sentence("Replace the supply or its cable before anything else."),
    ),
    "bounces": (
        sentence("Button “{button}” bounces for up to {bounce} ms; {has} ms are allowed."),
        SETTINGS,
    ),
    "stuck": (
        sentence("Button “{button}” is pressed all the time."),
        sentence("Look for a bridge between its wires; replace it if it sticks."),
    ),
    "inverted": (
        sentence("Button “{button}” is closed at rest, and opens when pressed."),
        sentence("Use its other contact, or change “pull” in [buttons]."),
    ),
    "no-press": (
        sentence("Pressing button “{button}” changed nothing."),
        sentence("Check its wires and its pin."),
    ),
}
"""What was found, and what to do about it, with the finding's facts in braces."""


class AcceptanceFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault.

    Attributes:
        fault: its kind.
        squares: the squares concerned; none if it concerns the whole board.
        facts: what else its words need.
    """

    fault: Fault
    squares: tuple[int, ...] = ()
    facts: dict[str, str] = {}

    def where(self) -> Sentence:
        """Return the squares concerned."""
        return squares_sentence(self.squares) if self.squares else sentence("The board")

    def found(self) -> Sentence:
        """Return what was found."""
        return self._filled(WORDS[self.fault][0])

    def remedy(self) -> Sentence:
        """Return what to do about it."""
        return self._filled(WORDS[self.fault][1])

    def _filled(self, words: Sentence) -> Sentence:
        facts: dict[str, object] = dict(self.facts)
        if "place" in facts:
            facts["place"] = SPOT_NAMES[self.facts["place"]]
        if self.squares:
            facts |= {"square": self.squares[0], "one": self.squares[0]}
            facts.setdefault("other", self.squares[-1])
        return words.about(**facts)


def squares_sentence(squares: Sequence[int]) -> Sentence:
    """Return `Square 5` or `Squares 5, 7-12`."""
    told = numbers(squares, to="-")
    return counted_sentence("Square {squares}", "Squares {squares}", len(squares), squares=told)
