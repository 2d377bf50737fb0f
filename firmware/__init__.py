"""MicroPython firmware of the RP2040 co-processor; no package of the host imports it."""
