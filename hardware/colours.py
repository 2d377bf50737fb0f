"""Frames as drivers send them: three bytes a light, red, green, blue."""

from collections.abc import Sequence
from itertools import chain

from hardware.ports import RGB


def flat(colours: Sequence[RGB], wanted: int, one: str = "light") -> bytes:
    """Return a frame of the wanted number of colours, as bytes.

    Args:
        colours: 0 to 255 each.
        wanted: their required number.
        one: name of the item with one colour, for the error.

    Raises:
        ValueError: more or fewer of them, or an invalid colour.
    """
    if len(colours) != wanted:
        raise ValueError(f"{len(colours)} colours for {wanted} {one}s")
    try:
        if all(len(colour) == 3 for colour in colours):
            return bytes(chain.from_iterable(colours))
    except (TypeError, ValueError):
        pass
    place, colour = next((n, c) for n, c in enumerate(colours, start=1) if not _is_colour(c))
    raise ValueError(f"{one} {place}: {colour} is not a colour of 0 to 255")


def rgb(frame: bytes) -> tuple[RGB, ...]:
    """Return the colours of a frame."""
    return tuple(zip(frame[::3], frame[1::3], frame[2::3], strict=True))


def _is_colour(colour: RGB) -> bool:
    return len(colour) == 3 and all(isinstance(c, int) and 0 <= c <= 255 for c in colour)
