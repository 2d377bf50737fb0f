"""Sheets of pieces to cut out: runners, cards, wire labels, the table card. Imports `artwork`.

`pieces` lays them out on paper; `runners`, `cards`, `table` and `labels` draw them; `files` lists
the files of `hareboard board make --only sheets`.
"""
