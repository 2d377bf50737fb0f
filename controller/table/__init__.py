"""The board against the game. Imports `light`, `game` and below.

`state` is a table at one moment, `step` makes the next one of it, an event and the time, in
`stages`. `tracker` says where runners are, `referee` what that means, `lit_squares` which squares
to light. `session` keeps the journal and makes snapshots, `actor` is its thread, `kept_times` a
small file.
"""
