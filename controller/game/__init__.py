"""The game without wood: rules, editions, history, journal, records, opponents, advice.

Imports no other room.
"""
