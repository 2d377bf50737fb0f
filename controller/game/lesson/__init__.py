"""The lesson: a first race in steps, as data, and where a game is in it.

`lesson.toml` has the steps, `script.py` reads them, `positions.py` builds the position of each
under the rules of the game, `progress.py` finds the step that a game is in. Rules, table and
journal are those of every race: a step begins with a position that the journal notes.
"""
