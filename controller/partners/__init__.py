"""Boards that play together: their pairing, sealed letters. No network. Imports `atomic_files`.

`ports` is what a remote table asks of it; `web.mqtt` carries what is sealed here.
"""
