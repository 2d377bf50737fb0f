"""The game without wood: rules, editions, history, journal, records. Imports no other room."""
