"""Calibrates a board by light and phone (docs/workshop.md). Imports `light` and below.

`state` is the question asked now; `answering` applies an answer of the builder, `observations` the
board's events. `tag_presence` follows tags on readers, `learned` has the maps found so far,
`findings` the wiring mistakes, `progress` saves to disk. `session` holds all together.
"""
