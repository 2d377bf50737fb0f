# ruff: noqa: N999 - the name is not ours
"""What is under Blinka's own I2C bus."""
