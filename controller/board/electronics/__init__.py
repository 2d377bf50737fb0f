"""The electronics of a board: its circuit from the board file, rules, wires, calculation."""
