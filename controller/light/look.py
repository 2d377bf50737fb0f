"""The look of the lights: theme, brightness, night, test pattern."""

import msgspec


class Look(msgspec.Struct, frozen=True):
    """The lights as people have chosen them.

    Attributes:
        theme: the name of a theme.
        brightness: from 0, the least at which lights can be told apart, to 1.
        night: dimmed and warm, for a dark room.
        test: the test pattern instead of the game; not kept when the program ends.
    """

    theme: str = "garden"
    brightness: float = 1.0
    night: bool = False
    test: bool = False
