"""The controller: the game and its board, without any device. Imports `hardware`."""
