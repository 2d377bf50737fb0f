"""Accepts a real board by measuring it: `hareboard board accept` (docs/accept.md).

`facts` has what the board file says, `tasks` what is measured, `next_task` in which order.
`perform` does a task at a board, with a person whom `questions` ask. `judge` finds faults in the
measurements, `advised` settings; `report` shows them, `bundle` packs them and replays a bundle.
"""
