"""Errors of firmware flashing."""

from hardware.errors import HardwareError


class FirmwareError(HardwareError, RuntimeError):
    """It was not done; says what happened, why, and what to do."""
