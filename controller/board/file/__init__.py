"""Reads and writes a board file. Imports `game` for names.

`form` reads the whole file; `squares`, `readers`, `buses`, `lights` read a section each, `sections`
the short ones. `selects` has the reader at each outlet of a bus, `scanners` what is wired to
co-processors, `pins` the pins there are and those used twice. `writing` changes a file and keeps
its comments.
"""
