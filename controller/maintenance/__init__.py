"""Doctor, calibration and firmware flashing, for builders. Imports `light` and below."""
