"""Artwork of a board to print, from the drawings of the pages. Imports `languages`.

`drawings` reads symbols, inks and the font from the pages' files, so each is drawn once; `texts`
sets words into their fields; `surface` composes the board with its `scenery`; `pdf` writes shapes
at 1:1.
"""
