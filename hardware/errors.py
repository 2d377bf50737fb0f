"""Errors of devices: few types, each with a sentence."""


class HardwareError(Exception):
    """Base class of all errors of devices."""


class NotConnected(HardwareError, ConnectionError):
    """The device is missing, or has gone."""


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
