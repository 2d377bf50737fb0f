"""Emulated PN532 chips at the wire, the radio above them, and what can go wrong with both.

`radio` has the fields and the tags in them, `chip` the command processor, and `spi`, `i2c` and
`uart` the wires that drivers talk to. Nothing here runs by itself: what a chip has done
meanwhile is worked out from the clock whenever somebody looks, so that it works alike on the
machine's time and on virtual time. Only `plugs` has threads, to serve real ports.

The numbers are planning values of data sheets and builders' reports, nothing was measured on a
board of this project: every one of them is a parameter.
"""
