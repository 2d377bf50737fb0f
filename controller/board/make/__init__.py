"""Build files made from a board file, by `hareboard board make`. Imports `board.plan`.

A maker is a function from an `Order` (board, edition, language, paper) to `MadeFile`s: a path in
the folder and its bytes. It yields the same bytes for the same order, so it knows no date and no
chance. `order` has these types; `layout` says where each part of a board lies, in millimetres:
everything that draws, cuts or places something takes its positions from there.

To add a maker, write the function in a module of its own, and one `Maker` in `makers.MAKERS` with
its name for `--only` and the libraries it needs. Makers that use words or drawings of the pages
are in `web.artwork`, and listed in `web.commands.make`.
"""
