"""Errors of devices: few types, each with a sentence."""

import os
from contextlib import suppress

PORT_ERRORS: tuple[type[Exception], ...] = (OSError,)
"""Errors pyserial raises when a port fails: not all are turned into its own types."""
with suppress(ImportError):  # Windows has no termios
    import termios

    PORT_ERRORS = (OSError, termios.error)


def port_failure(error: Exception) -> str:
    """Return the system's words for one of `PORT_ERRORS`: pyserial's repeat path and number."""
    for cause in (error, error.__context__):
        number = getattr(cause, "errno", None) or next(iter(getattr(cause, "args", ())), None)
        if isinstance(number, int):
            return os.strerror(number)
    return str(error)


class HardwareError(Exception):
    """Base class of all errors of devices."""


class NotConnected(HardwareError, ConnectionError):
    """The device is missing, or has gone."""


class NotReady(NotConnected):
    """The device is there, and takes a moment to be set up."""


class NoSuchPlace(HardwareError, ValueError):
    """A square, piece or button that this board does not have."""


class ReaderError(HardwareError):
    """A reader did not carry out a command; an empty square is no error."""


class NoAck(ReaderError, TimeoutError):
    """A command was not acknowledged in time."""


class NoReply(ReaderError, TimeoutError):
    """A command was acknowledged, but not answered."""


class BadReply(ReaderError, ValueError):
    """An invalid answer: garbled, cut off, or to another command."""


class BusError(ReaderError, OSError):
    """The bus itself failed: the state of the reader behind it is unknown."""
