"""Stages of a step: plain functions of the table's state, an event and the time.

Imports `table.state`, `table.referee`, `light`, `game` and below. `sensing` takes in readers,
`errands` keeps what is to be carried, `judging` asks the referee, `settle` waits for rest, `turns`
plays, `thinking` times the players, `tap_to_join` finds out whose phone it is,
`command_handlers` and `buttons` obey people.
"""
