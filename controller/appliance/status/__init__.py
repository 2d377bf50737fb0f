"""Status of an installed board: service, game and computer. Imports `maintenance` and below."""
