"""The club screen: the boards of a broker on one page. Imports `modes`, `mqtt`, `pages`, `server`.

`messages` is what is read of the boards' topics, `club` keeps the newest of each board, `results`
the races of the evening in SQLite; `standings` makes points of them, `pairings` the next round.
`app` serves the page, `seen` has the shapes of its answers. See docs/mqtt.md.
"""
