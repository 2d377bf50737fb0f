"""What moves are worth and why: hints for the player to act, and the analysis of a whole game."""
