"""Plans made from a board file: connections, currents, parts, drawings. Imports `board.file`."""
