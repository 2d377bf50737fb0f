"""Computer opponents: what a seat may see, and characters that choose an action from it.

`sight_of` masks a position as one seat sees it; a character (`characters`) chooses one of the
legal actions from that sight alone, with chance passed in. A character never holds a `State` of
the game: it imagines one (`imagined`) and thinks about that by the rules.
"""
