"""What goes wrong when firmware is put on a co-processor."""

from hardware.errors import HardwareError


class Trouble(HardwareError, RuntimeError):
    """It was not done; says what happened, why, and what to do."""
