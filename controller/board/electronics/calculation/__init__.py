"""Calculates the electronics: rise times, branches of the supply, resets, I2C, the strip."""
