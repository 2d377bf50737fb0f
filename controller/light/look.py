"""The look of the lights: theme, brightness, night, test pattern."""

import msgspec


class Look(msgspec.Struct, frozen=True):
    """Look of the lights that people chose.

    Attributes:
        theme: name of a theme.
        brightness: from 0, the least at which lights can be told apart, to 1.
        night: True for dimmed, warm lights in a dark room.
        test: True for the test pattern instead of the game; not saved.
    """

    theme: str = "garden"
    brightness: float = 1.0
    night: bool = False
    test: bool = False
