"""Errors of firmware flashing."""

from hardware.errors import HardwareError


class FirmwareError(HardwareError, RuntimeError):
    """A firmware operation failed; the message has the error, the cause and the remedy."""
