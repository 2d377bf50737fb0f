"""Editions, tracks, decks and tables: shipped ones and people's own. Imports `rules`.

`files` finds the data files, `forms` reads and checks them, `options` has the options of
a game, `catalogue` returns each by name, `rulesets` makes the rules of one game. `inspect`
checks one file for its author, `explain` tells an edition in English, `command` is
`hareboard editions`. The shipped files are in `data`.
"""
