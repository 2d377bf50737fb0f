"""The board against the game. Imports `light`, `game` and below.

`tracker` says where runners are, `referee` what that means, `guidance` what to light. `turns`
plays, `settle` waits for rest, `session` holds all together, `actor` is its thread.
"""
