"""Flashes, updates and verifies the firmware of co-processors (docs/firmware.md).

`files` are the firmware's own, `ports` finds co-processors, `connection` speaks over one port,
`prompt` runs commands in MicroPython. `session` brings one co-processor up to date, `jobs` are the
words of the command.
"""
