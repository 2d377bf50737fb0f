"""The devices of a board and the simulated world; they know nothing of the game."""
