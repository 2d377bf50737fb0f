"""What the board says by its own loudspeaker: the public sentences of each view, once.

`narrator` decides what is said next, `thread` has it said, `loudspeaker` is what the host switches.
"""
