"""Errors of devices: few types, each with a sentence."""


class HardwareError(Exception):
    """Root of everything a device may raise."""


class NotConnected(HardwareError, ConnectionError):
    """The device is not there, or has gone."""


class NoSuchPlace(HardwareError, ValueError):
    """A square, piece or button that this board does not have."""


class ReaderError(HardwareError):
    """A reader did not do what it was told; an empty square is no error."""


class NoAck(ReaderError, TimeoutError):
    """A command was not acknowledged in time."""


class NoReply(ReaderError, TimeoutError):
    """A command was acknowledged, and never answered."""


class BadReply(ReaderError, ValueError):
    """An answer that cannot be right: garbled, cut off, or to another question."""


class BusError(ReaderError, OSError):
    """The bus itself refused: nothing can be said of the reader behind it."""
