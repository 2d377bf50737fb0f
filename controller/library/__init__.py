"""The data files of the rules: editions, tracks, decks and tables, shipped ones and people's own.

`shelf` knows where they lie, `sheet` and `forms` read and check them, `options` knows what
every option may be, `catalogue` hands them out by name, `inspect` checks one file for a
person, `explain` tells an edition in words, and `command` is what a terminal makes of it.
"""
