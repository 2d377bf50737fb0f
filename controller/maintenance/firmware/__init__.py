"""Flashes, updates and verifies the firmware of co-processors (docs/firmware.md).

`files` are the firmware's own, `ports` finds co-processors, `connection` talks over one port,
`prompt` runs commands in MicroPython. `session` updates one co-processor, `jobs` are the
subcommands. `micropython` puts MicroPython on a new board.
"""
