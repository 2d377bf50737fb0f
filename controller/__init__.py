"""The brain of the board: it knows the game, and never a device."""
