"""What runs on the RP2040, in MicroPython. Nothing of ours imports it; this file stays here."""
