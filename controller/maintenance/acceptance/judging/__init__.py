"""Judges measurements: pure, so that a bundle can be judged again.

`evidence` looks measurements up, `lines`, `tags` and `board` tell faults from them, `findings` has
their words, `advised` the settings to be written; `judge` puts all together.
"""
