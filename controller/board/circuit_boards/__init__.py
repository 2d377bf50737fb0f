"""Circuit boards to order, from the circuit of `board.electronics`: a row board and a hub.

`split` takes the part of the circuit that is on a board, with its connectors; `placement` says
where its parts are. `routing` finds the tracks, `pour` fills what is left with ground, `layers`
writes Gerber and drill files, `lists` parts and places. `reading` reads the written copper back,
and `rules` checks it: against the circuit, and against what a manufacturer can make. `building` is
for whoever builds with them: `cabling` between boards, `feeding`, `assembly` with its `drawing`.
"""
