"""Reads and writes a board file, one module for each section. Imports `game` for names.

`form` reads the whole file. `squares`, `readers`, `buses`, `lights`, `buttons`, `tags` and `web`
read its sections; `outlets`, `selects` and `strip` what is wired to what; `scanners` what is wired
to co-processors. `claims` finds pins used twice, `sheet` notes every mistake, `lines` its line.
`writing` changes a file and keeps its comments.
"""
