"""The mode the board is in: game or calibration, with its pages. Imports `api` and below.

`recovery` decides what happens when a thread dies.
"""
