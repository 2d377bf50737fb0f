"""What a pin is joined to, in the few words that fit beside it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from controller.board.electronics.circuit import GROUND, Circuit, CircuitPart, Terminal
from controller.plural import numbers

MOST_JOINED: Final = 4
"""Most parts that are named beside a pin; the wiring table names all."""


MOST_LISTED: Final = 9
"""Most references with gaps between their numbers that are listed one by one."""


def joined(circuit: Circuit, nets: Sequence[str], apart_from: Collection[str]) -> str:
    """Name what pins join: ground, a supply, or pins of other parts.

    Args:
        circuit: the circuit.
        nets: net of the pin; of a pin that several equal parts have, each one's net.
        apart_from: references of the parts that have the pin.
    """
    apart = list(dict.fromkeys(nets))
    high = circuit.volts.get(apart[0])
    if high is not None:
        return "ground" if apart[0] == GROUND else f"{high:g} V{_behind(circuit, apart[0])}"
    groups: defaultdict[tuple[str, str], list[CircuitPart]] = defaultdict(list)
    for each in dict.fromkeys(each for net in apart for each in circuit.nets[net]):
        part = circuit.parts[each.ref]
        if each.ref not in apart_from:
            passive = part.data.kind in ("passive", "fuse")
            pin = "" if passive else circuit.pin_name(each)
            groups[part.module, pin].append(part)
    said = [_named(parts, pin, len(apart)) for (_, pin), parts in groups.items()]
    more = len(said) - MOST_JOINED
    return ", ".join([*said[:MOST_JOINED], *(["…"] if more > 0 else [])])


def spread(refs: Sequence[str]) -> str:
    """Name references in as few words as possible: `U2 to U9`."""
    if len(refs) < 3:
        return ", ".join(refs)
    letters = refs[0].rstrip("0123456789")
    counts = [int(ref.removeprefix(letters)) for ref in refs]
    if counts == list(range(counts[0], counts[0] + len(counts))):
        return f"{refs[0]} to {refs[-1]}"
    if len(refs) <= MOST_LISTED:
        return ", ".join(refs)
    return f"{len(refs)} from {refs[0]} to {refs[-1]}"


def _named(parts: Sequence[CircuitPart], pin: str, nets: int) -> str:
    kind, squares = parts[0].data.kind, [part.square for part in parts if part.square is not None]
    if kind == "reader" and len(squares) > nets > 1:
        return f"{pin} of its {len(squares) // nets} readers"
    if kind == "reader":
        return f"{pin} at {numbers(sorted(squares))}"
    if kind == "button":
        return ", ".join(f"button {part.what}" for part in parts)
    return f"{spread([part.ref for part in parts])} {pin}".strip()


def _behind(circuit: Circuit, net: str) -> str:
    """Name the fuse that a supply comes through."""
    for each in circuit.nets[net]:
        if circuit.parts[each.ref].module == "fuse" and each == Terminal(each.ref, "2"):
            return f" from {each.ref}"
    return ""
