"""An RP2040 board that is not there: the firmware's own files run on it, unchanged."""
