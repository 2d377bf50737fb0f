"""The engine protocol: the rules as a program that other programs drive, line by line.

`docs/engine.md` describes it.
"""
