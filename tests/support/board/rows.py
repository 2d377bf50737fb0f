"""A small board whose readers are selected by decoders, a row board for each row."""

from typing import Final

SMALL_ROWS: Final = """\
name = "Two rows of five"
[squares]
count = 10
columns = 5
[readers]
stride = 2
[[readers.bus]]
transport = "spi"
reset_pin = "GPIO25"
select = "decoder"
row_pins = ["GPIO5"]
column_pins = ["GPIO16", "GPIO19", "GPIO20"]
enable_pin = "GPIO26"
squares = [["1-5"], ["10-6"]]
"""
