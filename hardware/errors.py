"""What can go wrong with a device, as few and as telling types as possible."""


class HardwareError(Exception):
    """Root of everything a device may raise."""


class NotConnected(HardwareError, ConnectionError):
    """The device is not there, or has gone."""


class NoSuchPlace(HardwareError, ValueError):
    """A square, piece or button that this board does not have."""
