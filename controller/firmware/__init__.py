"""The firmware of co-processors: put on them, brought up to date, checked (docs/firmware.md).

`files` are the firmware's own, `site` is where ports and drives are found, `talk` what is said over
a port, `prompt` what is done at MicroPython's prompt; `visit` is about one co-processor, `jobs` has
what each word of the command does with it, `words` what people are told.
"""
