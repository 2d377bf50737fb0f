"""A board, its pieces and a hand that moves them, for playing and testing without wood."""
