"""Puts MicroPython on a board that waits as a USB drive (docs/firmware.md, “A new board”).

`drives` are such boards, `uf2` checks a file, `official` is the one to download, `install` copies
it and waits for the board's serial port.
"""
