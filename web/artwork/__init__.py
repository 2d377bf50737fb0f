"""Artwork of a board to print, from the drawings of the pages. Imports `languages`.

`drawings` reads symbols, inks and the font from the pages' files, so each is drawn once; `surface`
composes the board and writes it as PDF at 1:1.
"""
