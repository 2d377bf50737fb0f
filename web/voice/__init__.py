"""What the board says by its own loudspeaker: public sentences, once. Imports `views`.

`narrator` decides what is said next, `thread` has it said, `loudspeaker` is what the host switches.
"""
