"""Accepts a real board by measuring it: `hareboard board accept` (docs/accept.md).

`measuring` measures, `judging` finds faults and settings. `terminal` is the dialogue, `report` has
the verdict in words, `bundle` packs measurements and reads them, `command` puts all together.
"""
